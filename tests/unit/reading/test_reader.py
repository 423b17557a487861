"""The whole reader: any bytes give a Letter, within caps, in linear work."""

from __future__ import annotations

import subprocess
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import token
from pbem.reading import Letter, read_letter
from pbem.reading.reader import BYTES_MAX, LINE_MAX, LINES_MAX
from tests.unit.reading.letters import MARKER, multipart, part, raw, read, texts

HEAD = b"From: bob@example.org\nContent-Type: text/plain; charset=utf-8\n"
HTML = b"Content-Type: text/html\n\n"
TEXT = HEAD + b"\n"


def check(letter: Letter) -> None:
    """What holds of every letter read."""
    assert len(letter.lines) <= LINES_MAX
    numbers = [line.number for line in letter.lines]
    assert numbers == sorted(set(numbers))
    for line in letter.lines:
        assert len(line.text) <= LINE_MAX
        assert line.text == line.text.strip()
        assert "\n" not in line.text
        (line.raw + line.text).encode()  # raises on what no file can hold
        assert line.held or "\ufffd" not in line.raw or not line.text
    if letter.fence == "open":
        assert letter.lines == ()
    if letter.marker:
        assert token.parse_token(letter.marker) is not None
    assert len(letter.notes) == len(set(letter.notes))
    assert letter.subject.isprintable()
    "".join((letter.subject, letter.message_id, *letter.unread, *letter.references)).encode()


PIECES = (
    b"\n", b"\r\n", b" \n", b"\x00", b"\xff\xfe", b"\xe2\x80\xa8", b"\xd9\xa3",
    b"From: bob@example.org\n", b"From: \n", b"Subject: =?utf-8?b?w7w=?= x\n", b"To: a@b.c\n",
    b"Return-Path: <>\n",
    b"Received: by mx.example.org; Wed, 2 Dec 2026 21:14:05 +0100\n",
    b"Authentication-Results: mx.example.org; dkim=pass (\n",
    b"Content-Type: multipart/mixed; boundary=b\n",
    b'Content-Type: multipart/alternative; boundary="b\n', b"--b\n", b"--b--\n",
    b"Content-Type: message/delivery-status\n",
    b"Content-Type: text/plain; format=flowed\n",
    b"Content-Type: text/plain; charset=utf-7\n",
    b"Content-Transfer-Encoding: base64\n", b"R0E=\n",
    b"Content-Transfer-Encoding: quoted-printable\n", b"=E2=\n",
    b"#ORDERS\n", b"#END\n", b"GOTO 5\n", b"> quoted\n", b"-- \n",
    b"On Mon, Apr 2, 2012 at 6:26 PM, M <m@x.org> wrote:\n",
    b"-----Original Message-----\n",
    b"From: m@x.org\nSent: 2 April 2012\nTo: b@x.org\nSubject: y\n",
    MARKER.encode() + b"\n", b"> " + MARKER.encode()[:40] + b"\n",
    b"begin 644 x\n", b"#0V%T\n",
    b"Content-Type: text/html\n", b"<blockquote>", b"<!--", b"<a b='", b"</p>", b"<br>",
    b"&#0;&#xd800;",
)  # fmt: skip


@given(st.binary(max_size=3000))
def test_any_bytes_give_a_letter(data: bytes) -> None:
    check(read_letter(data, authserv_id="mx.example.org"))


@given(
    st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=8)), max_size=40), st.booleans()
)
def test_any_mixture_of_what_letters_are_made_of_gives_a_letter(
    pieces: list[bytes], truncated: bool
) -> None:
    data = b"".join(pieces)
    letter = read_letter(data, truncated=truncated, authserv_id="mx.example.org")
    check(letter)
    assert letter == read_letter(data, truncated=truncated, authserv_id="mx.example.org")


@given(st.text(max_size=300), st.sampled_from(["plain", "html"]))
def test_any_text_gives_a_letter(text: str, kind: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    check(read_letter(raw(data, kind=f"text/{kind}; charset=utf-8")))


def test_report_27_no_bytes_at_all() -> None:
    assert read_letter(b"") == Letter()


# ---- caps


def test_report_17_of_a_large_letter_the_first_64_kib_are_read() -> None:
    letter = read("GOTO 5\n" * 150_000)
    assert "truncated" in letter.notes
    assert texts(letter)[0] == "GOTO 5"
    assert len(letter.lines) == LINES_MAX


def test_a_letter_that_a_source_has_cut_says_so() -> None:
    letter = read_letter(raw("GOTO 5\n"), truncated=True)
    assert letter.notes == ("truncated",)
    assert texts(letter) == ["GOTO 5"]


def test_text_before_a_large_attachment_is_read() -> None:
    attached = part("QUJD" * 20 + "\n", "image/png", "Content-Transfer-Encoding: base64") * 2000
    kind, body = multipart("mixed", part("GOTO 5\n"), attached)
    letter = read(body, kind=kind)
    assert texts(letter) == ["GOTO 5"]
    assert letter.notes == ("truncated",)


def test_headers_that_fill_all_that_is_read() -> None:
    letter = read_letter(b"X: y\n" * 20_000 + b"\nGOTO 5")
    assert letter.notes == ("headers-truncated",)
    assert letter.lines == ()


def test_ten_thousand_lines() -> None:
    letter = read("PASS\n" * 10_000)
    assert letter.notes == ("too-many-lines",)
    assert len(letter.lines) == LINES_MAX


def test_a_fence_that_ends_beyond_the_lines_read_applies_nothing() -> None:
    letter = read("#ORDERS\n" + "PASS\n" * 3000 + "#END\n")
    assert letter.fence == "open"
    assert letter.lines == ()


def test_a_line_of_more_than_a_thousand_characters_is_held() -> None:
    letter = read("GOTO 5 " + "x" * 5000 + "\nGOTO 6")
    assert [line.held for line in letter.lines] == [True, False]
    assert len(letter.lines[0].raw) == LINE_MAX
    assert letter.notes == ("long-line",)


def test_two_hundred_parts_are_read() -> None:
    kind, body = multipart("mixed", *[part(f"GOTO {n}\n") for n in range(300)])
    letter = read(body, kind=kind)
    assert "too-many-parts" in letter.notes
    assert len(texts(letter)) == 199  # the multipart itself is one part


def test_parts_twenty_deep_are_read_and_no_deeper() -> None:
    def nested(depth: int) -> Letter:
        kind, body = "text/plain", b"GOTO 5\n"
        for level in range(depth):
            mark = f"b{level}x"
            inner = f"Content-Type: {kind}\n\n".encode() + body
            body = f"--{mark}\n".encode() + inner + f"\n--{mark}--\n".encode()
            kind = f"multipart/mixed; boundary={mark}"
        return read(body, kind=kind)

    assert texts(nested(20)) == ["GOTO 5"]
    assert nested(21).notes == ("too-many-parts",)
    assert nested(600).lines == ()


# ---- linear work


HOSTILE = {
    "On": (TEXT, b"On "),
    "On a b c": (TEXT, b"On a b c\n"),
    "On with years": (TEXT, b"on 2020 10:30 @\n"),
    "From: a": (TEXT, b"From: a\n"),
    "From: 2020": (TEXT, b"From: 2020\nx\n"),
    "dashes": (TEXT, b"-"),
    "spaces": (TEXT, b" "),
    "quote marks": (TEXT, b"> "),
    "initials": (TEXT, b"c>"),
    "half markers": (TEXT, b"## st7 turn\n"),
    "hashes": (TEXT, b"##\n"),
    "fences": (TEXT, b"#ORDERS\n"),
    "signature marks": (TEXT, b"-- \n"),
    "telephone lines": (TEXT, b"Sent from x\n"),
    "begin": (TEXT, b"begin 644 x\n`\n"),
    "ligatures": (TEXT, "\ufdfa".encode()),
    "accents": (TEXT, "\u0301".encode()),
    "flowed": (b"Content-Type: text/plain; format=flowed\n\n", b"a \n"),
    "base64": (b"Content-Transfer-Encoding: base64\n\n", b"A=\n"),
    "open tags": (HTML, b"<a"),
    "open attributes": (HTML, b'<a b="'),
    "odd attributes": (HTML, b"<a b='\">"),
    "comments": (HTML, b"<!--"),
    "declarations": (HTML, b"<!"),
    "scripts": (HTML, b"<script>"),
    "quotations": (HTML, b"<blockquote><br>"),
    "references": (HTML, b"&#1"),
    "parameters": (b"", b'Content-Type: multipart/mixed; x=";'),
    "semicolons": (b'Content-Type: multipart/mixed; x="', b";"),
    "encoded words": (b"Subject: ", b"=?utf-8?q?a?= "),
    "recipients": (b"To: ", b"a@b.c, "),
    "one long recipient": (b"To: ", b"a"),
    "brackets in From": (b"From: ", b"("),
    "ids": (b"References: ", b"<"),
    "header lines": (b"", b"a:\n"),
    "folded lines": (b"a: b\n", b" c\n"),
    "results": (b"", b"Authentication-Results: mx.example.org; a=b (\n"),
    "received": (b"", b"Received: by mx.example.org\n"),
    "parts": (b"Content-Type: multipart/mixed; boundary=b\n\n", b"--b\n\nx\n"),
    "false parts": (b"Content-Type: multipart/mixed; boundary=b\n\n", b"--bx\n"),
    "nested": (b"", b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"),
    "bounced ids": (b"From: MAILER-DAEMON\n\n", b"<a@b>\n"),
}


def events(data: bytes) -> int:
    """Function calls, of Python and of C, that reading takes."""
    count = 0

    def hook(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(hook)
    try:
        read_letter(data, authserv_id="mx.example.org")
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_letter_is_at_most_about_twice_the_work(name: str) -> None:
    head, unit = HOSTILE[name]
    half = BYTES_MAX // 2 // len(unit) - 20
    events(head + unit)  # fills the caches of compiled patterns
    one = events(head + unit * (half // 2))
    two = events(head + unit * half)
    assert two <= 2.2 * one + 200


def test_reading_needs_the_standard_library_only() -> None:
    code = (
        "import sys, pbem.reading\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*sorted(names - set(sys.stdlib_module_names) - {'pbem', '__main__'}))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == []
