"""Reports on delivery (RFC 3464 and the half that does not follow it)."""

from __future__ import annotations

import pytest

from pbem.reading import Bounce, read_letter
from tests.unit.reading.letters import multipart, part, raw

OURS = "<st7.t31.p2.k0000042@example.org>"
DAEMON = "Mail System <MAILER-DAEMON@mx.example.net>"


def dsn(action: str, status: str) -> Bounce | None:
    fields = (
        "Reporting-MTA: dns; mx.example.net\n\nOriginal-Recipient: rfc822;Bob@Example.com\n"
        f"Final-Recipient: rfc822; bob@example.com\nAction: {action}\nStatus: {status}\n"
    )
    returned = part(f"Message-ID: {OURS}\nSubject: Turn 31\n", "text/rfc822-headers")
    kind, body = multipart(
        "report", part("It failed.\n"), part(fields, "message/delivery-status"), returned
    )
    header = "Message-ID: <report@mx.example.net>"
    return read_letter(raw(body, header, kind=kind, sender=DAEMON)).bounce


@pytest.mark.parametrize(
    ("action", "code", "status"),
    [
        ("failed", "5.1.1", "failure"),
        ("Failed (no such user)", "5.1.1 (bad)", "failure"),
        ("delayed", "4.4.1", "delayed"),
        ("delivered", "2.0.0", "delivered"),
        ("relayed", "2.0.0", "delivered"),
        ("", "5.2.2", "failure"),
        ("", "4.2.2", "delayed"),
    ],
)
def test_machine_readable_reports(action: str, code: str, status: str) -> None:
    bounce = dsn(action, code)
    assert bounce is not None
    assert bounce.status == status
    assert bounce.code == code.split()[0]
    assert bounce.recipients == ("bob@example.com",)
    assert bounce.message_ids == (OURS,)


def test_a_report_in_words() -> None:
    text = (
        "I'm sorry, this didn't work out.\n\n<bob@example.com>:\n192.0.2.1 said: 550 5.1.1 no\n\n"
        f"--- Below this line is a copy of the message.\n\nMessage-ID: {OURS}\nSubject: Turn 31\n"
    )
    letter = read_letter(raw(text, "Subject: failure notice", sender=DAEMON))
    assert letter.bounce == Bounce("failure", "5.1.1", ("bob@example.com",), (OURS,))


def test_a_warning_in_words_is_no_failure() -> None:
    subject = "Subject: Warning: could not send message for past 4 hours"
    letter = read_letter(raw("It is late.", subject, sender=DAEMON))
    assert letter.bounce == Bounce("delayed", "", (), ())


def test_exim_names_the_recipients_in_the_header() -> None:
    letter = read_letter(raw("no", "X-Failed-Recipients: bob@example.com, Al@example.com"))
    assert letter.bounce is not None
    assert letter.bounce.recipients == ("bob@example.com", "al@example.com")


def test_recipients_within_the_first_lines() -> None:
    text = "There was an error delivering your mail to <bob@example.com>.\n"
    letter = read_letter(raw(text, "Subject: Mail delivery failed", sender=DAEMON))
    assert letter.bounce is not None
    assert letter.bounce.recipients == ("bob@example.com",)


def test_the_returned_letters_id_is_found_in_an_encoded_part() -> None:
    inner = raw("GOTO 5", f"Message-ID: {OURS}", sender=None)
    encoded = "".join(f"={byte:02X}" for byte in inner)
    encoding = "Content-Transfer-Encoding: quoted-printable"
    returned = part(encoded, "message/rfc822", encoding)
    kind, body = multipart("report", part("It failed."), returned)
    kind += "; report-type=delivery-status"
    letter = read_letter(raw(body, kind=kind, sender=DAEMON))
    assert letter.bounce is not None
    assert letter.bounce.message_ids == (OURS,)


@pytest.mark.parametrize(
    "letter",
    [
        raw("GOTO 5"),
        raw("I am away", "Auto-Submitted: auto-replied", "Subject: Away", "Return-Path: <>"),
        raw("A player's answer", "Subject: Undeliverable: Some subject"),
        raw("x", "X-PBEM-Loop: st7", "Subject: Mail delivery failed"),
        raw(multipart("report", part("read"))[1], kind=multipart("report", part("read"))[0]),
    ],
)
def test_what_is_no_bounce(letter: bytes) -> None:
    assert read_letter(letter).bounce is None
