"""Scripted servers on loopback: they answer as a test says, and drop connections where it says.

`FakeSmtp` speaks enough SMTP to take letters; `FakeImap` plays back whole answers.
"""

from __future__ import annotations

import os
import signal
import socketserver
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tests.servers.daemons import HOST

DROP: Final = "drop"
"""Close the connection without an answer."""

SILENCE: Final = "silence"
"""Answer nothing, and keep the connection until the test ends."""

KILL: Final = "kill"
"""Kill the process under test (`FakeSmtp.victim`), as a power cut would, without an answer."""

KILL_AFTER: Final = "kill after"
"""Answer as usual, and kill the process under test before it can act on that."""


@dataclass(frozen=True)
class Taken:
    """A letter the server took: envelope and text with dots undoubled."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    fake: Any


@contextmanager
def _serving(handler: type[socketserver.BaseRequestHandler], fake: Any) -> Iterator[int]:
    with _Server((HOST, 0), handler) as server:
        server.fake = fake
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield int(server.server_address[1])
        finally:
            fake.over.set()
            server.shutdown()
            thread.join()


SmtpScript = Callable[[str, int], str | None]
"""Given a command's first word (or `connect`, or `.`) and how often it has come before, counted
over all connections: the answer, one of the constants above, or None for the usual one."""


@dataclass
class FakeSmtp:
    """An SMTP server: its script, what it heard, and what it took."""

    script: SmtpScript
    extensions: tuple[str, ...]
    taken: list[Taken] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: threading.Event = field(default_factory=threading.Event)
    victim: int = 0
    port: int = 0

    def answer(self, word: str) -> str | None:
        """The scripted answer to a command, which is counted."""
        with self.lock:
            before = self.times[word]
            self.times[word] += 1
        return self.script(word, before)


class _Gone(Exception):
    """The connection ends here."""


class _SmtpHandler(socketserver.StreamRequestHandler):
    server: _Server
    disable_nagle_algorithm = True

    def handle(self) -> None:
        self.fake: FakeSmtp = self.server.fake
        with suppress(_Gone, OSError):
            self._say("connect", "220 fake ESMTP")
            self._converse()

    def _converse(self) -> None:
        sender, recipients = "", list[str]()
        while line := self.rfile.readline():
            text = line.decode().strip()
            word = text.split()[0].lower() if text else ""
            self.fake.heard.append(text)
            if word == "ehlo":
                self._say(word, self._greeting())
            elif word == "mail":
                sender, recipients = _path(text), []
                self._say(word, "250 2.1.0 Ok")
            elif word == "rcpt":
                if self._say(word, "250 2.1.5 Ok").startswith("2"):
                    recipients.append(_path(text))
            elif word == "data":
                if self._say(word, "354 go on").startswith("3"):
                    self._take(sender, recipients)
            elif word == "auth":
                self._say(word, "235 2.7.0 welcome")
            elif word == "quit":
                self._say(word, "221 2.0.0 bye")
                return
            else:
                self._say(word, "250 2.0.0 Ok")

    def _take(self, sender: str, recipients: list[str]) -> None:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                raise _Gone
            lines.append(line[1:] if line.startswith(b".") else line)
        answer = self.fake.answer(".")
        if answer is None or answer[0] in "2ks":
            with self.fake.lock:
                self.fake.taken.append(Taken(sender, tuple(recipients), b"".join(lines)))
        self._send(answer, "250 2.0.0 taken")

    def _greeting(self) -> str:
        *names, last = ("fake", *self.fake.extensions)
        return "".join(f"250-{name}\r\n" for name in names) + f"250 {last}"

    def _say(self, word: str, usual: str) -> str:
        return self._send(self.fake.answer(word), usual)

    def _send(self, answer: str | None, usual: str) -> str:
        if answer in (DROP, KILL):
            if answer == KILL:
                os.kill(self.fake.victim, signal.SIGKILL)
            raise _Gone
        if answer == SILENCE:
            self.fake.over.wait()
            raise _Gone
        text = usual if answer in (None, KILL_AFTER) else str(answer)
        if answer == KILL_AFTER:
            # Stopped first, so that it cannot act on the answer before it dies.
            os.kill(self.fake.victim, signal.SIGSTOP)
        self.wfile.write(text.encode() + b"\r\n")
        if answer == KILL_AFTER:
            os.kill(self.fake.victim, signal.SIGKILL)
        return text


def _path(command: str) -> str:
    return command.partition("<")[2].partition(">")[0]


@contextmanager
def fake_smtp(
    script: SmtpScript = lambda _word, _before: None,
    extensions: tuple[str, ...] = ("8BITMIME", "AUTH PLAIN LOGIN XOAUTH2"),
) -> Iterator[FakeSmtp]:
    """A running `FakeSmtp`."""
    fake = FakeSmtp(script, extensions)
    with _serving(_SmtpHandler, fake) as port:
        fake.port = port
        yield fake


CAPABILITIES: Final = "IMAP4rev1 UIDPLUS"
"""Of `FakeImap`, unless its script answers CAPABILITY."""

ImapScript = Callable[[str], bytes | str | None]
"""Given a command without its tag (`UID FETCH 7 (...)`): untagged lines to send before the usual
`OK`, or one of the constants above, or a whole tagged answer beginning with `TAG `."""


@dataclass
class FakeImap:
    """An IMAP server that knows nothing: its script gives the answers."""

    script: ImapScript
    heard: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    port: int = 0


class _ImapHandler(socketserver.StreamRequestHandler):
    server: _Server
    disable_nagle_algorithm = True

    def handle(self) -> None:
        fake: FakeImap = self.server.fake
        with suppress(OSError):
            if fake.script("CONNECT") == SILENCE:
                fake.over.wait()
                return
            self.wfile.write(b"* OK fake\r\n")
            while line := self.rfile.readline():
                tag, _, command = line.decode().strip().partition(" ")
                fake.heard.append(command)
                answer = fake.script(command)
                if answer == DROP:
                    return
                if answer == SILENCE:
                    fake.over.wait()
                    return
                if isinstance(answer, str) and answer.startswith("TAG "):
                    self.wfile.write(f"{tag} {answer[4:]}\r\n".encode())
                    continue
                if answer is None and command == "CAPABILITY":
                    answer = f"* CAPABILITY {CAPABILITIES}\r\n"
                if answer:
                    self.wfile.write(answer.encode() if isinstance(answer, str) else answer)
                self.wfile.write(f"{tag} OK done\r\n".encode())
                if command == "LOGOUT":
                    return


@contextmanager
def fake_imap(script: ImapScript) -> Iterator[FakeImap]:
    """A running `FakeImap`."""
    fake = FakeImap(script)
    with _serving(_ImapHandler, fake) as port:
        fake.port = port
        yield fake
