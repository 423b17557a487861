"""An SMTP and an IMAP server on loopback, for the demonstration (aiosmtpd and pymap from PyPI).

Whoever is written to has a mailbox: `gm+anything@any.host` lands in `gm`. Both servers run in one
thread with one event loop, on ports the system chose. The mailboxes stay on disk as Maildirs.

pymap's Maildir backend was chosen after trying both on Python 3.11 to 3.13: a person can open the
mailboxes afterwards, and letters delivered as files show up at the next SELECT or STATUS. Its own
start-up is not used, because from 3.12 on that waits for connected clients when it stops.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from argparse import Namespace
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from proxyprotocol.result import ProxyResultLocal
from proxyprotocol.sock import SocketInfo
from pymap.backend.maildir import MaildirBackend
from pymap.imap import IMAPServer

from pbem.demo.mailboxes import Mailboxes

HOST: Final = "127.0.0.1"
PASSWORD: Final = "demo"
"""Opens every mailbox; the servers listen on loopback only."""

_START_SECONDS: Final = 20.0


def _now() -> datetime:
    return datetime.now(UTC)


class Servers:
    """Both servers running: `smtp_port` (a login is not asked for) and `imap_port`; no TLS."""

    def __init__(self, mailboxes: Mailboxes, password: str = PASSWORD) -> None:
        self.host = HOST
        self.mailboxes = mailboxes
        self._password = password.encode()
        self._sockets = [_listening(), _listening()]
        self.smtp_port, self.imap_port = (int(one.getsockname()[1]) for one in self._sockets)
        self._ready = threading.Event()
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="demo servers", daemon=True)

    def start(self) -> None:
        """Serve in a thread; returns when both answer. Raises RuntimeError when they do not."""
        self._thread.start()
        self._ready.wait(_START_SECONDS)
        if self._fault is not None or not self._ready.is_set():
            raise RuntimeError("the demonstration's mail servers do not start") from self._fault

    def stop(self) -> None:
        """Close both, connected clients or not; the mailboxes stay."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(_START_SECONDS)

    def __enter__(self) -> Servers:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except (OSError, ValueError, ImportError) as fault:
            self._fault = fault
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        smtp_socket, imap_socket = self._sockets
        handler = _Delivery(self.mailboxes)
        smtp = await self._loop.create_server(
            lambda: SMTP(
                handler,
                hostname="demo.invalid",
                enable_SMTPUTF8=True,
                loop=self._loop,
                authenticator=self._log_in,
                auth_require_tls=False,
            ),
            sock=smtp_socket,
        )
        imap = await asyncio.start_server(
            await _imap_callback(self.mailboxes.folder, self.imap_port), sock=imap_socket
        )
        self._ready.set()
        await self._stop.wait()
        smtp.close()
        imap.close()
        # What is still connected is cancelled when asyncio.run ends the loop.

    def _log_in(self, *asked: object) -> AuthResult:
        """Many mail programs want to log in before they post: any user may, with the password."""
        given = asked[-1]
        good = isinstance(given, LoginPassword) and given.password == self._password
        return AuthResult(success=good, handled=False)


class _Delivery:
    """aiosmtpd's handler: every recipient gets his copy in his own mailbox."""

    def __init__(self, mailboxes: Mailboxes) -> None:
        self._mailboxes = mailboxes

    async def handle_DATA(self, _server: SMTP, _session: object, envelope: Envelope) -> str:
        """Deliver a letter; the answer is the SMTP server's reply."""
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        for recipient in envelope.rcpt_tos:
            if not self._mailboxes.deliver(envelope.mail_from or "", recipient, raw):
                return f"550 5.1.1 <{recipient}>: no such mailbox"
        return "250 2.0.0 delivered"


async def _imap_callback(folder: Path, port: int) -> Callable[..., Any]:
    """What pymap does with a connection, over the Maildirs of a folder."""
    options = Namespace(
        debug=False,
        host=HOST,
        port=str(port),
        cert=None,
        key=None,
        tls=False,
        proxy_protocol=None,
        skip_services=[],
        passlib_cfg=None,
        inherited_sockets=None,
        base_dir=str(folder),
        concurrency=2,
        layout="++",
        colon=None,
    )
    backend, config = await MaildirBackend.init(options)
    config.apply_context()
    serve = IMAPServer(backend.login, config)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # proxyprotocol's own callback starts a task that nothing holds: with Python 3.13 the
        # garbage collector ends connections in use. The task of this one asyncio keeps.
        info = SocketInfo.get(writer, ProxyResultLocal(), unique_id=uuid4().bytes)
        await serve(reader, writer, info)

    return connected


def _listening() -> socket.socket:
    # asyncio switches Nagle's algorithm off only where it reads that the protocol is TCP; with it,
    # every answer of several small writes takes 40 ms.
    made = socket.socket(proto=socket.IPPROTO_TCP)
    made.bind((HOST, 0))
    made.listen(100)
    return made


def start(
    folder: Path,
    users: Iterable[str] = ("gm",),
    *,
    password: str = PASSWORD,
    clock: Callable[[], datetime] = _now,
) -> Servers:
    """Start both servers over the Maildirs in `folder`, where the given users have one at once.

    `clock` gives the time of delivery. Raises RuntimeError when the servers do not start.
    """
    mailboxes = Mailboxes(folder, password, clock)
    for user in users:
        mailboxes.add(user)
    # aiosmtpd warns at each login of a name in its own code.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    servers = Servers(mailboxes, password)
    servers.start()
    return servers
