"""Character sets: what is stated, what is guessed, and that guesses are held."""

from __future__ import annotations

import pytest

from pbem.reading import charset
from tests.unit.reading.letters import read, texts


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("x-gbk", "gb18030", "去 5"),
        ("gb2312", "gbk", "镕"),
        ("ks_c_5601-1987", "cp949", "똠 5"),
        ("EUC-KR", "cp949", "가"),
        ("shift_jis", "cp932", "① あ"),
        ("iso-8859-8-i", "iso8859-8", "שלום"),
        ("unicode-1-1-utf-7", "utf-7", "é→"),
        ("iso-8859-1", "cp1252", "it’s €5 – ok"),
        ("cp-850", "cp850", "é"),
        ("windows-1251", "cp1251", "Привет"),
        ("KOI8-R", "koi8-r", "Привет"),
        ("iso-8859-15", "iso8859-15", "€"),
        ("iso-2022-jp", "iso2022_jp", "あいう"),
        ("big5", "big5", "中文"),
        ("utf-16", "utf-16", "é"),
        ('charset=utf-8"', "utf-8", "é"),
    ],
)
def test_labels_of_real_letters(label: str, codec: str, text: str) -> None:
    assert charset.decode(text.encode(codec), label) == charset.Decoded(text)


def test_mailfact_13_hebrew_letter_is_read() -> None:
    letter = read("שלום".encode("iso8859-8"), kind="text/plain; charset=iso-8859-8-i")
    assert texts(letter) == ["שלום"]
    assert not letter.lines[0].held


def test_mailfact_12_a_label_that_does_not_exist() -> None:
    letter = read("GOTO 5", kind="text/plain; charset=_iso-2022-jp$esc")
    assert texts(letter) == ["GOTO 5"]
    assert letter.notes == ("charset-unknown",)
    assert not letter.lines[0].held


def test_report_10_utf8_and_windows_1252_give_the_same_order() -> None:
    order = 'GOTO "Café’s – 5"'
    one = read(order.encode(), kind="text/plain; charset=utf-8")
    two = read(order.encode("cp1252"), kind="text/plain; charset=windows-1252")
    assert texts(one) == texts(two) == ['GOTO "Café\'s - 5"']


def test_report_10_unknown_label_falls_back_and_is_told() -> None:
    letter = read("GOTO Café\nPICKUP 2".encode("cp1252"), kind="text/plain; charset=x-foo")
    assert texts(letter) == ["GOTO Café", "PICKUP 2"]
    assert [line.held for line in letter.lines] == [True, False]
    assert letter.notes == ("charset-guessed", "charset-unknown")


@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=us-ascii"])
def test_utf8_that_nobody_stated_is_no_guess(kind: str) -> None:
    letter = read("GOTO Café".encode(), kind=kind)
    assert texts(letter) == ["GOTO Café"]
    assert letter.notes == ()
    assert not letter.lines[0].held


@pytest.mark.parametrize("codec", ["cp1251", "koi8-r"])
def test_cyrillic_that_nobody_stated_is_shown_and_held(codec: str) -> None:
    text = "Лететь на Венеру"
    letter = read(text.encode(codec), kind="text/plain; charset=us-ascii")
    assert letter.lines[0].raw == text
    assert letter.lines[0].held
    assert letter.notes == ("charset-guessed",)


def test_bytes_that_do_not_fit_what_was_stated_hold_their_line() -> None:
    letter = read(b"GOTO \xff\nPICKUP 2", kind="text/plain; charset=gb2312")
    assert [line.held for line in letter.lines] == [True, False]


def test_a_character_cut_by_the_limit_is_no_fault() -> None:
    assert charset.decode("aé".encode()[:-1], "utf-8", truncated=True) == charset.Decoded("a")
    assert charset.decode("あ".encode("cp932")[:1], "shift_jis", truncated=True).text == ""
    assert charset.decode("aé".encode()[:-1], "utf-8").guessed


def test_windows_1252_has_no_hole_that_stops_reading() -> None:
    assert charset.decode(b"a\x81b", "iso-8859-1").text == "a\x81b"


@pytest.mark.parametrize(
    "label", ["punycode", "idna", "rot13", "zlib", "unicode_escape", "é", "\0"]
)
def test_codecs_that_are_no_character_set_are_unknown(label: str) -> None:
    assert charset.codec_of(label) is None or label in ("é", "\0")
    assert charset.decode(b"abc", label).text == "abc"


def test_half_characters_become_a_mark_and_hold_their_line() -> None:
    letter = read("GOTO +2AA-\nPICKUP 2", kind="text/plain; charset=utf-7")
    assert letter.lines[0].raw == "GOTO \ufffd"
    assert [line.held for line in letter.lines] == [True, False]
