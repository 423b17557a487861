"""Replies as mail programs make them: what the person wrote, and the quoted letter around it."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape
from typing import Final, Literal, NamedTuple

Style = Literal["above", "below", "html"]
"""Where the answer stands: above the quoted letter (most phones), below it, or above it in a letter
that has only an HTML part."""

STYLE_NAMES: Final[dict[Style, str]] = {
    "above": "above the quoted letter",
    "below": "below the quoted letter",
    "html": "as HTML",
}


class Post(NamedTuple):
    """A letter that a person has read."""

    message_id: str
    reader: str
    """The name it is addressed to."""
    sender: str
    reply_to: str
    subject: str
    text: str


def reply(post: Post, writer: str, text: str, style: Style, number: int, at: datetime) -> bytes:
    """The bytes of the `number`th letter that `writer` (`Anna <anna@...>`) sends."""
    address = writer.partition("<")[2].rstrip(">")
    user, _, host = address.partition("@")
    letter = EmailMessage()
    letter["From"] = writer
    letter["To"] = post.reply_to
    letter["Subject"] = f"Re: {post.subject}"
    letter["Date"] = format_datetime(at)
    letter["Message-ID"] = f"<{user}.{number}@{host}>"
    letter["In-Reply-To"] = post.message_id
    letter["References"] = post.message_id
    said = f"On {at:%a, %d %b %Y at %H:%M}, {post.sender} wrote:"
    if style == "html":
        html = _html(text, said, post.text)
        letter.set_content(html, subtype="html", cte="quoted-printable")
    else:
        quoted = "\n".join(f"> {line}".rstrip() for line in post.text.splitlines())
        parts = (text, "", said, quoted) if style == "above" else (said, quoted, "", text)
        letter.set_content("\n".join(parts) + "\n")
    return letter.as_bytes(policy=SMTP)


def _html(text: str, said: str, quoted: str) -> str:
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())
    below = "<br>".join(escape(line) for line in quoted.splitlines())
    return (
        f'<html><body><div dir="ltr">{lines}</div><br><div class="gmail_quote">'
        f'<div dir="ltr" class="gmail_attr">{escape(said)}<br></div>'
        f'<blockquote class="gmail_quote">{below}</blockquote></div></body></html>\n'
    )
