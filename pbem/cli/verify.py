"""`pbem verify`: is a campaign what it says?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import JsonOption, OfficeOption, counted, open_office, say, say_json, warn
from pbem.cli.files import read_text
from pbem.cli.group import examples
from pbem.cli.progress import progress
from pbem.errors import EXIT_FAILED

if TYPE_CHECKING:
    from pbem.cli.progress import Progress
    from pbem.verify import Verified

EPILOG = examples("pbem verify", "pbem verify sf1.json", "pbem verify --campaign sf1 --json")


def verify(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="An exported campaign (- is standard input)."),
    ] = None,
    campaign: Annotated[
        str, typer.Option(metavar="CAMPAIGN", help="Only this one of the office.")
    ] = "",
    json: JsonOption = False,
    office: OfficeOption = None,
) -> None:
    """Check a file or the office: facts, hashes, every roll.

    A file needs no office. With the seed, which a file has once its campaign is over, every roll is
    made again. Of what differs the first fact is named. A campaign of the office whose record
    differs is halted, so that nothing is played on top of it. Exit code 1: something differs.
    """
    with progress(shown=not json) as told:
        if file is not None:
            from pbem.verify import verify_text

            results = verify_text(_content(file), told)
            halted: list[str] = []
        else:
            results, halted = _office(office, campaign, told)
    if json:
        say_json([result_data(found) for found in results])
    else:
        for found in results:
            _say(found, halted=found.campaign in halted, each="fact" if file else "turn")
        if not results:
            say("There is nothing to verify.")
    if not all(found.good for found in results):
        raise typer.Exit(EXIT_FAILED)


def result_data(found: Verified) -> dict[str, Any]:
    """A result for scripts."""
    return {
        "campaign": found.campaign,
        "good": found.good,
        "facts": found.facts,
        "hashes": found.hashes,
        "rolls": found.rolls,
        "seed": found.seed,
        "faults": [{"fact": fault.n, "message": fault.message} for fault in found.faults],
    }


def _content(file: Path) -> str:
    if str(file) == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    return read_text(file)


def _office(office: Path | None, campaign: str, told: Progress) -> tuple[list[Verified], list[str]]:
    from sqlmodel import select

    from pbem.cli.near import campaign_named
    from pbem.store.models import CampaignRow
    from pbem.verify import hold, verify_campaign

    opened = open_office(office)
    with opened.reading() as session:
        if campaign:
            ids = [campaign_named(session, campaign).id]
        else:
            ids = list(session.exec(select(CampaignRow.id).order_by(CampaignRow.id)))
        results = [verify_campaign(session, one, told) for one in ids]
    halted = []
    for found in results:
        if not found.good:
            with opened.session() as session:
                if hold(session, found.campaign, found):
                    halted.append(found.campaign)
    return results, halted


def _say(found: Verified, *, halted: bool, each: str) -> None:
    """``each``: of what in the record a hash of the state after it is kept."""
    name = found.campaign or "The file"
    if found.good:
        rolls = (
            f"all {counted(found.rolls, 'roll')} made again"
            if found.seed
            else "rolls not checked (the seed is published at the end)"
        )
        say(
            f"{name}: good. {counted(found.facts, 'fact')} folded,"
            f" {counted(found.hashes, 'hash', 'hashes')} right (of the state after each {each}),"
            f" {rolls}."
        )
        return
    for fault in found.faults:
        warn(f"{name}: {fault}")
    if halted:
        warn(
            f"{name} is halted now: put back a copy of the database from before that;"
            f" or, where you know better, pbem retry {name}."
        )
