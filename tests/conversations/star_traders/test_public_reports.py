"""Faults that real systems had, at Star Traders: what the tests of Space Freighter cannot show.

Numbers are those of the list of public reports; the post office's own are in
``tests/conversations/test_reports.py``.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.star_traders.game import STAR_TRADERS
from pbem.run.seating import another_person
from tests.conversations.star_traders.stars import (
    AVOID,
    OTHER,
    TROUBLE,
    ZAP,
    asked,
    place,
    played,
    told,
)
from tests.conversations.table import NAMES, Table, codes
from tests.conversations.test_leaks import canaries

NOT_POSSIBLE = """\
OFFER Bob: STATION 33 FOR 2
OFFER Anna: 1 FOR 2
OFFER Bob: $999 FOR NOTHING
ACCEPT Bob
DECLINE Cleo 2
WITHDRAW Bob
THROW STATION 33
THROW Zap
REVEAL Zap
BEACON Anna 2
BEACON OTHERS 9999
RESIGN st2
ANSWER JUMP 55
ANSWER PLAY Zap
ANSWER PETITION
ANSWER PICKUP 6
ANSWER SHIFT 1 TO 2
RANDOM 9
CANCEL
READY
SHOW 99"""


def test_report_42_what_names_a_deadline_in_a_hold_says_that_none_is_settled(stars: Table) -> None:
    """A receipt, a question, the report behind it: once in each, and in no letter of its own."""
    held = "Nothing is settled since Tue 1 Dec 2026, 13:01 in Berlin (12:01 UTC): the clock"
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,)})
    stars.tick(days=40)
    assert stars.addressed == [""]  # the game master's
    stars.say("p1", "Hello")
    stars.tick()
    assert stars.to("p1").kind == "receipt"
    assert stars.to("p1").flat.count(held) == 1
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.tick()
    assert stars.to("p2").kind == "question"
    assert stars.to("p2").flat.count(held) == 1
    stars.say("p2", "ANSWER PASS")
    stars.tick()
    assert stars.to("p1").kind == "report"
    assert stars.to("p1").flat.count(held) == 1


def test_report_16_no_order_of_the_game_that_is_refused_changes_anything(stars: Table) -> None:
    """One of each kind: of another's things, of what is not there, out of range, out of time."""
    place(stars, hands={"p1": (OTHER,), "p2": (ZAP,), "p3": (AVOID,)})
    before = stars.snapshot()
    stars.say("p1", NOT_POSSIBLE)
    stars.tick()
    assert [x for x in codes(stars.ordered()) if x[1] != "refused"] == []
    assert stars.to("p1").text.count("REFUSED") >= 20
    assert stars.snapshot() == before


@pytest.mark.parametrize("text", ["ANSWER AVOID", "AVOID"])
def test_report_24_an_answer_one_second_after_its_window(stars: Table, text: str) -> None:
    """Refused, not filed, and the Calamity is suffered; a second before it would have counted."""
    for late in (False, True):
        place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": ()})
        stars.say("p2", "STANDING AVOID ANY OFF")
        stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
        stars.tick()
        due, count = stars.deadline(), len(played(stars))
        while due - stars.now > timedelta(hours=13):
            stars.tick(hours=12)
        stars.now = due + timedelta(seconds=1 if late else -1)
        number = stars.say("p2", text)
        stars.tick(seconds=2)
        assert stars.row(number).status == ("refused" if late else "accepted")
        assert played(stars)[count:] == ([] if late else ["p2"])
        assert (stars.state().hands["p2"] == (AVOID,)) == late
    assert not stars.desk().plans


def test_report_36_canary_through_windows_and_deals(empty: Table) -> None:
    """Addresses, private lines, plans and answers of one seat stand in no letter to another."""
    empty.new(
        "st1",
        game="star-traders",
        variant="imperial",
        players=3,
        address=lambda name: f"addr-p{NAMES.index(name) + 1}@example.org",
    ).start()
    for turn in range(12):
        for seat in ("p1", "p2", "p3"):
            if turn % 4 == 0:
                empty.say(
                    seat,
                    f"canary-{seat} is mine\nSTANDING\nAVOID ANY ; canary-{seat}\nPAY UPTO 2\n"
                    f"PLAN\nRUN BEST ; canary-{seat}\nELSE BUSINESS\nOFFER ANYONE: 1 FOR 2\n"
                    f"HELP canary-{seat}\nSTATUS\nPLAN?\nSTANDING?",
                )
        empty.tick(hours=6)
        if turn % 2 == 0:
            empty.until()
    posts = [post for post in empty.letters if post.seat]
    assert any(f"canary-{post.seat}" in str(post.raw) for post in posts), "the canaries sing"
    assert [words for post in posts if (words := canaries(post, ("p1", "p2", "p3")))] == []


def test_report_57_orders_and_offers_of_who_was_replaced(stars: Table) -> None:
    """All three kinds of line, the answer and his own offer go; what was offered to him stays."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": (OTHER,)})
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob\nOFFER Bob: 2 FOR Avoid a Calamity")
    stars.tick()
    filed = "PLAN\nBUSINESS\nSTANDING\nBUY UPTO 5\nBETWEEN\nPASS"
    stars.say("p2", f"{filed}\nANSWER AVOID\nOFFER Anna: 1 FOR NOTHING")
    stars.tick()
    another_person(stars.office, "st1", "p2", "Dora", "dora@example.org", stars.now)
    stars.out()
    desk = stars.desk()
    assert not {"p2"} & {*desk.plans, *desk.standing, *desk.between}
    assert [kept.seat for kept in desk.direct.values()] == []
    assert [(o.giver, o.taker) for o in stars.state().offers] == [("p1", "p2")]
    assert "has been removed" in stars.to("p2")
    assert "YOUR ANSWER, Dora" in stars.to("p2"), "the window is hers now"


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_report_99_each_letter_holds_an_answer_that_is_taken(empty: Table, variant: str) -> None:
    """Who copies the first choice of each letter plays; nothing of it is ever refused."""
    empty.new("st1", game="star-traders", variant=variant, players=3).start()
    for _ in range(16):
        for seat in asked(empty):
            lines = empty.newest["st1", seat].text.splitlines()
            choices = [line.strip() for line in lines if line.strip().startswith("; ANSWER")]
            empty.say(seat, choices[0].removeprefix("; ").partition(" ;")[0])
        empty.tick()
    assert empty.state().turn >= 1
    assert {outcome for _, outcome, _ in codes(empty.ordered())} == {"kept"}
    assert "REFUSED" not in told(empty, "p1") + told(empty, "p2") + told(empty, "p3")
