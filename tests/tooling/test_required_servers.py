"""tests/conftest.py: where the servers are required, a skipped server test is a failed one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SKIPS = """
import pytest

@pytest.mark.servers
def test_of_a_server():
    pytest.skip("no Dovecot here")
"""
OTHER = "def test_of_something_else():\n    pass\n"


@pytest.fixture
def project(checkout: Path, tmp_path: Path) -> Path:
    """A project of its own with our configuration and the tests' conftest."""
    (tmp_path / "pyproject.toml").write_text((checkout / "pyproject.toml").read_text("utf-8"))
    (tmp_path / "tests").mkdir()
    conftest = (checkout / "tests" / "conftest.py").read_text("utf-8")
    (tmp_path / "tests" / "conftest.py").write_text(conftest, "utf-8")
    return tmp_path


def outcome(project: Path, checkout: Path, text: str, **environment: str) -> tuple[int, str]:
    """pytest's exit code and words about one test file."""
    (project / "tests" / "test_one.py").write_text(text, "utf-8")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PY")}
    clean.pop("PBEM_REQUIRE_SERVERS", None)
    got = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", project],
        cwd=project,
        env=clean | {"PYTHONPATH": str(checkout)} | environment,
        capture_output=True,
        text=True,
    )
    return got.returncode, got.stdout + got.stderr


def test_elsewhere_it_skips_with_its_reason(project: Path, checkout: Path) -> None:
    """A machine without Dovecot passes, and says why."""
    code, said = outcome(project, checkout, SKIPS)
    assert code == 0, said
    assert "1 skipped" in said
    assert "no Dovecot here" in said


def test_where_required_a_skip_fails(project: Path, checkout: Path) -> None:
    """The reason is in the failure."""
    code, said = outcome(project, checkout, SKIPS, PBEM_REQUIRE_SERVERS="1")
    assert code == 1, said
    assert "1 failed" in said
    assert "no Dovecot here" in said


def test_where_required_there_must_be_some(project: Path, checkout: Path) -> None:
    """A run that lost its server tests on the way does not pass."""
    code, said = outcome(project, checkout, OTHER, PBEM_REQUIRE_SERVERS="1")
    assert code == 1, said
    assert "no server test has passed" in said
