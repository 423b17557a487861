"""One connection to an SMTP server: opened and logged in, and one letter posted over it."""

from __future__ import annotations

import re
from asyncio import BaseTransport, WriteTransport
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiosmtplib import SMTP
from aiosmtplib.errors import (
    SMTPAuthenticationError,
    SMTPException,
    SMTPResponseException,
    SMTPServerDisconnected,
    SMTPTimeoutError,
)

from pbem.accounts import TIMEOUT, Tls
from pbem.errors import PbemError, TryAgain
from pbem.net import fault_of, require_private, trusting
from pbem.outbox.verdicts import Stage, Verdict, judge, lost

if TYPE_CHECKING:
    from pbem.settings import Settings, SmtpSettings

FINAL_TIMEOUT: Final = 600.0
"""Seconds for the answer to a whole letter (RFC 5321 4.5.3.2.6): to give up early is what makes
repeats."""

_LONE_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_ADDRESS: Final = re.compile(r"[!-;=?-~]+@[!-;=?-~]+")


@dataclass(frozen=True)
class SmtpAccount:
    """Where letters are posted.

    `sender` is the envelope's; `copy` an address of our own that gets a copy of each letter, or
    empty. `secret` gives the password, or with `oauth` an access token; no `user`, no login.
    """

    host: str
    port: int
    sender: str
    user: str = ""
    secret: Callable[[], str] = field(default=str)
    tls: Tls = "starttls"
    oauth: bool = False
    copy: str = ""
    connections: int = 1
    timeout: float = TIMEOUT
    final_timeout: float = FINAL_TIMEOUT
    ca_file: str = ""


def smtp_account(settings: Settings, smtp: SmtpSettings, folder: Path) -> SmtpAccount:
    """The account of `[smtp]`; `folder` is the office's. The password is asked once a run."""
    account, _, host = settings.office.address.rpartition("@")
    by_address = smtp.copy_to == "address" and settings.office.plus
    return SmtpAccount(
        host=smtp.host,
        port=smtp.port,
        sender=settings.office.address,
        user=smtp.user,
        secret=cache(lambda: smtp.secret.read(folder)),
        tls=smtp.tls,
        oauth=smtp.auth == "xoauth2",
        copy=f"{account}+sent@{host}" if by_address else "",
        connections=smtp.connections,
        timeout=smtp.timeout,
        ca_file=str(folder / smtp.ca_file) if smtp.ca_file else "",
    )


async def connect(account: SmtpAccount) -> SMTP:
    """A connection ready for letters. Raises `PbemError` naming host and user, what to check."""
    require_private(account.host, account.tls, "smtp")
    secret = account.secret() if account.user else ""
    client = SMTP(
        hostname=account.host,
        port=account.port,
        # Asking the system for its name can take as long as a name server that is away.
        local_hostname=account.sender.rpartition("@")[2] or "localhost",
        timeout=account.timeout,
        use_tls=account.tls == "tls",
        start_tls=False,
        tls_context=trusting(account.ca_file) if account.tls != "none" else None,
    )
    try:
        await client.connect()
        if account.tls == "starttls":
            await client.starttls()
        await client.ehlo()
        if account.oauth and account.user:
            await client.auth_xoauth2(account.user, secret)
        elif account.user:
            await client.login(account.user, secret)
    except (SMTPException, OSError) as fault:
        drop(client)
        raise smtp_fault(account, fault) from fault
    return client


async def hang_up(client: SMTP) -> None:
    """Say goodbye, if that is still possible, and close."""
    if client.is_connected:
        with suppress(SMTPException, OSError):
            # A goodbye closes the connection on our side too; only the transport knows how far.
            transport = client.transport
            await client.quit()
            _abort(transport)
    drop(client)


def drop(client: SMTP) -> None:
    """Close at once. A TLS connection that is only closed outlives the event loop."""
    transport = client.transport
    client.close()
    _abort(transport)


def _abort(transport: BaseTransport | None) -> None:
    if isinstance(transport, WriteTransport):
        transport.abort()


async def post(client: SMTP, account: SmtpAccount, address: str, raw: bytes) -> Verdict:
    """Post one letter to one address, and its copy. Never raises for what the server does."""
    if not _ADDRESS.fullmatch(address):
        return Verdict("failed", None, f"not an address that SMTP can carry: {address!r}"[:200])
    stage: Stage = "mail"
    try:
        options = [b"BODY=8BITMIME"] if _is_8bit(client, raw) else []
        sender = b"FROM:<%s>" % account.sender.encode("ascii")
        code, text = await client.execute_command(b"MAIL", sender, *options)
        if code != 250:
            return judge(stage, code, text)
        stage = "rcpt"
        code, text = await client.execute_command(b"RCPT", b"TO:<%s>" % address.encode("ascii"))
        if code not in (250, 251):
            return await _after_reset(client, judge(stage, code, text))
        if account.copy:
            # A refused copy is no reason to keep the letter back.
            await client.execute_command(b"RCPT", b"TO:<%s>" % account.copy.encode("ascii"))
        stage = "data"
        code, text = await client.execute_command(b"DATA")
        if code != 354:
            return await _after_reset(client, judge(stage, code, text))
        stage = "text"
        code, text = await _send_text(client, raw, account.final_timeout)
        return judge(stage, code, text)
    except SMTPResponseException as fault:
        # An answer that is none: what follows on this connection could be anything.
        drop(client)
        return lost(stage, f"unreadable answer: {fault.message}"[:500])
    except (SMTPException, OSError) as fault:
        drop(client)
        return lost(stage, str(fault) or type(fault).__name__)


def wire_form(raw: bytes) -> bytes:
    """A letter as it goes over the wire: CRLF line ends, dots doubled, the final dot."""
    if raw.count(b"\n") != raw.count(b"\r\n") or raw.count(b"\r") != raw.count(b"\r\n"):
        raw = _LONE_LINE_END.sub(b"\r\n", raw)
    if not raw.endswith(b"\r\n"):
        raw += b"\r\n"
    if raw.startswith(b"."):
        raw = b"." + raw
    return raw.replace(b"\r\n.", b"\r\n..") + b".\r\n"


def smtp_fault(account: SmtpAccount, fault: Exception) -> PbemError:
    """A failed connection in words: host, user, and what to check."""
    server = f"The SMTP server {account.host}:{account.port}"
    if isinstance(fault, SMTPAuthenticationError):
        return PbemError(
            "smtp-login",
            f"{server} refused the login of {account.user}: {fault.code} {fault.message}",
            "Check user and password of [smtp]. Gmail, Fastmail and Outlook want an app password"
            " or a token instead of the account's own password.",
        )
    if isinstance(fault, SMTPResponseException):
        kind = TryAgain if fault.code < 500 else PbemError
        return kind(
            "smtp-answer",
            f"{server} does not serve us: {fault.code} {fault.message}",
            "Nothing is lost; the letters wait. What the server says is for its owner to explain.",
        )
    cause = fault.__cause__ if isinstance(fault.__cause__, OSError) else fault
    if isinstance(cause, OSError):
        return fault_of(cause, "smtp", account.host, account.port, account.user)
    return PbemError(
        "smtp-unfit",
        f"{server} lacks what the settings ask for: {fault}",
        'Check tls, port and auth of [smtp]: tls = "tls" goes with port 465, "starttls" with 587.',
    )


async def _send_text(client: SMTP, raw: bytes, timeout: float) -> tuple[int, str]:
    """The letter and its dot in one write, and the answer. Done here, not by the library's own
    DATA, because only so is it known whether a lost connection was lost before or after it."""
    protocol = client.protocol
    if protocol is None:
        raise SMTPServerDisconnected("connection lost")
    protocol.write(wire_form(raw))
    code, text = await protocol.read_response(timeout=timeout)
    return code, text


async def _after_reset(client: SMTP, verdict: Verdict) -> Verdict:
    """The verdict, once the connection is ready for another letter or closed."""
    if not verdict.stop:
        try:
            await client.execute_command(b"RSET")
        except (SMTPServerDisconnected, SMTPTimeoutError, SMTPResponseException):
            drop(client)
    return verdict


def _is_8bit(client: SMTP, raw: bytes) -> bool:
    return not raw.isascii() and client.supports_extension("8bitmime")
