"""What a start costs, and the exit codes that other programs act on: real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.office import Office, make_office

HEAVY = (
    *("aiosmtplib", "alembic", "imapclient", "jinja2", "msgspec", "pydantic", "rapidfuzz"),
    *("rich", "sqlalchemy", "sqlmodel", "games", "engine"),
)


def pbem(*words: str, cwd: Path, text: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """Exit code and both outputs of the command, in a process of its own."""
    clean = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    checkout = str(Path(__file__).resolve().parents[2])
    got = subprocess.run(
        [sys.executable, "-c", "from pbem.entry import main; main()", *words],
        cwd=cwd,
        env=clean | {"PYTHONPATH": checkout, "HOME": str(cwd)} | environment,
        input=text,
        capture_output=True,
    )
    return got.returncode, got.stdout.decode(), got.stderr.decode()


def test_help_imports_none_of_the_heavy_packages(tmp_path: Path) -> None:
    """`pbem --help` starts without a database, templates, mail or pydantic."""
    script = (
        "import sys\nsys.argv = ['pbem', '--help']\n"
        "from pbem.entry import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print('loaded', *[name for name in {HEAVY!r} if name in sys.modules])"
    )
    got = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "process" in got.stdout
    assert got.stdout.splitlines()[-1] == "loaded"


def test_a_second_run_is_silent_and_says_try_again(office: Office, tmp_path: Path) -> None:
    """conventions, Processes: a second `process` is silent unless at a terminal; exit 75."""
    with office.lock():
        code, out, err = pbem("process", "--office", str(office.folder), cwd=tmp_path)
    assert (code, out, err) == (75, "", "")


def test_an_idle_run_says_nothing(office: Office, tmp_path: Path) -> None:
    """Cron mails every line that a job prints."""
    for _ in range(2):
        assert pbem("process", cwd=tmp_path, PBEM_OFFICE=str(office.folder)) == (0, "", "")


def test_a_wrong_office_is_exit_2(tmp_path: Path) -> None:
    code, out, err = pbem("process", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.startswith(f"pbem: {tmp_path} is not an office")
    assert "pbem init" in err


@pytest.mark.parametrize(
    "words", [("deliver",), ("deliver", "--office", "nowhere"), ("deliver", "--nope")]
)
def test_deliver_has_the_mail_server_keep_its_letter(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """conventions, Processes: exits 75 on any failure, a wrong call included."""
    code, out, err = pbem(*words, cwd=tmp_path, text=b"From: a@b.c\n\nhi\n")
    assert code == 75
    assert out == ""
    assert err.startswith("pbem: ")
    assert "Traceback" not in err


def test_deliver_with_broken_settings_keeps_the_letter(tmp_path: Path) -> None:
    """Even a database that was written by something else: 75, and nothing is lost."""
    made = make_office(tmp_path / "office", "[office]\naddress = 'a@b.c'\n")
    (made.folder / "pbem.sqlite3").write_bytes(b"no database at all")
    code, _, err = pbem("deliver", cwd=tmp_path, PBEM_OFFICE=str(made.folder), text=b"x: y\n\n")
    assert code == 75
    assert "Traceback" not in err


def test_deliver_stores_and_does_no_more(office: Office, tmp_path: Path) -> None:
    letter = b"From: anna@example.org\nMessage-ID: <1@example.org>\n\nPASS\n"
    folder = str(office.folder)
    assert pbem("deliver", "--office", folder, cwd=tmp_path, text=letter) == (0, "", "")
    code, out, _ = pbem("status", "--office", folder, cwd=tmp_path)
    assert code == 0
    assert "1 letter to be read by the next run" in out


def test_output_that_nobody_reads_is_no_fault(tmp_path: Path) -> None:
    """`pbem rules space-freighter | head -1` prints no traceback."""
    typed = "-c 'from pbem.entry import main; main()' rules space-freighter"
    got = subprocess.run(
        f"{sys.executable} {typed} | head -1",
        shell=True,
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
    )
    assert len(got.stdout.splitlines()) == 1
    assert "Traceback" not in got.stderr
