"""format=flowed (RFC 3676) and uuencoded files in plain text."""

from __future__ import annotations

import binascii

from pbem.reading import plain
from tests.unit.reading.letters import read, texts

FLOWED = "text/plain; charset=utf-8; format=flowed"


def test_mailfact_17_a_flowed_quoted_printable_order_is_one_line() -> None:
    body = "PRESS Bob: a long line that the sender's program has wrap=\nped at =20\nseventy columns"
    letter = read(body, "Content-Transfer-Encoding: quoted-printable", kind=FLOWED)
    assert texts(letter) == [
        "PRESS Bob: a long line that the sender's program has wrapped at seventy columns"
    ]


def test_a_line_that_is_not_flowed_keeps_its_end() -> None:
    assert plain.unflow(["GOTO 5", "PICKUP 2"]) == ["GOTO 5", "PICKUP 2"]


def test_delsp_drops_the_space_of_the_break() -> None:
    assert plain.unflow(["ab ", "cd"], delete_space=True) == ["abcd"]
    assert plain.unflow(["ab ", "cd"]) == ["ab cd"]


def test_stuffed_spaces_go() -> None:
    assert plain.unflow([" From here", "  > not a quote"]) == ["From here", " > not a quote"]


def test_flowing_ends_where_the_quote_depth_changes() -> None:
    assert plain.unflow(["> a ", "> b ", "c", ">> d ", "e"]) == ["> a b ", "c", ">> d ", "e"]


def test_a_signature_mark_never_flows() -> None:
    assert plain.unflow(["GOTO ", "-- ", "Bob"]) == ["GOTO ", "-- ", "Bob"]


def test_a_flowed_reply_below_a_quote() -> None:
    assert texts(read("On 04/02/2012 06:26 PM, M wrote:\n> Hi \n> there\nHello", kind=FLOWED)) == [
        "Hello"
    ]


def test_a_uuencoded_file_is_left_out() -> None:
    data = bytes(range(100))
    rows = [binascii.b2a_uu(data[at : at + 45]).decode().rstrip("\n") for at in (0, 45, 90)]
    body = "\n".join(["GOTO 5", "begin 644 a.gif", *rows, "`", "end", "PICKUP 2"])
    letter = read(body)
    assert texts(letter) == ["GOTO 5", "PICKUP 2"]
    assert letter.notes == ("uuencoded",)


def test_the_word_begin_is_no_file() -> None:
    body = "begin 644 times\nGOTO 5\nend\n"
    assert texts(read(body)) == ["begin 644 times", "GOTO 5", "end"]


def test_a_file_without_its_end_takes_no_order() -> None:
    row = binascii.b2a_uu(b"x" * 45).decode().rstrip("\n")
    assert texts(read(f"begin 644 a\n{row}\nGOTO 5\nPICKUP 2")) == ["GOTO 5", "PICKUP 2"]


def test_unusual_line_breaks_are_line_breaks() -> None:
    assert texts(read("GOTO 5\u2028PICKUP 2\x0bGOTO 6\x85GOTO 7")) == [
        "GOTO 5",
        "PICKUP 2",
        "GOTO 6",
        "GOTO 7",
    ]
