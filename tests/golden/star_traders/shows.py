"""What the campaign of each version must show: what the version has, drawn from its data.

Each thing is a look at a campaign's facts that gives the places where it is seen. What the five
show together only is in ``events``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.star_traders.game import STAR_TRADERS
from games.star_traders.orders import forms
from games.star_traders.rules import LEAST_BOXES, NETWORK, RULES, Rules
from games.star_traders.tables.galaxy import PACKAGED
from games.star_traders.tables.records import LuckKind
from tests.golden.star_traders import events
from tests.golden.star_traders.events import Look, Rows
from tests.golden.star_traders.versions import VERSIONS, Version

OWN = ("letter", "plan", "standing")
"""Sources of answers that a player wrote himself."""


def things(name: str) -> dict[str, Look]:
    """All that the campaign of a version must show."""
    version, rules = VERSIONS[name], RULES[name]
    found: dict[str, Look] = {f"card: {kind.name}": _played(kind) for kind in named(rules)}
    waited = waits(version)
    for kind in windows(name):
        found[f"window: {kind}"] = _answered(kind, ("letter",) if kind in waited else OWN)
    for kind in picks(version):
        found[f"pick: {kind}"] = _answered(kind, ("letter",))
    for kind in forms.BEACONS, forms.PRICE:
        found[f"question: {kind}"] = _answered(kind, OWN)
    for letter in rules.sets:
        found[f"a Contract of set {letter}"] = _turned_up(letter)
    for role in version.roles.values():
        found[f"personality: {role}"] = _used(role)
    for event in listed(name):
        found[event] = events.EVENTS[event]
    return found | _rules(version, rules)


# -- what a version has ----------------------------------------------------------------------------


def kinds(rules: Rules) -> list[LuckKind]:
    """The kinds of Trader's Luck that are in play (ST-VER-4, ST-SUP-1)."""
    data = PACKAGED.data
    deck = data.deck(rules.sets if rules.luck else "")
    return list({kind.name: kind for kind in map(data.kind_of, deck)}.values())


def named(rules: Rules) -> list[LuckKind]:
    """Those that come from the rulebook: the nine that it names, and its example card."""
    return [kind for kind in kinds(rules) if kind.source == "rulebook"]


def windows(name: str) -> list[str]:
    """The sealed windows that may open (ST-W2 to ST-W12)."""
    never = STAR_TRADERS.never_asked(name, {})
    if len(RULES[name].sets) == 1:
        # Each world has one Contract in a set, so no goods are asked for twice.
        never |= {forms.SHIFTS}
    return [w.kind for w in STAR_TRADERS.windows if w.sealed and w.kind not in never]


def waits(version: Version) -> set[str]:
    """The windows of a campaign that wait for letters."""
    turns = version.options.get("pace", "turns") == "turns"
    usual = {window.kind: window.wait and turns for window in STAR_TRADERS.windows}
    return {kind for kind, wait in (usual | version.waits).items() if wait}


def picks(version: Version) -> list[str]:
    """What is picked before the game begins (ST-W13)."""
    roles = [forms.ROLE] if version.options.get("personalities") == "chosen" else []
    few = [forms.EXTRA, forms.CAPITAL] if len(version.seats) <= LEAST_BOXES else []
    return [*roles, forms.START, *few]


def listed(name: str) -> list[str]:
    """Those of the listed events that may occur in a version."""
    asked = windows(name)
    has = {
        "race lost and shifted": forms.SHIFTS in asked,
        "calamity avoided": forms.CALAMITY in asked,
        "calamity suffered": forms.CALAMITY in asked,
        "zap": forms.ZAPS in asked,
        "declared jump": VERSIONS[name].options.get("declared") == "on",
        "petition denied": not RULES[name].nova,
        "petition granted": not RULES[name].nova,
        "mission completed": not RULES[name].nova,
        "auction": True,
        "beacon sold": True,
        "station traded": True,
    }
    return [event for event, so in has.items() if so]


def _rules(version: Version, rules: Rules) -> dict[str, Look]:
    """What a version does otherwise than another."""
    found: dict[str, Look] = {
        "the VIP Contract": _vip(rules),
        "a race won": _race(rules),
        "a station built": _where(
            "Built", price=rules.price, prestige=rules.built, free=rules.nova
        ),
        "a cargo picked up": _where("PickedUp", free=rules.nova),
    }
    if len(version.seats) > LEAST_BOXES:
        found["the bottom Contract not replaced"] = _where("BoxClosed")
    if rules.luck:
        found["the hand limit"] = _where("Trimmed")
    if rules.nova:
        found["$1 for a roll without a move"] = _rolled_in_vain
        found["the numbers reached"] = _where("Ended", reason="nova")
    else:
        found["local business"] = _where("Worked")
        found["the mission delivered"] = _where("Ended", reason="mission")
    if any(kind.effect == "quarantine" for kind in kinds(rules)):
        found["a roll to lift a Quarantine"] = _where("QuarantineRolled")
    if rules.table:
        found["a station made Imperial"] = _where("Promoted")
        found["a price paid to the Emperor"] = _priced
        found["question: bribe"] = _answered(forms.BRIBE, OWN)
        found["a petition for the mission"] = _where("Petitioned", world=0)
        found["the network of as many as began"] = _network(version)
    return found


# -- looks -----------------------------------------------------------------------------------------


def _where(kind: str, **fields: Any) -> Look:
    def look(rows: Rows) -> Iterator[int]:
        wanted = fields.items()
        return (i for i, f in events.of(rows, kind) if all(f[k] == v for k, v in wanted))

    return look


def _played(kind: LuckKind) -> Look:
    """A card of this kind: also one that answers another."""

    def look(rows: Rows) -> Iterator[int]:
        found = events.of(rows, "Played")
        return (i for i, f in found if any(events.kind_of(c) is kind for c in f["cards"]))

    return look


def _answered(kind: str, sources: tuple[str, ...]) -> Look:
    """The question was put, and somebody answered it himself."""

    def look(rows: Rows) -> Iterator[int]:
        found = events.of(rows, "Answered")
        return (i for i, f in found if f["kind"] == kind and f["via"] in sources)

    return look


def _turned_up(letter: str) -> Look:
    def look(rows: Rows) -> Iterator[int]:
        found = events.of(rows, "TurnedUp")
        return (i for i, f in found if PACKAGED.card[f["card"]].set == letter)

    return look


def _used(role: str) -> Look:
    def look(rows: Rows) -> Iterator[int]:
        found = (x for x in events.of(rows, "TookRole") if x[1]["role"] == role)
        return (i for i, f in found if events.POWERS[role](rows, f["seat"]))

    return look


def _paid_as(rules: Rules, f: Any) -> bool:
    """A delivery with the Prestige that this version gives for it, and no personality's."""
    more = rules.vip * (f["box"] == 1) + rules.race * len(f["beaten"])
    return bool(f["prestige"] == PACKAGED.card[f["card"]].prestige + more)


def _vip(rules: Rules) -> Look:
    """Delivered from box 1 (ST-CON-5, ST-SUP-2)."""
    return lambda rows: (
        i for i, f in events.of(rows, "Delivered") if f["box"] == 1 and _paid_as(rules, f)
    )


def _race(rules: Rules) -> Look:
    """Delivered before another who had the same cargo (ST-RAC-2, ST-SUP-3)."""
    return lambda rows: (
        i for i, f in events.of(rows, "Delivered") if f["beaten"] and _paid_as(rules, f)
    )


def _rolled_in_vain(rows: Rows) -> Iterator[int]:
    """ST-NOV-5; a declared jump that fails pays it, too."""
    yield from (i for i, f in events.of(rows, "Worked") if f["dice"])
    yield from (i for i, f in events.of(rows, "Paid") if f["why"] == "stayed")


def _priced(rows: Rows) -> Iterator[int]:
    """ST-BLK-4."""
    return (i for i, f in events.of(rows, "Allowed") if f["money"] and f["prestige"])


def _network(version: Version) -> Look:
    """After a drop-out the network is still that of the number that began (ST-DRO-7): the winner
    has no more Imperial Stations than that, where fewer Traders would have to have more.
    """
    wanted = NETWORK[len(version.seats)]

    def look(rows: Rows) -> Iterator[int]:
        left = [f["seat"] for _, f in events.of(rows, "DroppedOut")]
        for i, f in events.of(rows, "Completed"):
            own = sum(g["seat"] == f["seat"] for _, g in events.of(rows[:i], "Promoted"))
            if left and own == wanted < NETWORK[len(version.seats) - len(left)]:
                yield i

    return look


def missing(name: str, rows: Rows) -> list[str]:
    """What the facts of a campaign of this version do not show."""
    return [thing for thing, look in things(name).items() if next(look(rows), None) is None]
