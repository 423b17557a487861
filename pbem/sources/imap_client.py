"""A connection to an IMAP server: opened, logged in, and closed whatever happens.

Faults of the network and of the server become a `PbemError` that names host and user and says
what to check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from imapclient import IMAPClient
from imapclient.exceptions import (
    CapabilityError,
    IMAPClientAbortError,
    IMAPClientError,
    LoginError,
    ProtocolError,
)

from pbem.accounts import INBOX, TIMEOUT, Tls
from pbem.errors import PbemError, TryAgain
from pbem.net import PORTS, fault_of, require_private, trusting

if TYPE_CHECKING:
    from pbem.settings import ImapSettings


@dataclass(frozen=True)
class ImapAccount:
    """Where letters are fetched from.

    `secret` gives the password, or with `oauth` an access token; it is asked at each login.
    Letters in the ledger are moved to `processed` when it names a folder. `timeout` is in seconds,
    for the connection and for every answer; `ca_file` is trusted besides the system's authorities.
    """

    host: str
    port: int
    user: str
    secret: Callable[[], str]
    tls: Tls = "tls"
    oauth: bool = False
    folder: str = INBOX
    processed: str = ""
    timeout: float = TIMEOUT
    ca_file: str = ""

    @property
    def name(self) -> str:
        """User and server, as the ledger names the account."""
        return f"{self.user}@{self.host}"

    @property
    def where(self) -> str:
        """Server, user and folder in one text: another text is another mailbox."""
        return f"{self.name}/{self.folder}"


def imap_account(settings: ImapSettings, folder: Path) -> ImapAccount:
    """The account of `[imap]`; `folder` is the office's, against which its paths are read."""
    return ImapAccount(
        host=settings.host,
        port=settings.port,
        user=settings.user,
        secret=lambda: settings.secret.read(folder),
        tls=settings.tls,
        oauth=settings.auth == "xoauth2",
        folder=settings.folder,
        processed=settings.processed,
        timeout=settings.timeout,
        ca_file=str(folder / settings.ca_file) if settings.ca_file else "",
    )


FAULTS: Final = (IMAPClientError, OSError, ValueError, LookupError, TypeError, AttributeError)
"""What imapclient raises for a server that is away, says no, or (the last four) answers in a way
that it did not think of."""


@contextmanager
def opened(account: ImapAccount) -> Iterator[IMAPClient]:
    """A logged-in client. Every fault in the block, too, becomes a `PbemError`."""
    require_private(account.host, account.tls, "imap")
    try:
        client = IMAPClient(
            account.host,
            port=account.port,
            ssl=account.tls == "tls",
            ssl_context=trusting(account.ca_file) if account.tls == "tls" else None,
            timeout=account.timeout,
        )
    except FAULTS as fault:
        raise imap_fault(account, fault) from fault
    # Times without a zone would be the server's local time read as ours.
    client.normalise_times = False
    try:
        _log_in(client, account)
        yield client
    except FAULTS as fault:
        raise imap_fault(account, fault) from fault
    finally:
        with suppress(*FAULTS):
            client.logout()
        with suppress(*FAULTS):
            client.shutdown()


def _log_in(client: IMAPClient, account: ImapAccount) -> None:
    if account.tls == "starttls":
        client.starttls(trusting(account.ca_file))
    if account.oauth:
        try:
            client.oauth2_login(account.user, account.secret())
        except IMAPClientAbortError:
            raise
        except IMAPClientError as fault:
            raise LoginError(_said(fault)) from fault
    else:
        client.login(account.user, account.secret())


def imap_fault(account: ImapAccount, fault: Exception) -> PbemError:
    """A fault of the connection in words: host, user, and what to check."""
    server = f"The IMAP server {account.host}:{account.port}"
    if isinstance(fault, LoginError):
        return PbemError(
            "imap-login",
            f"{server} refused the login of {account.user}: {_said(fault)}",
            "Check user and password of [imap]. Gmail, Fastmail and Outlook want an app password"
            " or a token instead of the account's own password, and IMAP switched on in the"
            " account's settings.",
        )
    if isinstance(fault, CapabilityError):
        return PbemError(
            "imap-tls",
            f"{server} lacks what the settings ask for: {_said(fault)}",
            f"Check port and tls of [imap]: {PORTS['imap']}.",
        )
    if isinstance(fault, IMAPClientAbortError):
        return TryAgain(
            "imap-lost",
            f"{server} broke the connection of {account.user}: {_said(fault)}",
            "Nothing is lost: what was not stored is fetched again by the next run.",
        )
    if isinstance(fault, IMAPClientError) and not isinstance(fault, ProtocolError):
        return PbemError(
            "imap-refused",
            f"{server} refused what {account.user} asked: {_said(fault)}",
            f"Check that the folder {account.folder} of [imap] exists and may be read.",
        )
    if isinstance(fault, OSError):
        return fault_of(fault, "imap", account.host, account.port, account.user)
    return TryAgain(
        "imap-answer",
        f"{server} answered {account.user} in a way that could not be understood:"
        f" {type(fault).__name__} {_said(fault)}",
        "Nothing is lost: the next run asks again. pbem doctor tells more about the server.",
    )


_PRINTED: Final = re.compile(r"b(['\"])(.*)\1", re.DOTALL)


def _said(fault: Exception) -> str:
    text = fault.args[0] if fault.args else ""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    # The library hands on the answer of imaplib as Python prints bytes.
    printed = _PRINTED.fullmatch(words)
    words = printed[2] if printed else words
    return words[:200] or type(fault).__name__
