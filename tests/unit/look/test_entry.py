"""The command's entry: which calls are answered without importing anything."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.clock import CLOCK_SEEN, utc_text
from pbem.office import make_office
from pbem.sources.hints import leave_for_look
from pbem.store.models import OfficeRow

PROBE = """
import sys
from types import ModuleType
sys.argv[0] = "pbem"
called = []
cli = ModuleType("pbem.cli")
cli.app = lambda: called.append("app")
sys.modules["pbem.cli"] = cli
from pbem.entry import main
main()
heavy = {"dataclasses", "typer", "sqlalchemy", "sqlmodel", "pydantic", "imapclient", "asyncio"}
print(called, sorted(heavy & set(sys.modules)))
"""


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """An office without a mailbox, just after a run that left nothing to do."""
    made = make_office(tmp_path / "office", '[office]\naddress = "gm@pbem.test"\n')
    with made.session() as session:
        session.add(OfficeRow(key=CLOCK_SEEN, value=utc_text(datetime.now(UTC))))
        leave_for_look(session, made.folder, "")
    made.close()
    return made.folder


def call(checkout: Path, cwd: Path, *words: str, office: str = "") -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    env |= {"PYTHONPATH": str(checkout)} | ({"PBEM_OFFICE": office} if office else {})
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_an_idle_process_ends_silently_and_imports_nothing(checkout: Path, office: Path) -> None:
    assert call(checkout, office, "process") == "[] []"
    assert call(checkout, office.parent, "process", office=str(office)) == "[] []"


def test_a_process_with_something_to_do_is_handed_over(checkout: Path, office: Path) -> None:
    (office / "pbem.toml").touch()
    assert call(checkout, office, "process") == "['app'] []"


@pytest.mark.parametrize("words", [("process", "--json"), ("status",), (), ("process", "x")])
def test_every_other_call_is_handed_over(
    checkout: Path, office: Path, words: tuple[str, ...]
) -> None:
    assert call(checkout, office, *words) == "['app'] []"


def test_without_an_office_the_command_line_says_so(checkout: Path, tmp_path: Path) -> None:
    assert call(checkout, tmp_path, "process") == "['app'] []"
