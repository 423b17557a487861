"""What letters say before the first turn, while starts and further stations are picked."""

from __future__ import annotations

import pytest

from tests.conversations.star_traders.stars import asked
from tests.conversations.table import Table


def opened(table: Table, kind: str) -> str:
    """Starts are picked until this is asked; the seat that is asked."""
    while kind not in asked(table).values():
        (seat,) = asked(table)
        table.say(seat, "ANSWER PICK BEST")
        table.tick()
    (seat,) = asked(table)
    return seat


@pytest.mark.parametrize("kind", ["start", "extra", "core"])
def test_st_set_7_no_plan_is_suggested_where_none_answers(stars: Table, kind: str) -> None:
    """A pick is answered by PICK alone: `PLAN A` would leave it open."""
    seat = opened(stars, kind)
    letter = stars.newest["st1", seat]
    assert "; ANSWER PICK" in letter
    assert "SUGGESTED PLANS" not in letter
    if kind == "extra":
        assert "Silence means your station goes to" in letter
    stars.say(seat, "PLAN\nRUN 1\nELSE BUSINESS")
    stars.tick()
    assert asked(stars) == {seat: kind}
    assert "We still wait for your PICK: until" in stars.to(seat)
    stars.say(seat, "ANSWER PICK BEST")
    stars.tick()
    assert all("We still wait for your PICK" not in post for post in stars.all_to(seat))


@pytest.fixture
def roles(empty: Table) -> Table:
    """Personalities are picked; one seat is asked."""
    options = {"personalities": "chosen"}
    return empty.new("st1", game="star-traders", variant="imperial", options=options).start()


def test_st_w13_the_first_letter_says_that_a_personality_is_picked_first(roles: Table) -> None:
    assert all(
        "First everybody picks a personality, then where to begin" in roles.newest["st1", seat]
        for seat in ("p1", "p2", "p3")
    )


@pytest.mark.parametrize("line", ["PICK the Navigator", "ANSWER PICK the Navigator"])
def test_st_w13_an_article_before_a_name_does_no_harm(roles: Table, line: str) -> None:
    (seat,) = asked(roles)
    roles.say(seat, line)
    roles.tick()
    assert "Your answer ; PICK Navigator" in roles.to(seat)
    assert roles.state().roles[seat] == "Navigator"


def test_st_w13_only_what_would_be_taken_is_named_as_possible(roles: Table) -> None:
    """To who is not asked nothing is: behind ANSWER it would be refused too."""
    (seat,) = asked(roles)
    other = next(x for x in ("p1", "p2", "p3") if x != seat)
    roles.say(other, "PICK the Navigator")
    roles.say(seat, "PICK Navigater\nPICK Bradbery\nANSWER PICK CORE")
    roles.tick()
    told = roles.to(other)
    assert "| PICK the Navigator No question is open that this could answer." in told
    assert "; ANSWER PICK" not in told
    told = roles.to(seat)
    assert "| PICK Navigater There is nothing of this name here. Nearest: Navigator." in told
    assert "| PICK Bradbery There is nothing of this name here. It is about | Bradbery" in told
    assert "Nearest: ANSWER PICK" in told
    assert "| ANSWER PICK <world or personality>" in told


@pytest.mark.parametrize("kind", ["start", "extra"])
def test_st_set_7_a_reminder_of_a_pick_names_what_may_be_picked(stars: Table, kind: str) -> None:
    seat = opened(stars, kind)
    while stars.letters[-1].kind != "reminder":
        stars.tick(hours=6)
    reminder = stars.letters[-1]
    assert reminder.seat == seat
    assert "PLAN A" not in reminder
    assert "turn 0" not in reminder
    assert "; ANSWER PICK" in reminder


def test_st_trn_1_plans_are_suggested_once_a_turn_is_asked_for(stars: Table) -> None:
    letter = stars.newest["st1", opened(stars, "act")]
    assert "SUGGESTED PLANS - answer PLAN A or PLAN B" in letter


def test_st_set_4_a_newcomers_pages_go_by_what_he_has_seen(empty: Table) -> None:
    """At pace rounds the Contracts lie before round 1, and round 2 is asked for within round 1."""
    table = empty.new(
        "st1", game="star-traders", variant="imperial", options={"pace": "rounds"}
    ).start()
    assert "First everybody picks where to begin" in table.newest["st1", "p3"]
    while set(asked(table).values()) != {"ready"}:
        for seat in asked(table):
            table.say(seat, "ANSWER PICK BEST")
        table.tick()
    for seat in ("p1", "p2", "p3"):
        letter = table.newest["st1", seat]
        assert "Round 1: your plan" in letter.subject
        assert "First everybody picks" not in letter
        assert "YOUR FIRST TURN" in letter
        table.say(seat, "PLAN A\nREADY")
    table.tick()
    while set(asked(table).values()) != {"ready"}:
        for seat in asked(table):
            table.say(seat, "ANSWER PASS")
        table.tick()
    for seat in ("p1", "p2", "p3"):
        assert "Round 2: your plan" in table.newest["st1", seat].subject
        assert "YOUR FIRST TURN" not in table.newest["st1", seat]


def test_st_trn_1_your_first_turn_is_told_until_it_is_played(stars: Table) -> None:
    """At pace turns a letter of round 1 after the own turn does not tell it again."""
    seat = opened(stars, "act")
    assert "YOUR FIRST TURN" in stars.newest["st1", seat]
    stars.say(seat, "PLAN A")
    stars.tick()
    while set(asked(stars).values()) == {"between"}:
        for x in asked(stars):
            stars.say(x, "ANSWER PASS")
        stars.tick()
    assert stars.state().round == 1
    stars.say(seat, "REPORT")
    stars.tick()
    assert "YOUR FIRST TURN" not in stars.to(seat)
    assert "YOUR FIRST TURN" in stars.newest["st1", "p2" if seat != "p2" else "p3"]
