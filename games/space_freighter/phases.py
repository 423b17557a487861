"""The turn: Draw, Trade and Delivery, End (SF-TRN-1).

The draw is made as the turn opens, so that the flip travels with the request for orders. A turn
then is one phase for each question: ``Hazard``, ``Deliver``, ``Trim``.
"""

from __future__ import annotations

from typing import ClassVar

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick, Some
from engine.fact import TurnBegan
from engine.hand import less
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
from games.space_freighter.forms import (
    DELIVER,
    DISCARD,
    NEGATE,
    PASS,
    PASS_CHOICE,
    SUFFER,
    SUFFER_CHOICE,
)
from games.space_freighter.goals import lowest
from games.space_freighter.state import Freight
from games.space_freighter.trade import close_gone, open_trade
from games.space_freighter.values import deliver

T = Table[Freight]

_IS_WORLD, _IS_GOOD, _IS_LOAD = WORLDS.__contains__, GOODS.__contains__, LOADS.__contains__

LEAST_CARDS = 2
"""A world and a good (SF-DEL-2)."""

_HAZARD_PICK = {h: Pick(((h,),)) for h in AGAINST}


class Laps(Rounds, frozen=True, kw_only=True):
    """Seat after seat, clockwise (SF-SET-1)."""

    def opening(self, t: T, seat: str) -> Phase | None:
        """The draw, or the sitting out of a skipped turn (SF-DRW-1, SF-DCK-7)."""
        s = t.state
        t.emit(TurnBegan(s.turn + 1, seat))
        if s.idle and seat in s.idle:
            t.emit(TurnSkipped(seat))
            return None
        card = flip(t, seat)
        if card not in IN_HAND:
            phase = resolve(t, seat, EVENTS[card])
            if not isinstance(phase, Deliver):
                return phase
        if s.offers:
            open_trade(t)
        return Deliver(seat=seat)

    def drop(self, t: T, seat: str) -> None:
        """The hand goes to the pile; a seat that is left alone has won."""
        hand = t.state.hands[seat]
        if hand:
            t.emit(HandLeft(seat, hand))
            close_gone(t)
        left = t.state.present()
        if len(left) == 1:
            t.end("alone", left)


def flip(t: T, seat: str) -> str:
    """The top card: the one known to lie there, else a draw from the sorted remaining deck."""
    s = t.state
    card = s.ahead[0] if s.ahead else s.deck[t.draw_index("deck", len(s.deck))]
    t.emit(Flipped(seat, card, card in IN_HAND))
    return card


def resolve(t: T, seat: str, event: Event) -> Phase | None:
    """An event takes effect, and leads to this phase; ``None``: the turn is over."""
    effect = event.effect
    if effect == "hazard":
        # An empty hand has nothing to lose; that it is empty is public.
        return Hazard(seat=seat) if t.state.hands[seat] else Deliver(seat=seat)
    if effect == "stranded":
        t.emit(Stranded(seat, event.amount))
        if len(t.state.hands[seat]) > HAND_LIMIT:
            return Trim(seat=seat)
        if not t.state.deck:
            end_game(t)
        return None
    if effect == "fine":
        t.emit(Fined(seat, event.amount, min(event.amount, t.state.money[seat])))
    else:
        look(t, seat, event.amount)
    return Deliver(seat=seat)


def look(t: T, seat: str, count: int) -> None:
    """SF-DRW-6: the order of the next cards is settled by draws that only the seat sees."""
    s = t.state
    count = min(count, len(s.deck))
    cards = list(s.ahead[:count])
    pool = [c for c in s.deck if c not in s.ahead]
    while len(cards) < count:
        cards.append(pool.pop(t.draw_index("look", len(pool), (seat,))))
    t.emit(Looked(seat, tuple(cards)))


def end_game(t: T) -> None:
    """SF-END-2, SF-WIN-1: after the turn of the last card the richest win, together if equal.

    Who is leaving has left with that turn, and cannot win; of several the last is left alone.
    """
    s = t.state
    staying = [x for x in s.present() if x not in s.leaving] or s.leaving[-1:]
    most = max(s.money[x] for x in staying)
    t.end("deck", [x for x in staying if s.money[x] == most])


def finish(t: T, seat: str) -> None:
    """The End phase: the hand limit, then the end of the turn."""
    s = t.state
    if len(s.hands[seat]) > HAND_LIMIT:
        t.swap(Trim(seat=seat))
        return
    if not s.deck:
        end_game(t)
    Rounds.end_turn(t)


class Hazard(Phase, frozen=True, kw_only=True):
    """SF-W1: the drawer may negate the hazard that lies on top of the pile."""

    seat: str

    def ask(self, s: Freight) -> tuple[Decision, ...]:
        """Asked whatever the hand holds, as long as it holds anything."""
        event = EVENTS[s.flipped]
        kind = event.hazard
        fitting = [c for c in s.hands[self.seat] if c in AGAINST[kind]]
        choices: tuple[Choice, ...] = (SUFFER_CHOICE,)
        if fitting:
            choices = (Choice(NEGATE, (_HAZARD_PICK[kind], Pick(fitting))), SUFFER_CHOICE)
        return (
            Decision(
                id=f"{self.n}.{self.seat}",
                seat=self.seat,
                kind="negate",
                choices=choices,
                default=SUFFER,
                info={
                    "event": event.name,
                    "hazard": kind,
                    "lose": min(event.amount, len(s.hands[self.seat])),
                },
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
        close_gone(t)
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

    trade: ClassVar[bool] = True
    """Exchanges take place at once."""

    def ask(self, s: Freight) -> tuple[Decision, ...]:
        """At most one delivery (SF-DEL-1).

        A delivery takes two cards: who holds fewer is not asked. How many he holds is public.
        """
        seat = self.seat
        hand = s.hands[seat]
        if len(hand) < LEAST_CARDS:
            return ()
        choices: tuple[Choice, ...] = (PASS_CHOICE,)
        worlds = tuple(filter(_IS_WORLD, hand))
        if worlds:
            goods = tuple(filter(_IS_GOOD, hand))
            if goods:
                loads = tuple(filter(_IS_LOAD, hand))
                cards = Some(loads, 1, len(loads), goods)
                choices = (Choice(DELIVER, (Pick(worlds), cards, LEFT_OUT)), PASS_CHOICE)
        return (
            Decision(
                id=f"{self.n}.{seat}",
                seat=seat,
                kind="deliver",
                choices=choices,
                default=PASS,
                info={"flipped": s.flipped},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """The delivery, if one is made; then the End phase."""
        order = answers.one() if answers else PASS
        if order.verb == "DELIVER":
            world, cards = order.args[0], order.args[1]
            assert isinstance(world, str)
            assert isinstance(cards, tuple)
            d = deliver(world, cards)
            t.emit(Delivered(self.seat, world, d.cards, d.amounts, d.total))
            close_gone(t)
        finish(t, self.seat)


class Trim(Phase, frozen=True, kw_only=True):
    """SF-W3: the End phase of a seat that holds more than seven cards."""

    seat: str

    def ask(self, s: Freight) -> tuple[Decision, ...]:
        """Which cards go; silence discards those least missed."""
        hand = s.hands[self.seat]
        excess = len(hand) - HAND_LIMIT
        return (
            Decision(
                id=f"{self.n}.{self.seat}",
                seat=self.seat,
                kind="discard",
                choices=(Choice(DISCARD, (Some(hand, excess, excess), LEFT_OUT)),),
                default=Order("DISCARD", (tuple(sorted(lowest(hand, excess))), None)),
                info={"excess": excess},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """The cards go to the pile, and the turn ends."""
        cards = answers.one().args[0]
        assert isinstance(cards, tuple)
        t.emit(Trimmed(self.seat, cards))
        close_gone(t)
        if not t.state.deck:
            end_game(t)
        Rounds.end_turn(t)


PHASES: tuple[type[Phase], ...] = (Laps, Hazard, Deliver, Trim)
