"""What lies in a Maildir; the same for the source and for the idle look.

Only the standard library is used here: the idle look imports this module.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDERS: Final = ("new", "cur")


def unique_name(file_name: str) -> str:
    """The part of a Maildir file's name that stays when its flags change, as plain ASCII."""
    return os.fsencode(file_name.partition(":")[0]).decode("ascii", "backslashreplace")


def maildir_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Unique name and path of every letter. Raises OSError when the folder is no Maildir."""
    for name in FOLDERS:
        for path in (folder / name).iterdir():
            if not path.name.startswith("."):
                yield unique_name(path.name), path
