"""Seat after seat, the limit of rounds, and who drops out (ST-TRN, ST-DRO)."""

from __future__ import annotations

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.fact import Moment
from engine.rounds import Rounds
from engine.state import Phase
from engine.table import Table, decision_id
from engine.window import PASS, Sealed
from games.star_traders.facts.court import Vacated
from games.star_traders.facts.setup import HandLeft, Overbid, Surplus
from games.star_traders.facts.turn import Granted, StationTo
from games.star_traders.luck import quarantine
from games.star_traders.orders.forms import BID, BIDS
from games.star_traders.rules import LEAST_BOXES, RINGS, RULES
from games.star_traders.state import Stars, rings, role
from games.star_traders.travel.moves import pay
from games.star_traders.turn.gap import SeatTurn
from games.star_traders.windows import PASS_CHOICE

T = Table[Stars]

HIGHEST = 999
"""The most that a bid may say."""


class Circuit(Rounds, frozen=True, kw_only=True):
    """The turns, clockwise (ST-SET-4)."""

    def turn(self, s: Stars, seat: str) -> Phase:
        """The phase of one seat's turn."""
        return SeatTurn(seat=seat)

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """READY, at pace ``rounds``; of nobody once the last round is played."""
        return () if self._last(s) else super().ask(s)

    def before_round(self, t: T) -> None:
        """The limit of rounds: the game ends with the last turn of that round."""
        if self._last(t.state):
            t.end("limit", leaders(t.state))

    @staticmethod
    def _last(s: Stars) -> bool:
        """Whether the round that the limit names is over."""
        limit = int(s.options.get("rounds", 0))
        return bool(limit) and not s.active and s.round >= limit

    def before_turn(self, t: T, seat: str) -> None:
        """Quarantines that run out, the actions of this turn."""
        s = t.state
        if s.quarantines:
            quarantine.begin_turn(t, seat)
        count = RULES[s.variant].actions + role(s, seat).actions - 5
        if s.mods:
            count = max(0, count - s.mod("less", seat))
            begin = f"begin:{seat}"
            if any(m.until == begin for m in s.mods):
                t.emit(Moment(begin))
        t.emit(Granted(seat, count))

    def drop(self, t: T, seat: str) -> None:
        """ST-DRO: hand, money, ship and cargo go; the stations are auctioned."""
        s = t.state
        if s.hands.get(seat):
            t.emit(HandLeft(seat, s.hands[seat]))
        pay(t, seat, "", s.money[seat], "left")
        heir = s.clockwise(seat)[0]
        t.emit(Vacated(seat, heir))
        # ST-DRO-6: of several who leave together the last to resign was left alone.
        staying = t.state.staying() or t.state.leaving[-1:]
        if len(staying) == 1:
            t.end("alone", staying)
        surplus = len(t.state.boxes) - max(LEAST_BOXES, len(t.state.present()))
        if surplus > 0:
            t.emit(Surplus(surplus))
        worlds = rings(t.state, seat)
        if worlds:
            t.push(Auction(seat=seat, worlds=worlds))


def leaders(s: Stars) -> tuple[str, ...]:
    """Who is ahead when the rounds are over: missions, then Prestige, then money."""

    def rank(x: str) -> tuple[bool, bool, int, int]:
        return (x in s.loaded, x in s.missions, s.prestige[x], s.money[x])

    best = max(rank(x) for x in s.present())
    return tuple(x for x in s.present() if rank(x) == best)


class Auction(Sealed, frozen=True, kw_only=True):
    """ST-W10: sealed bids for each station of who left, settled in the order of the worlds."""

    seat: str
    worlds: tuple[int, ...]

    def decisions(self, s: Stars) -> tuple[Decision, ...]:
        """A question to everybody for each station."""
        return tuple(
            self._decide(s, seat, k, world)
            for seat in s.clockwise(self.seat)
            for k, world in enumerate(self.worlds)
        )

    def _decide(self, s: Stars, seat: str, k: int, world: int) -> Decision:
        money = s.money[seat]
        # The purse may change until the bids are opened, and is tested then.
        bid = (Choice(BID, (Pick((str(world),)), Span(1, HIGHEST))),) if money else ()
        last = world == self.worlds[-1]
        return Decision(
            id=decision_id(self, seat, k),
            seat=seat,
            kind=BIDS,
            choices=(PASS_CHOICE, *bid),
            default=PASS,
            deadline="WINDOW",
            sealed=True,
            # Purses are public: who has nothing is not asked.
            skip=True,
            about=(world,),
            info={"world": world, "leaver": self.seat, "money": money if last else 0},
        )

    def opened(self, t: T, answers: dict[str, Order]) -> None:
        """Each station to the highest bid that its bidder can still pay, else it is removed."""
        t.pop()
        for k, world in enumerate(self.worlds):
            best, most = "", 0
            for seat in t.state.clockwise(self.seat):
                order = answers[decision_id(self, seat, k)]
                bid = order.args[1] if order.verb == "BID" else 0
                assert isinstance(bid, int)
                void = self._void(t.state, seat, bid) if bid else ""
                if void:
                    t.emit(Overbid(seat, world, bid, void))
                elif bid > most:
                    best, most = seat, bid
            pay(t, best, "", most, "auction")
            t.emit(StationTo(world, best, "auction"))

    @staticmethod
    def _void(s: Stars, seat: str, bid: int) -> str:
        """Why a bid does not count now; empty: it does."""
        if len(rings(s, seat)) >= RINGS:
            return "rings"
        return "purse" if bid > s.money[seat] else ""
