"""Trial letters and the start."""

from __future__ import annotations

import pytest

from engine.dice import commitment
from pbem.errors import UsageFault
from pbem.run import opening
from tests.conversations.table import SEED, Table


def test_each_seat_gets_a_trial_letter_and_any_answer_confirms_it(empty: Table) -> None:
    """The answer need hold no order; the thanks name who is missing after this run."""
    empty.new()
    assert [post.kind for post in empty.letters] == ["trial"] * 3
    assert "please answer this trial letter" in empty.letters[0].subject
    empty.say("p1", "Yes, I am here!\nAnna")
    empty.say("p2", "READY")
    empty.tick()
    assert empty.addressed == ["p1", "p2"]
    assert "Not yet heard from: Cleo" in empty.to("p1")
    assert "NOT READ" not in empty.to("p1")
    assert [empty.seat(s).status for s in ("p1", "p2", "p3")] == ["ready", "ready", "waiting"]


def test_the_game_master_is_told_once_when_all_have_answered(empty: Table) -> None:
    """With what he types next; also when somebody joins later, and has answered."""
    empty.new()
    empty.say("p1", "READY")
    empty.say("p2", "READY")
    empty.tick()
    assert empty.to_gm() == []
    empty.say("p3", "Here I am")
    empty.tick()
    (told,) = empty.to_gm()
    assert told.subject == "pbem: sf1 can start, all have answered"
    assert "Anna, Bob and Cleo" in told
    assert "pbem start sf1" in told
    empty.say("p3", "Hello again")
    empty.tick()
    assert empty.to_gm() == []
    opening.join(empty.office, "sf1", "Dan", "dan@example.org", empty.now)
    empty.tick()
    empty.say("p4", "READY")
    empty.tick()
    (told,) = empty.to_gm()
    assert "Anna, Bob, Cleo and Dan" in told


def test_nobody_starts_alone(empty: Table) -> None:
    """Fewer than the game needs: the game master is not told to start it."""
    empty.new(players=1)
    empty.say("p1", "READY")
    empty.tick()
    assert empty.to_gm() == []


def test_a_start_names_who_has_not_answered(empty: Table) -> None:
    empty.new()
    empty.say("p1", "READY")
    empty.tick()
    with pytest.raises(UsageFault) as told:
        opening.start(empty.office, "sf1", empty.now)
    assert "Bob (bob@example.org), Cleo (cleo@example.org)" in told.value.message
    assert empty.campaign().status == "setup"
    opening.start(empty.office, "sf1", empty.now, unconfirmed=True)
    assert empty.campaign().status == "running"


def test_before_the_start_questions_are_answered_and_orders_are_not_used(empty: Table) -> None:
    empty.new()
    empty.say("p1", "HELP CANCEL\nOPTIONS\nSTATUS\nSET COLUMNS 60")
    empty.say("p2", "PLAN A\nMAP\nREPORT 1\nREADY")
    empty.tick()
    one, two = empty.to("p1"), empty.to("p2")
    for words in ("Undoes your last letter", "THE GAME'S SETTINGS", "not begun", "60 columns"):
        assert words in one
    assert two.flat.count("The campaign has not begun.") == 3
    assert "READY" not in two.flat
    assert all(len(line) <= 60 for line in one.text.splitlines() if " | " not in line)


def test_a_second_answer_to_the_trial_letter_is_thanked_again(empty: Table) -> None:
    """One letter of ours for all that a seat wrote in one run."""
    empty.new()
    empty.say("p1", "READY")
    empty.tick()
    empty.say("p1", "Hello again")
    empty.say("p1", "STATUS")
    empty.tick()
    assert empty.addressed == ["p1"]
    assert "Thank you, Anna" in empty.to("p1")
    assert "not begun" in empty.to("p1")


def test_the_first_reports_hold_the_commitment_and_the_suggested_orders(table: Table) -> None:
    """Silence never costs more than it must; the seed itself is in no letter before the end."""
    assert table.addressed == ["p1", "p2", "p3"]
    for post in table.fresh:
        assert commitment(SEED) in post
        assert SEED.hex() not in post.raw.decode()
        assert "; NEGATE ANY IF HAND >= 4" in post
        assert "has begun" in post
    assert "your move by Fri 4 Dec 20:00" in table.to("p1").subject
    assert "nothing is needed from you" in table.to("p2").subject


def test_a_reply_to_the_trial_letter_after_the_start_still_counts(empty: Table) -> None:
    """Its token carries turn 0; a plan for the next turn is kept while none was played."""
    empty.new()
    trial = empty.to("p3")
    empty.start()
    empty.say("p3", "STANDING\nKEEP Frozen World", to=trial)
    empty.tick()
    assert "; KEEP Frozen World" in empty.to("p3")


def test_nobody_joins_a_campaign_that_has_started(table: Table) -> None:
    with pytest.raises(UsageFault) as told:
        opening.join(table.office, "sf1", "Dan", "dan@example.org", table.now)
    assert told.value.code == "started"


def test_report_33_who_sets_up_many_seats_of_his_own_is_answered_and_a_loop_is_not(
    empty: Table,
) -> None:
    """RFC 3834, section 5: the first answer to a trial letter comes once a seat, and its thanks
    count for nothing; from the second on an address gets ten answers an hour.
    """
    for campaign in ("sf1", "sf2", "sf3"):
        empty.new(campaign, players=5, address=lambda _: "gm@example.org")
    thanked = 0
    for campaign in ("sf1", "sf2", "sf3"):
        for n in range(1, 6):
            empty.say(f"p{n}", "READY", campaign=campaign)
            empty.tick()
            thanked += len(empty.all_to(f"p{n}", campaign))
    assert thanked == 15
    told = [post.subject for post in empty.letters if post.kind == "gm"]
    assert told == [f"pbem: sf{n} can start, all have answered" for n in (1, 2, 3)]
    looped = 0
    for _ in range(12):
        empty.say("p1", "I am away until Friday.", campaign="sf1")
        empty.tick()
        looped += len(empty.all_to("p1", "sf1"))
    assert looped == 10
    assert [post.kind for post in empty.letters].count("gm") == len(told) + 1
