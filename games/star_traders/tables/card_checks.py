"""What must hold among the cards, and on the Prestige Meter and the personalities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.tables import TableFault as Fault
from games.star_traders.tables.records import (
    EFFECTS,
    MANNERS,
    MOMENTS,
    MOST_TRADERS,
    SET_SIZE,
    SETS,
    TARGETS,
    Area,
    Card,
    LuckKind,
    Meter,
    Personality,
    World,
)
from games.star_traders.tables.rows import Row


def luck_faults(rows: list[Row[LuckKind]], cards: list[Row[Card]]) -> Iterator[Fault]:
    """Kinds are complete and each is on a card."""
    used = {card.value.luck for card in cards}
    for row in rows:
        kind = row.value
        if kind.effect not in EFFECTS:
            yield row.fault("unknown-effect", "effect", kind.effect)
        if not kind.when:
            yield row.fault("no-class", "when", "when")
        for moment in kind.when:
            if moment not in MOMENTS:
                yield row.fault("unknown-moment", "when", moment)
        if kind.target not in TARGETS:
            yield row.fault("unknown-target", "target", kind.target)
        yield from _manner(row)
        if cards and kind.name not in used:
            yield row.fault("unused-luck", "name", kind.name)


def _manner(row: Row[LuckKind]) -> Iterator[Fault]:
    """A kind is played as the rules can play its effect."""
    kind = row.value
    manners = MANNERS.get(kind.effect, ())
    found = [manner for manner in manners if manner.target == kind.target]
    if not found:
        if manners and kind.target in TARGETS:
            yield row.fault("wrong-target", "target", kind.target)
        return
    if kind.calamity != found[0].calamity:
        yield row.fault("wrong-calamity", "calamity", kind.name)
    for moment in kind.when:
        if moment in MOMENTS and moment not in found[0].when:
            yield row.fault("wrong-moment", "when", moment)


def cards_faults(
    rows: list[Row[Card]], worlds: list[Row[World]], luck: list[Row[LuckKind]]
) -> Iterator[Fault]:
    """Both ends of each card mean something (ST-CMP-4)."""
    exports = {world.value.number: world.value.export for world in worlds}
    kinds = {kind.value.name: kind.value for kind in luck}
    for row in rows:
        yield from _contract(row, exports)
        card = row.value
        if card.set not in SETS:
            yield row.fault("unknown-set" if card.set else "no-class", "set", card.set or "set")
        if card.luck not in kinds:
            yield row.fault(
                "unknown-luck" if card.luck else "no-class", "luck", card.luck or "luck"
            )
            continue
        low, high = _span(kinds[card.luck], card.value)
        if not low <= card.value <= high:
            yield row.fault("out-of-range", "value", card.value)


def _span(kind: LuckKind, else_: int) -> tuple[int, int]:
    """The values that a card of this kind may have."""
    low, high = EFFECTS.get(kind.effect, (else_, else_))
    if low < 0:
        # Good for its player, bad for another; 0 would do nothing.
        return (1, high) if kind.target == "self" else (low, -1)
    return low, high


def _contract(row: Row[Card], exports: Mapping[int, str]) -> Iterator[Fault]:
    card = row.value
    for field, end in (("pickup", card.pickup), ("destination", card.destination)):
        if end not in exports:
            yield row.fault("unknown-world", field, end)
    if card.pickup == card.destination:
        yield row.fault("contract-to-itself", "destination", card.destination)
    if card.cargo != exports.get(card.pickup, card.cargo):
        yield row.fault("wrong-cargo", "cargo", card.cargo)
    for field, number, least, most in (
        ("payoff", card.payoff, 1, 99),
        ("prestige", card.prestige, 1, 4),
        ("fee", card.fee, 0, 99),
    ):
        if not least <= number <= most:
            yield row.fault("out-of-range", field, number)


def sets_faults(rows: list[Row[Card]]) -> Iterator[Fault]:
    """36 cards in each set, named at the first card of the set (ST-VER-2); one Contract of each
    world in it.
    """
    first: dict[str, Row[Card]] = {}
    for row in rows:
        first.setdefault(row.value.set, row)
    counts = Counter(row.value.set for row in rows)
    for name in SETS if rows else ():
        if counts[name] != SET_SIZE:
            where = first.get(name, rows[0])
            yield where.fault("set-count", "set", f"{name}: {counts[name]}")
    seen: set[tuple[str, int]] = set()
    for row in rows:
        world = (row.value.set, row.value.pickup)
        if world in seen:
            yield row.fault("second-contract", "pickup", f"{row.value.pickup} in {row.value.set}")
        seen.add(world)


NEEDED = 30
"""Prestige that the meter must have room for: the most that a campaign may ask for (ST-PRE-1)."""
MOST_PRESTIGE = 99


def meter_faults(rows: list[Row[Meter]], areas: list[Row[Area]]) -> Iterator[Fault]:
    """One meter; areas within it, rising (ST-PRE-1, ST-PRE-4)."""
    for row in rows[1:]:
        yield row.fault("one-meter", "", "meter")
    if not rows:
        return
    low, most = rows[0].value.least, rows[0].value.most
    if low != 1:
        yield rows[0].fault("out-of-range", "least", low)
    if not NEEDED <= most <= MOST_PRESTIGE:
        yield rows[0].fault("out-of-range", "most", most)
    for area in areas:
        if not low <= area.value.low <= area.value.high <= most:
            yield area.fault("wrong-area", "low", area.value.name)
        if not 0 <= area.value.bonus <= 5:
            yield area.fault("out-of-range", "bonus", area.value.bonus)
        low = max(low, area.value.high + 1)


SPANS: dict[str, tuple[int, int]] = {
    "actions": (1, 6),
    "build": (0, 99),
    "remote": (0, 99),
    "acclaim": (0, 29),
    "petition": (-5, 5),
    "core_stations": (0, 5),
    "keep": (0, 9),
    "hold": (1, 9),
    "refill": (1, 9),
    "hardest": (2, 6),
    "payoff": (0, 99),
    "fee": (0, 99),
    "beacons": (0, 6),
    "ships": (1, 2),
}
"""What a personality's numbers may be."""


def personalities_faults(rows: list[Row[Personality]]) -> Iterator[Fault]:
    """One for each Trader; no number is out of its span."""
    if len(rows) < MOST_TRADERS:
        yield rows[-1].fault("few-personalities", "", len(rows))
    for row in rows:
        for field, (least, most) in SPANS.items():
            number = getattr(row.value, field)
            if not least <= number <= most:
                yield row.fault("out-of-range", field, number)
        if row.value.keep > row.value.hold:
            yield row.fault("out-of-range", "keep", row.value.keep)
