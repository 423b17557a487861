"""Sender, recipients, ids and other headers."""

from __future__ import annotations

import pytest

from pbem.reading import Sender, read_letter
from tests.unit.reading.letters import raw, texts


def sender(*values: str) -> Sender | None:
    return read_letter("".join(f"From: {v}\n" for v in values).encode() + b"\nGOTO 5").sender


@pytest.mark.parametrize(
    ("value", "address", "name"),
    [
        ("fred@x.org", "fred@x.org", ""),  # test_report_8: no angle brackets
        ("<Fred@X.Org>", "fred@x.org", ""),
        ("Fred Q. Smith <fred@x.org>", "fred@x.org", "Fred Q. Smith"),
        ('"Smith, Fred" <fred+a@x.org>', "fred+a@x.org", "Smith, Fred"),
        ('"bob@x.org" <bob@x.org>', "bob@x.org", "bob@x.org"),
        ("fred@x.org (Fred)", "fred@x.org", "Fred"),
        ("=?utf-8?B?TcO8bGxlcg==?= <m@x.org>", "m@x.org", "Müller"),
        ("=?iso-8859-1?q?J=F6rg_M=FCller?= <m@x.org>", "m@x.org", "Jörg Müller"),
        ("Jörg <m@x.org>", "m@x.org", "Jörg"),
    ],
)
def test_one_mailbox(value: str, address: str, name: str) -> None:
    assert sender(value) == Sender(address, name)


def test_report_8_an_address_without_brackets_and_odd_spaces() -> None:
    encoding = "Content-Transfer-Encoding: quoted-printable"
    latin = "text/plain; charset=iso-8859-1"
    letter = read_letter(raw("GOTO=A05", encoding, kind=latin, sender="fred@x.org"))
    assert letter.sender == Sender("fred@x.org", "")
    assert texts(letter) == ["GOTO 5"]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "alice@example.org <bob@evil.test>",  # CVE-2023-27043
        "alice@example.org, bob@evil.test",
        "Doe, John <j@x.org>",
        "<a@x.org> <b@x.org>",
        "a@x.org b@x.org",
        "friends: a@x.org;",
        "a@b@c.org",
        "a..b@x.org",
        "a@-x.org",
        "undisclosed",
        "<>",
        "(" * 3000,
        "alice@example.org(<bob@evil.test>)",
        '"alice@example.org <bob@evil.test>',
    ],
)
def test_a_from_that_can_be_read_in_two_ways_names_nobody(value: str) -> None:
    assert sender(value) is None


def test_two_from_headers_name_nobody() -> None:
    assert sender("a@x.org", "b@x.org") is None
    assert sender("a@x.org", "a@x.org") is None


def test_a_letter_without_a_from() -> None:
    assert sender() is None


def test_display_names_are_cut_and_cleaned() -> None:
    made = sender(f'"{"x" * 100}" <a@x.org>')
    assert made == Sender("a@x.org", "x" * 60)
    assert sender("=?utf-8?q?a=0D=0ABcc=3A_b?= <a@x.org>") == Sender("a@x.org", "a  Bcc: b")
    assert Sender("a@x.org", "").domain == "x.org"


def test_all_places_a_recipient_can_stand() -> None:
    letter = read_letter(
        raw(
            "",
            "Delivered-To: gm+A@x.org",
            "X-Original-To: gm+b@x.org",
            "Envelope-To: gm+c@x.org",
            'To: "GM, the" <GM+d@x.org>, other@x.org',
            "Cc: gm+e@x.org, gm+d@x.org",
        )
    )
    assert letter.recipients == (
        "gm+d@x.org",
        "other@x.org",
        "gm+e@x.org",
        "gm+a@x.org",
        "gm+b@x.org",
        "gm+c@x.org",
    )


def test_recipients_are_at_most_a_hundred() -> None:
    to = ", ".join(f"a{n}@x.org" for n in range(3000))
    assert len(read_letter(raw("", f"To: {to}")).recipients) == 100


def test_ids() -> None:
    letter = read_letter(
        raw("", "Message-ID: <a@x>", "In-Reply-To: <b@x> (yours)", "References: <c@x>\n <d@x><b@x>")
    )
    assert letter.message_id == "<a@x>"
    assert letter.in_reply_to == "<b@x>"
    assert letter.references == ("<c@x>", "<d@x>", "<b@x>")


def test_missing_and_odd_ids() -> None:
    assert read_letter(raw("")).message_id == ""
    assert read_letter(raw("", "Message-ID:")).message_id == ""
    assert read_letter(raw("", "Message-ID: no-brackets")).message_id == "no-brackets"
    assert read_letter(raw("", "In-Reply-To: Your letter of Monday")).in_reply_to == ""


@pytest.mark.parametrize(
    ("value", "subject"),
    [
        ("Re: [st7-p2-k3f7q2m6xa] Turn 31", "Re: [st7-p2-k3f7q2m6xa] Turn 31"),
        ("=?utf-8?Q?Re:_[st7-p2-k3f7q2m6xa]_f=C3=BCr?=", "Re: [st7-p2-k3f7q2m6xa] für"),
        ("=?utf-8?Q?f=C3?=\n =?utf-8?Q?=BCr?= dich", "für dich"),  # split within a character
        ("=?utf-8?B?w7w=?= =?iso-8859-1?q?=FC?= x", "üü x"),
        ("=?utf-8?B?w7w=?= and =?utf-8?B?w7w=?=", "ü and ü"),
        ("=?x-none?q?a?=", "a"),
        ("=?utf-8?B?*?=", ""),
        ("=?broken", "=?broken"),
        ("a\tb", "a b"),
    ],
)
def test_subjects(value: str, subject: str) -> None:
    assert read_letter(raw("", f"Subject: {value}")).subject == subject


def test_folded_header_lines_are_joined() -> None:
    assert read_letter(b"Subject: one\n two\n\tthree\n\nx").subject == "one two three"


def test_a_mailbox_files_first_line_is_no_header() -> None:
    letter = read_letter(b"From bob@x.org Mon Jan  1 00:00:00 2026\nFrom: bob@x.org\n\nGOTO 5")
    assert letter.sender == Sender("bob@x.org", "")
    assert texts(letter) == ["GOTO 5"]


def test_a_line_that_is_no_header_begins_the_text() -> None:
    letter = read_letter(b"From: bob@x.org\nGOTO 5\n\nPICKUP 2\n")
    assert letter.sender == Sender("bob@x.org", "")
    assert texts(letter) == ["GOTO 5", "PICKUP 2"]
