"""The mail account: can letters be read, and could they be posted?"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.doctor.finding import Finding, fault
from pbem.errors import PbemError

if TYPE_CHECKING:
    from imapclient import IMAPClient

    from pbem.outbox.smtp import SmtpAccount
    from pbem.settings import ImapSettings, Settings, SmtpSettings
    from pbem.sources.imap_client import ImapAccount

_MANY = 2000
"""Letters whose sizes are asked for one by one, where the server has no sum."""


def check_imap(settings: Settings, folder: Path) -> tuple[datetime | None, list[Finding]]:
    """Log in, select the folder, count; with the time that the server gave the newest letter."""
    if settings.imap is None:
        return None, [_without_imap(settings)]
    from pbem.sources.imap_client import imap_account, opened

    account = imap_account(settings.imap, folder)
    try:
        with opened(account) as client:
            return _looked_into(client, account, settings.imap)
    except PbemError as error:
        return None, [fault("imap", error)]


def _without_imap(settings: Settings) -> Finding:
    if settings.maildir is not None:
        return Finding("imap", "ok", "Not used: letters come from [maildir].")
    return Finding(
        "imap",
        "note",
        "pbem.toml has neither [imap] nor [maildir].",
        "Letters then come by pbem deliver only, from procmail or an alias of the mail server.",
    )


def _looked_into(
    client: IMAPClient, account: ImapAccount, settings: ImapSettings
) -> tuple[datetime | None, list[Finding]]:
    selected = client.select_folder(account.folder, readonly=True)
    number = int(selected[b"EXISTS"])
    uids = sorted(client.search("ALL"))
    size = _size(client, account.folder, uids)
    where = f"{account.user} at {account.host}:{account.port}"
    told = f"{where}: {account.folder} holds {number} letters, {size / 1e6:.1f} MB."
    findings = [Finding("imap", "ok", told)]
    if settings.processed and not client.folder_exists(settings.processed):
        findings.append(
            Finding("imap", "note", f"The folder {settings.processed} will be made when needed.")
        )
    if not settings.processed and number > _MANY:
        findings.append(
            Finding(
                "imap",
                "note",
                "Letters stay in the inbox, which grows.",
                'processed = "Done" of [imap] moves away what has been stored.',
            )
        )
    newest = client.fetch(uids[-1:], ["INTERNALDATE"]) if uids else {}
    dates = [answer.get(b"INTERNALDATE") for answer in newest.values()]
    found = next((date for date in dates if isinstance(date, datetime) and date.tzinfo), None)
    return found, findings


def _size(client: IMAPClient, folder: str, uids: Sequence[int]) -> int:
    """Bytes in the folder; of a long one on a server without a sum those of its newest letters."""
    if client.has_capability("STATUS=SIZE"):
        return int(client.folder_status(folder, ["SIZE"])[b"SIZE"])
    answers = client.fetch(uids[-_MANY:], ["RFC822.SIZE"]) if uids else {}
    return sum(int(answer.get(b"RFC822.SIZE", 0)) for answer in answers.values())


def check_maildir(settings: Settings, folder: Path) -> Iterator[Finding]:
    """The Maildir is there and can be read."""
    if settings.maildir is None:
        return
    path = folder / settings.maildir.path
    if not (path / "new").is_dir():
        yield Finding(
            "maildir",
            "wrong",
            f"{path} is no Maildir: it has no folder new.",
            "Check path of [maildir].",
        )
        return
    try:
        number = sum(1 for sub in ("new", "cur") for _ in (path / sub).iterdir())
    except OSError as error:
        yield Finding(
            "maildir", "wrong", f"{path} cannot be read: {error.strerror}.", "Check who owns it."
        )
        return
    yield Finding("maildir", "ok", f"{path} holds {number} letters.")


def check_smtp(settings: Settings, folder: Path, now: datetime, *, send: bool) -> list[Finding]:
    """Connect, TLS, login; post a letter to the game master only where that is wanted."""
    if settings.smtp is None:
        told = "pbem.toml has no [smtp]: no letter can go out."
        return [Finding("smtp", "wrong", told, "Add the section; pbem init shows a whole file.")]
    from pbem.outbox.smtp import smtp_account

    account = smtp_account(settings, settings.smtp, folder)
    try:
        return asyncio.run(_tried(account, settings, now, send=send))
    except PbemError as error:
        return [fault("smtp", error)]


async def _tried(
    account: SmtpAccount, settings: Settings, now: datetime, *, send: bool
) -> list[Finding]:
    from pbem.outbox.smtp import connect, post

    client = await connect(account)
    try:
        who = f"{account.user} at " if account.user else ""
        tls = {"tls": "TLS", "starttls": "STARTTLS", "none": "no TLS"}[account.tls]
        told = f"{who}{account.host}:{account.port} would take letters ({tls})."
        findings = [Finding("smtp", "ok", told)]
        if settings.smtp is not None:
            findings += _advice(account.host, settings.smtp)
        if send:
            to = settings.office.gm_address
            verdict = await post(client, account, to, _letter(account.sender, to, now))
            findings.append(_sent(to, verdict.status, verdict.text))
        return findings
    finally:
        client.close()


def _advice(host: str, settings: SmtpSettings) -> Iterator[Finding]:
    limits = {"smtp.gmail.com": 500, "smtp-mail.outlook.com": 300}
    limit = limits.get(host)
    if limit and not settings.daily_limit:
        yield Finding(
            "smtp",
            "note",
            f"{host} takes about {limit} letters a day and then refuses.",
            f"daily_limit = {limit} of [smtp] has pbem stop before that.",
        )


def _letter(sender: str, to: str, now: datetime) -> bytes:
    letter = EmailMessage()
    letter["From"] = sender
    letter["To"] = to
    letter["Subject"] = "pbem doctor: this letter arrived"
    letter["Date"] = format_datetime(now)
    letter["Message-ID"] = f"<doctor.{now:%Y%m%d%H%M%S}@{sender.rpartition('@')[2]}>"
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content("Posted by pbem doctor --send. Nothing needs to be done.\n")
    return letter.as_bytes().replace(b"\n", b"\r\n")


def _sent(to: str, status: str, said: str) -> Finding:
    if status == "sent":
        return Finding("smtp", "ok", f"A letter to {to} was taken: see whether it arrives.")
    return Finding(
        "smtp",
        "wrong",
        f"A letter to {to} was not taken: {said}",
        "What the server says is for its owner to explain: often the sender's address is not the"
        " account's, or it may send no more today.",
    )
