"""Bad letters: one outcome each, a clear receipt or silence, nothing lost, nothing changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conversations.table import SETTINGS, Table

WRONG = "gm+sf1.t4.p1.aaaaaaaaaa@pbem.test"
"""A token that nobody has."""


def outcome(table: Table, number: int | None) -> tuple[str, str]:
    """Status and reason of a letter."""
    row = table.row(number)
    assert row.settled_at
    return row.status, row.reason


def test_a_stranger_gets_silence(table: Table) -> None:
    before = table.snapshot()
    number = table.bring(
        b"From: eve@evil.test\r\nTo: gm@pbem.test\r\nMessage-ID: <x@e>\r\n\r\nPASS\r\n"
    )
    table.tick()
    assert outcome(table, number) == ("ignored", "stranger")
    assert table.fresh == []
    assert table.snapshot() == before


def test_a_stranger_with_a_wrong_token_gets_silence(table: Table) -> None:
    number = table.say(
        "p1",
        "ANSWER PASS",
        From="eve@evil.test",
        To=WRONG,
        Subject="",
    )
    table.tick()
    assert outcome(table, number) == ("ignored", "wrong-token")
    assert table.fresh == []


def test_a_wrong_token_is_refused_and_the_registered_address_told(table: Table) -> None:
    """test_report_28, test_report_30, test_report_31: one verdict, dry run or not, once a day."""
    before = table.snapshot()
    for text in ("ANSWER PASS", "CHECK\nANSWER PASS"):
        number = table.say("p1", text, To=WRONG, Subject="orders", In_Reply_To=None)
        table.tick()
        assert outcome(table, number) == ("refused", "wrong-token")
    told = [post for post in table.letters if post.kind == "notice"]
    assert [post.seat for post in told] == ["p1"]
    assert "carries a token that is not yours" in told[0]
    assert table.snapshot() == before


def test_another_address_is_held_and_both_are_told(table: Table) -> None:
    """test_report_28: a good token from an address that is not registered."""
    before = table.snapshot()
    number = table.say("p1", "ANSWER PASS", From="anna@work.example")
    table.tick()
    assert outcome(table, number) == ("held", "other-address")
    assert "| anna@work.example" in table.to("p1")
    assert str(table.to("p1").message["To"]) == "Anna <anna@example.org>"
    assert table.to_gm()
    assert table.snapshot() == before


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ("mx.pbem.test; dmarc=fail header.from=example.org", "refused"),
        ("mx.pbem.test; dmarc=pass header.from=example.org", "accepted"),
        ("evil.test; dmarc=fail header.from=example.org", "accepted"),
    ],
)
def test_report_28_only_our_own_servers_verdict_counts(
    tmp_path: Path, results: str, status: str
) -> None:
    """Right From, right token: what our own server says of the sender decides; told once a day."""
    top = SETTINGS.replace("[deadlines]", 'authserv = ["mx.pbem.test"]\n[deadlines]')
    table = Table(tmp_path / "office", top=top).new().start()
    number = table.say("p1", "ANSWER PASS", Authentication_Results=results)
    table.tick()
    assert outcome(table, number)[0] == status
    assert ("did not come from you" in table.to("p1")) == (status == "refused")
    assert (table.state().active == "p2") == (status == "accepted")


def test_two_senders_or_none(table: Table) -> None:
    """mail-facts 0.6: exactly one From with one mailbox, or the letter waits for the GM."""
    number = table.say("p1", "ANSWER PASS", From="anna@example.org <eve@evil.test>, x@y.test")
    table.tick()
    assert outcome(table, number)[0] == "held"
    assert table.state().active == "p1"


@pytest.mark.parametrize("raw", [b"", b"\r\n", b"\x00\xff\xfe", b"no header at all"])
def test_letters_that_are_none(table: Table, raw: bytes) -> None:
    """test_report_27: logged, skipped, and the next one is read."""
    number = table.bring(raw)
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert outcome(table, number)[0] in ("ignored", "held")
    assert table.state().active == "p2"


def test_an_empty_letter_of_a_player(table: Table) -> None:
    number = table.say("p1", "")
    table.tick()
    assert outcome(table, number) == ("refused", "no-orders")
    assert "No orders were found in it" in table.to("p1") or "No text" in table.to("p1")


def test_five_megabytes(table: Table) -> None:
    """test_report_17: the first 64 KiB are kept and read, and the receipt says so."""
    number = table.say("p1", "ANSWER PASS\n" + "x" * 70 + "\n" + ("y" * 70 + "\n") * 70_000)
    table.tick()
    row = table.row(number)
    assert row.size > 4_900_000
    assert len(row.raw) <= 65_536
    assert outcome(table, number) == ("accepted", "")
    assert "longer than 64 KiB; the rest of it was not read" in table.to("p1")
    assert len(table.to("p1").raw) < 20_000
    assert table.state().active == "p2"


def test_ten_thousand_lines(table: Table) -> None:
    """As many lines as are read are judged, not more; the receipt stays readable."""
    number = table.say("p2", "\n".join(f"KEEP {i}" for i in range(10_000)))
    table.tick()
    assert outcome(table, number)[0] == "refused"
    assert "more than 2000 lines" in table.to("p2") or "64 KiB" in table.to("p2")
    assert len(table.to("p2").raw) < 60_000


def test_latin_1(table: Table) -> None:
    """test_report_10: declared it is read; undeclared, a line that rests on a guess is held."""
    text = "ANSWER PASS\r\nGr\xfc\xdfe\r\n".encode("latin-1")
    head = table.letter(
        table.newest["sf1", "p1"], "", Content_Type='text/plain; charset="iso-8859-1"'
    ).partition(b"\r\n\r\n")[0]
    number = table.bring(head + b"\r\n\r\n" + text)
    table.tick()
    assert outcome(table, number) == ("accepted", "")
    assert "| Gr\xfc\xdfe" in table.to("p1")


def test_bytes_that_fit_no_stated_character_set(table: Table) -> None:
    head = table.letter(table.newest["sf1", "p2"], "").partition(b"\r\n\r\n")[0]
    number = table.bring(head + b"\r\n\r\nSTANDING\r\nKEEP Star Base\r\nKEEP Caf\xe9 \x81\r\n")
    table.tick()
    assert outcome(table, number)[0] == "accepted"
    assert "arrived garbled" in table.to("p2")
    assert len(table.desk().standing["p2"]) == 1


def test_html_only(table: Table) -> None:
    """test_report_6: read line by line, and noted."""
    number = table.say(
        "p2",
        "<div>PLAN<br>DELIVER&nbsp;BEST<br>ELSE PASS</div>",
        Content_Type="text/html; charset=utf-8",
    )
    table.tick()
    assert outcome(table, number) == ("accepted", "")
    assert "It came as HTML only" in table.to("p2")
    assert len(table.desk().plans["p2"].lines) == 2


def test_the_same_letter_twice(table: Table) -> None:
    """test_report_18: the second has no effect and no receipt."""
    raw = table.letter(table.newest["sf1", "p2"], "PLAN\nPASS")
    first = table.bring(raw)
    assert table.bring(raw) is None
    table.tick()
    assert table.bring(b"Received: by relay\r\n" + raw) is None
    table.tick()
    assert table.fresh == []
    assert outcome(table, first) == ("accepted", "")
    assert [row.reason for row in table.ledger()[-2:]] == ["duplicate", "duplicate"]
    assert table.seat("p2").letters == 2


def test_a_forwarded_letter(table: Table) -> None:
    """test_mailfact_11: what another wrote is not used; the receipt explains."""
    quoted = (
        "---------- Forwarded message ---------\nFrom: Anna <anna@example.org>\n"
        "Date: Tue, 1 Dec 2026 at 12:00\nSubject: my plan\nTo: Bob <bob@example.org>\n\n"
        "PLAN\nPASS\n"
    )
    number = table.say("p2", quoted, Subject="Fwd: my plan")
    table.tick()
    assert outcome(table, number)[0] == "refused"
    assert "forwarded" in table.to("p2")
    assert not table.desk().plans


def test_an_open_fence(table: Table) -> None:
    """test_report_1: `#END` is missing, so nothing in it was used."""
    number = table.say("p2", "#ORDERS\nPLAN\nPASS\n")
    table.tick()
    assert outcome(table, number)[0] == "refused"
    assert "#ORDERS without #END" in table.to("p2")
    assert not table.desk().plans


def test_a_closed_fence(table: Table) -> None:
    """test_report_3: nothing outside it is read."""
    table.say("p2", "PLAN\nDELIVER BEST\n#ORDERS\nPLAN\nPASS\n#END\nCLEAR\n")
    table.tick()
    assert [line.text for line in table.desk().plans["p2"].lines] == ["PASS"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Auto-Submitted": "auto-replied"}, "ignored"),
        ({"Return-Path": "<>"}, "ignored"),
        ({"X-PBEM-Loop": "gm@pbem.test"}, "ignored"),
        ({"From": "gm@pbem.test"}, "ignored"),
        ({"Precedence": "bulk"}, "held"),
        ({"Subject": "Out of office: back on Monday"}, "held"),
    ],
)
def test_report_33_34_automatic_letters_are_never_answered(
    table: Table, headers: dict[str, Any], status: str
) -> None:
    """Strong signs: ignored. Weak ones: they wait for the GM. No answer either way."""
    before = table.snapshot()
    number = table.say("p1", "ANSWER PASS", **headers)
    table.tick()
    assert outcome(table, number)[0] == status
    assert [post.kind for post in table.fresh] == (["gm"] if status == "held" else [])
    assert table.snapshot() == before


def test_a_strangers_newsletter_is_no_letter_for_the_gm(table: Table) -> None:
    """What only may be automatic waits for him only if a player may have written it."""
    number = table.bring(
        b"From: shop@shop.test\r\nTo: gm@pbem.test\r\nList-Id: <news.shop.test>\r\n"
        b"Message-ID: <n1@shop.test>\r\nSubject: Sale\r\n\r\nBuy now\r\n"
    )
    table.tick()
    assert outcome(table, number)[0] == "ignored"
    assert table.fresh == []


def test_a_bounce_is_written_onto_the_letter_that_it_is_about(table: Table) -> None:
    """test_report_23: the GM sees it; nobody is answered."""
    lost = table.newest["sf1", "p2"]
    parts = (
        "From: MAILER-DAEMON@mx.test",
        "To: gm@pbem.test",
        "Subject: Undelivered Mail Returned to Sender",
        "Message-ID: <b1@mx.test>",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "",
        "--b",
        "",
        "I'm sorry to have to inform you.",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.test",
        "",
        "Final-Recipient: rfc822; bob@example.org",
        "Action: failed",
        "Status: 5.1.1",
        "--b",
        "Content-Type: text/rfc822-headers",
        "",
        f"Message-ID: {lost.message['Message-ID']}",
        "--b--",
        "",
    )
    number = table.bring("\r\n".join(parts).encode())
    table.tick()
    assert outcome(table, number)[0] == "ignored"
    assert table.fresh == []
    assert "letter" in table.row(number).detail


def test_a_tenth_of_the_letters_of_an_hour_and_no_more_is_answered(table: Table) -> None:
    """test_report_33: eleven letters in an hour; the last has no receipt, the GM is told once.

    Its orders count all the same, and what they led to is told by the next report.
    """
    hand = table.state().hands["p2"]
    for n in range(9):
        table.say("p2", f"STANDING\nKEEP Star Base\n; {n}")
        table.tick()
        assert table.addressed == ["p2"]
    for n in range(3):
        table.say("p2", f"REVEAL {hand[0]}\n; {n}")
        table.tick()
    assert [post for post in table.fresh if post.seat == "p2"] == []
    assert sum("a limit was reached" in post.subject for post in table.letters) == 1
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert f"You showed {hand[0]}" in table.to("p2") or f"{hand[0]}" in table.to("p2")
    assert table.ledger()[-2].status == "accepted"


def test_letters_of_one_run_count_as_one_answer(table: Table) -> None:
    """Twenty letters in one run share one answer, and the next is answered too."""
    for n in range(20):
        table.say("p2", f"STANDING\nKEEP Star Base\n; {n}")
    table.tick()
    assert table.to("p2").flat.count("Your letter") == 20
    table.say("p2", "STATUS")
    table.tick()
    assert table.addressed == ["p2"]


def test_the_button_that_unsubscribes_asks_first(table: Table) -> None:
    """Nothing removes a player by one touch."""
    table.say("p2", "", Subject="unsubscribe", In_Reply_To=None)
    table.tick()
    assert "Do you want to leave sf1? Nothing has changed" in table.to("p2")
    assert "; RESIGN sf1" in table.to("p2")
    assert table.state().leaving == ()


def test_old_orders_quoted_below_are_not_carried_out(table: Table) -> None:
    """test_report_5, test_report_9: our own report comes back whole, quoted or not."""
    report = table.newest["sf1", "p1"].text.replace("\r\n", "\n")
    quoted = "\n".join(f"> {line}" for line in report.splitlines())
    table.say("p1", f"STATUS\n\nOn Tue, 1 Dec 2026 Space Freighter wrote:\n{quoted}")
    table.tick()
    assert table.ordered() == []
    table.say("p1", f"STATUS\n\n-----Original Message-----\n{report}")
    table.tick()
    assert table.ordered() == []
    assert table.state().active == "p1"


def test_greetings_and_signatures_are_listed_and_do_no_harm(table: Table) -> None:
    table.say("p2", "Hi GM,\n\nPLAN\nPASS\n\nCheers, Bob\n-- \nBob's phone 555")
    table.tick()
    assert "NOT READ AS ORDERS" in table.to("p2")
    assert "| Hi GM," in table.to("p2")
    assert [line.text for line in table.desk().plans["p2"].lines] == ["PASS"]
