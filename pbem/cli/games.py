"""`pbem games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import JsonOption, say, say_json, table
from pbem.cli.group import examples

if TYPE_CHECKING:
    from engine.game import Game, Option
    from pbem.letters import Book

EPILOG = examples("pbem games", "pbem games space-freighter")


def games(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Its options, questions and orders.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """List the games, or all about one.

    Of one it shows variants, options, kinds of question, orders and bots.
    """
    from games import GAMES
    from pbem.campaigns import find_game

    if json:
        chosen = (find_game(game),) if game else GAMES
        say_json([game_data(one) for one in chosen])
    elif game:
        say(_told(find_game(game)))
    else:
        say(table((one.id, _players(one), _variants(one)) for one in GAMES))


def game_data(game: Game[Any]) -> dict[str, Any]:
    """A game for scripts."""
    return {
        "id": game.id,
        "variants": list(game.variants),
        "least_seats": game.least_seats,
        "most_seats": game.most_seats,
        "ruleset": game.ruleset,
        "options": {
            variant: {o.name: option_data(o) for o in game.options(variant)}
            for variant in game.variants
        },
        "windows": {window.kind: window.wait for window in game.windows},
        "orders": sorted({form.verb for form in game.all_forms}),
        "bots": ["random", *game.bots],
        "data_hash": game.data_hash,
    }


def option_data(option: Option) -> dict[str, Any]:
    """An option for scripts."""
    data: dict[str, Any] = {"default": option.default}
    if option.allowed:
        data["allowed"] = list(option.allowed)
    elif isinstance(option.default, int) and not isinstance(option.default, bool):
        data |= {"low": option.low, "high": option.high}
    elif option.seats:
        data["seats"] = True
    return data


def _players(game: Game[Any]) -> str:
    return f"{game.least_seats} to {game.most_seats} players"


def _variants(game: Game[Any]) -> str:
    return "" if len(game.variants) == 1 else f"variants: {', '.join(game.variants)}"


def _told(game: Game[Any]) -> str:
    from games import GAMES
    from pbem.letters import Library

    book = Library(GAMES).book(game)
    parts = [f"{book.title} ({game.id}), {_players(game)}"]
    for variant in game.variants:
        name = "" if len(game.variants) == 1 else f" of {variant}"
        parts.append(f"\nOptions{name} (pbem new --option NAME=VALUE)")
        rows = ((o.name, _values(o), _help(book, o.name)) for o in game.options(variant))
        parts.append(table(rows, "  "))
    if game.windows:
        parts.append("\nKinds of question between turns (pbem new --wait KIND, --standing KIND)")
        words = book.words["kinds"]
        rows = (
            (w.kind, "waits" if w.wait else "settled by what is on file", words.get(w.kind, ""))
            for w in game.windows
        )
        parts.append(table(rows, "  "))
    verbs = sorted({form.verb for form in game.all_forms})
    parts.append(f"\nOrders: {', '.join(verbs)}")
    parts.append(f"Bots: {', '.join(('random', *game.bots))}")
    return "\n".join(parts)


def _values(option: Option) -> str:
    shown = {True: "yes", False: "no"}
    words = [shown[v] if isinstance(v, bool) else str(v) for v in option.allowed]
    default = shown[option.default] if isinstance(option.default, bool) else str(option.default)
    if option.seats:
        words, default = ["names or seats"], default or "none"
    elif not words:
        words = [f"{option.low} to {option.high}"] if isinstance(option.default, int) else ["text"]
    return f"{' | '.join(words)} (else {default})"


def _help(book: Book, name: str) -> str:
    words = book.words.get("options", {}).get(name, {})
    return str(words.get("help", "")) if isinstance(words, dict) else str(words)
