"""`pbem doctor`: what is wrong with an office, and how to mend it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.common import JsonOption, OfficeOption, now, open_office, say, say_json
from pbem.cli.group import examples
from pbem.errors import EXIT_FAILED

if TYPE_CHECKING:
    from pbem.doctor import Finding

EPILOG = examples("pbem doctor", "pbem doctor --send", "pbem doctor --steps gmail")


def doctor(
    send: Annotated[
        bool, typer.Option("--send", help="Post a letter to yourself, to try that too.")
    ] = False,
    steps: Annotated[
        str, typer.Option(metavar="PROVIDER", help="How to: gmail, fastmail, outlook, own.")
    ] = "",
    json: JsonOption = False,
    office: OfficeOption = None,
) -> None:
    """Try all that an office needs, and say what is wrong.

    Settings, files, database, mail, clock, templates, cron: each line says OK or what is wrong, and
    how to mend it. No letter is posted without --send. Exit code 1: something is wrong.
    """
    if steps:
        from pbem.doctor.steps import steps_for

        say(steps_for(steps))
        return
    from pbem.doctor import examine

    opened = open_office(office)
    found = []
    for finding in examine(opened, now(), home=Path.home(), send=send):
        found.append(finding)
        if not json:
            say(_line(finding))
    if json:
        say_json([asdict(finding) for finding in found])
    if any(finding.wrong for finding in found):
        raise typer.Exit(EXIT_FAILED)


def _line(finding: Finding) -> str:
    head = {"ok": "OK", "note": "note", "wrong": "WRONG"}[finding.verdict]
    first, *more = finding.message.split("\n")
    lines = [f"{head:5}  {finding.name:11}  {first}", *(f"{'':20}{line}" for line in more)]
    if finding.hint:
        lines += [f"{'':20}{line}" for line in finding.hint.split("\n")]
    return "\n".join(lines)
