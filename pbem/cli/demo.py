"""`pbem demo`: a campaign by real letters on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.group import examples
from pbem.errors import UsageFault

EPILOG = examples("pbem demo", "pbem demo ~/try --serve")


def demo(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where mailboxes and database are left.")
    ] = Path("pbem-demo"),
    serve: Annotated[
        bool, typer.Option("--serve", help="Keep the servers up, to play with a mail program.")
    ] = False,
    seed: Annotated[
        str, typer.Option(help="Any text; the same one gives the same game.", show_default=False)
    ] = "",
) -> None:
    """Play a campaign by mail on this machine, in a minute.

    An SMTP and an IMAP server are started on loopback, three players write letters, and the game is
    played to its end. All of it is left in the folder, with a note on what to look at.
    """
    try:
        from pbem.demo.play import run
    except ModuleNotFoundError as error:
        if error.name not in ("aiosmtpd", "pymap", "pysasl", "proxyprotocol"):
            raise
        raise UsageFault(
            "no-demo",
            f"The demonstration's mail servers are not installed ({error.name} is missing).",
            "Type: pip install 'pbem[demo]'",
        ) from None
    run(folder, serve=serve, seed=seed or None)
