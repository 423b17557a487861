"""The bytes that go out, read back by the standard library."""

from __future__ import annotations

import email
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.letters.mime import Envelope, date_text, message_id, post

ENVELOPE = Envelope(
    sender="gm@example.org",
    sender_name="Star Traders st7",
    to="bob@example.net",
    to_name="Bob",
    message_id="<st7.p2.o12@example.org>",
    date=datetime(2026, 12, 3, 19, 0, tzinfo=UTC),
    reply_to="gm+st7.t31.p2.k3f7q2m6xa@example.org",
    tag="[st7-p2-k3f7q2m6xa]",
    campaign="st7",
    list_name="Star Traders st7",
)
SUBJECT = "Turn 31: your move by Thu 3 Dec 20:00"


def read(raw: bytes) -> EmailMessage:
    """As the standard library reads it, without a defect."""
    message = email.message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    assert not any(header.defects for header in message.values())
    return message


def content(message: EmailMessage) -> str:
    """The text with this machine's line ends."""
    text: str = message.get_content()
    return text.replace("\r\n", "\n")


def test_headers_of_a_letter() -> None:
    message = read(post(ENVELOPE, SUBJECT, "Hello\n"))
    assert message["From"].addresses[0].addr_spec == "gm@example.org"
    assert message["From"].addresses[0].display_name == "Star Traders st7"
    assert message["Reply-To"] == "gm+st7.t31.p2.k3f7q2m6xa@example.org"
    assert message["To"].addresses[0].addr_spec == "bob@example.net"
    assert message["Subject"] == f"[st7-p2-k3f7q2m6xa] {SUBJECT}"
    assert message["Date"].datetime == ENVELOPE.date
    assert message["Message-ID"] == "<st7.p2.o12@example.org>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply"
    assert message["X-PBEM-Loop"] == "gm@example.org"
    assert message["List-Id"] == '"Star Traders st7" <st7.pbem.example.org>'
    assert message["MIME-Version"] == "1.0"
    assert message.get_content_type() == "text/plain"
    assert content(message) == "Hello\n"


def test_unsubscribe_is_a_letter_and_no_touch() -> None:
    """Nothing removes a player by one touch (conventions, Mail)."""
    message = read(post(ENVELOPE, SUBJECT, ""))
    assert message["List-Unsubscribe"].startswith("<mailto:gm+st7.t31.p2.")
    assert "List-Unsubscribe-Post" not in message


def test_a_letter_to_the_game_master_is_of_no_list() -> None:
    message = read(post(replace(ENVELOPE, campaign="", reply_to="", tag=""), "x", "y"))
    assert "List-Id" not in message
    assert "Reply-To" not in message
    assert message["Subject"] == "x"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("plain\n", "7bit"),
        ("Müller: 船\n", "8bit"),
        ("x" * 1200 + "\n", "quoted-printable"),
        ("ü" * 600 + "\n", "quoted-printable"),
    ],
)
def test_encoding_as_needed(text: str, encoding: str) -> None:
    raw = post(ENVELOPE, SUBJECT, text)
    message = read(raw)
    assert message["Content-Transfer-Encoding"] == encoding
    assert content(message) == text
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_no_eight_bits_for_an_old_server() -> None:
    raw = post(ENVELOPE, SUBJECT, "Müller = 船\n.\nFrom here\n", eight_bit=False)
    assert raw.isascii()
    assert content(read(raw)) == "Müller = 船\n.\nFrom here\n"


def test_headers_stay_ascii_whatever_the_names() -> None:
    e = replace(ENVELOPE, to_name="Zoë 船長 Ñandú", sender_name="Sternhändler", list_name="Ä")
    raw = post(e, "Turn 31: Zoë 船 ist dran " * 5, "x")
    head = raw.partition(b"\r\n\r\n")[0]
    assert head.isascii()
    subject = head.partition(b"Subject:")[2].partition(b"\r\nDate")[0]
    assert max(map(len, subject.split(b"\r\n"))) <= 76
    message = read(raw)
    assert message["To"].addresses[0].display_name == "Zoë 船長 Ñandú"
    assert message["From"].addresses[0].display_name == "Sternhändler"
    assert message["Subject"] == "[st7-p2-k3f7q2m6xa] " + ("Turn 31: Zoë 船 ist dran " * 5).strip()


@pytest.mark.parametrize(
    "name",
    [
        "Bob\r\nBcc: eve@evil.test",
        'Bob" <eve@evil.test>, "x',
        "Bob <eve@evil.test>",
        "Bob, Eve",
        "a\\b",
        "=?utf-8?q?eve?=",
        "x" * 500,
        "\x00\x1b[31m",
        "Zoë\nBcc: x",
        "(comment) Bob: ;",
    ],
)
def test_a_name_injects_nothing(name: str) -> None:
    message = read(post(replace(ENVELOPE, to_name=name, sender_name=name), name, name))
    assert "Bcc" not in message
    assert [a.addr_spec for a in message["To"].addresses] == ["bob@example.net"]
    assert [a.addr_spec for a in message["From"].addresses] == ["gm@example.org"]
    assert len(message["To"].addresses[0].display_name) <= 60


@given(st.text(max_size=80), st.text(max_size=200))
def test_any_name_and_subject_round_trip(name: str, subject: str) -> None:
    raw = post(replace(ENVELOPE, to_name=name, tag=""), subject, "x")
    head = raw.partition(b"\r\n\r\n")[0]
    assert head.isascii()
    names = [line.partition(b":")[0] for line in head.split(b"\r\n") if not line[:1].isspace()]
    assert names == [
        b"From", b"Reply-To", b"To", b"Subject", b"Date", b"Message-ID", b"Auto-Submitted",
        b"X-Auto-Response-Suppress", b"X-PBEM-Loop", b"List-Id", b"List-Unsubscribe",
        b"MIME-Version", b"Content-Type", b"Content-Transfer-Encoding",
    ]  # fmt: skip
    message = email.message_from_bytes(raw, policy=default)
    assert [a.addr_spec for a in message["To"].addresses] == ["bob@example.net"]


@given(st.text())
def test_any_text_round_trips(text: str) -> None:
    raw = post(ENVELOPE, SUBJECT, text)
    sent = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    body = raw.partition(b"\r\n\r\n")[2]
    if b"quoted-printable" not in raw.partition(b"\r\n\r\n")[0]:
        assert body.decode().replace("\r\n", "\n") == (sent if sent.endswith("\n") else sent + "\n")


@pytest.mark.parametrize("address", ["", "bob", "a@b\r\nBcc: x", "a b@c", "<a@b>", "a@b,c@d"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        post(replace(ENVELOPE, to=address), SUBJECT, "x")


def test_mailfact_31_long_ids_are_never_encoded() -> None:
    """A 90-character In-Reply-To: the raw header has no encoded word."""
    long = f"<{'a' * 70}@mail.example.org>"
    raw = post(replace(ENVELOPE, in_reply_to=long, references=(long,) * 3), SUBJECT, "x")
    head = raw.partition(b"\r\n\r\n")[0].decode()
    assert "=?" not in head.partition("References")[2]
    message = email.message_from_bytes(raw)
    assert message["In-Reply-To"] == long
    assert message["References"] == long


def test_ids_that_could_be_taken_for_something_else_are_left_out() -> None:
    bad = ("<a b@c>", "x@y", "<=?utf-8?q?x?=@y>", "<a@b>\r\nBcc: x", "<" + "a" * 400 + "@b>", "")
    for one in bad:
        raw = post(replace(ENVELOPE, in_reply_to=one, references=(one, "<ok@x>")), SUBJECT, "x")
        message = email.message_from_bytes(raw)
        assert "In-Reply-To" not in message
        assert message["References"] == "<ok@x>"
        assert "Bcc" not in message


def test_references_are_the_first_and_the_last_eight() -> None:
    ids = tuple(f"<o{n}@example.org>" for n in range(20))
    raw = post(replace(ENVELOPE, references=ids), SUBJECT, "x")
    named = email.message_from_bytes(raw)["References"].split()
    assert named == [ids[0], *ids[-8:]]
    thread = raw.partition(b"References:")[2].partition(b"\r\nAuto-Submitted")[0]
    assert max(map(len, thread.split(b"\r\n"))) <= 66


@pytest.mark.parametrize("host", ["example.org", "mail." + "very-long-name." * 5 + "example.org"])
def test_message_ids_hold_the_serial_and_are_short(host: str) -> None:
    made = message_id(123456789, host, "campaign0123456789xy", "p6")
    assert len(made) <= 60
    assert ".o123456789@" in made
    assert made == message_id(123456789, host, "campaign0123456789xy", "p6")
    assert made != message_id(123456790, host, "campaign0123456789xy", "p6")


def test_dates_are_in_utc_and_aware() -> None:
    moment = datetime(2026, 12, 3, 20, 5, 9, tzinfo=timezone(timedelta(hours=1)))
    assert date_text(moment) == "Thu, 03 Dec 2026 19:05:09 +0000"
    with pytest.raises(ValueError, match="without a zone"):
        date_text(moment.replace(tzinfo=None))


def test_the_same_letter_has_the_same_bytes() -> None:
    assert post(ENVELOPE, SUBJECT, "x") == post(ENVELOPE, SUBJECT, "x")
