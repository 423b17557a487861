"""The turn: Draw, Trade and Delivery, End (SF-TRN-1).

The draw is made as the turn opens, so that the flip travels with the request for orders. A turn
then is one phase for each question: ``Hazard``, ``Deliver``, ``Trim``.
"""

from __future__ import annotations

from typing import Any

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick, Some
from engine.rounds import Rounds
from engine.state import Phase
from engine.table import Answers, Table
from games.space_freighter.cards import (
    AGAINST,
    EVENTS,
    GOODS,
    HAND_LIMIT,
    IN_HAND,
    LOADS,
    RANK,
    WORLDS,
    Event,
)
from games.space_freighter.facts import (
    Delivered,
    Fined,
    Flipped,
    HandLeft,
    Looked,
    Lost,
    Negated,
    Stranded,
    Trimmed,
    TurnSkipped,
)
from games.space_freighter.forms import DELIVER, DISCARD, NEGATE, PASS, PASS_CHOICE
from games.space_freighter.state import Freight, less
from games.space_freighter.trade import open_trade
from games.space_freighter.values import deliver

T = Table[Freight]

_HAZARD_PICK = {h: Pick(((h,),)) for h in AGAINST}


class Laps(Rounds, frozen=True, kw_only=True):
    """Seat after seat, clockwise (SF-SET-1)."""

    def before_turn(self, t: T, seat: str) -> None:
        """The draw, or the sitting out of a skipped turn (SF-DRW-1, SF-DCK-7)."""
        if seat in t.state.idle:
            t.emit(TurnSkipped(seat))
            return
        card = flip(t, seat)
        event = EVENTS.get(card)
        if event is not None:
            resolve(t, seat, event)
        if not stranding(event) and not threatens(t.state, seat):
            open_trade(t)

    def skips(self, t: T, seat: str) -> bool:
        """Whether nothing more happens in this turn."""
        s = t.state
        if not s.flipped:
            return True
        if not stranding(EVENTS.get(s.flipped)) or len(s.hands[seat]) > HAND_LIMIT:
            return False
        end_turn(t)
        return True

    def turn(self, s: Freight, seat: str) -> Phase:
        """What the flip leads to."""
        if stranding(EVENTS.get(s.flipped)):
            return Trim(seat=seat)
        if threatens(s, seat):
            return Hazard(seat=seat)
        return Deliver(seat=seat)

    def drop(self, t: T, seat: str) -> None:
        """The hand goes to the pile; a seat that is left alone has won."""
        hand = t.state.hands[seat]
        if hand:
            t.emit(HandLeft(seat, hand))
        left = t.state.present()
        if len(left) == 1:
            t.end("alone", left)


def flip(t: T, seat: str) -> str:
    """The top card: the one known to lie there, else a draw from the sorted remaining deck."""
    s = t.state
    card = s.ahead[0] if s.ahead else t.draw("deck", s.deck)
    t.emit(Flipped(seat, card, card in IN_HAND))
    return card


def stranding(event: Event | None) -> bool:
    """Whether the rest of the turn is skipped."""
    return event is not None and event.effect == "stranded"


def threatens(s: Freight, seat: str) -> bool:
    """Whether the flip is a hazard that the seat could lose something to."""
    event = EVENTS.get(s.flipped)
    return event is not None and event.effect == "hazard" and bool(s.hands[seat])


def resolve(t: T, seat: str, event: Event) -> None:
    """An event that asks nothing takes effect; a hazard waits for its question."""
    if event.effect == "fine":
        t.emit(Fined(seat, event.amount, min(event.amount, t.state.money[seat])))
    elif event.effect == "stranded":
        t.emit(Stranded(seat, event.amount))
    elif event.effect == "look":
        look(t, seat, event.amount)


def look(t: T, seat: str, count: int) -> None:
    """SF-DRW-6: the order of the next cards is settled by draws that only the seat sees."""
    s = t.state
    count = min(count, len(s.deck))
    cards = list(s.ahead[:count])
    pool = [c for c in s.deck if c not in s.ahead]
    while len(cards) < count:
        cards.append(pool.pop(t.draw_index("deck", len(pool), (seat,))))
    t.emit(Looked(seat, tuple(cards)))


def end_turn(t: T) -> None:
    """SF-END-2, SF-WIN-1: after the turn of the last card the richest win, together if equal."""
    s = t.state
    if not s.deck:
        present = s.present()
        most = max(s.money[x] for x in present)
        t.end("deck", [x for x in present if s.money[x] == most])


def finish(t: T, seat: str) -> None:
    """The End phase: the hand limit, then the end of the turn."""
    if len(t.state.hands[seat]) > HAND_LIMIT:
        t.swap(Trim(seat=seat))
        return
    t.pop()
    end_turn(t)


class Hazard(Phase, frozen=True, kw_only=True):
    """SF-W1: the drawer may negate the hazard that lies on top of the pile."""

    seat: str

    def ask(self, s: Freight) -> tuple[Decision, ...]:
        """Asked whatever the hand holds, as long as it holds anything."""
        event = EVENTS[s.flipped]
        kind = event.hazard
        fitting = [c for c in s.hands[self.seat] if c in AGAINST[kind]]
        choices: tuple[Choice, ...] = (PASS_CHOICE,)
        if fitting:
            choices = (Choice(NEGATE, (_HAZARD_PICK[kind], Pick(fitting))), PASS_CHOICE)
        return (
            Decision(
                id=f"{self.n}.{self.seat}",
                seat=self.seat,
                kind="negate",
                choices=choices,
                default=PASS,
                info={"event": event.name, "hazard": kind, "lose": event.amount},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """Negated, or suffered; then the Trade phase opens."""
        order = answers.one()
        seat = self.seat
        if order.verb == "NEGATE":
            t.emit(Negated(seat, t.state.flipped, str(order.args[1])))
        else:
            suffer(t, seat, EVENTS[t.state.flipped].amount)
        open_trade(t)
        t.swap(Deliver(seat=seat))


def suffer(t: T, seat: str, count: int) -> None:
    """SF-DRW-4: ``count`` random cards of the sorted hand, or all, go to the pile."""
    hand = t.state.hands[seat]
    if len(hand) <= count:
        t.emit(Lost(seat, hand))
        return
    lost: list[str] = []
    for _ in range(count):
        # Where a card stands in the sorted hand says something about the others.
        card = t.draw("loss", hand, (seat,))
        lost.append(card)
        hand = less(hand, (card,))
    t.emit(Lost(seat, tuple(lost)))


class Deliver(Phase, frozen=True, kw_only=True):
    """Trade and Delivery: while its question is open, so is the Trade phase (SF-TRA-2)."""

    seat: str

    @property
    def trade(self) -> bool:
        """Exchanges take place at once."""
        return True

    def ask(self, s: Freight) -> tuple[Decision, ...]:
        """At most one delivery (SF-DEL-1); with an empty hand there is nothing to decide."""
        seat = self.seat
        hand = s.hands[seat]
        choices: tuple[Choice, ...] = (PASS_CHOICE,)
        worlds = [c for c in hand if c in WORLDS]
        if worlds:
            goods = [c for c in hand if c in GOODS]
            if goods:
                loads = [c for c in hand if c in LOADS]
                cards = Some(loads, 1, len(loads), goods)
                choices = (Choice(DELIVER, (Pick(worlds), cards, LEFT_OUT)), PASS_CHOICE)
        return (
            Decision(
                id=f"{self.n}.{seat}",
                seat=seat,
                kind="deliver",
                choices=choices,
                default=PASS,
                skip=not hand,
                info={"flipped": s.flipped},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """The delivery, if one is made; then the End phase."""
        order = answers.one()
        if order.verb == "DELIVER":
            world, cards = order.args[0], order.args[1]
            assert isinstance(world, str)
            assert isinstance(cards, tuple)
            d = deliver(world, cards)
            t.emit(Delivered(self.seat, world, d.cards, d.amounts, d.total))
        finish(t, self.seat)


class Trim(Phase, frozen=True, kw_only=True):
    """SF-W3: the End phase of a seat that holds more than seven cards."""

    seat: str

    def ask(self, s: Freight) -> tuple[Decision, ...]:
        """Which cards go; silence discards those least missed."""
        hand = s.hands[self.seat]
        excess = len(hand) - HAND_LIMIT
        lowest = sorted(hand, key=RANK.__getitem__)[:excess]
        return (
            Decision(
                id=f"{self.n}.{self.seat}",
                seat=self.seat,
                kind="discard",
                choices=(Choice(DISCARD, (Some(hand, excess, excess), LEFT_OUT)),),
                default=Order("DISCARD", (tuple(sorted(lowest)), None)),
                info={"excess": excess},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """The cards go to the pile, and the turn ends."""
        cards = answers.one().args[0]
        assert isinstance(cards, tuple)
        t.emit(Trimmed(self.seat, cards))
        t.pop()
        end_turn(t)


PHASES: tuple[type[Phase], ...] = (Laps, Hazard, Deliver, Trim)

__all__ = ["PHASES", "Any", "Deliver", "Hazard", "Laps", "Trim"]
