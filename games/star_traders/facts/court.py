"""Petitions, missions, Quarantine, dropping out."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.fact import Audience, Fact, PublicFact
from engine.hand import UNKNOWN, less
from engine.state import change
from games.star_traders.facts.ledger import moved, praised, spent
from games.star_traders.state import TURN, Cargo, Quarantine, Stars

COURT = "petition"
"""The pool of a petition's die."""


class Petitioned(PublicFact, frozen=True):
    """A seat petitions the Emperor; ``world``: for this station, else for a mission (ST-WIN-2)."""

    seat: str
    world: int = 0
    dice: tuple[int, ...] = ()

    def apply(self, s: Stars) -> Stars:
        """The action and the attempt are spent."""
        return change(spent(s, TURN, self.dice), petitioned=True)


class Heard(PublicFact, frozen=True):
    """The petition is rolled for; the fee was paid (ST-WIN-4, ST-BLK-3)."""

    seat: str
    fee: int

    def apply(self, s: Stars) -> Stars:
        """The next petition is a further one."""
        money, bank = moved(s, self.seat, "", self.fee)
        appeals = {**s.appeals, self.seat: s.appeals.get(self.seat, 0) + 1}
        return change(s, money=money, bank=bank, appeals=appeals)


class Unheard(PublicFact, frozen=True):
    """When the window was over the petitioner lacked what a petition takes (ST-RUL-5)."""

    seat: str


class Denied(PublicFact, frozen=True):
    """The petition was denied with this result (ST-WIN-7, ST-BLK-4), or came to nothing (``why``):
    its ``price`` was not paid (``unpaid``) or could not be (``unable``), or what was petitioned
    for was given away (``given``).
    """

    seat: str
    total: int
    money: int
    prestige: int
    parts: tuple[int, ...] = ()
    """What the result consists of: the die, the Prestige area's bonus, the personality's."""
    why: str = ""
    price: tuple[int, ...] = ()
    """$tarBucks and Prestige for which it was granted."""

    def apply(self, s: Stars) -> Stars:
        """Money and Prestige are lost."""
        money, bank = moved(s, self.seat, "", self.money)
        denials = {**s.denials, self.seat: s.denials.get(self.seat, 0) + 1}
        return change(
            s,
            money=money,
            bank=bank,
            denials=denials,
            prestige=praised(s, self.seat, -self.prestige),
        )


class Allowed(PublicFact, frozen=True):
    """The petition was granted with this result, for this price (ST-WIN-4, ST-BLK-4)."""

    seat: str
    total: int
    money: int = 0
    prestige: int = 0
    parts: tuple[int, ...] = ()
    """As in ``Denied``; none, where nothing was rolled."""

    def apply(self, s: Stars) -> Stars:
        """The price is paid."""
        money, bank = moved(s, self.seat, "", self.money)
        return change(s, money=money, bank=bank, prestige=praised(s, self.seat, -self.prestige))


class Promoted(PublicFact, frozen=True):
    """A station became Imperial (ST-BLK-7)."""

    seat: str
    world: int

    def apply(self, s: Stars) -> Stars:
        """The ring shows its starred side."""
        return change(s, imperial=tuple(sorted((*s.imperial, self.world))))


class Commissioned(PublicFact, frozen=True):
    """A card was turned up for a seat's Imperial Mission (ST-MIS-1, ST-MIS-2).

    One fact for a card that serves and for one that is ``passed`` over: a draw is followed by the
    same kind of fact whatever comes.
    """

    seat: str
    card: str
    passed: bool = False
    """It has no Star and is discarded."""

    def apply(self, s: Stars) -> Stars:
        """The card lies before the seat, all whose cargo is off; or it is discarded."""
        deck = less(s.deck, (self.card,))
        if self.passed:
            return change(s, deck=deck, discard=(*s.discard, self.card))
        return change(
            s,
            deck=deck,
            missions={**s.missions, self.seat: self.card},
            cargo={**s.cargo, self.seat: ()},
            loaded={x: ship for x, ship in s.loaded.items() if x != self.seat},
        )


class Completed(PublicFact, frozen=True):
    """A mission was delivered (ST-MIS-6)."""

    seat: str
    card: str


class Praised(PublicFact, frozen=True):
    """A card changed a Trader's Prestige; ``gain`` keeps within the meter (ST-PRE-1)."""

    seat: str
    gain: int

    def apply(self, s: Stars) -> Stars:
        """The marker moved."""
        return change(s, prestige=praised(s, self.seat, self.gain))


class Spared(PublicFact, frozen=True):
    """A Calamity found nothing to take or to move: no ``money``, no such ``station`` or ``cargo``
    any more, or the ship was ``there`` already (``why``). Nothing changes.
    """

    seat: str
    card: str
    why: str


class Glitched(PublicFact, frozen=True):
    """A Contract (box) or a mission (seat, box 0) was discarded (ST-IMP-2)."""

    seat: str
    box: int
    card: str

    def apply(self, s: Stars) -> Stars:
        """The card is discarded, with all markers on it."""
        s = change(s, discard=(*s.discard, self.card))
        if not self.box:
            missions = {x: c for x, c in s.missions.items() if x != self.seat}
            loaded = {x: ship for x, ship in s.loaded.items() if x != self.seat}
            return change(s, missions=missions, loaded=loaded)
        at = self.box - 1
        cargo = {x: tuple(c for c in own if c.box != self.box) for x, own in s.cargo.items()}
        return change(s, boxes=(*s.boxes[:at], "", *s.boxes[at + 1 :]), cargo=cargo)


class Exchanged(Fact, frozen=True):
    """Two Traders exchanged cards; the cards are the pair's affair, their number is not."""

    giver: str
    taker: str
    give: tuple[str, ...]
    want: tuple[str, ...]

    def apply(self, s: Stars) -> Stars:
        """The cards change hands."""
        hands = s.hands.copy()
        hands[self.giver] = (*less(hands[self.giver], self.give), *self.want)
        hands[self.taker] = (*less(hands[self.taker], self.want), *self.give)
        return change(s, hands=hands)

    def seen_by(self, s: Any) -> Audience:
        """The pair."""
        return (self.giver, self.taker)

    def masked(self) -> Fact:
        """How many went each way."""
        give, want = (UNKNOWN,) * len(self.give), (UNKNOWN,) * len(self.want)
        return Exchanged(self.giver, self.taker, give, want)


class CargoTo(PublicFact, frozen=True):
    """Cargos went from ship to ship (ST-CAR-8), both ways at once: each with the ship where it is
    now. ``give`` went to the taker, ``want`` to the giver.
    """

    version: ClassVar[int] = 2

    giver: str
    taker: str
    give: tuple[Cargo, ...]
    want: tuple[Cargo, ...] = ()

    def apply(self, s: Stars) -> Stars:
        """The markers are the other's."""
        cargo = s.cargo.copy()
        for seat, gone, got in (
            (self.giver, self.give, self.want),
            (self.taker, self.want, self.give),
        ):
            boxes = {c.box for c in gone}
            cargo[seat] = (*(c for c in cargo[seat] if c.box not in boxes), *got)
        return change(s, cargo=cargo)


def lift_cargo_to(fields: dict[str, Any]) -> dict[str, Any]:
    """``CargoTo`` of version 1 was one cargo, from the giver to the taker."""
    cargo = {"box": fields.pop("box"), "ship": fields.pop("ship")}
    return {**fields, "give": [cargo]}


class Quarantined(PublicFact, frozen=True):
    """A world is in Quarantine (ST-QUA-1); ``first`` is the first to roll."""

    world: int
    first: str

    def apply(self, s: Stars) -> Stars:
        """The marker lies."""
        found = Quarantine(world=self.world, first=self.first)
        return change(s, quarantines=(*s.quarantines, found))


class QuarantineRolled(PublicFact, frozen=True):
    """At the end of a turn a die was rolled to lift a Quarantine (ST-QUA-5)."""

    seat: str
    world: int
    die: int
    most: int
    """The highest number that lifts it."""

    def apply(self, s: Stars) -> Stars:
        """The first roller's rolls are counted."""
        return change(
            s,
            quarantines=tuple(
                change(q, rolls=q.rolls + 1)
                if q.world == self.world and q.first == self.seat
                else q
                for q in s.quarantines
            ),
        )


class Lasted(PublicFact, frozen=True):
    """The first roller of a Quarantine began another turn (ST-QUA-7)."""

    world: int

    def apply(self, s: Stars) -> Stars:
        """Counted."""
        return change(
            s,
            quarantines=tuple(
                change(q, begun=q.begun + 1) if q.world == self.world else q for q in s.quarantines
            ),
        )


class Lifted(PublicFact, frozen=True):
    """A Quarantine is over: ``why`` is ``die``, ``time``, ``avoid`` or ``second``."""

    world: int
    why: str

    def apply(self, s: Stars) -> Stars:
        """The marker is back, and with it what freed single Traders."""
        return change(
            s,
            quarantines=tuple(q for q in s.quarantines if q.world != self.world),
            mods=tuple(m for m in s.mods if m.until != f"quar{self.world}"),
        )


class Vacated(PublicFact, frozen=True):
    """A seat that dropped out left the map: ship, cargo and mission (ST-DRO-1, ST-DRO-4).

    Its place as first roller of a Quarantine goes to ``heir`` (ST-AMB 37).
    """

    seat: str
    heir: str

    def apply(self, s: Stars) -> Stars:
        """Its mission is discarded."""
        mission = s.missions.get(self.seat)
        # Whether the heir has yet to move in the lap in which the leaver moved last.
        behind = s.last.get(self.heir, 0) < s.last.get(self.seat, 0)
        return change(
            s,
            ships={x: own for x, own in s.ships.items() if x != self.seat},
            cargo={**s.cargo, self.seat: ()},
            missions={x: c for x, c in s.missions.items() if x != self.seat},
            loaded={x: ship for x, ship in s.loaded.items() if x != self.seat},
            discard=(*s.discard, mission) if mission else s.discard,
            quarantines=tuple(
                _inherited(q, self.heir, behind) if q.first == self.seat else q
                for q in s.quarantines
            ),
            mods=tuple(m for m in s.mods if m.seat != self.seat),
        )


def _inherited(q: Quarantine, heir: str, behind: bool) -> Quarantine:
    """The marker with another first roller. Who is a turn ``behind`` the leaver takes that turn
    next, and rolls in it as the leaver did: else the timetable would be a lap shorter.
    """
    if not behind:
        return change(q, first=heir)
    return change(q, first=heir, rolls=max(0, q.rolls - 1), begun=max(0, q.begun - 1))


FACTS: tuple[type[Fact], ...] = (
    Petitioned,
    Heard,
    Unheard,
    Denied,
    Allowed,
    Promoted,
    Commissioned,
    Completed,
    Praised,
    Spared,
    Glitched,
    Exchanged,
    CargoTo,
    Quarantined,
    QuarantineRolled,
    Lasted,
    Lifted,
    Vacated,
)
