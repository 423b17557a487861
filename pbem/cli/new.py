"""`pbem new`: make a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import OfficeOption, listed, now, open_office, say
from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game

EPILOG = examples(
    "pbem new sf1 space-freighter",
    "pbem new sf2 space-freighter --pace rounds --round '7 days at 20:00' --option trade=all",
    "pbem new st1 star-traders --variant imperial --data my-star-traders",
    "pbem new sf1 --remove",
)


def new(
    campaign: Annotated[
        str, typer.Argument(metavar="CAMPAIGN", help="Its name: small letters and digits, sf1.")
    ],
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="What is played; see pbem games.")
    ] = "",
    variant: Annotated[
        str, typer.Option(help="A variant of the game.", show_default="the game's first")
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; may be repeated."),
    ] = None,
    pace: Annotated[
        str, typer.Option(help="turns: each turn waits; rounds: plans for a whole round.")
    ] = "",
    zone: Annotated[str, typer.Option(help="Time zone of its deadlines.", show_default=False)] = "",
    turn: Annotated[
        str, typer.Option(help="How long a turn has: '3 days at 20:00'.", show_default=False)
    ] = "",
    round_: Annotated[
        str, typer.Option("--round", help="How long a round has.", show_default=False)
    ] = "",
    window: Annotated[
        str, typer.Option(help="How long a question between turns has.", show_default=False)
    ] = "",
    again: Annotated[
        str, typer.Option(help="How long the same question asked again has.", show_default=False)
    ] = "",
    minimum: Annotated[
        str, typer.Option(help="The least notice, also after a hold.", show_default=False)
    ] = "",
    remind: Annotated[
        list[str] | None,
        typer.Option(metavar="LENGTH", help="How long before a deadline a reminder goes out."),
    ] = None,
    wait: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="This kind of question waits for letters, each for up to --window.",
        ),
    ] = None,
    standing: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="It is settled at once by what is on file."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Own tables; see pbem data.", show_default=False),
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove it again, as long as it has not started.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --remove: do not ask first.")] = False,
    office: OfficeOption = None,
) -> None:
    """Make a campaign. Then seat its players with join, and start it.

    What is not given comes from [deadlines] of the office's settings and from the game. pbem games
    GAME lists variants, options and kinds of question. Tables of a --data folder are kept with the
    campaign; the folder is not needed any more.
    """
    from pbem.campaigns import Wanted, find_game, make_campaign
    from pbem.deadlines import parse_duration, parse_pace, zone_of
    from pbem.tables import read_own

    if remove:
        _remove(campaign, game, office, asks=not yes)
        return
    if not game:
        raise UsageFault("which-game", f"Which game is {campaign} to be?", "See: pbem games")
    opened = open_office(office)
    defaults = opened.settings.deadlines
    rules = find_game(game)
    paces = {"TURN": turn, "ROUND": round_, "WINDOW": window, "AGAIN": again}
    deadlines = defaults.for_campaign()
    deadlines |= {name: str(parse_pace(text)) for name, text in paces.items() if text}
    if minimum:
        deadlines["minimum"] = str(parse_duration(minimum))
    if remind:
        deadlines["remind"] = [str(parse_duration(text)) for text in remind]
    deadlines["waits"] = waits(rules, wait or (), standing or ())
    options = read_pairs(option or ())
    if pace and options.setdefault("pace", pace) != pace:
        raise UsageFault(
            "two-paces",
            f"--pace {pace} and --option pace={options['pace']} contradict each other.",
            "Give one of them.",
        )
    if round_ and options.get("pace", "turns") == "turns":
        raise UsageFault(
            "round-idle",
            "--round says how long a round has, and this campaign is not played in rounds.",
            "Leave it out, or add --pace rounds.",
        )
    wanted = Wanted(
        id=campaign,
        game=rules.id,
        variant=variant,
        options=options,
        zone=zone_of(zone or defaults.zone).key,
        deadlines=deadlines,
        own=read_own(rules, data) if data is not None else None,
    )
    with opened.session() as session:
        row = make_campaign(session, wanted, now())
        say(_made(row, rules) + _slow(rules, deadlines))


def _remove(campaign: str, game: str, office: Path | None, *, asks: bool) -> None:
    """Nothing is gone before the game master said yes, there or on the command line."""
    from pbem.cli.near import campaign_named
    from pbem.removing import remove_campaign, require_setup

    if game:
        raise UsageFault("remove-game", "--remove takes a campaign only.", "Leave the game out.")
    opened = open_office(office)
    with opened.reading() as session:
        found = campaign_named(session, campaign).id
        names = require_setup(session, found)
    who = f" with the seats of {', '.join(names.values())}" if names else ""
    if asks:
        typer.confirm(f"Remove {found}{who}?", abort=True)
    with opened.lock(), opened.session() as session:
        remove_campaign(session, found)
    told = f" Nobody was told: write to {', '.join(names.values())} yourself." if names else ""
    say(f"{found} is removed.{told}")


def read_pairs(texts: list[str] | tuple[str, ...]) -> dict[str, str]:
    """Texts `name=value` as a dict. Raises `UsageFault` `option-form`."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageFault(
                "option-form", f"--option {text}: there is no '='.", "Write --option money=yes."
            )
        pairs[name.strip()] = value.strip()
    return pairs


def waits(
    game: Game[Any], wait: list[str] | tuple[str, ...], standing: list[str] | tuple[str, ...]
) -> dict[str, bool]:
    """Kinds of window that are run otherwise than the game does. Raises `UsageFault`."""
    from pbem.near import did_you_mean

    kinds = [window.kind for window in game.windows]
    for kind in (*wait, *standing):
        if kind not in kinds:
            none = f"{game.id} has no questions between turns."
            raise UsageFault(
                "no-window",
                f"{game.id} has no kind of question '{kind}'.",
                did_you_mean(kind, kinds, none),
            )
    if both := set(wait) & set(standing):
        raise UsageFault(
            "wait-and-standing",
            f"--wait and --standing both name {', '.join(sorted(both))}.",
            "One kind can only be run one way.",
        )
    return {**dict.fromkeys(wait, True), **dict.fromkeys(standing, False)}


def _slow(game: Game[Any], deadlines: Mapping[str, Any]) -> str:
    """What it costs that kinds of question wait which the game itself settles at once."""
    from games import GAMES
    from pbem.cli.wrapping import wrapped
    from pbem.letters import Library

    usual = {window.kind: window.wait for window in game.windows}
    kinds = [kind for kind, wait in deadlines["waits"].items() if wait and not usual[kind]]
    if not kinds:
        return ""
    often = Library(GAMES).book(game).words.get("often", {})
    named = ", ".join(f"{kind} ({often[kind]})" if kind in often else kind for kind in kinds)
    told = f"Mind: these wait for letters now, up to {deadlines['WINDOW']} each time: {named}."
    return f"\n{wrapped(told, '  ', first='')}"


def _made(row: Any, game: Game[Any]) -> str:
    import json

    from pbem.cli.wrapping import wrapped
    from pbem.referee.tables import own_tables, shown_options

    options = json.loads(row.options)
    own = f"It plays by its own tables, {row.data_hash}.\n" if own_tables(options) else ""
    name = f"{row.game} ({row.variant})" if len(game.variants) > 1 else row.game
    made = f"{row.id} is set up: {name}; {listed(shown_options(options))}."
    return (
        f"{wrapped(made, '  ', first='')}\n"
        f"{own}"
        f"It takes {game.least_seats} to {game.most_seats} players:"
        f" pbem join {row.id} NAME ADDRESS"
    )
