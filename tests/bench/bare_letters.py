"""The bare program beside a thousand letters: fetch, parse and send, with the same libraries.

Arguments: IMAP port, SMTP port, user, number of letters, a file with the text to send.
"""

from __future__ import annotations

import asyncio
import email
import email.policy
import sys
from email.message import EmailMessage
from pathlib import Path

from aiosmtplib import SMTP
from imapclient import IMAPClient

HOST = "127.0.0.1"
HEADERS = ("From", "To", "Subject", "Message-ID")


def fetched(port: int, user: str) -> list[tuple[list[str], str]]:
    """Four headers and the text of every letter in the mailbox."""
    letters = []
    with IMAPClient(HOST, port=port, ssl=False) as client:
        client.login(user, "secret")
        client.select_folder("INBOX", readonly=True)
        for answer in client.fetch(client.search(["ALL"]), ["BODY.PEEK[]"]).values():
            letter = email.message_from_bytes(answer[b"BODY[]"], policy=email.policy.default)
            assert isinstance(letter, EmailMessage)
            body = letter.get_body(("plain",))
            assert body is not None
            letters.append(([str(letter[name]) for name in HEADERS], body.get_content()))
    return letters


async def send(port: int, letters: list[tuple[list[str], str]], text: str) -> None:
    """One letter of this text for each letter, over one connection."""
    async with SMTP(hostname=HOST, port=port, start_tls=False) as client:
        for number, ((sender, to, subject, own_id), _) in enumerate(letters):
            letter = EmailMessage()
            letter["From"] = to
            letter["To"] = sender
            letter["Subject"] = subject
            letter["Message-ID"] = f"<bare{number}@pbem.test>"
            letter["In-Reply-To"] = own_id
            letter.set_content(text)
            await client.send_message(letter)


def main() -> None:
    """Run."""
    imap, smtp, user, wanted, path = sys.argv[1:]
    letters = fetched(int(imap), user)
    if len(letters) != int(wanted):
        sys.exit(f"{len(letters)} letters instead of {wanted}")
    asyncio.run(send(int(smtp), letters, Path(path).read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
