"""Which parts of a letter are its text, and their transfer encodings."""

from __future__ import annotations

import base64

import pytest

from pbem.reading import read_letter
from tests.unit.reading.letters import multipart, part, raw, read, texts


def test_a_letter_without_any_header() -> None:
    assert texts(read_letter(b"\nGOTO 5\n")) == ["GOTO 5"]


def test_a_letter_without_a_content_type_is_plain_text() -> None:
    assert texts(read_letter(raw("GOTO 5", kind=None))) == ["GOTO 5"]


def test_report_11_text_three_levels_deep_is_found() -> None:
    kind, body = multipart("alternative", part("GOTO 5\n"), part("<p>GOTO 5</p>", "text/html"))
    kind, body = multipart("related", part(body, kind), part("", "image/png"))
    kind, body = multipart("mixed", part(body, kind), part("", "application/pdf"))
    assert texts(read(body, kind=kind)) == ["GOTO 5"]


def test_mailfact_16_text_on_both_sides_of_a_picture_is_read() -> None:
    kind, body = multipart("mixed", part("GOTO 5\n"), part("x", "image/png"), part("PICKUP 2\n"))
    assert texts(read(body, kind=kind)) == ["GOTO 5", "PICKUP 2"]


def test_the_plain_side_of_an_alternative_is_read() -> None:
    kind, body = multipart("alternative", part("plain"), part("<p>markup</p>", "text/html"))
    assert texts(read(body, kind=kind)) == ["plain"]
    kind, body = multipart("alternative", part("<p>markup</p>", "text/html"), part("plain"))
    assert texts(read(body, kind=kind)) == ["plain"]


def test_a_blank_plain_side_gives_way_to_the_html() -> None:
    kind, body = multipart("alternative", part(" \n\n"), part("<p>GOTO 5</p>", "text/html"))
    letter = read(body, kind=kind)
    assert texts(letter) == ["GOTO 5"]
    assert letter.notes == ("html-converted",)


def test_attachments_and_attached_letters_are_not_read() -> None:
    attached = part("GOTO 9", "text/plain", "Content-Disposition: attachment; filename=a.txt")
    inner = part(raw("GOTO 8"), "message/rfc822")
    kind, body = multipart("mixed", part("GOTO 5\n"), attached, inner)
    letter = read(body, kind=kind)
    assert texts(letter) == ["GOTO 5"]
    assert letter.notes == ("attachment-not-read",)


def test_a_letter_that_is_an_attachment_has_no_text_and_says_so() -> None:
    letter = read("GOTO 5", "Content-Disposition: attachment")
    assert letter.lines == ()
    assert letter.notes == ("attachment-not-read",)


def test_of_a_signed_letter_the_first_part_is_read() -> None:
    signature = part("-----BEGIN PGP SIGNATURE-----", "text/plain")
    kind, body = multipart("signed", part("GOTO 5\n"), signature)
    assert texts(read(body, kind=kind)) == ["GOTO 5"]


def test_mailfact_18_nothing_but_a_winmail_dat_is_told() -> None:
    kind, body = multipart("mixed", part("\n"), part("x", "application/ms-tnef; name=winmail.dat"))
    assert read(body, kind=kind).notes == ("tnef-only",)


def test_a_winmail_dat_beside_text_does_not_matter() -> None:
    kind, body = multipart("mixed", part("GOTO 5"), part("x", "application/ms-tnef"))
    assert read(body, kind=kind).notes == ()


def test_nothing_but_an_encrypted_part_is_told() -> None:
    control = part("Version: 1", "application/pgp-encrypted")
    kind, body = multipart("encrypted", control, part("x", "application/octet-stream"))
    assert read(body, kind=kind).notes == ("encrypted",)


@pytest.mark.parametrize("encoding", ["foobar", "text/html", "8bit", "7-bit", ""])
def test_an_unknown_transfer_encoding_counts_as_none(encoding: str) -> None:
    assert texts(read("GOTO 5", f"Content-Transfer-Encoding: {encoding}")) == ["GOTO 5"]


def test_base64_is_decoded_also_where_it_breaks_off() -> None:
    data = base64.b64encode(b"GOTO 5\nPICKUP 2\n")
    head = "Content-Transfer-Encoding: base64"
    assert texts(read(data, head)) == ["GOTO 5", "PICKUP 2"]
    assert texts(read(data[:11], head)) == ["GOTO 5"]
    assert texts(read(b"*" + data[:4] + b"!\n" + data[4:], head)) == ["GOTO 5", "PICKUP 2"]


def test_report_8_quoted_printable_spaces_of_both_kinds() -> None:
    head = "Content-Transfer-Encoding: quoted-printable"
    assert texts(read("GOTO=C2=A05", head)) == ["GOTO 5"]
    latin = read("GOTO=A05", head, kind="text/plain; charset=iso-8859-1")
    assert texts(latin) == ["GOTO 5"]


def test_a_multipart_that_breaks_off_is_read_so_far() -> None:
    kind, body = multipart("mixed", part("GOTO 5\n"), part("PICKUP 2\nDROP"))
    assert texts(read(body[: body.index(b"\nDROP")], kind=kind)) == ["GOTO 5", "PICKUP 2"]


@pytest.mark.parametrize("kind", ["multipart/mixed", "multipart/mixed; boundary=never"])
def test_a_multipart_without_its_boundary_is_text(kind: str) -> None:
    assert texts(read("GOTO 5", kind=kind)) == ["GOTO 5"]


def test_one_boundary_may_begin_as_another_does() -> None:
    inner = b"--ab\n\nGOTO 5\n--ab--\n"
    body = (
        b"--a\nContent-Type: multipart/mixed; boundary=ab\n\n" + inner + b"--a\n\nPICKUP 2\n--a--"
    )
    assert texts(read(body, kind="multipart/mixed; boundary=a")) == ["GOTO 5", "PICKUP 2"]


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/plain; name*",
        "Content-Type: ;",
        "Content-Type: text",
        'Content-Type: text/plain; charset="utf-8',
        "To: (c):",
        'To: "',
        "Message-ID: <[abc]@microsoft.com>",
        "From: =?utf-8?q?",
        "Date:",
    ],
)
def test_mailfact_15_headers_that_break_parsers(header: str) -> None:
    assert texts(read_letter(f"{header}\n\nGOTO 5\n".encode())) == ["GOTO 5"]


def test_a_calendar_invitation_is_no_text() -> None:
    kind, body = multipart("mixed", part("GOTO 5\n"), part("BEGIN:VCALENDAR", "text/calendar"))
    assert texts(read(body, kind=kind)) == ["GOTO 5"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_of_all_systems(end: str) -> None:
    letter = read_letter(f"Subject: x{end}{end}GOTO 5{end}PICKUP 2{end}".encode())
    assert letter.subject == "x"
    assert texts(letter) == ["GOTO 5", "PICKUP 2"]
