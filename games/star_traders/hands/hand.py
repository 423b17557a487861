"""Cards of a hand by the names that players write."""

from __future__ import annotations

from collections.abc import Container, Iterable

from engine.hand import UNKNOWN
from games.star_traders.state import Stars, trapped
from games.star_traders.tables.galaxy import Galaxy, galaxy


def names(g: Galaxy, cards: Iterable[str]) -> dict[str, str]:
    """Card by name: the kind's name is its strongest card; weaker ones have their number too."""
    known = [c for c in cards if c != UNKNOWN]
    found: dict[str, str] = {}
    for card in sorted(known, key=lambda c: -abs(g.value[c])):
        kind = g.kind[card].name
        if kind not in found:
            found[kind] = card
        elif abs(g.value[found[kind]]) != abs(g.value[card]):
            found.setdefault(g.labels[card], card)
    return found


def card_named(s: Stars, seat: str, name: str) -> str:
    """The card of this seat's hand that a name means; empty: none."""
    g = galaxy(s)
    found = names(g, s.hands[seat])
    if name in found:
        return found[name]
    return next((c for c in s.hands[seat] if c != UNKNOWN and g.labels[c] == name), "")


def with_effect(s: Stars, seat: str, *effects: str) -> list[str]:
    """Cards of this seat's hand with one of these effects, as far as they are known."""
    effect = galaxy(s).effect
    return [c for c in s.hands[seat] if effect.get(c, "") in effects]


def way_out(s: Stars, seat: str) -> str:
    """The name of an Avoid that frees this seat from the Quarantine that keeps it; empty: none."""
    if not s.quarantines or not any(trapped(s, seat, w) for w in s.ships.get(seat, ())):
        return ""
    return next(iter(names(galaxy(s), with_effect(s, seat, "avoid"))), "")


KEPT = ("avoid", "zap", "stargate", "glitch", "prestige")
"""Effects that are discarded last."""


def least_missed(s: Stars, seat: str, spared: Container[str] = ()) -> str:
    """The card of this seat's hand that it would miss least: of those that are no better kept, or
    that it has twice, the one drawn last; one that is ``spared`` only where there is no other.
    """
    hand = [c for c in s.hands[seat] if c != UNKNOWN]
    effect = galaxy(s).effect

    def rank(card: str) -> tuple[int, int]:
        twice = sum(effect[c] == effect[card] for c in hand) > 1
        kept = KEPT.index(effect[card]) if effect[card] in KEPT and not twice else len(KEPT)
        return (kept, hand.index(card))

    return max([c for c in hand if c not in spared] or hand, key=rank)
