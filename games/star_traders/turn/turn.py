"""A turn: dice, actions, forced deliveries, cards; and an envoy's journey (ST-TRN, ST-LUC-12)."""

from __future__ import annotations

from engine.decision import Choice, Decision, Order, Pick
from engine.fact import Moment
from engine.state import Phase
from engine.table import Answers, Table
from engine.window import PASS
from games.star_traders.cargo.cargo import deliver, due
from games.star_traders.facts.travel import Thrown
from games.star_traders.facts.turn import Exhausted, Finished, Worked
from games.star_traders.luck import cards, zaps
from games.star_traders.orders.forms import ABANDON, ACT, BUSINESS, FINISH, TRAVEL
from games.star_traders.rules import RULES, least_prestige, win_money
from games.star_traders.state import ENVOY, TURN, Stars, role, trapped
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.moves import choices as jump_choices
from games.star_traders.travel.moves import declared, idle, may_add
from games.star_traders.travel.steps import step
from games.star_traders.turn import actions, jumping
from games.star_traders.windows import PASS_CHOICE

T = Table[Stars]

BUSINESS_CHOICE, FINISH_CHOICE = Choice(BUSINESS), Choice(FINISH)
WORK, DONE = Order("BUSINESS"), Order("FINISH")


class Turn(Phase, frozen=True, kw_only=True):
    """The actions of a turn; with the pool ``envoy`` a journey to ``goal`` in anybody's time."""

    seat: str
    pool: str = TURN
    goal: int = 0
    ship: int = 0
    """The ship that an envoy travels with."""
    own: bool = True
    """Whether the journey is part of the own turn, in which cargo is delivered (ST-LUC-13)."""

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """One question for each action; none while something is due or a die is to be thrown, and
        none to who has resigned.
        """
        seat = self.seat
        if s.leaving and s.away(seat):
            return ()
        if self.own and (due(s, seat) or won(s, seat)):
            return ()
        if self.pool == ENVOY:
            if s.ships[seat][self.ship] == self.goal or s.left[ENVOY] <= 0:
                return ()
            return () if self.to_throw(s) else (self.travel(s),)
        if s.left[TURN] <= 0:
            return (self.resting(s),) if self.rests(s) else ()
        return () if self.to_throw(s) else (self.acting(s),)

    def rests(self, s: Stars) -> bool:
        """Whether something may be done without an action: public (ST-RUL-2, ST-NOV-2).

        In a turn that began with none: cards, and what is aboard (ST-CAR-6, ST-CAR-12).
        """
        seat = self.seat
        if RULES[s.variant].nova and actions.may_load(s, seat):
            return True
        return self.idles(s) and bool(s.hands[seat] or s.cargo[seat])

    def idles(self, s: Stars) -> bool:
        """Whether this turn, which began with no actions, is not over with the last of those that
        cards have given; a Random Jump ends it (ST-MOV-11).
        """
        return s.granted == 0 and s.drifted != TURN

    def to_throw(self, s: Stars) -> int:
        """How many dice are to be thrown now (ST-TRN-10, ST-PER-9)."""
        seat, pool = self.seat, self.pool
        lying = len(s.dice[pool])
        one = role(s, seat)
        if lying and not one.combine:
            return 0
        if declared(s, one):
            return 0
        if s.quarantines and all(trapped(s, seat, w) for w in s.ships[seat]):
            return 0
        return max(0, s.left[pool] - lying) if one.combine else 1

    # -- the questions ---------------------------------------------------------------------

    def _question(
        self, s: Stars, kind: str, choices: tuple[Choice, ...], default: Order
    ) -> Decision:
        dice = s.dice[self.pool]
        one = role(s, self.seat)
        return Decision(
            id=f"{self.n}.{self.seat}",
            seat=self.seat,
            kind=kind,
            choices=choices,
            default=default,
            about=dice,
            info={
                "roll": dice,
                "left": s.left[self.pool],
                "pool": self.pool,
                "goal": self.goal,
                "ship": self.ship,
                "any": one.combine,
                "held": any(trapped(s, self.seat, w) for w in s.ships[self.seat]),
                "pairs": one.combine and may_add(s, one, self.pool),
            },
        )

    def acting(self, s: Stars) -> Decision:
        """What to do with an action."""
        seat = self.seat
        found = jump_choices(s, seat, role(s, seat), TURN)
        found += actions.choices(s, seat)
        found += self._free(s)
        found += (BUSINESS_CHOICE, FINISH_CHOICE)
        return self._question(s, ACT, tuple(found), WORK)

    def resting(self, s: Stars) -> Decision:
        """What to do without an action; after the last one only what Nova picks up (ST-TRN-11)."""
        found = actions.loads(s, self.seat) if RULES[s.variant].nova else []
        if self.idles(s):
            found += self._free(s)
        return self._question(s, ACT, (*found, FINISH_CHOICE), DONE)

    def travel(self, s: Stars) -> Decision:
        """Where the envoy goes on; silence takes him on towards his goal."""
        seat = self.seat
        found = jump_choices(s, seat, role(s, seat), ENVOY, only=self.ship)
        found += self._cards(s)
        default = step(s, seat, self.ship, self.goal, 0, ENVOY) or PASS
        return self._question(s, TRAVEL, (*found, PASS_CHOICE, FINISH_CHOICE), default)

    def _free(self, s: Stars) -> list[Choice]:
        """What takes no action: cards, and what is done with cargo aboard."""
        seat = self.seat
        own = s.cargo[seat]
        found = self._cards(s) if s.hands[seat] else []
        if own:
            found.append(Choice(ABANDON, (Pick(tuple(c.box for c in own)),)))
            found += actions.own_shifts(s, seat)
        return found

    def _cards(self, s: Stars) -> list[Choice]:
        seat = self.seat
        found = cards.choices(s, seat, "turn", self.pool)
        dice = s.dice[self.pool]
        if dice and s.left[self.pool] > 0:
            found += zaps.choices(s, seat, dice)
        return found

    # -- playing ---------------------------------------------------------------------------

    def play(self, t: T, answers: Answers) -> None:
        """An answer, and what follows from it. Who has resigned does nothing more (ST-AMB 51)."""
        resigned = t.state.leaving and t.state.away(self.seat)
        order = answers.one() if answers else DONE if resigned else None
        if order is not None:
            if order.verb == "FINISH":
                t.emit(Finished(self.seat, self.pool))
                self.leave(t)
                return
            t.swap(self)
            serial = t.state.serial
            self._carry_out(t, order)
            if t.state.stack[-1].n != serial:
                return
        self._go_on(t)

    def _go_on(self, t: T) -> None:
        """What is due; the next dice; the end of the turn or of the journey."""
        s, seat, pool = t.state, self.seat, self.pool
        if self.own:
            if won(s, seat):
                t.end("nova", (seat,))
            cargo = due(s, seat)
            if cargo:
                deliver(t, seat, cargo)
                return
        if s.left[pool] <= 0:
            if pool == ENVOY or not self.rests(s):
                self.leave(t)
        elif pool == ENVOY and s.ships[seat][self.ship] == self.goal:
            t.emit(Finished(seat, ENVOY))
            self.leave(t)
        elif count := self.to_throw(s):
            dice = tuple([t.roll(f"die:{seat}") for _ in range(count)])
            t.emit(Thrown(seat, (*s.dice[pool], *dice), pool))

    def leave(self, t: T) -> None:
        """The journey is over; what an own turn ends with is in ``gap``."""
        t.emit(Moment(f"journey:{self.goal}"))
        t.pop()

    def _carry_out(self, t: T, order: Order) -> None:
        verb, seat, pool = order.verb, self.seat, self.pool
        if verb == "BUSINESS":
            t.emit(Worked(seat, idle(t.state, pool)))
        elif verb == "PASS":
            t.emit(Exhausted(seat, idle(t.state, pool), pool))
        elif verb == "PLAY":
            play_card(t, seat, order, self)
        elif verb == "ZAP":
            zaps.play(t, seat, order, pool, zaps.own_die(t.state, pool, order))
        elif verb in jumping.VERBS:
            jumping.carry_out(t, seat, order, pool, self.ship if pool == ENVOY else None)
        else:
            actions.carry_out(t, seat, order)


def play_card(t: T, seat: str, order: Order, turn: Turn | None = None) -> None:
    """A card is played in a turn or on a journey (``turn``), or in a window. May push."""
    pool = turn.pool if turn else TURN
    journey = turn.goal if turn and pool == ENVOY else 0
    p = cards.play(t, seat, order, pool, journey)
    if galaxy(t.state).effect[p.card] == "envoy":
        assert isinstance(p.ship, int)
        own = turn is not None and turn.own
        t.push(Turn(seat=seat, pool=ENVOY, goal=p.world, ship=p.ship - 1, own=own))


def won(s: Stars, seat: str) -> bool:
    """ST-NOV-11: in his own turn, whenever anything has changed (ST-NOV-12)."""
    if not RULES[s.variant].nova or s.active != seat or s.away(seat):
        return False
    return s.money[seat] >= win_money(s) and s.prestige[seat] >= least_prestige(s)
