"""`pbem data`: the tables of a printed game, written out, and an owner's own checked."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import JsonOption, counted, say, say_json
from pbem.cli.files import write_file
from pbem.cli.group import examples
from pbem.errors import EXIT_USAGE, PbemError, UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.game import Game

EPILOG = examples(
    "pbem data export star-traders my-star-traders",
    "pbem data check star-traders my-star-traders",
    "pbem new st1 star-traders --data my-star-traders",
)

EXPORT, CHECK = "export", "check"


def data(
    action: Annotated[str, typer.Argument(metavar="export | check", help="Write them, or check.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="Whose tables; see pbem games.")],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="The folder. To export: else GAME-data."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="export: write over files that are there.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write a game's tables out, or check your own.

    Who owns the printed game types its map and cards into the files that export writes. check names
    every mistake by file, line and reason, and exits with 2 if there is any. pbem new --data, and
    pbem simulate --data, use the folder.
    """
    from pbem.campaigns import find_game
    from pbem.near import did_you_mean

    if action not in (EXPORT, CHECK):
        hint = did_you_mean(action, (EXPORT, CHECK), "")
        raise UsageFault("no-action", f"pbem data has no '{action}'.", hint)
    rules = find_game(game)
    if action == EXPORT:
        _export(rules, folder or Path(f"{rules.id}-data"), force=force, json=json)
    elif folder is None:
        raise UsageFault("which-folder", "Which folder?", f"pbem data check {rules.id} FOLDER")
    else:
        _check(rules, folder, json=json)


def _export(game: Game[Any], folder: Path, *, force: bool, json: bool) -> None:
    from pbem.tables import packaged_tables

    texts = packaged_tables(game)
    _make_room(folder, texts, force=force)
    for name, text in texts.items():
        write_file(folder / name, text, force=force)
    if json:
        say_json({"folder": str(folder), "files": list(texts)})
    else:
        say(
            f"Written to {folder}: {', '.join(texts)}.\n"
            f"When you have changed them: pbem data check {game.id} {folder}"
        )


def _make_room(folder: Path, names: Iterable[str], *, force: bool) -> None:
    """The folder, with none of these files in it, so that all are written or none."""
    there = [name for name in names if (folder / name).exists()]
    if there and not force:
        raise UsageFault(
            "file-exists",
            f"{folder} holds {', '.join(there)} already. Nothing was written.",
            "Add --force, or name another folder.",
        )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise PbemError(
            "no-write", f"{folder} cannot be made: {error.strerror}.", "Name another folder."
        ) from error


def _check(game: Game[Any], folder: Path, *, json: bool) -> None:
    from pbem.tables import Mistakes, read_own

    try:
        own = read_own(game, folder)
    except Mistakes as wrong:
        if not json:
            raise
        say_json(_found(None, map(asdict, wrong.mistakes)))
        raise typer.Exit(EXIT_USAGE) from None
    if json:
        say_json(_found(own.hash, ()))
        return
    same = " They are the packaged ones." if own.hash == game.data_hash else ""
    say(
        f"{folder}: good, {counted(len(own.texts), 'file')}, SHA-256 {own.hash}.{same}\n"
        f"To play by them: pbem new CAMPAIGN {game.id} --data {folder}"
    )


def _found(data_hash: str | None, mistakes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {"good": data_hash is not None, "data_hash": data_hash, "mistakes": list(mistakes)}
