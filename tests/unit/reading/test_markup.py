"""HTML to lines."""

from __future__ import annotations

import pytest

from pbem.reading.markup import tame, to_lines
from tests.unit.reading.letters import MARKER, TOKEN, read, texts

HTML = "text/html; charset=utf-8"


def test_report_6_five_orders_on_five_lines() -> None:
    body = (
        "<html><head><title>no</title><style>p {color: red}</style></head><body>"
        "<div>PLAN<br>&nbsp; GOTO&nbsp;63<br>PICKUP &#8220;Solar\nSpice&#8221;</div>"
        "<p>GOTO 26 – now</p>\n<p>ANSWER PASS</p></body></html>"
    )
    letter = read(body, kind=HTML)
    assert texts(letter) == [
        "PLAN",
        "GOTO 63",
        'PICKUP "Solar Spice"',
        "GOTO 26 - now",
        "ANSWER PASS",
    ]
    assert letter.notes == ("html-converted",)


def test_tags_within_a_line_do_not_break_it() -> None:
    assert to_lines("<b>GO</b>TO <span>5</span> <i>now</i>") == ["GOTO 5 now"]


def test_a_quotation_is_quote_marked() -> None:
    body = "<div>GOTO 5</div><blockquote>GOTO 6<blockquote>GOTO 7</blockquote></blockquote>PICKUP 2"
    assert to_lines(body) == ["GOTO 5", "> GOTO 6", ">> GOTO 7", "PICKUP 2"]
    assert texts(read(body, kind=HTML)) == ["GOTO 5", "PICKUP 2"]


def test_quote_marks_do_not_grow_without_end() -> None:
    assert to_lines("<blockquote>" * 50 + "x") == [">>> x"]


@pytest.mark.parametrize(
    "attributes",
    ['style="margin: 0 0 0 40px; border: none; padding: 0px"', 'class="webkit-indent-blockquote"'],
)
def test_an_indented_paragraph_is_no_quotation(attributes: str) -> None:
    assert to_lines(f"<blockquote {attributes}>GOTO 5</blockquote>") == ["GOTO 5"]


def test_preformatted_text_keeps_its_lines() -> None:
    assert to_lines("<pre>GOTO 5\n  PICKUP 2</pre>x") == ["GOTO 5", "  PICKUP 2", "x"]


def test_paragraphs_are_apart_and_outlook_lines_are_not() -> None:
    assert to_lines("<p>PRESS Bob: hi</p><p>GOTO 5</p>") == ["PRESS Bob: hi", "", "GOTO 5", ""]
    outlook = "<p class=MsoNormal>PLAN</p><p class=MsoNormal>GOTO 5</p>"
    assert to_lines(outlook) == ["PLAN", "GOTO 5"]


def test_table_rows_are_lines() -> None:
    rows = "<table><tr><td>From:</td><td>Bob</td></tr><tr><td>To:</td><td>Al</td></tr></table>"
    assert to_lines(rows) == ["From: Bob", "To: Al"]


def test_what_is_not_shown_is_not_read() -> None:
    body = (
        "<!-- GOTO 1 --><![if !x]><script>GOTO 2 </b></script>"
        "<STYLE>GOTO 3</style ><?GOTO 4?>GOTO 5"
    )
    assert to_lines(body) == ["GOTO 5"]


def test_a_body_after_an_unclosed_head_is_shown() -> None:
    assert to_lines("<head><meta x>hidden<body>GOTO 5") == ["GOTO 5"]


def test_signs_that_open_no_tag_are_text() -> None:
    assert to_lines("IF 3 < 4 GOTO 5<br>a<b") == ["IF 3 < 4 GOTO 5", "a<b"]


def test_tame_leaves_short_complete_tags_only() -> None:
    tamed = tame("<!--" + "<a b='" * 100 + "-->" + "<a b='" * 100 + "<b>x</b><" + "c" * 5000 + ">")
    assert tamed == "&lt;a b='" * 100 + "<b>x</b>&lt;" + "c" * 5000 + ">"


def test_mailfact_7_a_quote_class_without_a_quotation_cuts_nothing() -> None:
    assert texts(read('<div class="gmail_quote">GOTO 5<br>PICKUP 2</div>', kind=HTML)) == [
        "GOTO 5",
        "PICKUP 2",
    ]


def test_mailfact_8_zimbra_header_block_in_html() -> None:
    body = (
        '<div>Hello<br><br><hr id="zwchr"><b>From: </b>bob@example.org<br><b>To: </b>a@example.net'
        "<br><b>Sent: </b>Monday, April 2, 2012 5:44:22 PM<br><b>Subject: </b>Test<br><br>Hi</div>"
    )
    assert texts(read(body, kind=HTML)) == ["Hello"]


def test_mailfact_4_marker_in_html_cuts() -> None:
    body = f"<div>GOTO 5</div><br><div>{MARKER}</div><div>YOUR MOVE, Bob</div>"
    letter = read(body, kind=HTML)
    assert texts(letter) == ["GOTO 5"]
    assert letter.marker == TOKEN
