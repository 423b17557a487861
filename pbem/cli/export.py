"""`pbem export`: a campaign as a file that anybody can check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.common import OfficeOption, SpoilersOption, open_office, say
from pbem.cli.files import write_file
from pbem.cli.group import examples
from pbem.errors import UsageFault

EPILOG = examples(
    "pbem export sf1", "pbem export sf1 sf1.json --force", "pbem export --all all.json"
)


def export(
    what: Annotated[
        str, typer.Argument(metavar="CAMPAIGN", help="With --all: the file.", show_default=False)
    ] = "",
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Where to; - prints it. Else CAMPAIGN.json."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All campaigns in one file.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
    spoilers: SpoilersOption = False,
    office: OfficeOption = None,
) -> None:
    """Write a campaign as a file that anybody can check.

    The file is JSON: what happened, how the dice fell, what became of orders; no addresses and no
    letters. While a campaign is open it holds all hands, so keep it to yourself; the seed is in it
    once the campaign is over. pbem verify FILE checks it.
    """
    from pbem.cli.near import campaign_named
    from pbem.cli.sight import sight_of
    from pbem.export import export_campaign, export_office, export_text

    opened = open_office(office)
    with opened.reading() as session:
        sight = sight_of(session, opened, spoilers=spoilers)
        if all_:
            target = _target_of_all(what, file)
            for campaign in sight.own:
                sight.require(campaign, None, "an export of all campaigns")
            data = export_office(session)
        else:
            if not what:
                raise UsageFault("no-campaign", "Which campaign?", "pbem export sf1, or --all FILE")
            campaign = campaign_named(session, what).id
            sight.require(campaign, None, "an export")
            target = file or Path(f"{campaign}.json")
            data = export_campaign(session, campaign)
    text = export_text(data)
    if str(target) == "-":
        say(text.rstrip("\n"))
    else:
        write_file(target, text, force=force)
        say(f"Written to {target}; pbem verify {target} checks it.")


def _target_of_all(what: str, file: Path | None) -> Path:
    if file is not None or not what:
        raise UsageFault(
            "export-all", "--all takes one argument, the file.", "pbem export --all all.json"
        )
    return Path(what)
