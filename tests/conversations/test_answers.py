"""ANSWER, in all the ways in which it can fail (test_report_22)."""

from __future__ import annotations

from tests.conversations.freight import WARE, deal
from tests.conversations.lanterns import to_the_gap
from tests.conversations.table import Table, codes


def refused(table: Table) -> list[str]:
    """The codes of all refusals so far."""
    return [reason for _, outcome, reason in codes(table.ordered()) if outcome == "refused"]


def test_no_question_is_open_for_the_seat(table: Table) -> None:
    table.say("p2", "ANSWER PASS")
    table.tick()
    assert refused(table) == ["no-question"]
    assert "No question is open that this could answer" in table.to("p2")


def test_an_order_that_cannot_be_read(table: Table) -> None:
    """The usage and what would be legal are printed."""
    deal(table, p1=WARE)
    table.say("p1", "ANSWER DELIVRE Frozen World\nANSWER DELIVER Mars\nANSWER")
    table.tick()
    assert len(refused(table)) == 3
    assert table.state().active == "p1"
    assert "DELIVER" in table.to("p1")


def test_an_order_that_is_not_legal_now(table: Table) -> None:
    table.say("p1", "ANSWER DELIVER Star Base WITH Dark Matter")
    table.tick()
    assert len(refused(table)) == 1
    assert table.state().active == "p1"
    assert not table.desk().direct


def test_a_question_by_a_number_that_never_was(table: Table) -> None:
    table.say("p1", "ANSWER w999 PASS")
    table.tick()
    assert refused(table) == ["no-window"]


def test_a_question_by_a_number_that_is_closed(table: Table) -> None:
    table.say("p1", "ANSWER w1 PASS")
    table.tick()
    assert refused(table) == ["stale-answer"]


def test_an_answer_to_an_old_letter_never_answers_a_new_question(table: Table) -> None:
    """Bob answers his first report, late; meanwhile another turn of his is open."""
    first = table.newest["sf1", "p1"]
    table.say("p1", "ANSWER PASS")
    table.tick()
    for _ in range(9):
        if table.state().active == "p1":
            break
        table.until()
    assert table.state().active == "p1"
    before = table.snapshot()
    table.say("p1", "ANSWER PASS", to=first)
    table.tick()
    assert refused(table)[-1] == "stale-answer"
    assert table.snapshot() == before


def test_without_in_reply_to_the_turn_of_the_token_decides(table: Table) -> None:
    first = table.newest["sf1", "p1"]
    table.say("p1", "ANSWER PASS", In_Reply_To=None)
    table.tick()
    assert table.state().active == "p2"
    while table.state().active != "p1":
        table.until()
    table.say("p1", "ANSWER PASS", to=first, In_Reply_To=None)
    table.tick()
    assert refused(table) == ["stale-answer"]


def test_the_last_answer_counts_until_the_deadline(toy: Table) -> None:
    """An answer to a window is kept sealed, and may be changed."""
    to_the_gap(toy)
    assert all("your answer by" in post.subject for post in toy.fresh if post.kind == "question")
    toy.say("p2", "ANSWER PASS")
    toy.tick()
    toy.say("p2", "ANSWER PLAY Feast")
    toy.tick()
    assert "; PLAY Feast" in toy.to("p2")
    toy.until()
    assert any(fact.kind == "Laid" for fact in toy.facts())


def test_several_questions_are_told_apart_by_what_can_be_read(toy: Table) -> None:
    """One who is asked twice names the number only where both could be meant."""
    to_the_gap(toy)
    number = toy.read_pending()[0].window
    toy.say("p1", f"ANSWER w{number} PASS")
    toy.tick()
    assert f"Your answer to w{number}" in toy.to("p1")
