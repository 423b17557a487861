"""The command line: `pbem COMMAND`, one module a command.

Starting up imports typer and these modules only; what a command works with is imported inside it,
since `pbem --help`, or a letter that a mail server hands over, should not wait for a database.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Annotated, Any, Final

import typer

from pbem.cli import (
    backup,
    bench,
    data,
    deadline,
    deliver,
    demo,
    doctor,
    export,
    games,
    inbox,
    init,
    join,
    new,
    outbox,
    process,
    replay,
    resume,
    retry,
    rules,
    seat,
    show,
    simulate,
    start,
    status,
    submit,
    verify,
)
from pbem.cli.group import CommandGroup, examples

COMMANDS: Final[tuple[tuple[ModuleType, Callable[..., Any]], ...]] = (
    (init, init.init),
    (new, new.new),
    (join, join.join),
    (start, start.start),
    (process, process.process),
    (deliver, deliver.deliver),
    (status, status.status),
    (show, show.show),
    (submit, submit.submit),
    (seat, seat.seat),
    (deadline, deadline.deadline),
    (inbox, inbox.inbox),
    (outbox, outbox.outbox),
    (retry, retry.retry),
    (resume, resume.resume),
    (doctor, doctor.doctor),
    (backup, backup.backup),
    (export, export.export),
    (verify, verify.verify),
    (replay, replay.replay),
    (games, games.games),
    (rules, rules.rules),
    (data, data.data),
    (simulate, simulate.simulate),
    (demo, demo.demo),
    (bench, bench.bench),
)
"""Every command with its module, in the order of the help: a campaign's life, then the rest."""

_HELP: Final = """Play by mail: letters in, a refereed turn, reports out.

What works on an office takes --office DIR; else the variable PBEM_OFFICE names it, else it is the
current folder. pbem COMMAND --help tells more, with examples.
"""

app: Final = typer.Typer(
    cls=CommandGroup,
    help=_HELP,
    epilog=examples("pbem init ~/office", "pbem doctor", "pbem new sf1 space-freighter"),
    no_args_is_help=True,
    add_completion=False,
    # Plain help and plain tracebacks: rich costs as much as all the rest of a start.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from pbem.cli.common import installed, say

        say(f"pbem {installed()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """What may stand in front of a command."""


for _module, _command in COMMANDS:
    app.command(epilog=_module.EPILOG)(_command)
