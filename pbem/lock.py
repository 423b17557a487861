"""One run at a time: an advisory lock on a file in the office.

The system frees the lock when its process ends, however it ends, so that no stale lock can stop an
office. Only the standard library is used here: the idle look imports this module.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pbem.errors import Locked, PbemError

if TYPE_CHECKING:  # pathlib costs the look 5 ms
    from collections.abc import Iterator
    from pathlib import Path

LOCK_FILE: Final = "lock"


@contextmanager
def office_lock(folder: str | Path) -> Iterator[None]:
    """Hold the office in `folder` for this process; the file then holds its process number.

    Raises `Locked` (exit 75) at once when another process, or another place in this one, holds it;
    `PbemError` `no-lock` where the folder cannot be written.
    """
    descriptor = _opened(os.path.join(folder, LOCK_FILE))
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _locked(folder, _holder(descriptor)) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        # Closing frees the lock. The file stays: to remove it would let two runs lock two files.
        os.close(descriptor)


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as fault:
        raise PbemError(
            "no-lock",
            f"{path} cannot be written: {fault.strerror}.",
            "Check who owns the office's folder, and that its disk can be written.",
        ) from fault


def _holder(descriptor: int) -> int | None:
    text = os.pread(descriptor, 32, 0).strip()
    return int(text) if text.isdigit() else None


def _locked(folder: str | Path, pid: int | None) -> Locked:
    who = f"process {pid}" if pid is not None else "another process"
    return Locked(
        "locked",
        f"The office {folder} is at work: {who} holds it.",
        "Nothing is wrong; it will be free when that run ends. Try again then.",
        pid=pid,
    )
