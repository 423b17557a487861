"""The wheel, built from this checkout, works in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PACKAGES = {"pbem", "engine", "games"}
BELOW_PBEM = ("templates/", "cron/")


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Standard output of a command that must succeed; nothing of our own environment leaks in."""
    clean = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    got = subprocess.run(
        [str(one) for one in command],
        cwd=cwd,
        env=clean | {"HOME": str(cwd)} | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert got.returncode == 0, got.stdout + got.stderr
    return got.stdout


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the build backend makes of the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=checkout)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh virtual environment with the wheel; its dependencies are this one's, by a .pth line.

    A .pth line adds a folder but follows no .pth inside it, so the editable install that the tests
    run from does not come along.
    """
    root = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", "--without-pip", root, cwd=root)
    run(
        *(sys.executable, "-m", "pip", "--python", root / "bin" / "python"),
        *("install", "--quiet", "--no-index", "--no-deps", "--no-warn-script-location", wheel),
        cwd=root,
    )
    (site,) = root.glob("lib/python3*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return root


def test_top_level_is_the_three_packages(wheel: Path) -> None:
    """Nothing else lands in a user's site-packages."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {one for one in tops if not one.endswith(".dist-info")} == PACKAGES


def test_every_file_travels(checkout: Path, wheel: Path) -> None:
    """Templates, cron files, migrations, card tables: all that is committed, at its place."""
    listed = run(
        *("git", "ls-files", "--cached", "--others", "--exclude-standard", "--"),
        *sorted(PACKAGES),
        *BELOW_PBEM,
        cwd=checkout,
    )
    wanted = {
        f"pbem/{path}" if path.startswith(BELOW_PBEM) else path
        for path in listed.splitlines()
        if (checkout / path).is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == wanted
    assert "pbem/cron/tick.sh" in names
    assert any(name.startswith("pbem/templates/en/") for name in names)
    assert any(name.startswith("pbem/store/migrations/versions/") for name in names)


def test_the_packages_are_the_wheels(environment: Path, tmp_path: Path) -> None:
    """What the following tests run is the installed copy, not the checkout."""
    script = "import engine, games, pbem; print(*(m.__file__ for m in (engine, games, pbem)))"
    places = run(environment / "bin" / "python", "-c", script, cwd=tmp_path).split()
    assert all(Path(place).is_relative_to(environment) for place in places)
    assert len(places) == len(PACKAGES)


def test_help_and_games(environment: Path, tmp_path: Path) -> None:
    """The console script starts, and finds the games."""
    pbem = environment / "bin" / "pbem"
    assert "process" in run(pbem, "--help", cwd=tmp_path)
    assert "space-freighter" in run(pbem, "games", cwd=tmp_path)


def test_an_office_is_made_from_it(environment: Path, tmp_path: Path) -> None:
    """`pbem init` needs what is packaged: migrations and templates."""
    run(environment / "bin" / "pbem", "init", tmp_path / "office", cwd=tmp_path)
    assert (tmp_path / "office" / "pbem.toml").is_file()


def test_the_tick_script_can_be_run(environment: Path) -> None:
    """Its x bit survives packing, and pbem is found beside it."""
    (script,) = environment.glob("lib/python3*/site-packages/pbem/cron/tick.sh")
    assert os.access(script, os.X_OK)
    assert (script.parent / "../../../../../bin/pbem").resolve() == environment / "bin" / "pbem"
