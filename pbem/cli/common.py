"""What commands share: their options, the office, the time, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.clock import Clock, SystemClock, from_utc_text

if TYPE_CHECKING:
    from pbem.office import Office

OfficeOption = Annotated[
    Path | None,
    typer.Option(
        "--office",
        metavar="DIR",
        help="The office's folder; else PBEM_OFFICE, else the current folder.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
SpoilersOption = Annotated[
    bool,
    typer.Option("--spoilers", help="Show also what your own seat in a campaign may not see."),
]

_CONTROLS = {n: None for n in (*range(32), *range(127, 160)) if chr(n) not in "\t\n"}

CLOCK: list[Clock] = [SystemClock()]
"""The clock of all commands; the demonstration and tests put another one on top."""

_OPENED: list[Office] = []


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return CLOCK[-1].now()


def open_office(option: Path | None) -> Office:
    """The office of a command. Raises `UsageFault` `no-office`."""
    from pbem.office import find_office

    office = find_office(option)
    _OPENED.append(office)
    return office


def close_offices() -> None:
    """Close the databases that a command opened."""
    while _OPENED:
        _OPENED.pop().close()


def say(text: str = "") -> None:
    """Print text, without what would act on a terminal: it may be another's."""
    typer.echo(text.translate(_CONTROLS))


def warn(text: str) -> None:
    """Print text to standard error."""
    typer.echo(text.translate(_CONTROLS), err=True)


def say_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def installed() -> str:
    """The version that is installed; of a checkout that is not, that it is one."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("pbem")
    except PackageNotFoundError:
        return "(a checkout, not installed)"


def at_terminal() -> bool:
    """Whether a person is looking: both outputs go to a terminal."""
    return sys.stdout.isatty() and sys.stderr.isatty()


def table(rows: Iterable[Sequence[object]], indent: str = "") -> str:
    """Rows as columns two blanks apart; the last one is as long as it likes."""
    shown = [[str(cell) for cell in row] for row in rows]
    columns = max((len(row) for row in shown), default=0)
    widths = [max((len(r[i]) for r in shown if len(r) > i), default=0) for i in range(columns)]
    lines = ("  ".join(c.ljust(w) for c, w in zip(r, widths, strict=False)) for r in shown)
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)


def when(text: str | None, zone: str) -> str:
    """A stored moment on the wall clock of a zone; `-` where there is none."""
    if not text:
        return "-"
    from pbem.dates import format_moment

    return format_moment(from_utc_text(text), zone)


def counted(number: int, one: str, many: str = "") -> str:
    """`1 letter`, `4 letters`."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def listed(values: Mapping[str, object]) -> str:
    """`money yes, trade all`: settings by name, truth values as yes and no, empty ones left out."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{name} {words[value] if isinstance(value, bool) else value}"
        for name, value in values.items()
        if value != ""
    )
