"""What all benches share: rows and how they are printed, child processes and how they are measured.

Children run as on any normal machine: with compiled modules on the disk (a first run, not
measured, puts them there), even where PYTHONDONTWRITEBYTECODE is set for this program.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.servers import dovecot, postfix

CHECKOUT = Path(__file__).resolve().parent.parent.parent
PBEM = Path(sys.executable).with_name("pbem")
"""The command as it is installed beside this Python."""

_OUT = "bench.out"
_WEIGH = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:])
_, status, used = os.wait4(child.pid, 0)
child.returncode = os.waitstatus_to_exitcode(status)
print(used.ru_maxrss)
sys.exit(child.returncode)
"""
_UNSET = ("PYTHONDONTWRITEBYTECODE", "PYTHONPROFILEIMPORTTIME", "PYTHONPATH")


@dataclass(frozen=True)
class Row:
    """One line of output. ``baseline`` is the value it is compared with, ``ratio`` the factor."""

    name: str
    value: float
    unit: str
    baseline: float | None = None
    ratio: float | None = None

    @classmethod
    def compared(cls, name: str, value: float, unit: str, baseline: float) -> Row:
        """A row whose ratio is value to baseline, as of times and sizes: less is better."""
        return cls(name, value, unit, baseline, value / baseline)


@dataclass(frozen=True)
class Measured:
    """A child process that ended well: seconds on the clock, seconds of CPU."""

    wall: float
    cpu: float


def json_wanted(argv: Sequence[str]) -> bool:
    """Whether ``--json`` was given."""
    return "--json" in argv


def show(rows: Sequence[Row], *, as_json: bool) -> None:
    """Print rows, the compared one last."""
    for row in rows:
        if as_json:
            rounded = {
                k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in asdict(row).items()
            }
            print(json.dumps(rounded), flush=True)
        else:
            print(_line(row), flush=True)


def _line(row: Row) -> str:
    text = f"{row.name:<34} {row.value:>14,.1f} {row.unit}"
    if row.ratio is None:
        return text
    return f"{text:<64} {row.ratio:.2f} to {row.baseline:,.1f}"


def note(text: str) -> None:
    """A remark for the person at the terminal."""
    print(text, file=sys.stderr, flush=True)


def child_environment(**more: str) -> dict[str, str]:
    """This environment without what makes a Python child unlike others, and without PBEM_*."""
    kept = {k: v for k, v in os.environ.items() if k not in _UNSET and not k.startswith("PBEM_")}
    return kept | more


def measure(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None
) -> Measured:
    """Run a child in ``folder`` to its end. Raises RuntimeError when it fails."""
    with (folder / _OUT).open("wb") as out:
        begun = time.perf_counter()
        child = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env=dict(environment or child_environment()),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        said = (folder / _OUT).read_text(errors="replace")[-2000:]
        raise RuntimeError(f"{command} ended with {child.returncode}: {said}")
    return Measured(wall, used.ru_utime + used.ru_stime)


def weigh(command: Sequence[str | Path], folder: Path) -> float:
    """The peak RSS of a child, in MB (of 1,000,000 bytes). Raises RuntimeError when it fails.

    The kernel counts the parent's size at the fork as the child's, so a small process starts it.
    """
    measure([sys.executable, "-I", "-S", "-c", _WEIGH, *command], folder)
    return int((folder / _OUT).read_text().split()[-1]) * 1024 / 1e6


def need_servers() -> None:
    """End with a word where the servers of the mail benches are not installed."""
    lack = dovecot.missing() or postfix.missing_sink()
    if lack:
        sys.exit(f"pbem bench: {lack}")
    if os.environ.get("PYTHONDONTWRITEBYTECODE"):
        note("PYTHONDONTWRITEBYTECODE is unset for the measured processes, as on other machines")


def alternate(
    bare: Callable[[], Measured], ours: Callable[[], Measured], pairs: int
) -> tuple[list[Measured], list[Measured]]:
    """Both in turn, A B A B, after one of each that is not counted."""
    bare()
    ours()
    measured = [(bare(), ours()) for _ in range(pairs)]
    return [a for a, _ in measured], [b for _, b in measured]


def wall(measured: Sequence[Measured]) -> float:
    """Median of the time on the clock, in ms."""
    return statistics.median(one.wall for one in measured) * 1000


def cpu(measured: Sequence[Measured]) -> float:
    """Median of the CPU time, in ms."""
    return statistics.median(one.cpu for one in measured) * 1000
