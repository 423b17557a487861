"""A seat's turn as a whole: the actions, the draw, the hand limit, the gap that follows."""

from __future__ import annotations

from typing import ClassVar

from engine.decision import Choice, Decision, Order, Pick
from engine.fact import Moment
from engine.hand import UNKNOWN
from engine.rounds import Rounds
from engine.state import Phase, change
from engine.table import Answers, Table
from games.star_traders.cargo.cargo import within
from games.star_traders.facts.setup import Trimmed
from games.star_traders.facts.turn import Built, Closed
from games.star_traders.hands.deck import draw
from games.star_traders.hands.hand import card_named, names
from games.star_traders.luck import cards, quarantine
from games.star_traders.luck.objects import CHANGING, hangs
from games.star_traders.orders.forms import DISCARD, GAP, TRIM
from games.star_traders.rules import RINGS, RULES
from games.star_traders.state import Stars, rings, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.turn.turn import Turn, play_card, won
from games.star_traders.windows import Window, around

T = Table[Stars]

REFILL_BELOW = 2
"""With fewer cards a Maverick draws two (ST-PER-5)."""


class SeatTurn(Turn, frozen=True, kw_only=True):
    """A seat's turn, with what ends it once its actions are over."""

    def leave(self, t: T) -> None:
        """Nova's station, the draw, the hand limit (ST-TRN-8, ST-NOV-6); of who has resigned
        neither (ST-AMB 51).
        """
        seat = self.seat
        rules = RULES[t.state.variant]
        if t.state.away(seat):
            shut(t, seat)
            return
        if rules.nova:
            settle(t, seat)
        if rules.luck:
            one = role(t.state, seat)
            count = one.refill if len(t.state.hands[seat]) < REFILL_BELOW else 1
            for _ in range(count):
                draw(t, seat)
        if excess(t.state, seat) > 0:
            t.swap(Trim(seat=seat))
        else:
            shut(t, seat)


def excess(s: Stars, seat: str) -> int:
    """Cards too many at the end of the own turn (ST-LUC-1): public."""
    return len(s.hands[seat]) - role(s, seat).keep


def shut(t: T, seat: str) -> None:
    """The turn is closed, Quarantines are tested (order: ST-AMB 48); then the gap."""
    t.emit(Closed(seat))
    if t.state.quarantines:
        quarantine.end_turn(t, seat)
    end = f"end:{seat}"
    if any(m.until == end for m in t.state.mods):
        t.emit(Moment(end))
    if any(t.state.hands.values()):
        t.swap(Gap(seat=seat))
    else:
        Rounds.end_turn(t)


def settle(t: T, seat: str) -> None:
    """Nova: a station builds itself (ST-NOV-6); the win is tested a last time (ST-NOV-12)."""
    s = t.state
    world = s.ships[seat][0]
    if world not in s.stations and len(rings(s, seat)) < RINGS:
        gain = within(s, seat, RULES[s.variant].built)
        t.emit(Built(seat, world, 0, gain, (), True))
    if won(t.state, seat):
        t.end("nova", (seat,))


class Trim(Phase, frozen=True, kw_only=True):
    """The hand limit at the end of the own turn (ST-LUC-1), then the turn is closed."""

    seat: str

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """One card at a time; silence discards the newest."""
        many = excess(s, self.seat)
        if many <= 0:
            return ()
        hand, g = s.hands[self.seat], galaxy(s)
        newest = hand[-1]
        held = names(g, hand)
        kind = g.kind[newest].name if newest in g.kind else UNKNOWN
        name = next((n for n, c in held.items() if c == newest), kind)
        return (
            Decision(
                id=f"{self.n}.{self.seat}",
                seat=self.seat,
                kind=TRIM,
                choices=(Choice(DISCARD, (Pick(tuple(held)),)),),
                default=Order("DISCARD", (name,)),
                info={"excess": many},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """A card goes; with no more to go the turn is over."""
        seat = self.seat
        if answers:
            card = card_named(t.state, seat, str(answers.one().args[0]))
            t.emit(Trimmed(seat, (card,)))
        if excess(t.state, seat) > 0:
            t.swap(self)
        else:
            shut(t, seat)


class Gap(Window, frozen=True, kw_only=True):
    """ST-W7: between turns everybody who holds cards may play them, one a lap (ST-RUL-7)."""

    later: ClassVar[tuple[str, ...]] = ("waiting",)
    seat: str
    lap: tuple[str, ...] = ()
    """In a further lap: those who played in the one before, or wait for another say."""
    plays: tuple[str, ...] = ()
    """Who has played in this lap."""
    waiting: tuple[str, ...] = ()
    """Who was still to play when a card changed what orders may hang on: asked in the next lap."""

    def seats(self, s: Stars) -> tuple[str, ...]:
        """From the seat whose turn ended, clockwise."""
        hands = s.hands
        return tuple(
            x for x in around(s, self.seat) if hands[x] and (not self.lap or x in self.lap)
        )

    def decide(self, s: Stars, seat: str) -> Decision:
        """A card, or none."""
        found = tuple(cards.choices(s, seat, "gap"))
        info = {"after": self.seat}
        return self.question(s, seat, GAP, found, (), info, lambda order: hangs(s, seat, order))

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """The card is played. Whose answer it makes void is asked again, and so is everybody who
        was still to play: else it would be seen who had meant to play something.
        """
        waiting = self.waiting
        if galaxy(t.state).called.get(str(order.args[0]), "") in CHANGING:
            waiting = tuple(dict.fromkeys((*waiting, *self.asked(t.state))))
        t.amend(change(self, plays=(*self.plays, seat), waiting=waiting))
        play_card(t, seat, order)
        return False

    def close(self, t: T) -> None:
        """Another lap for those who played or wait, or the next turn."""
        if self.plays:
            lap = (*self.plays, *(x for x in self.waiting if x not in self.plays))
            t.swap(change(self, done=(), again=True, lap=lap, plays=(), waiting=()))
        else:
            Rounds.end_turn(t)
