"""The listed events, found in a campaign's facts: each with the place of its first fact.

A fact is here a row: turn, kind, fields, source of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.star_traders.tables.galaxy import PACKAGED

Rows = list[Any]
AVOID = "avoid"


def _kind(card: str) -> Any:
    data = PACKAGED.data
    return data.kind[next(c.luck for c in data.cards if c.id == card)]


def _of(rows: Rows, kind: str) -> Iterator[tuple[int, Any]]:
    return ((i, fields) for i, (_, found, fields, _) in enumerate(rows) if found == kind)


def _next(rows: Rows, at: int, far: int, *kinds: str) -> Any:
    """The first fact of these kinds within so many behind this one: kind and fields."""
    found = ((kind, f) for _, kind, f, _ in rows[at + 1 : at + 1 + far] if kind in kinds)
    return next(found, ("", {}))


def race_shifted(rows: Rows) -> Iterator[int]:
    """A race lost, and the loser's cargo shifted to another Contract (ST-W8)."""
    for i, delivered in _of(rows, "Delivered"):
        _, shifted = _next(rows, i, 15, "Shifted")
        if shifted and shifted["seat"] in delivered["beaten"] and not shifted["origin"]:
            yield i


def _struck(rows: Rows, avoided: bool) -> Iterator[int]:
    for i, played in _of(rows, "Played"):
        if not played.get("on") or not _kind(played["cards"][0]).calamity:
            continue
        _, answer = _next(rows, i, 15, "Played")
        answered = answer.get("on") == played["on"] and _kind(answer["cards"][0]).effect == AVOID
        if avoided == answered:
            yield i


def calamity_avoided(rows: Rows) -> Iterator[int]:
    """A Calamity that an Avoid answered (ST-LUC-5)."""
    return _struck(rows, avoided=True)


def calamity_suffered(rows: Rows) -> Iterator[int]:
    """A Calamity that took effect (ST-LUC-4)."""
    return _struck(rows, avoided=False)


def zap_changes_jump(rows: Rows) -> Iterator[int]:
    """After a Zap the announced jump fails, or the die makes another one possible (ST-LUC-11)."""
    for i, turned in _of(rows, "Turned"):
        kind, then = _next(rows, i, 12, "Jumped", "FellShort")
        short = kind == "FellShort"
        if turned["pool"] == "turn" and kind and (short or turned["now"] in then["dice"]):
            yield i


def denied(rows: Rows) -> Iterator[int]:
    """A petition was denied."""
    return (i for i, _ in _of(rows, "Denied"))


def granted(rows: Rows) -> Iterator[int]:
    """A petition was granted."""
    return (i for i, _ in _of(rows, "Allowed"))


def mission(rows: Rows) -> Iterator[int]:
    """A mission was completed."""
    return (i for i, _ in _of(rows, "Completed"))


def quarantine(rows: Rows) -> Iterator[int]:
    """A Quarantine that ran until its first roller's third turn (ST-QUA-7)."""
    return (i for i, f in _of(rows, "Lifted") if f["why"] == "time")


def auction(rows: Rows) -> Iterator[int]:
    """A station of a drop-out was bought at auction (ST-DRO-2)."""
    return (i for i, f in _of(rows, "StationTo") if f["why"] == "auction" and f["seat"])


def beacon(rows: Rows) -> Iterator[int]:
    """The use of a beacon was paid for (ST-MOV-9)."""
    return (i for i, f in _of(rows, "Paid") if f["why"] == "beacon")


def station(rows: Rows) -> Iterator[int]:
    """A station was traded (ST-STA-5)."""
    return (i for i, f in _of(rows, "StationTo") if f["why"] == "trade")


EVENTS: dict[str, Callable[[Rows], Iterator[int]]] = {
    "race lost and shifted": race_shifted,
    "calamity avoided": calamity_avoided,
    "calamity suffered": calamity_suffered,
    "zap": zap_changes_jump,
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


def personalities(rows: Rows) -> set[str]:
    """The personalities that are played."""
    return {f["role"] for _, f in _of(rows, "TookRole")}
