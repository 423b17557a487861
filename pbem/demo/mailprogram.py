"""A person's mail program: it reads his mailbox over IMAP and posts his replies by SMTP."""

from __future__ import annotations

import smtplib
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from typing import Final

from imapclient import IMAPClient

from pbem.demo.replies import Post, Style, reply
from pbem.demo.servers import PASSWORD, Servers

DOMAIN: Final = "demo.invalid"
"""A name that no mail can ever reach (RFC 2606)."""

_SECONDS: Final = 20


class MailProgram:
    """Stays logged in at the demonstration's servers until it is closed."""

    def __init__(self, servers: Servers, name: str, domain: str = DOMAIN) -> None:
        user = name.lower()
        self.address = f"{user}@{domain}"
        self.writer = f"{name} <{self.address}>"
        self.sent: list[str] = []
        """Message-IDs of the letters posted."""
        self.got: list[str] = []
        """Message-IDs of the letters read."""
        self._servers = servers
        servers.mailboxes.add(user)
        self._next_uid = 1
        self._imap = IMAPClient(servers.host, servers.imap_port, ssl=False, timeout=_SECONDS)
        self._imap.login(user, PASSWORD)

    def close(self) -> None:
        """Log out."""
        self._imap.logout()

    def new_letters(self) -> list[Post]:
        """The letters that came since the last call, in the order of their coming."""
        uids = range(self._next_uid, self._imap.select_folder("INBOX")[b"UIDNEXT"])
        if not uids:
            return []
        self._next_uid = uids.stop
        fetched = self._imap.fetch(uids, ["RFC822"])
        posts = [_read(fetched[uid][b"RFC822"]) for uid in uids]
        self.got += [post.message_id for post in posts]
        return posts

    def answer(self, post: Post, text: str, style: Style, at: datetime) -> None:
        """Post a reply. Raises ``smtplib.SMTPException`` or ``OSError`` when it is not taken."""
        number = len(self.sent) + 1
        raw = reply(post, self.writer, text, style, number, at)
        with smtplib.SMTP(self._servers.host, self._servers.smtp_port, timeout=_SECONDS) as smtp:
            smtp.sendmail(self.address, [post.reply_to], raw)
        self.sent.append(str(message_from_bytes(raw, policy=default)["Message-ID"]))


def _read(raw: bytes) -> Post:
    letter = message_from_bytes(raw, policy=default)
    body = letter.get_body(("plain",))
    text = body.get_content() if isinstance(body, EmailMessage) else ""
    return Post(
        message_id=str(letter["Message-ID"]),
        reader=parseaddr(str(letter["To"]))[0],
        sender=str(letter["From"]),
        reply_to=str(letter["Reply-To"] or letter["From"]),
        subject=" ".join(str(letter["Subject"]).split()),
        text=text,
    )
