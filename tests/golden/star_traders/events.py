"""The listed events, found in a campaign's facts: each with the place of its first fact.

A fact is here a row: turn, kind, fields, source of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.star_traders.tables.galaxy import PACKAGED

Rows = list[Any]
Look = Callable[[Rows], Iterator[int]]
"""Gives the places of the facts in which something is seen."""
AVOID = "avoid"


def kind_of(card: str) -> Any:
    """The kind of Trader's Luck of a card."""
    data = PACKAGED.data
    return data.kind[next(c.luck for c in data.cards if c.id == card)]


def of(rows: Rows, kind: str) -> Iterator[tuple[int, Any]]:
    """Place and fields of each fact of this kind."""
    return ((i, fields) for i, (_, found, fields, _) in enumerate(rows) if found == kind)


def _next(rows: Rows, at: int, far: int, *kinds: str) -> Any:
    """The first fact of these kinds within so many behind this one: kind and fields."""
    found = ((kind, f) for _, kind, f, _ in rows[at + 1 : at + 1 + far] if kind in kinds)
    return next(found, ("", {}))


def race_shifted(rows: Rows) -> Iterator[int]:
    """A race lost, and the loser's cargo shifted to another Contract (ST-W8)."""
    for i, delivered in of(rows, "Delivered"):
        _, shifted = _next(rows, i, 15, "Shifted")
        if shifted and shifted["seat"] in delivered["beaten"] and not shifted["origin"]:
            yield i


def _struck(rows: Rows, avoided: bool) -> Iterator[int]:
    for i, played in of(rows, "Played"):
        if not played.get("on") or not kind_of(played["cards"][0]).calamity:
            continue
        _, answer = _next(rows, i, 15, "Played")
        answered = answer.get("on") == played["on"] and kind_of(answer["cards"][0]).effect == AVOID
        if avoided == answered:
            yield i


def calamity_avoided(rows: Rows) -> Iterator[int]:
    """A Calamity that an Avoid answered (ST-LUC-5)."""
    return _struck(rows, avoided=True)


def calamity_suffered(rows: Rows) -> Iterator[int]:
    """A Calamity that took effect on its victim (ST-LUC-4)."""
    for i in _struck(rows, avoided=False):
        victims = rows[i][2]["on"]
        if any(_hurt(kind, f) in victims for _, kind, f, _ in rows[i + 1 : i + 16]):
            yield i


def _hurt(kind: str, fields: Any) -> str:
    """Whom a fact of a Calamity's effect hurts; empty: it is none."""
    if kind == "ModGiven":
        return str(fields["mod"]["seat"])
    if kind == "Paid" and fields["why"] == "card":
        return str(fields["payer"])
    return str(fields["seat"]) if kind == "Praised" and fields["gain"] < 0 else ""


def zap_changes_jump(rows: Rows) -> Iterator[int]:
    """After a Zap the announced jump fails, or is made with a die that was too low (ST-LUC-11)."""
    for i, turned in of(rows, "Turned"):
        kind, then = _next(rows, i, 12, "Jumped", "FellShort")
        made = kind == "Jumped" and turned["was"] < then["needs"] <= turned["now"]
        if turned["pool"] == "turn" and (kind == "FellShort" or made):
            yield i


def declared_in_vain(rows: Rows) -> Iterator[int]:
    """A jump that was declared fails, and its action is lost (ST-MOV-15)."""
    return (i for i, f in of(rows, "FellShort") if f["lost"])


def denied(rows: Rows) -> Iterator[int]:
    """A petition was denied."""
    return (i for i, _ in of(rows, "Denied"))


def granted(rows: Rows) -> Iterator[int]:
    """A petition was granted."""
    return (i for i, _ in of(rows, "Allowed"))


def mission(rows: Rows) -> Iterator[int]:
    """A mission was completed."""
    return (i for i, _ in of(rows, "Completed"))


def quarantine(rows: Rows) -> Iterator[int]:
    """A Quarantine that ran until its first roller's third turn (ST-QUA-7): it lasted twice."""
    for i, lifted in of(rows, "Lifted"):
        world = lifted["world"]
        out = max(j for j, f in of(rows[:i], "Quarantined") if f["world"] == world)
        lasted = [f for _, f in of(rows[out:i], "Lasted") if f["world"] == world]
        if lifted["why"] == "time" and len(lasted) == 2:
            yield i


def auction(rows: Rows) -> Iterator[int]:
    """A station of a drop-out was bought at auction (ST-DRO-2)."""
    return (i for i, f in of(rows, "StationTo") if f["why"] == "auction" and f["seat"])


def beacon(rows: Rows) -> Iterator[int]:
    """The use of a beacon was paid for (ST-MOV-9)."""
    return (i for i, f in of(rows, "Paid") if f["why"] == "beacon")


def station(rows: Rows) -> Iterator[int]:
    """A station was traded (ST-STA-5)."""
    return (i for i, f in of(rows, "StationTo") if f["why"] == "trade")


def dice_named(rows: Rows, texts: list[str]) -> Iterator[int]:
    """A jump with the two dice that an order line names (ST-PER-9); ``texts``: the lines."""
    for i, f in of(rows, "Jumped"):
        order = f"JUMP {f['world']} WITH {'+'.join(map(str, f['dice']))}"
        if len(f["dice"]) == 2 and any(order in text for text in texts):
            yield i


EVENTS: dict[str, Look] = {
    "race lost and shifted": race_shifted,
    "calamity avoided": calamity_avoided,
    "calamity suffered": calamity_suffered,
    "zap": zap_changes_jump,
    "declared jump": declared_in_vain,
    "petition denied": denied,
    "petition granted": granted,
    "mission completed": mission,
    "quarantine": quarantine,
    "auction": auction,
    "beacon sold": beacon,
    "station traded": station,
}


def shown(rows: Rows) -> dict[str, int]:
    """Each listed event that occurs, with the place of its first fact."""
    found = {name: next(look(rows), None) for name, look in EVENTS.items()}
    return {name: at for name, at in found.items() if at is not None}


# -- personalities: what each can do and nobody else could have done -------------------------------


def used(rows: Rows) -> set[str]:
    """The personalities whose power had an effect (ST-PER)."""
    roles = {f["seat"]: f["role"] for _, f in of(rows, "TookRole")}
    return {role for seat, role in roles.items() if POWERS[role](rows, seat)}


def _by(rows: Rows, kind: str, seat: str) -> Iterator[Any]:
    return (f for _, f in of(rows, kind) if f["seat"] == seat)


def _jumps(rows: Rows, seat: str, how: str) -> Iterator[Any]:
    return (f for f in _by(rows, "Jumped", seat) if f["how"] == how)


def _navigated(rows: Rows, seat: str) -> bool:
    """A jump along a line that asks of others more than was rolled."""
    return any(
        PACKAGED.needs(f["origin"], f["world"]) > max(f["dice"])
        for f in _jumps(rows, seat, "regular")
        if PACKAGED.joined(f["origin"], f["world"])
    )


def _acclaimed(rows: Rows, seat: str) -> bool:
    """More Prestige than printed, from a Contract that brings no more by its box."""
    done = _by(rows, "Delivered", seat)
    return any(f["box"] != 1 and f["prestige"] > PACKAGED.card[f["card"]].prestige for f in done)


def _haggled(rows: Rows, seat: str) -> bool:
    done = _by(rows, "Delivered", seat)
    return any(f["payoff"] > PACKAGED.card[f["card"]].payoff for f in done)


def _held_more(rows: Rows, seat: str) -> bool:
    """More than two cards in hand when a turn of his own is closed."""
    hand = 0
    for _, kind, f, _ in rows:
        if f.get("seat") == seat and kind == "Drew":
            hand += 1
        elif f.get("seat") == seat and kind in ("Played", "Trimmed", "Discarded"):
            hand -= len(f["cards"])
        elif f.get("seat") == seat and kind == "Closed" and hand > 2:
            return True
    return False


POWERS: dict[str, Callable[[Rows, str], bool]] = {
    "Builder": lambda rows, x: any(0 < f["price"] < 5 for f in _by(rows, "Built", x)),
    "Engineer": lambda rows, x: any(f["actions"] > 5 for f in _by(rows, "Granted", x)),
    "Hero": _acclaimed,
    "Insider": lambda rows, x: any(_jumps(rows, x, "core")),
    "Maverick": _held_more,
    "Navigator": _navigated,
    "Negotiator": _haggled,
    "Rogue": lambda rows, x: any(_jumps(rows, x, "slip")),
    "Strategist": lambda rows, x: any(len(f["dice"]) == 2 for f in _jumps(rows, x, "regular")),
    "Tycoon": lambda rows, x: any(f["ship"] == 1 for f in _by(rows, "Jumped", x)),
}
"""By personality: whether what only he can do was done."""
