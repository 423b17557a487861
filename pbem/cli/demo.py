"""`pbem demo`: a campaign by real letters on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from types import ModuleType

EPILOG = examples("pbem demo", "pbem demo --serve", "pbem demo ~/games --seed 7")


def demo(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="What is left in the end lies here.")
    ] = Path("pbem-demo"),
    serve: Annotated[
        bool, typer.Option("--serve", help="Then play yourself, with your mail program.")
    ] = False,
    seed: Annotated[
        str,
        typer.Option(help="Any text; the same one gives the same game.", show_default="chance"),
    ] = "",
) -> None:
    """Play a three-player campaign by mail on this machine.

    It is one of Space Freighter, from the first letter to the last, in less than a minute. An SMTP
    and an IMAP server are started here; nothing leaves this machine. The folder then holds office,
    database, mailboxes and a note on what to look at. It is made new each time; a folder that holds
    anything else is left alone.
    """
    _play().run(folder, serve=serve, seed=seed or None)


def _play() -> ModuleType:
    """The module that plays; its packages are an extra."""
    try:
        from pbem.demo import play
    except ModuleNotFoundError as missing:
        raise UsageFault(
            "no-demo",
            f"The demonstration needs packages that are not installed here ({missing.name}).",
            "Run make demo in a checkout, or install pbem with its extra: pip install '.[demo]'",
        ) from missing
    return play
