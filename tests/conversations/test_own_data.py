"""Campaigns of Star Traders by own data (issue 3, point 2), played by mail."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select

from engine.tables import DATA
from games import game_named
from games.star_traders.tables.data import texts
from games.star_traders.tables.galaxy import PACKAGED, galaxy
from pbem.errors import PbemError
from pbem.run.mending import retry_campaign
from pbem.store.models import CampaignRow, TableRow
from pbem.tables import OwnTables, read_own
from tests.conversations.table import Table

STORM = '[[luck]]\nname = "Great Draught"\neffect = "storm"\nwhen = ["gap"]\ntarget = "other"\n'
CHANGES = [
    # file, what the packaged tables say, what the owner's say
    ("worlds.toml", '"Asimov"', '"Zamonia"'),
    ("cards.toml", "payoff = 15", "payoff = 16"),
    ("cards.toml", 'luck = "Ion Storm"', 'luck = "Great Draught"'),
    ("luck.toml", "[[luck]]", f'{STORM}calamity = true\nsource = "own"\n\n[[luck]]'),
]


@pytest.fixture
def own(tmp_path: Path) -> OwnTables:
    """An owner's tables: one world, one payoff and one card are not the packaged ones."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in texts().items():
        for file, was, becomes in CHANGES:
            if file == name:
                assert was in text
                text = text.replace(was, becomes, 1)
        (folder / name).write_text(text, encoding="utf-8")
    game = game_named("star-traders")
    assert game is not None
    return read_own(game, folder)


@pytest.fixture
def two(empty: Table, own: OwnTables) -> Table:
    """`st1` by own tables and `st2` by the packaged ones, with the same seed, just started."""
    empty.new("st2", game="star-traders").start()
    return empty.new("st1", game="star-traders", own=own).start()


def asked(table: Table, campaign: str, text: str) -> str:
    """What the answer to a question says."""
    table.say("p1", text, campaign=campaign)
    table.tick()
    return table.to("p1", campaign).flat


def test_letters_name_what_the_campaign_is_played_with(two: Table) -> None:
    """Worlds and cards by their names in the data; each campaign by its own, in one process."""
    for _ in range(2):
        own, packaged = asked(two, "st1", "MAP LIST"), asked(two, "st2", "MAP LIST")
        assert "12 Zamonia" in own
        assert "Asimov" not in own
        assert "12 Asimov" in packaged
        assert "Zamonia" not in packaged
    assert "this campaign's own" in asked(two, "st1", "OPTIONS")
    assert "data =" not in two.to("p1", "st1").flat
    assert "this campaign's own" not in asked(two, "st2", "OPTIONS")


def test_a_card_of_own_data_says_when_and_what(two: Table) -> None:
    """By its effect, and the moments that its owner gave it."""
    page = asked(two, "st1", 'CARD "great draught"')
    assert "Great Draught, a Calamity, 1 card of the 108" in page
    assert "May be played between turns." in page
    assert "Your ship is blown along" in page
    # A packaged kind of the same name still says what it said.
    assert "In your turn, on a die" in asked(two, "st1", 'CARD "Perfect Course"')
    assert "no card" in asked(two, "st2", 'CARD "great draught"').lower()


def test_some_turns_by_mail(two: Table) -> None:
    """Orders name the owner's world; both campaigns go on, each by its tables."""
    for campaign, name, other in (("st1", "Zamonia", "Asimov"), ("st2", "Asimov", "Zamonia")):
        for seat in ("p1", "p2", "p3"):
            text = f"PLAN\nGOTO {name}\nGOTO {other}\nELSE BUSINESS\n"
            two.say(seat, text, campaign=campaign)
        two.tick()
        lines = {(row.text, row.outcome) for row in two.ordered(campaign)}
        assert (f"GOTO {other}", "refused") in lines
        assert (f"GOTO {name}", "refused") not in lines
    for _ in range(4):
        two.until("st1")
        two.until("st2")
    for campaign in ("st1", "st2"):
        row = two.campaign(campaign)
        assert (row.status, row.halted_reason) == ("running", "")
        assert row.turn > 2
    assert galaxy(two.state("st1")).data.world[12].name == "Zamonia"
    assert galaxy(two.state("st2")) is PACKAGED
    assert two.state("st1").options[DATA] == two.campaign("st1").data_hash


def tamper(table: Table, was: str, becomes: str) -> None:
    with table.office.session() as session:
        for row in session.exec(select(TableRow)).all():
            row.text = row.text.replace(was, becomes)
            session.add(row)


def test_a_campaign_whose_tables_differ_from_their_hash_is_held(two: Table) -> None:
    """Nothing is played on; its letters wait; the other campaign goes on; put right, it goes on."""
    tamper(two, '"Zamonia"', '"Atlantis"')
    turns = [two.campaign(name).turn for name in ("st1", "st2")]
    two.say("p1", "STATUS", campaign="st1")
    two.say("p1", "STATUS", campaign="st2")
    two.tick()
    assert two.summary.halted == 1
    assert two.campaign("st1").status == "halted"
    assert "its own tables are not those it was started with" in two.to_gm()[0].flat
    assert "the rules raised" not in two.to_gm()[0].flat
    assert two.campaign("st2").status == "running"
    assert [two.campaign(name).turn for name in ("st1", "st2")] == turns
    with pytest.raises(PbemError, match="not those it was started with"):
        retry_campaign(two.office, "st1", two.now)
    tamper(two, '"Atlantis"', '"Zamonia"')
    assert retry_campaign(two.office, "st1", two.now) == 1
    assert two.campaign("st1").status == "running"


def test_a_campaign_is_held_when_the_packaged_tables_are_not_its_own(two: Table) -> None:
    """As after an upgrade with other cards: by these its facts would mean something else."""
    with two.office.session() as session:
        row = session.get_one(CampaignRow, "st2")
        row.data_hash = "00" * 32
        session.add(row)
    two.say("p1", "STATUS", campaign="st2")
    two.tick()
    assert two.campaign("st2").status == "halted"
    assert "has other tables of star-traders" in two.to_gm()[0].flat
    assert two.campaign("st1").status == "running"


def test_tables_that_are_lost_hold_the_campaign_too(two: Table) -> None:
    """At its deadline, without any letter."""
    with two.office.session() as session:
        for row in session.exec(select(TableRow)).all():
            session.delete(row)
    due = two.read_pending("st1")[0].deadline_utc
    assert due
    two.until("st2")
    two.tick(days=1)
    assert two.campaign("st1").status == "halted"
    assert two.campaign("st2").status == "running"
