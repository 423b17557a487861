"""What happens to Contracts: replaced, glitched; cargo that lost its own is shifted (ST-CAR-6,
ST-CAR-7, ST-IMP-2; windows ST-W8, ST-W12).
"""

from __future__ import annotations

from typing import Any

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick
from engine.fact import OfferClosed
from engine.state import Phase
from engine.table import Table
from games.star_traders.facts.court import Glitched
from games.star_traders.facts.setup import Played
from games.star_traders.facts.turn import Shifted
from games.star_traders.hands.deck import commission, refill, turn_up
from games.star_traders.hands.hand import card_named, names, with_effect
from games.star_traders.orders.forms import GLITCH, PLAY, SHIFT, SHIFTS
from games.star_traders.rules import MARKERS
from games.star_traders.state import MISSION, Stars, carries, contract, could
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.windows import Window, able, around

T = Table[Stars]
EFFECT = "glitch"


def shifts(s: Stars, seat: str, good: str, but: int = 0) -> tuple[int, ...]:
    """Boxes to which this seat may shift such a cargo (ST-CAR-6); ``but``: where it is."""
    g = galaxy(s)
    own = {c.box for c in s.cargo[seat]}
    return tuple(
        i
        for i, card in enumerate(s.boxes, 1)
        if card and i != but and i not in own and g.card[card].cargo == good
    )


def holders(s: Stars, box: int, but: str = "") -> tuple[tuple[str, int], ...]:
    """Who has a marker on this Contract, each with the ship, clockwise from the active seat."""
    found = []
    for x in around(s, s.active):
        cargo = carries(s, x, box) if x != but else None
        if cargo is not None:
            found.append((x, cargo.ship))
    return tuple(found)


def replace(
    t: T, box: int, good: str, losers: tuple[tuple[str, int], ...], *, fulfilled: bool
) -> None:
    """A new Contract in the box; then what may follow: a Glitch on it, shifts. May push.

    Only one that was ``fulfilled`` may stay without a replacement (ST-DRO-3).
    """
    _end_offers(t, box)
    card = refill(t, box) if fulfilled else turn_up(t, box)
    phases: list[Phase] = watch(t.state, box, card) if card else []
    if losers:
        phases.append(Shifting(good=good, losers=losers))
    t.push(*phases)


def _end_offers(t: T, box: int) -> None:
    """Who offered or asked for a cargo of this box meant that of the Contract that is gone."""
    item = f"cargo {box}"
    for offer in t.state.offers:
        if item in offer.give or item in offer.want:
            t.emit(OfferClosed(offer.id, "gone"))


def watch(s: Stars, box: int, card: str, seat: str = "") -> list[Phase]:
    """The window in which a Contract just turned up, or a mission of ``seat``, may be replaced.

    None where nobody could hold the card.
    """
    if not could(s, EFFECT):
        return []
    return [Glitching(box=box, card=card, seat=seat)]


def strike(t: T, box: int, seat: str) -> None:
    """The Contract, or the mission of ``seat``, is replaced (ST-IMP-2). May push."""
    s = t.state
    card = contract(s, seat, box)
    if box == MISSION:
        t.emit(Glitched(seat, box, card))
        found = commission(t, seat)
        t.push(*watch(t.state, box, found, seat))
        return
    losers = holders(s, box)
    t.emit(Glitched("", box, card))
    replace(t, box, galaxy(s).card[card].cargo, losers, fulfilled=False)


class Glitching(Window, frozen=True, kw_only=True):
    """Everybody who could hold a Glitch is asked; moot as soon as the card is replaced."""

    box: int
    card: str
    seat: str = ""

    def moot(self, s: Stars) -> bool:
        """Whether another card lies there by now, or the mission is that of who has resigned."""
        return contract(s, self.seat, self.box) != self.card or s.away(self.seat)

    def seats(self, s: Stars) -> tuple[str, ...]:
        """Clockwise from the active seat."""
        return able(s, s.active, EFFECT)

    def decide(self, s: Stars, seat: str) -> Decision:
        """To play it, or to pass."""
        held = names(galaxy(s), with_effect(s, seat, EFFECT))
        found: tuple[Choice, ...] = ()
        if held:
            found = (Choice(PLAY, (Pick(tuple(held)), *target(self.box, self.seat))),)
        info = {"box": self.box, "card": self.card, "owner": self.seat}
        return self.question(s, seat, GLITCH, found, (self.card,), info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """The card is played on it."""
        card = card_named(t.state, seat, str(order.args[0]))
        t.emit(Played(seat, (card,), (self.seat,) if self.seat else (), (), self.box))
        strike(t, self.box, self.seat)
        return True


def target(box: int, seat: str) -> tuple[Pick, ...]:
    """The slots of PLAY behind the card for this Contract or mission."""
    on = Pick((seat,)) if box == MISSION else LEFT_OUT
    boxes = LEFT_OUT if box == MISSION else Pick((box,))
    return (on, LEFT_OUT, LEFT_OUT, LEFT_OUT, boxes, LEFT_OUT)


class Shifting(Window, frozen=True, kw_only=True):
    """ST-W8: their Contract is gone; another one asks for the same goods."""

    good: str
    losers: tuple[tuple[str, int], ...]

    def seats(self, s: Stars) -> tuple[str, ...]:
        """Those for whom there is such a Contract, and a marker: both are public."""
        return tuple(
            x
            for x, _ in self.losers
            if x not in s.gone
            and x not in s.missions
            and len(s.cargo[x]) < MARKERS
            and shifts(s, x, self.good)
        )

    def decide(self, s: Stars, seat: str) -> Decision:
        """Which Contract, or none."""
        boxes = shifts(s, seat, self.good)
        info: dict[str, Any] = {"good": self.good, "boxes": boxes}
        about = tuple(s.boxes[b - 1] for b in boxes)
        return self.question(s, seat, SHIFTS, (Choice(SHIFT, (Pick(boxes),)),), about, info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """The marker lies on the other Contract."""
        box = order.args[0]
        assert isinstance(box, int)
        t.emit(Shifted(seat, dict(self.losers)[seat], 0, box))
        return True
