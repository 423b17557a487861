"""How each card of Trader's Luck is played: what PLAY names behind it (ST-LUC-3, ST-LUC-8)."""

from __future__ import annotations

from collections.abc import Mapping

from games.star_traders.orders.forms import PLAY
from games.star_traders.tables.records import LuckKind

Way = tuple[str, ...]
"""Names of the slots of PLAY that must be filled; SHIP is for who has two ships."""

WAYS: Mapping[str, tuple[Way, ...]] = {
    "zap": (),
    "avoid": (("on",),),
    "envoy": (("to",),),
    "stargate": (("to",),),
    "recall": (("to",),),
    "fetch": (("box",),),
    "quarantine": (("at",),),
    "glitch": (("box",), ("on",)),
    "storm": (("on", "to"),),
    "warp": (("on", "with"),),
    "debris": (("on", "at"),),
    "jettison": (("on", "box"),),
}
"""By effect, where the target alone does not say it; none: another verb plays it."""

OWN_VERBS: Mapping[str, tuple[str, ...]] = {"zap": ("ZAP",), "avoid": ("AVOID",)}
"""By effect the verbs that play such a card in windows of its own."""


def ways(kind: LuckKind, *, sealed: bool) -> tuple[Way, ...]:
    """How PLAY plays this kind, each way as the slots that it fills; an Avoid is played so only
    where there are Quarantines (``sealed``; ST-QUA-9).
    """
    if kind.effect == "avoid" and not sealed:
        return ()
    if kind.effect in WAYS:
        return WAYS[kind.effect]
    return (("on",),) if kind.target == "other" else ((),)


def keyword(place: str) -> str:
    """The word in front of a place of PLAY."""
    return next(slot.keyword for slot in PLAY.slots if slot.name == place)
