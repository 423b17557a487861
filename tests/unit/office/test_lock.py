"""One run at a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import EXIT_TRY_AGAIN, Locked, PbemError
from pbem.lock import LOCK_FILE, office_lock

HOLD = """
import pathlib, sys
from pbem.lock import office_lock
with office_lock(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_report_47_second_run_is_refused_and_names_the_first(tmp_path: Path) -> None:
    """Two `process` runs at once: the second exits "locked" (75)."""
    with office_lock(tmp_path):
        with pytest.raises(Locked) as refused, office_lock(tmp_path):
            pass
        assert refused.value.exit_code == EXIT_TRY_AGAIN == 75
        assert refused.value.pid == os.getpid()
        assert str(os.getpid()) in refused.value.message
    with office_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(tmp_path: Path) -> None:
    """A disk that the system mounted read-only, a folder of another user."""
    with pytest.raises(PbemError) as refused, office_lock(tmp_path / "nowhere"):
        pass
    assert refused.value.code == "no-lock"
    assert "cannot be written: No such file or directory." in refused.value.message


def test_mailfact_29_lock_of_a_process_that_was_killed_is_free(tmp_path: Path) -> None:
    """However a run ends, the next one can work."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(Locked) as refused, office_lock(tmp_path):
            pass
        assert refused.value.pid == child.pid
        child.send_signal(signal.SIGKILL)
        child.wait()
    with office_lock(tmp_path):
        assert (tmp_path / LOCK_FILE).read_text() == f"{os.getpid()}\n"


def test_lock_is_freed_by_an_exception(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), office_lock(tmp_path):
        raise ZeroDivisionError
    with office_lock(tmp_path):
        pass


def test_lock_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    with office_lock(tmp_path):
        assert (tmp_path / LOCK_FILE).stat().st_mode & 0o077 == 0
