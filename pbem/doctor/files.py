"""Who may read the office's files, whether its secrets are there, and who is told of faults."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.doctor.finding import Finding, fault
from pbem.errors import PbemError
from pbem.office import Office

if TYPE_CHECKING:
    from pbem.settings import OfficeSettings


def check_files(folder: Path) -> Iterator[Finding]:
    """Every file of the office is its owner's alone, and the owner is the one who looks."""
    paths = [folder, *sorted(path for path in folder.rglob("*") if not path.is_symlink())]
    wrong = [path for path in paths if path.stat().st_mode & 0o077]
    others = [path for path in paths if path.stat().st_uid != os.getuid()]
    if wrong:
        shown = ", ".join(str(path.relative_to(folder.parent)) for path in wrong[:3])
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        yield Finding(
            "permissions",
            "wrong",
            f"Others on this machine can get at {shown}{more}.",
            f"Type: chmod -R go= {folder}",
        )
    if others:
        yield Finding(
            "permissions",
            "wrong",
            f"{others[0]} belongs to somebody else; a run could not write to it.",
            "Run pbem as the user who owns the office, or have the files given to you (chown).",
        )
    if not wrong and not others:
        yield Finding("permissions", "ok", f"The {len(paths)} files of {folder} are yours alone.")


def check_secrets(office: Office) -> Iterator[Finding]:
    """The key behind reply addresses."""
    try:
        _ = office.token_key
    except PbemError as error:
        yield fault("token key", error)


def check_game_master(settings: OfficeSettings) -> Iterator[Finding]:
    """Whether what needs the game master goes where he reads it."""
    if settings.gm is None or settings.gm == settings.address:
        yield Finding(
            "game master",
            "note",
            f"What needs you is mailed to {settings.address}, the account that players write to.",
            'Put your own address under [office]: gm = "you@example.org"',
        )
