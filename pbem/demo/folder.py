"""The folder that the demonstration leaves: made new each time, and never over anything else."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.errors import UsageFault

NOTE: Final = "README.txt"
FIRST_LINE: Final = "The demonstration of pbem made this folder."
"""Of the note; by it a folder is known as a demonstration's."""


@dataclass(frozen=True)
class DemoFolder:
    """Where things are in the folder."""

    path: Path

    @property
    def office(self) -> Path:
        """The office, as `pbem init` makes one."""
        return self.path / "office"

    @property
    def mailboxes(self) -> Path:
        """A Maildir for everybody."""
        return self.path / "mailboxes"

    @property
    def export(self) -> Path:
        """The campaign as a file."""
        return self.path / "sf1.json"

    @property
    def note(self) -> Path:
        """What to look at."""
        return self.path / NOTE


def claim(path: Path) -> DemoFolder:
    """An empty folder for a demonstration; what an earlier one left there is removed.

    ``UsageFault`` `not-a-demo` when the folder holds anything else; nothing is changed then.
    """
    folder = DemoFolder(path.absolute())
    if path.exists() and not path.is_dir():
        raise _refused(path, "it is a file")
    if path.is_dir() and any(path.iterdir()):
        if not _made_by_a_demo(folder.note):
            raise _refused(path, "it holds other things than a demonstration")
        for made in (folder.office, folder.mailboxes):
            shutil.rmtree(made, ignore_errors=True)
        for file in (folder.export, folder.note):
            file.unlink(missing_ok=True)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The note comes first, so that what a broken run leaves is known too.
    folder.note.write_text(f"{FIRST_LINE}\nIt has not come to its end.\n", encoding="utf-8")
    return folder


def _made_by_a_demo(note: Path) -> bool:
    return note.is_file() and note.read_text("utf-8", "replace").startswith(FIRST_LINE)


def _refused(path: Path, why: str) -> UsageFault:
    return UsageFault(
        "not-a-demo",
        f"{path} cannot be used: {why}. Nothing was changed.",
        "Name another folder: pbem demo FOLDER",
    )
