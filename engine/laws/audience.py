"""The fifth law against leaks: a golden table of who sees what of each kind of fact.

The other four cannot tell that an offer was shown to all. So every game writes down, for each
class of its facts, who sees it whole and what the others get, and the law compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from engine.fact import Fact, PublicFact, Rolled, Told
from engine.laws.walk import Law, Point

Row = tuple[str, str]
"""Who sees the whole (``all``, ``none`` or the names of the fields that hold the seats) and what
the others get: ``nothing``, ``as it is``, the names of masked fields, or ``-`` when there are no
others."""

Golden = Mapping[str, Row | tuple[Row, ...]]
"""By class name; several rows where the audience depends on the fact. Draws of one purpose may
have a row of their own, under ``Rolled`` and the purpose (``Rolled loss``)."""


def row(told: Told) -> Row:
    """The row that this fact takes in the table."""
    if told.audience is None:
        return ("all", "-")
    return (_holders(told.fact, told.audience), _masked(told.fact))


def takes(told: Told, wanted: Row) -> bool:
    """Whether the fact takes this row: a field to be masked is masked, unless it is empty."""
    found = row(told)
    if found[0] != wanted[0]:
        return False
    masked, hidden = set(found[1].split(", ")), set(wanted[1].split(", "))
    empty = {n for n in told.fact.__struct_fields__ if not getattr(told.fact, n)}
    if masked == {"as it is"}:
        masked = set()
    return found[1] == wanted[1] or masked <= hidden <= masked | empty


def _holders(fact: Fact, audience: tuple[str, ...]) -> str:
    if not audience:
        return "none"
    names = sorted(n for n, v in _fields(fact) if isinstance(v, str) and v in audience)
    named = {v for _, v in _fields(fact) if isinstance(v, str)}
    # An audience that the fact names itself, or seats that are in none of its fields.
    if ("to", audience) in list(_fields(fact)):
        return "to"
    return "+".join(names if set(audience) <= named else [*names, "others"])


def _fields(fact: Struct, prefix: str = "") -> Iterable[tuple[str, Any]]:
    for name in fact.__struct_fields__:
        value = getattr(fact, name)
        if name == "offer" and isinstance(value, str):
            giver, _, taker = value.partition(":")[0].partition(">")
            yield from (("offer.giver", giver), ("offer.taker", taker))
        elif isinstance(value, Struct):
            yield from _fields(value, f"{name}.")
        else:
            yield (prefix + name, value)


def _masked(fact: Fact) -> str:
    masked = fact.masked()
    if masked is None:
        return "nothing"
    if type(masked) is not type(fact):
        return type(masked).__name__
    changed = [n for n in fact.__struct_fields__ if getattr(fact, n) != getattr(masked, n)]
    return ", ".join(changed) or "as it is"


def _left(fact: Fact) -> set[object]:
    """Members of a masked list that the mask leaves where they were."""
    masked = fact.masked()
    if masked is None or type(masked) is not type(fact):
        return set()
    pairs = [(getattr(fact, n), getattr(masked, n)) for n in fact.__struct_fields__]
    return {
        member
        for whole, part in pairs
        if whole != part and isinstance(whole, tuple) and isinstance(part, tuple)
        for member in {*whole} & {*part}
        if member != "?"
    }


class Audience(Law):
    """Every fact takes a row of the golden table; what is masked is masked for good."""

    name = "audience"

    def __init__(self, golden: Golden | None = None) -> None:
        """``golden``: the game's table, if it is to be compared."""
        self._golden = golden

    def at(self, point: Point) -> Iterable[str]:
        """Each new fact."""
        kinds = point.game.all_facts
        for told in point.told[point.fresh :]:
            name = type(told.fact).__name__
            if type(told.fact) not in kinds:
                yield f"{name} is not among the game's facts"
            if told.fact.public and type(told.fact).seen_by is not PublicFact.seen_by:
                yield f"{name} counts as public, so that its own audience is never asked"
            strangers = set(told.audience or ()) - set(point.s.seats)
            if strangers:
                yield f"{name} is shown to {sorted(strangers)}"
            if left := _left(told.fact):
                yield f"{name} is masked but for {sorted(map(str, left))}"
            if self._golden is not None:
                wanted = rows(self._golden, told.fact)
                if not any(takes(told, one) for one in wanted):
                    yield f"{told.fact} takes the row {row(told)}, not {wanted}"


def rows(golden: Golden, fact: Fact) -> tuple[Row, ...]:
    """The rows for this fact: those of its class, or of the purpose of a draw."""
    name = type(fact).__name__
    purpose = f"{name} {fact.purpose}" if isinstance(fact, Rolled) else name
    found = golden.get(purpose, golden.get(name, ()))
    if found and isinstance(found[0], str):
        return ((str(found[0]), str(found[1])),)
    return tuple((str(r[0]), str(r[1])) for r in found)


ENGINE_GOLDEN: Golden = {
    "Pushed": ("all", "-"),
    "Popped": ("all", "-"),
    "Swapped": ("all", "-"),
    "Rolled": (("all", "-"), ("to", "result, to"), ("none", "result")),
    "Answered": ("seat", "nothing"),
    "RoundBegan": ("all", "-"),
    "RoundEnded": ("all", "-"),
    "TurnBegan": ("all", "-"),
    "ModGiven": ("all", "-"),
    "ModTaken": ("all", "-"),
    "Moment": ("all", "-"),
    "Resigned": ("all", "-"),
    "DroppedOut": ("all", "-"),
    "OfferMade": ("offer.giver+offer.taker", "nothing"),
    "OfferAgreed": ("offer.giver+offer.taker", "nothing"),
    "OfferClosed": ("offer.giver+offer.taker", "nothing"),
    "FixAdopted": ("all", "-"),
    "Ended": ("all", "-"),
}
"""The engine's own facts; a game adds its own."""
