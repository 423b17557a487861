"""Blocks, headings, immediate orders, and lines that are no orders (engine/README.md)."""

from __future__ import annotations

import pytest

from engine.form import Form
from engine.language.block import (
    Adopt,
    BetweenBlock,
    CheckBlock,
    Now,
    Off,
    PlanBlock,
    Refused,
    SourceLine,
    StandingLine,
    StandingOff,
    Unread,
    opens_order,
    read_lines,
)
from engine.language.near import SMALL_TALK
from engine.lexicon import Lexicon, seat_names
from tests.unit.engine.language.test_samples import read
from tests.unit.engine.language.vocabulary import FREIGHTER, SOLAR, STELKOMERCO, TRADERS, Game


def kinds(text: str) -> list[str]:
    return [type(item).__name__ for item in read(TRADERS, text)]


def test_plan_lines_before_any_heading_are_a_plan() -> None:
    (plan,) = read(TRADERS, "GOTO 34\n\n   PICKUP 2")
    assert isinstance(plan, PlanBlock)
    assert not plan.heading_given
    assert [line.text for line in plan.lines] == ["GOTO 34", "PICKUP 2"]
    assert (plan.number, plan.numbers) == (1, (1, 3))
    (plan,) = read(TRADERS, "plan:\nGOTO 34")
    assert isinstance(plan, PlanBlock)
    assert plan.heading_given


def test_an_immediate_order_between_lines_without_heading_does_not_make_two_plans() -> None:
    plan, beacon = read(TRADERS, "GOTO 34\nBEACON Bob 3\nPICKUP 2")
    assert isinstance(plan, PlanBlock)
    assert len(plan.lines) == 2
    assert isinstance(beacon, Now)


def test_the_first_immediate_verb_ends_a_block() -> None:
    plan, beacon, refused = read(TRADERS, "PLAN\nGOTO 34\nBEACON Bob 3\nPICKUP 2")
    assert isinstance(plan, PlanBlock)
    assert len(plan.lines) == 1
    assert isinstance(beacon, Now)
    assert isinstance(refused, Refused)
    assert (refused.fault.kind, refused.fault.verb) == ("place", "PICKUP")
    assert "PLAN" in refused.fault.candidates


@pytest.mark.parametrize("heading", ["PLAN", "Plan:", "  plan  ", "PLAN   ; for my next turn"])
def test_a_heading_stands_alone_in_any_case_with_or_without_colon(heading: str) -> None:
    (plan,) = read(TRADERS, f"{heading}\nGOTO 34")
    assert isinstance(plan, PlanBlock)
    assert plan.heading_given


@pytest.mark.parametrize(
    "line", ["PLAN for turn 31", "PLAN GOTO 34", "STANDING orders", "BETWEEN us", "CHECK this"]
)
def test_a_heading_with_anything_behind_it_is_refused_and_changes_nothing(line: str) -> None:
    standing, refused, avoid = read(TRADERS, f"STANDING\nSHIFT BEST\n{line}\nAVOID ANY")
    assert isinstance(standing, StandingLine)
    assert isinstance(refused, Refused)
    assert refused.fault.kind == "heading"
    assert isinstance(avoid, StandingLine)


def test_adopting_and_dropping_a_plan() -> None:
    assert read(TRADERS, "PLAN A") == (Adopt("A", 1),)
    assert read(TRADERS, "plan b.") == (Adopt("B", 1),)
    assert read(TRADERS, "Plan off") == (Off("PLAN", 1),)


def test_taking_standing_orders_off() -> None:
    assert read(TRADERS, "STANDING AVOID ANY OFF") == (StandingOff("AVOID any", 1),)
    assert read(TRADERS, "STANDING\nAVOID ANY OFF") == (StandingOff("AVOID any", 2),)
    # As printed, condition and all; and one for each member of a list.
    whole = "STANDING PLAY Scandal ON Blue IF MONEY > 3 OFF"
    assert read(TRADERS, whole) == (StandingOff("PLAY Scandal", 1),)
    both = (StandingOff("NEGATE rock", 1), StandingOff("NEGATE energy", 1))
    assert read(FREIGHTER, "STANDING NEGATE rock, energy OFF") == both


def test_the_head_is_the_verb_with_its_key_slots() -> None:
    items = read(TRADERS, "STANDING\nAVOID ANY\nAVOID Zap\nAVOID ANY EXCEPT Zap\nSHIFT BEST")
    heads = [item.head for item in items if isinstance(item, StandingLine)]
    assert heads == ["AVOID any", "AVOID Zap", "AVOID any", "SHIFT"]


def test_check_takes_all_that_follows() -> None:
    plan, check = read(TRADERS, "GOTO 34\nCHECK\nBEACON Bob 3\nPLAN\nGOTO 15\nSTANDING\nAVOID ANY")
    assert isinstance(plan, PlanBlock)
    assert isinstance(check, CheckBlock)
    assert [type(item).__name__ for item in check.items] == ["Now", "PlanBlock", "StandingLine"]


def test_between_and_plan_are_apart() -> None:
    between, plan = read(TRADERS, "BETWEEN\nPLAY Zap\nPLAN\nGOTO 34")
    assert isinstance(between, BetweenBlock)
    assert isinstance(plan, PlanBlock)


def test_between_is_no_heading_where_no_order_belongs_below_it() -> None:
    """The lines below belong to nothing, neither to the gap nor to the plan above."""
    plan, between, lost, unread = read(
        FREIGHTER, "PLAN\nDELIVER BEST\nBETWEEN\nDELIVER BEST\nBetween us: hello"
    )
    assert isinstance(plan, PlanBlock)
    assert len(plan.lines) == 1
    assert isinstance(between, Refused)
    assert between.fault.kind == "unknown"
    assert isinstance(lost, Refused)
    assert lost.fault.kind == "place"
    assert isinstance(unread, Unread)


def test_a_heading_without_a_good_line_destroys_nothing() -> None:
    """A faulty letter never destroys orders on file."""
    (alone,) = read(TRADERS, "PLAN")
    assert isinstance(alone, Refused)
    assert alone.fault.kind == "empty"
    assert kinds("PLAN\nGOTO Nowhere\nBIULD") == ["Spoilt", "Refused", "Refused"]
    assert kinds("GOTO Nowhere") == ["Refused"]


def test_a_fault_concerns_its_line_only() -> None:
    plan, refused = read(TRADERS, "PLAN\nGOTO 34\nBIULD\nPICKUP 2")
    assert isinstance(plan, PlanBlock)
    assert [line.text for line in plan.lines] == ["GOTO 34", "PICKUP 2"]
    assert isinstance(refused, Refused)
    assert refused.number == 3
    assert refused.text == "BIULD"
    assert refused.fault.kind == "unknown"
    assert refused.fault.candidates[0] == "BUILD"


@pytest.mark.parametrize(
    "line",
    [
        "Hi GM,",
        "Cheers, Bob",
        "Sent from my phone",
        "Thanks!",
        "Best regards",
        "I will be late on Friday",
        "> GOTO 34",
        "| GOTO 34",
        "-- ",
        '"GOTO" is what I want',
        "_____",
        "12345",
        "¡Hola!",
    ],
)
def test_greetings_signatures_and_quotes_are_not_read(line: str) -> None:
    items = read(TRADERS, f"GOTO 34\n{line}")
    assert isinstance(items[0], PlanBlock)
    assert len(items[0].lines) == 1
    assert all(isinstance(item, Unread) and item.number == 2 for item in items[1:])


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("BIULD", "BUILD"),
        ("GOOT 34", "GOTO"),
        ("STANDNG", "STANDING"),
        ("WEHN AT 15: BUILD", "WHEN"),
        ("ESLE BUSINESS", "ELSE"),
        ("PICKUPP 2", "PICKUP"),
        ("STATSU", "STATUS"),
    ],
)
def test_near_verbs_guards_and_headings_are_refused_with_the_nearest(
    line: str, nearest: str
) -> None:
    (refused,) = read(TRADERS, line)
    assert isinstance(refused, Refused)
    assert nearest in refused.fault.candidates


def test_an_order_behind_a_list_mark_is_refused() -> None:
    for mark in ("- ", "* ", "• ", "1. ", "2) "):
        (refused,) = read(TRADERS, f"{mark}GOTO 34")
        assert isinstance(refused, Refused)
        assert refused.fault.kind == "mark"
        assert refused.fault.candidates == ("GOTO 34",)
    assert kinds("- see you") == ["Unread"]


def test_comments_and_quotation_marks() -> None:
    """test_report_4: ``On arrival sell all`` behind a comment mark is kept away from the order."""
    (plan,) = read(TRADERS, "; a comment\nGOTO 34 ; On arrival sell all\n;GOTO 15")
    assert isinstance(plan, PlanBlock)
    assert [line.text for line in plan.lines] == ["GOTO 34"]
    (press,) = read(TRADERS, 'PRESS Bob: one; two "three; four')
    assert isinstance(press, Now)
    assert press.order.args == ("p2", 'one; two "three; four')


def test_report_4() -> None:
    """A line that starts with ``On`` is no quote header to this reader: it is shown as unread."""
    (plan, unread) = read(TRADERS, "GOTO 34\nOn arrival sell all")
    assert isinstance(plan, PlanBlock)
    assert unread == Unread(2, "On arrival sell all")


def test_report_6() -> None:
    """Smart quotes, dashes and no-break spaces are read like plain ones."""
    items = read(TRADERS, "PLAY “Engine\u00a0Trouble” ON\u00a0Bob\nPLAY «Lost–in–Space»")
    (plan,) = items
    assert isinstance(plan, PlanBlock)
    assert [line.order.args for line in plan.lines if line.order] == [
        ("Engine Trouble", "p2"),
        ("Lost in Space", None),
    ]


def test_post_office_words_are_forms_like_others() -> None:
    texts = "STATUS\nNOT READY\nPLAN?\nAWAY 24 Dec TO 2 Jan ; skiing\nANSWER PASS\nHELP"
    items = read(TRADERS, texts)
    assert all(isinstance(item, Now) for item in items)
    orders = [item.order for item in items if isinstance(item, Now)]
    assert [order.verb for order in orders] == [
        "STATUS",
        "NOT READY",
        "PLAN?",
        "AWAY",
        "ANSWER",
        "HELP",
    ]
    assert orders[3].args == ("24 Dec", "2 Jan")
    assert orders[4].args == ("PASS",)


def test_a_guard_before_an_immediate_order_is_refused() -> None:
    (refused,) = read(TRADERS, "WHEN AT 15: BEACON Bob 3")
    assert isinstance(refused, Refused)
    assert refused.fault.kind == "place"


@pytest.mark.parametrize("game", [FREIGHTER, TRADERS, SOLAR, STELKOMERCO])
def test_small_talk_is_no_shortened_verb(game: Game) -> None:
    """The first words of greetings and headers, against all verbs (engine/README.md).

    ``With kind regards`` is not WITHDRAW; only a guard or a verb written out is what it is.
    """
    full = {word.casefold() for form in game.forms for word in form.verb.split()}
    for word in SMALL_TALK - full - {"when", "else"}:
        assert not opens_order(word, game.forms, game.predicates), word


@pytest.mark.parametrize("line", ["With kind regards", "New plan follows", "Can you wait?"])
def test_chat_is_not_read(line: str) -> None:
    assert read(TRADERS, line) == (Unread(1, line),)


@pytest.mark.parametrize("line", ["Dana", "Dana Jones", "dana,"])
def test_a_player_s_name_is_a_signature_however_near_to_a_verb(line: str) -> None:
    """DROP and the like are one slip away from many a name."""
    near = seat_names(("p1",), {"p1": "Dana"})
    lexicon = Lexicon({**TRADERS.lexicon.domains, "seat": near})
    form = Form(verb="DANE", blocks=("NOW",))
    (item,) = read_lines([SourceLine(1, line)], (form,), (), lexicon)
    assert isinstance(item, Unread)
    (other,) = read_lines([SourceLine(1, line)], (form,), (), TRADERS.lexicon)
    assert isinstance(other, Refused)


@pytest.mark.parametrize(
    ("line", "meant"), [("PLAN A please", "PLAN A"), ("STANDING orders", "STANDING")]
)
def test_a_heading_with_too_much_behind_it_names_what_was_meant(line: str, meant: str) -> None:
    """Only what stands on that line is named, not the other headings."""
    (item,) = read(TRADERS, line)
    assert isinstance(item, Refused)
    assert item.fault.candidates == (meant,)
