"""Faults that real systems had, as the list of public reports numbers them.

Numbers are labels only; each test says the outcome that was chosen. Those that have tests of
their own elsewhere bear the number in their names or docstrings.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from engine.dice import commitment
from pbem.campaigns import Wanted, make_campaign
from pbem.errors import Locked
from pbem.intake import acting
from pbem.run import tick as running
from pbem.run import work as at_work
from pbem.run.dues import campaigns_due
from pbem.run.seating import another_person
from pbem.run.tick import tick
from pbem.store.models import AddressRow, OutboxRow, SnapshotRow
from tests.conversations.freight import WARE, deal
from tests.conversations.lanterns import to_the_gap
from tests.conversations.table import SEED, Table

# -- duplicate, late, stale and lost mail --------------------------------------------------------


def test_report_18_a_letter_that_comes_twice_counts_once(table: Table) -> None:
    """The second has no effect and no second receipt, in the same run or a later one."""
    raw = table.letter(table.newest["sf1", "p1"], "ANSWER PASS")
    table.bring(raw)
    table.bring(raw)
    table.tick()
    assert table.to("p1").flat.count("Your letter") == 1
    table.bring(raw)
    before = table.snapshot()
    table.tick()
    assert table.fresh == []
    assert table.snapshot() == before


def test_report_19_letters_without_a_message_id_are_known_by_their_text(table: Table) -> None:
    """One effect by content hash (tests/crash kills between claim and commit)."""
    raw = table.letter(table.newest["sf1", "p2"], "PLAN\nPASS", Message_ID=None)
    assert table.bring(raw) is not None
    assert table.bring(b"Received: from elsewhere\r\n" + raw) is None
    table.tick()
    assert table.to("p2").flat.count("Your letter") == 1


def test_report_20_a_mailbox_that_delivers_forty_old_letters_again(table: Table) -> None:
    """No change of state, no letter out."""
    raws = []
    for n in range(40):
        raws.append(table.letter(table.newest["sf1", "p2"], f"STANDING\nKEEP Star Base\n; {n}"))
        table.bring(raws[-1])
    table.tick()
    before = table.snapshot()
    assert [table.bring(raw) for raw in raws] == [None] * 40
    table.tick()
    assert table.fresh == []
    assert table.snapshot() == before


def test_report_22_orders_for_a_turn_that_is_closed(table: Table) -> None:
    """Refused with the turn's number; what is on file for the next one is untouched."""
    old = table.newest["sf1", "p1"]
    table.say("p1", "ANSWER PASS")
    table.tick()
    table.say("p1", "PLAN\nDELIVER BEST ATLEAST 33")
    table.tick()
    before = table.desk()
    table.say("p1", "PLAN\nPASS\nANSWER PASS", to=old)
    table.tick()
    assert "It is a plan for turn 4, which has been played" in table.to("p1")
    assert table.desk() == before


def test_report_24_a_letter_one_second_late(table: Table) -> None:
    """By game rule: its ANSWER and PLAN are refused with the reason, what is no order of that turn
    (standing orders, offers, questions) counts for the next. Never "you are in".
    """
    table.say("p2", "PLAN\nPASS")
    due = table.deadline()
    while due > table.now.replace(hour=23):
        table.tick(hours=13)
    table.now = due.replace(second=1)
    table.say("p1", "PLAN\nPASS\nSTANDING\nKEEP Star Base")
    table.tick()
    post = table.to("p1")
    assert "which has been played" in post
    assert "No orders from you were on file" in post
    assert "p1" not in table.desk().plans
    assert table.desk().standing["p1"]


def test_report_26_a_letter_that_lands_while_a_run_is_at_work(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to the next run whole; never half used."""
    late: list[int | None] = []

    def campaigns(*args: Any) -> list[str]:
        # The inbox is sorted, and the campaigns are about to be played.
        late.append(table.say("p1", "PLAN\nDELIVER BEST"))
        return campaigns_due(*args)

    with monkeypatch.context() as patch:
        patch.setattr(running, "campaigns_due", campaigns)
        table.say("p1", "ANSWER PASS")
        table.tick()
    assert table.row(late[0]).status == "new"
    assert "p1" not in table.desk().plans
    table.tick()
    assert (table.row(late[0]).status, table.row(late[0]).reason) == ("refused", "stale-plan")


def test_report_47_a_second_run_ends_locked(table: Table) -> None:
    """Exit 75, and nothing told twice."""
    with table.office.lock(), pytest.raises(Locked) as told:
        tick(table.office, table.now, mail=False)
    assert told.value.exit_code == 75


# -- senders and secrets -------------------------------------------------------------------------


def test_report_30_a_check_with_a_wrong_token_is_refused_as_an_order_is(table: Table) -> None:
    """No "OK" that a refusal follows."""
    outcomes = []
    for text in ("CHECK\nPLAN\nPASS", "PLAN\nPASS"):
        number = table.say("p1", text, To="gm+sf1.t4.p1.bbbbbbbbbb@pbem.test", Subject="x")
        table.tick()
        outcomes.append((table.row(number).status, table.row(number).reason))
    assert outcomes == [("refused", "wrong-token")] * 2


def test_report_31_a_new_players_first_letter_has_one_verdict(empty: Table) -> None:
    """Accepted or refused, not both."""
    empty.new()
    empty.say("p1", "READY")
    empty.tick()
    assert len(empty.all_to("p1")) == 1
    assert "not used" not in empty.to("p1")


def test_report_16_a_line_that_is_refused_changes_nothing(table: Table) -> None:
    """Every kind of refusal that a letter can meet at once."""
    before = table.snapshot()
    table.say(
        "p2",
        "ANSWER PASS\nANSWER w99 PASS\nACCEPT Anna\nDECLINE Cleo 4\nWITHDRAW Anna\n"
        "OFFER Anna: Death Star FOR Star Base\nREVEAL Star Base\nPLAN Z\nPLAN now\nREADY\n"
        "NOT READY\nRESIGN sf9\nCANCEL\nSET SAIL\nSTANDING\nKEEP\nSTANDING USE OFF\nCARD none\n",
    )
    table.tick()
    assert table.snapshot() == before
    assert {row.outcome for row in table.ordered()} == {"refused"}
    assert table.seat("p2").settings == "{}"


def test_report_15_a_line_that_fails_stops_no_other(table: Table) -> None:
    """By our rule a fault concerns its own line; the receipt says what was done with each."""
    table.say("p2", "DELIVR BEST\nSTANDING\nKEEP Star Base\nKEEP Nowhere\nSET COLUMNS 60")
    table.tick()
    assert sorted((row.line_no, row.outcome) for row in table.ordered()) == [
        (1, "refused"),
        (3, "kept"),
        (4, "refused"),
        (5, "done"),
    ]
    post = table.to("p2")
    assert "REFUSED  line 1  | DELIVR" in post.text
    assert "REFUSED  line 4  | KEEP Nowhere" in post.text
    assert [x.text for x in table.desk().standing["p2"].values()] == ["KEEP Star Base"]


# -- deadlines, replacement ----------------------------------------------------------------------


def test_report_45_what_was_sent_counts_as_sent(table: Table) -> None:
    """An answer in a turn that still waits draws no reminder, and silence is not recorded."""
    table.say("p1", "PLAN\nDELIVER Star Base")
    table.tick()
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert all(post.kind != "reminder" for post in table.letters)
    assert [f.via for f in table.facts() if f.kind == "Answered"][-1] == "letter"


def test_report_56_a_finished_game_reminds_nobody(table: Table) -> None:
    """Nor one that was left: nothing falls due any more."""
    table.say("p1", "RESIGN sf1")
    table.say("p2", "RESIGN sf1")
    table.tick()
    count = len(table.letters)
    for _ in range(6):
        table.tick(hours=20)
    assert len(table.letters) == count


def test_report_57_orders_of_a_player_who_was_replaced(table: Table) -> None:
    """Discarded, and his replacement is told so."""
    table.say("p2", "PLAN\nDELIVER BEST\nSTANDING\nKEEP Star Base")
    table.tick()
    another_person(table.office, "sf1", "p2", "Dora", "dora@example.org", table.now)
    table.out()
    assert "has been removed" in table.to("p2")
    assert "p2" not in table.desk().plans
    assert "p2" not in table.desk().standing


def test_report_57_offers_of_a_player_who_was_replaced(table: Table) -> None:
    """Closed, and both sides are told; what was offered to him may still be taken."""
    deal(table, p1=WARE, p2=("Star Base", "Dark Matter"))
    table.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    table.say("p1", "OFFER Bob: Matter Replicators FOR Star Base")
    table.tick()
    another_person(table.office, "sf1", "p2", "Dora", "dora@example.org", table.now)
    table.out()
    assert [(o.giver, o.taker) for o in table.state().offers] == [("p1", "p2")]
    assert "the offers that he had made are closed" in table.to("p2")
    assert "Dora's offer 1 to you ended: another person" in table.to("p1")
    table.say("p1", "ACCEPT Dora 1")
    table.tick()
    assert table.ordered()[-1].outcome == "refused"


def test_report_53_a_replacement_moves_no_deadline(table: Table) -> None:
    """Handing a seat on puts nothing off, however often; the game master can, for all to see."""
    due = table.deadline()
    for name in ("Dora", "Emil"):
        another_person(table.office, "sf1", "p1", name, f"{name}@example.org".lower(), table.now)
        assert table.deadline() == due


# -- windows -------------------------------------------------------------------------------------


def test_report_61_a_window_mails_everybody_with_deadline_and_default(toy: Table) -> None:
    """Who may answer is asked, told until when, and what silence means."""
    to_the_gap(toy)
    for seat in ("p1", "p2", "p3"):
        post = toy.newest["la1", seat]
        assert "YOUR ANSWER" in post
        assert "Silence means you play none" in post


def test_report_62_a_question_never_shows_who_holds_the_card(with_toy: None, empty: Table) -> None:
    """Two games that differ in Cleo's hand: the same letters to others, at the same times."""
    letters = []
    for cards in (("Storm", "Zap"), ("Avoid", "Avoid")):
        table = Table.copy(empty, empty.office.folder.parent / cards[0])
        table.new("la1", game="lanterns").start()
        to_the_gap(table, p1=("Envoy", "Zap"), p2=("Feast", "Zap"), p3=cards)
        table.say("p2", "ANSWER PASS")
        table.tick()
        table.until()
        letters.append([(p.seat, p.kind, p.raw) for p in table.letters if p.seat != "p3"])
    assert letters[0] == letters[1]


def test_report_65_silence_never_spends_a_card(toy: Table) -> None:
    """Nothing on file: a window's default is to pass, whatever the hand holds."""
    to_the_gap(toy, p1=("Avoid", "Envoy"), p2=("Storm", "Storm"), p3=("Feast", "Feast"))
    cards = {seat: len(hand) for seat, hand in toy.state().hands.items()}
    toy.until()
    assert {seat: len(hand) for seat, hand in toy.state().hands.items()} == cards


def test_report_66_after_its_deadline_a_window_is_over_in_the_same_run(toy: Table) -> None:
    """And the game goes on."""
    to_the_gap(toy)
    window = toy.read_pending()[0].window
    toy.until()
    assert window not in {row.window for row in toy.read_pending()}
    assert toy.state().active == "p2"


def test_report_70_receipt_order_decides(table: Table) -> None:
    """A standing order taken off and an answer in one run: the later letter counts."""
    table.say("p2", "STANDING\nPASS")
    table.tick()
    table.say("p2", "STANDING PASS OFF")
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert table.state().active == "p2"


def test_report_71_an_answer_names_its_source(table: Table) -> None:
    """Policy, plan, letter or silence, and which line; for its owner and the GM only."""
    table.say("p2", "PLAN\nPASS")
    table.say("p1", "ANSWER PASS")
    table.tick()
    answered = [(f.via, f.audience) for f in table.facts() if f.kind == "Answered"]
    assert answered[-2:] == [("letter", '["p1"]'), ("plan", '["p2"]')]


def test_report_72_all_facts_have_one_row_of_numbers(table: Table) -> None:
    """Draws, plans, orders and offers alike: what came before what is told by number, not time."""
    hand = table.state().hands["p2"]
    table.say("p2", f"OFFER Anna: {hand[0]} FOR NOTHING\nPLAN\nPASS")
    table.say("p1", "ANSWER PASS")
    table.tick()
    facts = table.facts()
    assert [fact.n for fact in facts] == list(range(1, len(facts) + 1))
    assert {"Rolled", "OfferMade", "Answered"} <= {fact.kind for fact in facts}
    ordered = [row.n for row in table.ordered()]
    assert ordered == list(range(ordered[0], ordered[0] + len(ordered)))


def test_report_74_what_others_do_disables_no_plan(table: Table) -> None:
    """Offers, a card shown, another's turn: the plan stays on file, done lines aside."""
    table.say("p3", "PLAN\nDELIVER BEST ATLEAST 99\nELSE PASS\nSTANDING\nKEEP Star Base")
    table.tick()
    before = table.desk()
    hand = table.state().hands["p2"]
    table.say("p2", f"OFFER Cleo: {hand[0]} FOR NOTHING\nREVEAL {hand[0]}")
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert table.state().active == "p2"
    assert table.desk().plans["p3"] == before.plans["p3"]
    assert table.desk().standing["p3"] == before.standing["p3"]


def test_report_75_a_standing_order_that_is_illegal_does_not_block(toy: Table) -> None:
    """The window's default is used, its owner told, and the run goes on."""
    to_the_gap(toy, p1=("Storm", "Zap"), p2=("Avoid", "Zap"), p3=("Zap", "Zap"))
    toy.say("p3", "STANDING\nSELL 2")
    toy.tick()
    toy.say("p1", "ANSWER PLAY Storm ON Bob")
    for seat in ("p2", "p3"):
        toy.say(seat, "ANSWER PASS")
    toy.tick()
    assert {row.kind for row in toy.read_pending()} == {"storm"}
    toy.until()
    assert "storm" not in {row.kind for row in toy.read_pending()}
    assert toy.campaign().status == "running"


def test_report_76_each_automatic_answer_is_told(table: Table) -> None:
    """In the next report, with where it came from."""
    table.say("p2", "STANDING\nPASS")
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert "Taken from your standing orders: ; PASS" in table.to("p2")


def test_report_79_a_line_sent_ahead_is_judged_when_its_question_comes(table: Table) -> None:
    """Form at once, legality at the decision; what fails is told with the line."""
    table.say("p2", "PLAN\nDELIVER Hive World WITH Dark Matter")
    table.tick()
    assert "REFUSED" not in table.to("p2").text
    deal(table, p2=("Star Base", "Anti-Matter"))
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert "could not go on at line 1" in table.to("p2")


# -- rollback, replay, saves, versions -----------------------------------------------------------


def test_report_84_what_can_be_taken_back(table: Table) -> None:
    """CANCEL works while nothing of the letter was used; nothing that happened is undone."""
    table.say("p2", "PLAN\nPASS")
    table.tick()
    table.say("p1", "ANSWER PASS")
    table.tick()
    before = table.snapshot()
    table.say("p2", "CANCEL")
    table.tick()
    assert "nothing on file that could be taken back" in table.to("p2")
    assert table.snapshot() == before


def test_report_89_nothing_is_mailed_that_is_not_stored(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A storage error after the settlement: no report, and the state is the old one."""
    before = table.snapshot()

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    number = table.say("p1", "ANSWER PASS")
    with monkeypatch.context() as patch:
        patch.setattr(at_work, "save_desk", full)
        table.tick()
    assert [post for post in table.fresh if post.kind == "report"] == []
    assert table.campaign().state == before[0]
    assert table.row(number).status == "new"


@pytest.mark.parametrize(
    ("module", "name"),
    [(acting, "write_step"), (at_work, "settle"), (at_work, "save_desk")],
    ids=["letter", "settlement", "end"],
)
def test_report_89_a_full_disk_halts_nothing_and_sets_no_letter_aside(
    table: Table, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    """The database may find it at any statement, of a settlement or of a letter: what is told is
    the disk, and the next run goes on.
    """
    before, hand = table.snapshot(), table.state().hands["p1"]

    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError("INSERT", {}, error)

    number = table.say("p1", f"REVEAL {hand[0]}\nANSWER PASS")
    with monkeypatch.context() as patch:
        patch.setattr(module, name, full)
        summary = table.tick()
    assert (summary.halted, summary.shunted, summary.exit_code) == (0, 0, 1)
    assert "no room left" in summary.errors[0]
    assert table.fresh == []
    assert table.snapshot() == before
    table.tick()
    assert table.row(number).status == "accepted"
    assert table.state().active == "p2"


def test_report_90_the_seed_is_not_made_of_the_time(empty: Table) -> None:
    """Two campaigns made in the same second have seeds that have nothing in common."""
    seeds, usual = [], empty.office.settings.deadlines.for_campaign()
    for campaign in ("sf8", "sf9"):
        wanted = Wanted(campaign, "space-freighter", "", {}, "UTC", usual)
        with empty.office.session() as session:
            row = make_campaign(session, wanted, empty.now)
            assert row.commitment == commitment(row.seed)
            seeds.append(row.seed)
    assert [len(seed) for seed in seeds] == [32, 32]
    assert sum(a == b for a, b in zip(*seeds, strict=True)) < 8


def test_report_90_the_seed_is_secret_and_committed_to(empty: Table) -> None:
    """Its hash is in each player's first report, itself in no letter while the campaign runs."""
    empty.new("sf1").start()
    for seat in ("p1", "p2", "p3"):
        assert commitment(SEED) in empty.newest["sf1", seat].flat.replace(" ", "")
    empty.say("p1", "OPTIONS\nHISTORY")
    empty.tick()
    assert not any(SEED.hex().encode() in post.raw for post in empty.letters)


def test_report_91_letters_of_two_players_in_one_run(table: Table) -> None:
    """Both applied; nothing is guarded by a campaign-wide number."""
    table.say("p2", "PLAN\nPASS")
    table.say("p3", "PLAN\nPASS")
    table.tick()
    assert set(table.desk().plans) == {"p2", "p3"}


def test_report_96_rendering_changes_nothing(table: Table) -> None:
    """The state's hash is the same before and after every page was written."""
    before = table.campaign().state_hash
    table.say("p1", "REPORT\nMAP\nPRICES\nOPTIONS\nHISTORY\nSTATUS\nHELP\nRULES\nSHOW 4")
    table.tick()
    assert table.campaign().state_hash == before


def test_report_81_a_card_that_was_drawn_stays_drawn(table: Table) -> None:
    """No word of a player undoes what happened: snapshots stand after every turn."""
    rows = table.read(lambda s: list(s.exec(select(SnapshotRow)).all()))
    assert {row.campaign for row in rows} == {"sf1"}
    facts = len(table.facts())
    table.say("p1", "CANCEL\nCLEAR")
    table.tick()
    assert len(table.facts()) == facts


# -- reports and notices -------------------------------------------------------------------------


def test_report_98_one_letter_a_player_and_run(table: Table) -> None:
    """Receipts, report and questions that fall together are one letter."""
    for seat in ("p1", "p2", "p3"):
        table.say(seat, "STATUS")
        table.say(seat, "STANDING\nPASS")
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert sorted(post.seat for post in table.fresh if post.seat) == ["p1", "p2", "p3"]


def test_report_99_a_report_alone_suffices_for_the_next_orders(table: Table) -> None:
    """What is needed and by when, the own position, the legal answers, a plan by letter."""
    deal(table, p1=WARE)
    table.say("p1", "REPORT")
    table.tick()
    table.say("p2", "OFFER Anna: NOTHING FOR Nanotech Robots")
    table.tick()
    post = table.to("p1")
    for words in (
        "YOUR MOVE",
        "by Fri 4 Dec 2026, 20:00",
        "Frozen World",
        "; ACCEPT Bob 1",
        " A ;",
    ):
        assert words in post.flat


def test_report_100_every_provider_gets_its_letters(table: Table) -> None:
    """No rule leaves out an address by its domain."""
    with table.office.session() as session:
        for row in session.exec(select(AddressRow)):
            session.delete(row)
    for domain in ("hotmail.com", "outlook.com", "icloud.com"):
        another_person(table.office, "sf1", "p2", f"D{domain[:3]}", f"x@{domain}", table.now)
        table.out()
        assert str(table.to("p2").message["To"]).endswith(f"<x@{domain}>")


def test_report_35_no_log_or_receipt_holds_anothers_token(table: Table, tmp_path: Path) -> None:
    """Each letter holds its own seat's token only; the office's files hold none but in letters."""
    table.say("p1", "ANSWER PASS\nHELP\nOPTIONS")
    table.tick()
    macs = {
        seat: re.search(rf"\[sf1-{seat}-([a-z2-7]{{10}})\]", table.newest["sf1", seat].subject)[1]  # type: ignore[index]
        for seat in ("p1", "p2", "p3")
    }
    for post in table.letters:
        for seat, mac in macs.items():
            assert (mac.encode() in post.raw) == (seat == post.seat)
    runs = table.read(lambda s: s.exec(select(OutboxRow.last_error)).all())
    assert set(runs) == {""}
