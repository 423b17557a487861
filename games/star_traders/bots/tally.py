"""What simulations count of a game: start worlds, and the kinds of Trader's Luck played."""

from __future__ import annotations

from collections.abc import Iterable

from engine.fact import Fact
from engine.game import Tally
from games.star_traders.facts.setup import Founded, Played
from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.trade import kinds_in_play


def tally(s: Stars, facts: Iterable[Fact]) -> Tally:
    """Start worlds by seat; of the kinds of card in play, those played at least once."""
    kind = galaxy(s).kind
    starts: dict[str, str] = {}
    used: set[str] = set()
    for fact in facts:
        if isinstance(fact, Played):
            used.update(kind[card].name for card in fact.cards)
        elif isinstance(fact, Founded) and fact.ships:
            starts[fact.seat] = str(fact.world)
    return Tally(starts=starts, used=frozenset(used), usable=kinds_in_play(s))
