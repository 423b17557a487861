"""A campaign whose rules raise, a letter that breaks our code, a template that is broken."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_freighter.game import SpaceFreighter
from games.space_freighter.phases import Deliver
from pbem.errors import PbemError, UsageFault
from pbem.intake import settings
from pbem.letters.render import Book
from pbem.letters.tables import TemplateFault
from pbem.run.entering import submit
from pbem.run.mending import resume, retry_campaign, retry_letter
from pbem.run.seating import drop
from pbem.store.models import CampaignRow
from tests.conversations.table import Table

Patch = pytest.MonkeyPatch


def raises(*_: Any, **__: Any) -> Any:
    """The rules have a bug."""
    raise KeyError("a card that is not there")


@pytest.fixture
def two(table: Table) -> Table:
    """A second campaign beside the first."""
    table.new("sf2", seed=bytes(32)).start()
    return table


def broken_for(monkeypatch: Patch, table: Table, campaign: str) -> None:
    """Playing a turn raises in this campaign."""
    good, seed = Deliver.play, table.state(campaign).hands

    def play(self: Deliver, t: Any, answers: Any) -> None:
        if t.state.hands == seed:
            raises()
        good(self, t, answers)

    monkeypatch.setattr(Deliver, "play", play)


def test_one_failure_stays_one_failure(two: Table, monkeypatch: Patch) -> None:
    """test_report_94: sf1 is halted with everything kept, sf2 goes on, the GM has the place."""
    with monkeypatch.context() as patch:
        broken_for(patch, two, "sf1")
        state = two.campaign("sf1").state
        two.say("p1", "ANSWER PASS", campaign="sf1")
        two.say("p1", "ANSWER PASS", campaign="sf2")
        summary = two.tick()
        assert (summary.halted, summary.exit_code) == (1, 1)
        assert two.campaign("sf1").status == "halted"
        assert two.campaign("sf1").state == state
        assert "KeyError" in two.campaign("sf1").halted_trace
        assert two.state("sf2").active != "p1" or two.state("sf2").turn > 4
        assert "Your letter 2 came" in two.to("p1", "sf1")
        assert "halted because of a fault" in two.to("p2", "sf1")
        assert "halted at turn 4" in two.to_gm()[0].subject
        assert "test_faults, line" in two.to_gm()[0]

        with pytest.raises(PbemError) as told:
            retry_campaign(two.office, "sf1", two.now)
        assert told.value.code == "still-halted"
        assert two.campaign("sf1").status == "halted"
        two.say("p1", "CANCEL", campaign="sf1")
        two.say("p2", "PLAN\nPASS", campaign="sf1")
        for _ in range(9):
            assert not two.tick(hours=20).halted
        assert not [
            post for post in two.letters if post.kind == "reminder" and post.campaign == "sf1"
        ]
        assert [row.status for row in two.ledger()[-2:]] == ["new", "new"], "they wait"

    retry_campaign(two.office, "sf1", two.now)
    two.out()
    assert "sf1 goes on" in two.to("p3", "sf1")
    assert two.campaign("sf1").status == "running"
    assert [row.status for row in two.ledger()[-2:]] == ["accepted", "accepted"]
    assert "is undone" in two.to("p1", "sf1"), "what waited is read before anything is settled"
    assert two.state("sf1").active == "p1"
    assert "p2" in two.desk("sf1").plans


def test_after_a_halt_nobody_is_settled_at_once(two: Table, monkeypatch: Patch) -> None:
    """test_report_55: at least the minimum notice, told."""
    with monkeypatch.context() as patch:
        broken_for(patch, two, "sf1")
        two.until("sf1")
        assert two.campaign("sf1").status == "halted"
        for _ in range(4):
            two.tick(hours=20)
    retry_campaign(two.office, "sf1", two.now)
    two.out()
    assert two.state("sf1").active == "p1"
    assert (two.deadline("sf1") - two.now).total_seconds() >= 6 * 3600
    two.tick()
    assert two.state("sf1").active == "p1"


@pytest.mark.parametrize("broken", ["report", "hide", "suggested_plans", "lexicon"])
def test_rules_that_raise_outside_a_phase(two: Table, monkeypatch: Patch, broken: str) -> None:
    """Not even the letters to the players can be written then; the GM hears of it, sf2 goes on."""
    good = getattr(SpaceFreighter, broken)
    money = two.state("sf1")

    def sometimes(self: Any, s: Any, *args: Any, **kwargs: Any) -> Any:
        if s.hands["p3"] == money.hands["p3"]:
            raises()
        return good(self, s, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(SpaceFreighter, broken, sometimes)
        two.say("p1", "ANSWER PASS", campaign="sf1")
        two.say("p1", "ANSWER PASS", campaign="sf2")
        summary = two.tick()
    assert summary.halted or summary.shunted
    assert two.to_gm()
    assert two.state("sf2").turn > 4
    assert summary.exit_code == 1


def test_a_question_that_raises_when_asked_halts_too(two: Table, monkeypatch: Patch) -> None:
    """The phase's ask is called for reports and reminders as well."""
    good = Deliver.ask

    def ask(self: Deliver, s: Any) -> Any:
        return raises() if self.seat == "p1" and s.turn == 4 else good(self, s)

    monkeypatch.setattr(Deliver, "ask", ask)
    two.say("p2", "STATUS", campaign="sf1")
    two.say("p2", "STATUS", campaign="sf2")
    summary = two.tick()
    assert summary.halted + summary.shunted >= 2
    assert len(two.to_gm()) >= 2


def test_a_letter_that_breaks_our_code_is_shunted_and_can_be_tried_again(
    table: Table, monkeypatch: Patch
) -> None:
    """It is kept whole; the letters around it count; nothing of it is half done."""
    with monkeypatch.context() as patch:
        patch.setattr(settings, "change_settings", raises)
        number = table.say("p2", "PLAN\nPASS\nSTANDING\nKEEP Star Base\nSET COLUMNS 50")
        table.say("p2", "STANDING\nKEEP Dark Matter")
        table.say("p1", "ANSWER PASS")
        summary = table.tick()
    assert (summary.shunted, summary.exit_code) == (1, 1)
    row = table.row(number)
    assert (row.status, row.reason, row.receipt) == ("shunted", "KeyError", None)
    assert (row.campaign, row.seat) == ("sf1", "p2")
    assert "Traceback" in row.detail
    assert f"letter {number} was set aside" in table.to_gm()[0].subject
    assert table.state().active == "p2"
    assert "Your letter 2 came" in table.to("p2")
    assert "p2" not in table.desk().plans
    assert [order.text for order in table.ordered() if order.seat == "p2"] == ["KEEP Dark Matter"]

    retry_letter(table.office, number or 0, table.now)
    table.tick()
    assert table.row(number).status == "accepted"
    assert table.desk().standing["p2"]
    with pytest.raises(UsageFault):
        retry_letter(table.office, number or 0, table.now)


def test_a_template_of_this_office_that_is_broken_changes_nothing(
    table: Table, monkeypatch: Patch
) -> None:
    """The letters wait; the run says what is wrong and is tried again by the next."""
    before = table.snapshot()

    def broken(*_: Any, **__: Any) -> str:
        raise TemplateFault("template", "report.txt.j2, line 3: unexpected '}'.", "Mend it.")

    with monkeypatch.context() as patch:
        patch.setattr(Book, "render", broken)
        number = table.say("p1", "ANSWER PASS")
        summary = table.tick()
    assert summary.exit_code == 1
    assert "line 3" in summary.errors[0]
    assert table.snapshot() == before
    assert table.row(number).status == "new"
    table.tick()
    assert table.row(number).status == "accepted"


def test_commands_of_the_gm_change_nothing_where_the_rules_raise(
    table: Table, monkeypatch: Patch
) -> None:
    before = table.snapshot()
    monkeypatch.setattr(Deliver, "play", raises)
    for command in (
        lambda: submit(table.office, "sf1", "p1", "ANSWER PASS", table.now),
        lambda: drop(table.office, "sf1", "p1", table.now),
    ):
        with pytest.raises(PbemError) as told:
            command()
        assert told.value.code == "rules-fault"
    assert table.snapshot() == before
    assert table.ledger()[-1].source == "pipe"


def test_a_campaign_that_is_not_halted_cannot_be_retried(table: Table) -> None:
    with pytest.raises(UsageFault):
        retry_campaign(table.office, "sf1", table.now)


def test_report_86_a_stored_state_that_was_changed_is_not_played_on(two: Table) -> None:
    """Its hash says so when it is loaded: halted, the GM told after which fact, sf2 goes on."""
    stored = two.campaign("sf1")
    with two.office.session() as session:
        row = session.get_one(CampaignRow, "sf1")
        row.state = (row.state or "").replace('"p1"', '"p3"', 1)
        session.add(row)
    two.say("p1", "ANSWER PASS", campaign="sf1")
    two.say("p2", "PLAN\nPASS", campaign="sf2")
    summary = two.tick()
    assert (summary.halted, summary.exit_code) == (1, 1)
    assert two.campaign("sf1").status == "halted"
    assert two.campaign("sf1").next_fact == stored.next_fact
    assert f"after fact {stored.next_fact - 1}" in two.to_gm()[0].flat
    assert [row.status for row in two.ledger()[-2:]] == ["new", "accepted"]
    with pytest.raises(PbemError) as told:
        retry_campaign(two.office, "sf1", two.now)
    assert told.value.code == "state-differs"
    assert two.campaign("sf1").status == "halted"

    with two.office.session() as session:
        row = session.get_one(CampaignRow, "sf1")
        row.state = stored.state
        session.add(row)
    assert retry_campaign(two.office, "sf1", two.now) == 1
    assert two.campaign("sf1").status == "running"


def test_report_86_one_damaged_campaign_keeps_no_other_from_going_on(two: Table) -> None:
    """After the clock jumped, `pbem resume` gives notice in every campaign that can be read."""
    with two.office.session() as session:
        row = session.get_one(CampaignRow, "sf1")
        row.state = (row.state or "").replace('"p1"', '"p3"', 1)
        session.add(row)
    two.wait(days=40)
    assert resume(two.office, two.now) == ["sf2"]
    assert two.campaign("sf1").status == "halted"
    assert (two.deadline("sf2") - two.now).total_seconds() >= 6 * 3600
