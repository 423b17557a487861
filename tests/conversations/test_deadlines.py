"""Reminders, deadlines that pass, deadlines that are moved, clocks that jump, inboxes unread."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.deadlines import Deadline
from pbem.errors import TryAgain, UsageFault
from pbem.run import tick as running
from pbem.run.mending import resume
from pbem.run.moving import move_deadline
from pbem.sources.collected import Collected
from tests.conversations.lanterns import to_the_gap
from tests.conversations.table import Table


def kinds(table: Table, since: int = 0) -> list[tuple[str, str]]:
    """Kind and seat of all letters from a number on."""
    return [(post.kind, post.seat) for post in table.letters if post.number > since]


def test_one_reminder_a_deadline_to_who_has_sent_nothing(table: Table) -> None:
    """However often a run comes by (test_report_48)."""
    since = table.letters[-1].number
    due = table.deadline()
    while table.now < due - timedelta(hours=2):
        table.tick(hours=3)
    assert kinds(table, since) == [("reminder", "p1")]
    post = table.newest["sf1", "p1"]
    assert "left for turn 4" in post.subject
    assert "No orders from you for turn 4 yet" in post
    table.say("p1", "PLAN A")
    table.tick()
    assert table.desk().plans["p1"].lines[0].text == "DELIVER BEST ATLEAST 20 ELSE PASS"


def test_no_reminder_to_who_is_ready_or_has_a_plan(rounds: Table) -> None:
    """test_report_45: what is on file counts as sent."""
    rounds.say("p1", "READY")
    rounds.say("p2", "PLAN\nPASS")
    rounds.tick()
    since = rounds.letters[-1].number
    due = rounds.deadline()
    while rounds.now < due - timedelta(hours=13):
        rounds.tick(hours=12)
    assert kinds(rounds, since) == [("reminder", "p3")]


@pytest.mark.parametrize("text", ["STATUS", "STANDING\nKEEP Star Base"])
def test_report_98_a_reminder_waits_for_the_run_after_an_answer(table: Table, text: str) -> None:
    """One letter a seat and run: what the answer does not say is told by the next."""
    due, since = table.deadline(), table.letters[-1].number
    while due - table.now > timedelta(hours=25):
        table.tick(hours=1)
    table.now = due - timedelta(hours=24)
    table.say("p1", text)
    table.tick()
    assert kinds(table, since) == [("receipt", "p1")]
    table.tick(minutes=5)
    assert kinds(table, since) == [("receipt", "p1"), ("reminder", "p1")]
    table.tick(minutes=5)
    assert len(kinds(table, since)) == 2


def test_report_98_a_report_that_asks_reminds_too(table: Table) -> None:
    """An offer comes as the reminder is due: its letter says the move and the time."""
    due, since = table.deadline(), table.letters[-1].number
    while due - table.now > timedelta(hours=25):
        table.tick(hours=1)
    table.now = due - timedelta(hours=24)
    table.say("p2", f"OFFER Anna: {table.state().hands['p2'][0]} FOR NOTHING")
    table.tick()
    assert table.addressed == ["p1", "p2"]
    assert "YOUR MOVE, Anna - orders by" in table.to("p1")
    table.tick(hours=3)
    assert [kind for kind, seat in kinds(table, since) if seat == "p1"] == ["report"]


def test_silence_is_the_default_and_the_report_says_so(table: Table) -> None:
    due = table.deadline()
    while table.now < due - timedelta(hours=1):
        assert table.tick(minutes=59).facts == 0
        table.wait(hours=10)
    table.now = due
    table.tick(minutes=0)
    assert table.state().active == "p2"
    assert "No orders from you were on file, so: ; PASS" in table.to("p1")
    assert table.addressed == ["p1", "p2", "p3"]


def test_one_late_run_settles_one_turn(table: Table) -> None:
    """test_report_40: the next seat gets its own full time from now on."""
    table.until(after=420)
    assert table.state().active == "p2"
    assert table.deadline() > table.now + timedelta(days=2)
    table.tick()
    assert table.state().active == "p2"


def test_a_letter_in_time_counts_although_it_is_read_late(table: Table) -> None:
    """One second before the deadline it is in time, one second after it is not (test_report_24)."""
    due = table.deadline()
    while due - table.now > timedelta(hours=13):
        table.tick(hours=12)
    table.now = due
    table.say("p1", "ANSWER PASS")
    table.now = due + timedelta(seconds=1)
    table.say("p1", "PLAN\nPASS\nANSWER PASS\nSTANDING\nKEEP Star Base")
    table.tick(minutes=5)
    post = table.to("p1")
    assert "Your answer ; PASS" in post
    assert "which has been played" in post
    assert "No question is open" in post
    assert "No orders from you were on file" not in post
    assert "KEEP" in table.desk().standing["p1"]


def test_a_late_answer_does_not_settle_the_question_that_the_deadline_opened(table: Table) -> None:
    """test_report_24, test_report_26: the same run settles the turn and reads the late letter."""
    old = table.newest["sf1", "p2"]
    due = table.deadline()
    while due - table.now > timedelta(hours=13):
        table.tick(hours=12)
    table.now = due + timedelta(seconds=30)
    table.say("p2", "ANSWER PASS", to=old)
    table.tick()
    assert table.state().active == "p2", "Bob's question came up after he wrote"
    assert "The question it answers is closed" in table.to("p2")


def test_a_moved_deadline_is_told_to_all_and_holds(table: Table) -> None:
    later = Deadline.stored("2026-12-10T18:00", "Europe/Berlin")
    assert move_deadline(table.office, "sf1", later, table.now) == 3
    table.out()
    assert "The deadline of sf1 is now Thu 10 Dec" in table.to("p3").subject
    assert table.deadline() == later.utc
    for _ in range(8):
        table.tick(hours=20)
    assert table.state().active == "p1"
    table.until()
    assert table.state().active == "p2"
    with pytest.raises(UsageFault):
        move_deadline(table.office, "sf1", later, table.now)


def test_of_a_deadline_moved_again_before_a_letter_went_out_only_the_last_is_told(
    table: Table,
) -> None:
    for day in (10, 11, 12):
        later = Deadline.stored(f"2026-12-{day}T18:00", "Europe/Berlin")
        assert move_deadline(table.office, "sf1", later, table.now) == 3
    table.out()
    assert ["is now Sat 12 Dec" in post.subject for post in table.fresh] == [True] * 3


def test_a_window_closes_at_its_deadline_in_the_same_run(toy: Table) -> None:
    """test_report_66; and test_report_65: silence never spends a card."""
    to_the_gap(toy)
    hands = toy.state().hands
    toy.until()
    assert "between" not in {row.kind for row in toy.read_pending()}
    assert toy.state().active == "p2"
    assert all(toy.state().hands[seat] == hands[seat] for seat in hands)


def test_a_window_closes_once_everybody_has_answered_and_never_says_who_has(toy: Table) -> None:
    to_the_gap(toy)
    for seat in ("p1", "p3"):
        toy.say(seat, "ANSWER PASS")
        toy.tick()
        assert toy.addressed == [seat]
    toy.say("p2", "STATUS")
    toy.tick()
    post = toy.to("p2")
    assert "Anna: plays Bob" in post
    assert "You, Anna and Cleo have been asked" in post or "have been asked" in post
    toy.say("p2", "ANSWER PASS")
    toy.tick()
    assert toy.state().active == "p2"


# -- brakes --------------------------------------------------------------------------------------


def test_a_clock_that_jumps_settles_nothing_until_the_gm_says_so(table: Table) -> None:
    """test_report_41, test_report_42: a year ahead in one step."""
    state = table.campaign().state
    table.tick(days=365)
    assert table.summary.held == "clock"
    assert table.campaign().state == state
    assert [post.kind for post in table.fresh] == ["gm"]
    table.tick(minutes=5)
    assert table.fresh == []
    assert resume(table.office, table.now) == ["sf1"]
    table.out()
    assert table.addressed == ["p1", "p2", "p3"]
    assert "sf1 goes on. Orders are now due by" in table.to("p1")
    assert table.deadline() - table.now >= timedelta(hours=6)
    assert table.tick().held == ""
    assert table.state().active == "p1"


def test_letters_are_used_while_the_clock_is_not_believed(table: Table) -> None:
    """Only what hangs on time is held."""
    table.tick(days=40)
    table.say("p1", "ANSWER PASS")
    table.say("p3", "STATUS")
    table.tick()
    assert table.state().active == "p2"
    # test_report_42: players can see the hold.
    assert "Nothing is settled since" in table.to("p3")
    assert "the clock of the office cannot be right" in table.to("p3").flat
    resume(table.office, table.now)
    table.out()
    table.say("p3", "STATUS")
    table.tick()
    assert "Nothing is settled" not in table.to("p3")


HELD = "Nothing is settled since Tue 1 Dec 2026, 13:01 in Berlin (12:01 UTC): the clock"


def test_report_42_what_names_a_deadline_in_a_hold_says_that_none_is_settled(table: Table) -> None:
    """Once in a letter, and in none of its own; a letter that names no deadline is as ever."""
    table.tick(days=40)
    assert table.addressed == [""]  # the game master's
    table.say("p1", "HELP ANSWER")
    table.tick()
    assert "Nothing is settled" not in table.to("p1")
    for text in ("PLAN\nDELIVER Hive World WITH Dark Matter", "Hello", "REPORT", "STATUS"):
        table.say("p1", text)
        table.tick()
        assert table.to("p1").flat.count(HELD) == 1, text
    # The report that orders lead to has it at its head; the receipt in it does not say it again.
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert table.state().active == "p2"
    for seat in ("p1", "p2"):
        assert table.to(seat).kind == "report"
        assert table.to(seat).flat.count(HELD) == 1
    # Believed again, it is forgotten with the letter that says so.
    resume(table.office, table.now)
    table.out()
    assert "Orders are now due by" in table.to("p2")
    table.say("p2", "Hello")
    table.tick()
    assert "still your move: until" in table.to("p2")
    assert not [post for post in table.letters[-4:] if "Nothing is settled" in post]


def test_report_42_a_deadline_that_is_moved_in_a_hold_is_not_settled_either(table: Table) -> None:
    table.tick(days=40)
    move_deadline(table.office, "sf1", Deadline.stored("2027-01-20T20:00", "UTC"), table.now)
    table.out()
    assert "is now Wed 20 Jan" in table.to("p1")
    assert HELD in table.to("p1")


def test_a_clock_that_runs_back_reminds_nobody_twice(table: Table) -> None:
    """test_report_41: minus two hours."""
    due = table.deadline()
    while table.now < due - timedelta(hours=20):
        table.tick(hours=3)
    count = len(table.letters)
    assert table.letters[-1].kind == "reminder"
    table.now -= timedelta(hours=2)
    for _ in range(4):
        table.tick(hours=1)
    assert len(table.letters) == count
    assert table.deadline() == due


def test_no_deadline_settles_in_a_run_that_could_not_read_the_inbox(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """test_report_60. The GM hears of it once a day; an offer does not run out either."""
    hand = table.state().hands["p2"]
    table.say("p2", f"OFFER Anna: {hand[0]} FOR NOTHING UNTIL 4 Dec 19:00")
    table.tick()
    due = table.deadline()
    while due - table.now > timedelta(hours=13):
        table.tick(hours=12)
    away = TryAgain("imap-away", "The IMAP server is away.", "")
    monkeypatch.setattr(running, "collect", lambda *_: Collected((), False, away))
    table.now = due + timedelta(minutes=5)
    for _ in range(3):
        summary = running.tick(table.office, table.now)
        table.wait(minutes=5)
    table.out()
    assert summary.held == "inbox"
    assert summary.exit_code == 75
    assert table.state().active == "p1"
    assert len(table.state().offers) == 1
    assert [post.kind for post in table.fresh] == ["gm"]
    # test_report_42: who can be heard by another way sees the hold, and since when.
    table.say("p2", "STATUS")
    running.tick(table.office, table.now)
    table.out()
    assert "the mailbox of the office cannot be read" in table.to("p2").flat
    # The letter that lay there all the time is read, and was in time.
    now, table.now = table.now, due - timedelta(minutes=1)
    table.say("p1", "ANSWER PASS")
    table.now = now
    table.tick()
    assert table.state().active == "p2"
    assert "No orders from you" not in table.to("p1")


def test_what_was_asked_again_in_one_window_is_one_deadline(toy: Table) -> None:
    """A card played in a window opens the next one, with its own shorter time."""
    to_the_gap(toy)
    first = toy.read_pending()[0]
    toy.say("p2", "ANSWER PLAY Feast")
    for seat in ("p1", "p3"):
        toy.say(seat, "ANSWER PASS")
    toy.tick()
    again = toy.read_pending()
    assert {row.deadline_class for row in again} == {"AGAIN"}
    assert len({row.deadline_utc for row in again}) == 1
    assert first.window not in {row.window for row in again}
