"""`pbem process`: one run of the office, as cron starts it."""

from __future__ import annotations

import gc
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.common import (
    JsonOption,
    OfficeOption,
    at_terminal,
    counted,
    now,
    open_office,
    say,
    say_json,
    warn,
)
from pbem.cli.group import examples
from pbem.cli.progress import progress
from pbem.errors import Locked

if TYPE_CHECKING:
    from pbem.run.tick import Summary

EPILOG = examples("pbem process", "pbem process --office ~/office --json")


def process(
    no_mail: Annotated[
        bool, typer.Option("--no-mail", help="Neither read mailboxes nor post letters.")
    ] = False,
    json: JsonOption = False,
    office: OfficeOption = None,
) -> None:
    """Read letters, settle what is due, post letters.

    This is what cron runs every few minutes. It says nothing where no person looks, unless
    something failed, or letters were written that no server is there to post. Exit codes: 0 done or
    nothing to do; 1 something failed and is recorded; 2 wrong call or settings; 75 try again
    (another run holds the office, the mail server is away, or it refuses the account, as was told
    within the last day).
    """
    from pbem.run.tick import tick

    collect_seldom()
    opened = open_office(office)
    try:
        with progress(shown=not json) as told:
            summary = tick(opened, now(), progress=told, mail=not no_mail)
    except Locked as error:
        if not at_terminal():
            raise typer.Exit(error.exit_code) from None
        raise
    if json:
        say_json({**asdict(summary), "exit_code": summary.exit_code})
    else:
        for told_error in summary.errors:
            if at_terminal() or told_error not in summary.known:
                warn(f"pbem: {told_error}")
        if at_terminal():
            say(summed_up(summary))
        elif summary.unposted:
            say(unposted(summary.unposted))
    raise typer.Exit(summary.exit_code)


def collect_seldom() -> None:
    """Let Python look for circular garbage now and then only: what is imported stays, and a run
    makes little of it. Settling a mailed turn takes a twentieth less CPU for it.
    """
    gc.freeze()
    gc.set_threshold(20_000)


def summed_up(summary: Summary) -> str:
    """What a run came to, in one or a few lines."""
    if summary.idle:
        return "Nothing to do."
    parts = [
        (summary.read, counted(summary.read, "letter") + " came in"),
        (summary.letters, f"{summary.letters} applied"),
        (summary.set_aside, f"{summary.set_aside} set aside (pbem inbox)"),
        (summary.shunted, f"{summary.shunted} could not be read (pbem inbox)"),
        (summary.campaigns, counted(summary.campaigns, "campaign") + " worked on"),
        (summary.facts, counted(summary.facts, "fact")),
        (summary.halted, f"{summary.halted} halted (pbem status)"),
        (summary.reminders, counted(summary.reminders, "reminder")),
        (summary.sent, counted(summary.sent, "letter") + " went out"),
        (summary.failed, f"{summary.failed} refused for good (pbem outbox)"),
    ]
    lines = [", ".join(text for number, text in parts if number) or "Done"]
    if summary.unposted:
        lines.append(unposted(summary.unposted).rstrip("."))
    if summary.held == "clock":
        lines.append("No deadline was settled: the clock jumped. If it is right: pbem resume")
    elif summary.held:
        lines.append("No deadline was settled: the inbox could not be read.")
    return ".\n".join(lines).rstrip(".") + "."


def unposted(number: int) -> str:
    """Of letters that wait in an office without a server to post them."""
    wait = "letter waits" if number == 1 else "letters wait"
    return f"{number} {wait}: pbem.toml has no [smtp] to post by. pbem outbox show N prints one."
