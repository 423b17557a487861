"""`pbem simulate`: games between bots, and their statistics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import JsonOption, counted, say, say_json, table
from pbem.cli.files import write_file
from pbem.cli.group import examples
from pbem.cli.progress import progress
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from engine.selfplay import Played
    from pbem.simulate import Wanted

EPILOG = examples(
    "pbem simulate space-freighter --seats 4 --games 100 --bots trader,random",
    "pbem simulate star-traders --seats 4 --games 20 --bots trader --waits",
    "pbem simulate space-freighter --games 1 --seed 7 --export game.json",
)


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="What is played; see pbem games.")],
    variant: Annotated[
        str, typer.Option(help="A variant of the game.", show_default="the game's first")
    ] = "",
    seats: Annotated[int, typer.Option(help="Players.", show_default="the fewest")] = 0,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    bots: Annotated[
        str, typer.Option(metavar="BOT,...", help="A bot for each seat; taken in turn.")
    ] = "random",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; may be repeated."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the one game as pbem export does."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
    waits: Annotated[
        bool,
        typer.Option("--waits", help="Count instead how often a campaign by mail would stop."),
    ] = False,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Own tables; see pbem data.", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play games between bots, and say how they went.

    It needs no mail and no office. decisions/s counts decisions with at least two legal answers, of
    whole games. With --waits the games run as by mail: each player's first suggested plan and the
    suggested standing orders count as sent, and the bots answer what they leave open.
    """
    from engine.tables import DATA
    from pbem.campaigns import find_game, find_variant, read_options
    from pbem.cli.new import read_pairs
    from pbem.simulate import Wanted, bot_names
    from pbem.simulate import simulate as play
    from pbem.tables import read_own

    rules = find_game(game)
    variant = find_variant(rules, variant)
    own = read_own(rules, data) if data is not None else None
    wanted = Wanted(
        game=rules,
        variant=variant,
        seats=seats or rules.least_seats,
        games=games,
        seed=seed,
        bots=bot_names(bots),
        options=read_options(rules, variant, read_pairs(option or ()))
        | ({DATA: own.hash} if own is not None else {}),
        tables=own.texts if own is not None else {},
    )
    if export is not None and games != 1:
        raise UsageFault("export-one", "--export writes one game.", "Add --games 1.")
    if waits:
        _count_waits(wanted, json=json)
        return
    kept: list[tuple[Played[Any], bytes]] = []
    keep = (lambda played, dice: kept.append((played, dice))) if export is not None else None
    with progress(shown=not json) as told:
        statistics = play(wanted, told, each=keep)
    found = statistics.data(wanted)
    if export is not None:
        _write(export, wanted, *kept[0], force=force)
    if json:
        say_json(found)
    else:
        say(_told(found))


def _count_waits(wanted: Wanted, *, json: bool) -> None:
    from pbem.waits import count_stops

    with progress(shown=not json) as told:
        found = {name: stops.data() for name, stops in count_stops(wanted, told).items()}
    if json:
        say_json({"game": wanted.game.id, "variant": wanted.variant, "waits": found})
        return
    rows: list[tuple[object, ...]] = [("pace", "turns", "stops", "a turn", "a round", "what for")]
    for name, data in found.items():
        kinds = ", ".join(f"{kind} {share:.2f}" for kind, share in data["kinds_per_turn"].items())
        figures = (f"{data['stops_per_turn']:.2f}", f"{data['stops_per_round']:.2f}")
        rows.append((name, data["turns"], data["stops"], *figures, kinds))
    games = counted(wanted.games, "game")
    title = f"{games} of {wanted.game.id} ({wanted.variant}), seed {wanted.seed}"
    say(f"{title}\n{table(rows, '  ')}")


def _write(path: Path, wanted: Wanted, played: Played[Any], seed: bytes, *, force: bool) -> None:
    from pbem.export import export_played, export_text
    from pbem.simulate import seat_names

    names = seat_names(played.beginning.seats, wanted)
    data = export_played(wanted.game, played, seed, names, tables=wanted.tables)
    write_file(path, export_text(data), force=force)


def _told(data: dict[str, Any]) -> str:
    share = 100 / data["games"]
    rows: list[tuple[object, ...]] = [("seat", "bot", "wins", "", "mean score")]
    for seat, found in data["seats"].items():
        wins = found["wins"]
        rows.append((seat, found["bot"], wins, f"{wins * share:.0f}%", found["score"]))
    turns = data["turns"]
    reasons = ", ".join(f"{name} {number}" for name, number in data["end_reasons"].items())
    speed = data["decisions_per_second"]
    more = [*_starts(data["starts"]), *_used(data["used"])]
    return "\n".join(
        (
            f"{counted(data['games'], 'game')} of {data['game']} ({data['variant']}),"
            f" seed {data['seed']}",
            table(rows, "  "),
            f"shared wins: {data['shared_wins']}",
            f"ended by: {reasons}",
            f"turns: {turns['least']} to {turns['most']}, mean {turns['mean']}",
            *more,
            f"{data['decisions']} decisions in {data['seconds']} s"
            + (f": {speed} decisions/s" if speed else ""),
        )
    )


def _starts(starts: dict[str, dict[str, float]]) -> list[str]:
    if not starts:
        return []
    rows: list[tuple[object, ...]] = [("began at", "seats", "wins", "of fair share")]
    for place, found in starts.items():
        rows.append((place, found["seats"], found["wins"], f"{found['ratio']:.2f}"))
    return [table(rows, "  ")]


def _used(used: dict[str, float]) -> list[str]:
    if not used:
        return []
    rows: list[tuple[object, ...]] = [("used", "of the games")]
    rows += [(name, f"{share:.0%}") for name, share in sorted(used.items(), key=lambda x: -x[1])]
    return [table(rows, "  ")]
