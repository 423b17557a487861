"""A campaign as the referee keeps it: facts, snapshots, what is waited for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import update

from engine.advance import act
from engine.decision import Order
from engine.dice import KeyedDice
from engine.replay import fold
from pbem.clock import from_utc_text, utc_text
from pbem.deadlines import Deadline, parse_duration
from pbem.errors import PbemError, UsageFault
from pbem.referee.history import beginning, last_fact_of, state_after, state_at
from pbem.referee.record import audience_text, read_audience, told_since, write_step
from pbem.referee.seated import campaign_row, load
from pbem.referee.waiting import (
    DeadlineSettings,
    give_notice,
    move,
    next_reminder,
    pending_rows,
    renew,
    waiting_rows,
)
from pbem.store.models import CampaignRow
from tests.conversations.table import Table


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Space Freighter, just started."""
    return Table(tmp_path_factory.mktemp("referee") / "office").new().start()


@pytest.fixture
def table(started: Table, tmp_path: Path) -> Table:
    """A copy of it."""
    return Table.copy(started, tmp_path / "office")


@pytest.mark.parametrize("audience", [None, (), ("p1",), ("p1", "p3")])
def test_audiences_are_stored(audience: tuple[str, ...] | None) -> None:
    """ "all", "none", or the seats."""
    assert read_audience(audience_text(audience)) == audience


def test_the_facts_fold_to_the_state(table: Table) -> None:
    """From the beginning, and from every snapshot (test_report_83, test_report_86)."""
    table.say("p1", "ANSWER PASS")
    table.tick()
    table.until()
    with table.office.reading() as session:
        seated = load(session, "sf1")
        facts = (told.fact for _, told in told_since(session, seated, 0))
        assert fold(beginning(seated), facts) == seated.state
        assert state_at(session, seated, seated.state.turn) == seated.state
        for turn in range(1, seated.state.turn):
            state = state_at(session, seated, turn)
            assert state.turn in (turn, turn + 1)
        assert state_after(session, seated, 0) == beginning(seated)
        assert last_fact_of(session, seated, 0) <= last_fact_of(session, seated, 1)


def test_a_second_writer_is_found_out(table: Table) -> None:
    """The row's version moved meanwhile: the step is dropped."""
    with table.office.session() as session:
        seated = load(session, "sf1")
        moved = update(CampaignRow).values(version=99)
        session.exec(moved.execution_options(synchronize_session=False))
        step = act(seated.game, seated.state, "p1", Order("RESIGN"), KeyedDice(bytes(32)))
        with pytest.raises(PbemError) as told:
            write_step(session, seated, step)
        session.rollback()
    assert told.value.code == "changed-meanwhile"
    assert table.state().leaving == ()


def test_no_campaign_names_those_there_are(table: Table) -> None:
    with pytest.raises(UsageFault) as told, table.office.reading() as session:
        campaign_row(session, "sf9")
    assert "sf1" in told.value.hint


def test_a_question_keeps_its_deadline_while_it_is_waited_for(table: Table) -> None:
    """Renewing with the same decisions makes nothing new; without them nothing is waited for."""
    due = table.deadline()
    with table.office.session() as session:
        seated = load(session, "sf1")
        later = table.now + timedelta(hours=5)
        assert renew(session, seated, seated.asked, later) == []
        assert from_utc_text(waiting_rows(session, seated)[0].deadline_utc or "") == due
        assert renew(session, seated, (), later) == []
        session.flush()
        assert pending_rows(session, "sf1") == waiting_rows(session, seated) == []


def test_a_hold_gives_fair_notice_and_moves_nothing_that_is_far_enough(table: Table) -> None:
    """test_report_55."""
    with table.office.session() as session:
        seated = load(session, "sf1")
        assert give_notice(session, seated, table.now) == []
        late = table.deadline() + timedelta(hours=28)
        (row,) = give_notice(session, seated, late)
        assert row.deadline_utc is not None
        assert from_utc_text(row.deadline_utc) >= late + timedelta(hours=6)
        assert from_utc_text(row.deadline_utc).minute == 0, "still at the campaign's hour"


def test_a_moved_deadline_has_its_reminder_again(table: Table) -> None:
    with table.office.session() as session:
        seated = load(session, "sf1")
        to = Deadline.stored("2026-12-20T20:00", "Europe/Berlin")
        (row,) = move(session, seated, to, table.now)
        assert row.deadline_utc == utc_text(to.utc)
        assert row.remind_at == utc_text(to.utc - timedelta(days=1))


def test_no_reminder_in_the_first_quarter_and_then_all_that_are_left() -> None:
    """Of a deadline in four days: that of three and a half days before comes too soon."""
    now = datetime(2026, 12, 1, 19, 0, tzinfo=UTC)
    deadline = Deadline.stored("2026-12-05T20:00", "Europe/Berlin")
    before = tuple(parse_duration(x) for x in ("84 h", "26 h", "24 h", "1 h"))
    settings = DeadlineSettings({}, parse_duration("6 h"), before)
    first, told = next_reminder(deadline, settings, now), []
    while first is not None:
        told.append(deadline.utc - from_utc_text(first))
        first = next_reminder(deadline, settings, from_utc_text(first), from_utc_text(first))
    assert told == [timedelta(hours=hours) for hours in (26, 24, 1)]


def test_the_own_view_is_made_once_for_a_state(table: Table) -> None:
    """And anew for the next one."""
    with table.office.reading() as session:
        seated = load(session, "sf1")
        first = seated.view("p1")
        assert seated.view("p1") is first
        assert seated.lexicon("p1") is seated.lexicon("p1")
        seated.state = seated.game.hide(seated.state, "p2")
        assert seated.view("p1") is not first


def test_a_halted_campaign_asks_nothing(table: Table) -> None:
    """Its rules may raise."""
    with table.office.reading() as session:
        seated = load(session, "sf1")
        assert seated.asked
        seated.row.status = "halted"
        assert seated.asked == ()
