"""`pbem games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pbem.cli.common import JsonOption, say, say_json
from pbem.cli.group import examples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.game import Game, Option
    from pbem.letters import Book

_DEEP: Final = "      "

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
        say(_listed(GAMES))


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


def _listed(games: Sequence[Game[Any]]) -> str:
    from pbem.cli.wrapping import wrapped

    parts = []
    for game in games:
        parts.append(f"{game.id}: {_players(game)}")
        if len(game.variants) > 1:
            parts.append(wrapped(f"variants: {', '.join(game.variants)}", "    ", first="  "))
    return "\n".join(parts)


def _told(game: Game[Any]) -> str:
    from games import GAMES
    from pbem.cli.wrapping import wrapped
    from pbem.letters import Library

    book = Library(GAMES).book(game)
    parts = [f"{book.title} ({game.id}), {_players(game)}"]
    if len(game.variants) > 1:
        parts += ["", wrapped(f"Variants (pbem new --variant NAME): {', '.join(game.variants)}")]
    parts += ["", "Options (pbem new --option NAME=VALUE)"]
    for name, values in _options(game).items():
        parts += [wrapped(values, _DEEP, first=f"  {name}: "), wrapped(_help(book, name), _DEEP)]
    if game.windows:
        title = "Kinds of question between turns (pbem new --wait KIND, --standing KIND)"
        parts += [
            "",
            wrapped(title),
            *(wrapped(line, _DEEP, first="  ") for line in _kinds(game, book)),
        ]
    verbs = sorted({form.verb for form in game.all_forms})
    parts += ["", wrapped(f"Orders: {', '.join(verbs)}", "  ", first="")]
    parts.append(wrapped(f"Bots: {', '.join(('random', *game.bots))}", "  ", first=""))
    return "\n".join(parts)


def _kinds(game: Game[Any], book: Book) -> Iterator[str]:
    words = book.words["kinds"]
    for window in game.windows:
        how = "waits for letters" if window.wait else "settled at once by what is on file"
        often = book.words.get("often", {}).get(window.kind)
        when = f", asked {often}" if often else ""
        yield f"{window.kind}: {words.get(window.kind, window.kind)}{when}; {how}"


def _options(game: Game[Any]) -> dict[str, str]:
    """Each option once: its values, what it is if it is not given, and in which variants, where
    they differ.
    """
    found: dict[str, dict[str, Option]] = {}
    for variant in game.variants:
        for option in game.options(variant):
            found.setdefault(option.name, {})[variant] = option
    return {name: _differing(there, game.variants) for name, there in found.items()}


def _differing(options: Mapping[str, Option], variants: Sequence[str]) -> str:
    values, _ = _values(next(iter(options.values())))
    defaults: dict[str, list[str]] = {}
    for variant, option in options.items():
        defaults.setdefault(_values(option)[1], []).append(variant)
    if len(defaults) == 1:
        told = f"{values} (else {next(iter(defaults))})"
    else:
        each = (f"{default} for {', '.join(names)}" for default, names in defaults.items())
        told = f"{values} (else {'; '.join(each)})"
    return told if len(options) == len(variants) else f"{told}; only for {', '.join(options)}"


def _values(option: Option) -> tuple[str, str]:
    """What it may be, and what it is if it is not given."""
    shown = {True: "yes", False: "no"}
    words = [shown[v] if isinstance(v, bool) else str(v) for v in option.allowed]
    default = shown[option.default] if isinstance(option.default, bool) else str(option.default)
    if option.seats:
        words, default = ["names or seats"], default or "none"
    elif not words:
        words = [f"{option.low} to {option.high}"] if isinstance(option.default, int) else ["text"]
    return " | ".join(words), default


def _help(book: Book, name: str) -> str:
    words = book.words.get("options", {}).get(name, {})
    return str(words.get("help", "")) if isinstance(words, dict) else str(words)
