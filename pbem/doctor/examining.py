"""All checks, in the order in which their faults would be mended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pbem.doctor.clock import check_clock
from pbem.doctor.cron import check_cron, read_crontab
from pbem.doctor.database import check_database
from pbem.doctor.files import check_files, check_game_master, check_secrets
from pbem.doctor.finding import Finding, fault
from pbem.doctor.mail import check_imap, check_maildir, check_smtp
from pbem.doctor.wording import check_templates
from pbem.errors import PbemError
from pbem.office import Office


def examine(office: Office, now: datetime, *, home: Path, send: bool = False) -> Iterator[Finding]:
    """Try everything; what needs the settings is left out where they are broken.

    `home` is the home folder of the user whose crontab is looked at; `send`: post a letter to the
    game master.
    """
    yield from check_files(office.folder)
    settings = None
    try:
        settings = office.settings
        yield Finding("settings", "ok", f"{office.folder / 'pbem.toml'} can be read.")
        yield from check_game_master(settings.office)
    except PbemError as error:
        yield fault("settings", error)
    yield from check_secrets(office)
    yield from check_database(office.folder)
    if settings is not None:
        newest, findings = check_imap(settings, office.folder)
        yield from findings
        yield from check_maildir(settings, office.folder)
        yield from check_smtp(settings, office.folder, now, send=send)
        yield from check_clock(office, now, newest)
        yield from check_templates(office)
    yield from check_cron(office.folder, read_crontab(), home)
