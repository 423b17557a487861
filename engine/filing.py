"""What is on file in a campaign besides its state: answers, plans, standing orders.

Stored beside the state, never in it. Every function gives a new desk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.language.line import Line
from engine.plan import Plan, new_plan
from engine.standing import Standing
from engine.state import State

_encoder = msgspec.json.Encoder(order="deterministic")


class Kept(Struct, frozen=True):
    """An answer that came in a letter, until it is taken or lapses."""

    order: Order
    about: str
    """``about_text`` of the question when it was answered; when that changes, the answer lapses."""
    text: str
    """The order as printed."""
    receipt: int
    """Number of the seat's letter it came in."""
    seat: str
    kind: str = ""
    """Of the question."""
    via: str = "letter"
    """``letter``, ``gm`` where the game master answered for the seat, or ``lapsed``: the pass that
    stands where an answer to a window lapsed."""


class Desk(Struct, frozen=True):
    """All that is on file in a campaign; plans and lines by seat."""

    direct: dict[str, Kept] = field(default_factory=dict)
    """By decision id."""
    plans: dict[str, Plan] = field(default_factory=dict)
    """For the own turn."""
    between: dict[str, Plan] = field(default_factory=dict)
    """For one gap: the one after the own turn. Its ``turn`` is 0 until that gap has come."""
    standing: dict[str, Standing] = field(default_factory=dict)
    """Lines that the players sent."""
    suggested: dict[str, Standing] = field(default_factory=dict)
    """Lines that were on file from the start: what silence means at the deadline."""
    given: dict[str, tuple[int, int]] = field(default_factory=dict)
    """A turn, and how many of its questions that are no windows plan and standing orders have
    answered since the seat last filed a plan (``engine.desk.MOST``)."""
    unsaid: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = field(default_factory=dict)
    """What became of such lines, as codes and data, that no letter has told their owner yet."""


_decoder = msgspec.json.Decoder(Desk)


def desk_json(desk: Desk) -> bytes:
    """The desk as JSON. Lines keep their order of filing."""
    return msgspec.json.encode(desk)


def read_desk(raw: bytes | str) -> Desk:
    """A stored desk; ``msgspec.DecodeError`` for anything else."""
    return _decoder.decode(raw)


def about_text(d: Decision, order: Order) -> str:
    """The public facts that this answer hangs on, as text to compare."""
    return _encoder.encode(d.about_of(order)).decode()


def keep_answer(
    desk: Desk, d: Decision, order: Order, text: str, receipt: int, via: str = "letter"
) -> Desk:
    """With this answer to the decision, instead of an earlier one."""
    kept = Kept(order, about_text(d, order), text, receipt, d.seat, d.kind, via)
    return change(desk, direct={**desk.direct, d.id: kept})


def file_plan(desk: Desk, seat: str, plan: Plan | None) -> Desk:
    """With this plan instead of the seat's old one; ``None``: without one. What its lines on file
    have answered in this turn is counted anew (``Desk.given``).
    """
    given = {other: one for other, one in desk.given.items() if other != seat}
    return change(desk, plans=put(desk.plans, seat, plan), given=given)


def file_between(desk: Desk, seat: str, lines: Sequence[Line]) -> Desk:
    """With these orders for the gap after the seat's turn, instead of the old ones."""
    plan = new_plan(lines) if lines else None
    return change(desk, between=put(desk.between, seat, plan))


def file_standing(desk: Desk, seat: str, head: str, line: Line) -> Desk:
    """With this standing order; one with the same head keeps its place and is replaced."""
    own = {**desk.standing.get(seat, {}), head: line}
    return change(desk, standing={**desk.standing, seat: own})


def drop_standing(desk: Desk, seat: str, head: str) -> Desk:
    """Without the standing order of this head, sent or suggested."""
    return change(
        desk,
        standing=_without_head(desk.standing, seat, head),
        suggested=_without_head(desk.suggested, seat, head),
    )


def suggest(desk: Desk, seat: str, lines: Mapping[str, Line]) -> Desk:
    """With these lines as the seat's suggested standing orders."""
    return change(desk, suggested={**desk.suggested, seat: dict(lines)})


def clear(desk: Desk, seat: str) -> Desk:
    """Without anything of this seat but its suggested standing orders."""
    return change(
        desk,
        direct={id_: kept for id_, kept in desk.direct.items() if kept.seat != seat},
        plans=put(desk.plans, seat, None),
        between=put(desk.between, seat, None),
        standing={other: lines for other, lines in desk.standing.items() if other != seat},
    )


def hand_on(desk: Desk, seat: str) -> Desk:
    """Cleared for another person, whom what became of these orders does not concern."""
    unsaid = {other: notes for other, notes in desk.unsaid.items() if other != seat}
    return change(clear(desk, seat), unsaid=unsaid)


def prune(desk: Desk, s: State) -> Desk:
    """Without answers to questions that cannot come any more.

    A question lives as long as its phase lies on the stack: a window whose first card opened
    another phase on top of it will ask for the other seats' answers again. One that lies on top
    asks now whom it asks at all.
    """
    direct = {i: kept for i, kept in desk.direct.items() if not over(i, s)}
    return desk if len(direct) == len(desk.direct) else change(desk, direct=direct)


def over(decision: str, s: State) -> str:
    """Why a question will not be put any more: ``over`` (its phase is gone) or ``unasked`` (the
    phase asks now, and not this seat); empty: it may still be.
    """
    serial = decision.partition(".")[0]
    if all(str(phase.n) != serial for phase in s.stack):
        return "over"
    top = s.stack[-1]
    if str(top.n) != serial or top.moot(s):
        return ""
    return "" if any(d.id == decision for d in top.ask(s)) else "unasked"


def put(plans: dict[str, Plan], seat: str, plan: Plan | None) -> dict[str, Plan]:
    """Plans by seat with this one for the seat; ``None``: without one."""
    others = {other: old for other, old in plans.items() if other != seat}
    return others if plan is None else {**others, seat: plan}


def _without_head(by_seat: dict[str, Standing], seat: str, head: str) -> dict[str, Standing]:
    if head not in by_seat.get(seat, {}):
        return by_seat
    left = {other: line for other, line in by_seat[seat].items() if other != head}
    others = {other: lines for other, lines in by_seat.items() if other != seat}
    return {**others, seat: left} if left else others
