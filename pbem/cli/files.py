"""Files that commands write: for their owner only, and never over another unasked."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.errors import PbemError, UsageFault


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file that only its owner can read, whole or not at all.

    Raises `UsageFault` `file-exists` unless `force`, and `PbemError` `no-write`.
    """
    if path.exists() and not force:
        raise UsageFault(
            "file-exists",
            f"{path} is there already. Nothing was written.",
            "Add --force, or name another.",
        )
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise PbemError(
            "no-write", f"{path} cannot be written: {error.strerror}.", "Name another file."
        ) from error


def read_text(path: Path) -> str:
    """A file's text. Raises `UsageFault` `no-file` where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UsageFault("no-file", f"{path} is not UTF-8 text.", "") from error
    except OSError as error:
        raise UsageFault("no-file", f"{path} cannot be read: {error.strerror}.", "") from error
