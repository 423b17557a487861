"""`pbem backup`: a copy of the office, made while ticks go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.common import OfficeOption, open_office, say
from pbem.cli.group import examples

EPILOG = examples("pbem backup /mnt/disk/office-monday", 'pbem backup "$HOME/office-$(date +%F)"')


def backup(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to; it is made, and must not be there.")
    ],
    office: OfficeOption = None,
) -> None:
    """Copy the office to a new folder, also while ticks go on.

    The copy holds settings, secrets, own templates and the database, whole to the last letter, and
    is an office itself. Files that the settings name elsewhere, a Maildir say, are not copied.

    To go back to it: stop the ticks, move the broken office away, and move the copy into its place.
    Never let ticks run for both.
    """
    from pbem.backup import back_up

    made = back_up(open_office(office), folder)
    say(f"The office is copied to {made}.\nTo look whether it is good: pbem verify --office {made}")
