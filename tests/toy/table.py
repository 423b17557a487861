"""Setting up, the round of turns, dropping out and the auction."""

from __future__ import annotations

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.fact import Moment
from engine.rounds import Rounds
from engine.state import Phase
from engine.table import Answers, Table, decision_id
from engine.window import PASS, InTurn, Sealed, passing
from tests.toy import board, cards, forms
from tests.toy.facts import Granted, HandLeft, Paid, StallTo, Started, Vacated
from tests.toy.state import ToyState
from tests.toy.walking import Walk, assign


class Setup(Phase, frozen=True, kw_only=True):
    """Deals the hands."""

    def play(self, t: Table[ToyState], answers: Answers) -> None:
        for seat in t.state.seats:
            for _ in range(board.HAND):
                cards.draw(t, seat)
        t.pop()
        t.push(Starting(order=tuple(reversed(t.state.seats))), Turns())


class Starting(InTurn, frozen=True, kw_only=True):
    """In reverse order everybody picks a free place to start from."""

    def decide(self, s: ToyState, seat: str) -> Decision:
        free = tuple(p for p in board.PLACES if p not in s.at.values())
        return Decision(
            id=decision_id(self, seat),
            seat=seat,
            kind="start",
            choices=(Choice(forms.PICK, (Pick(free),)),),
            default=Order("PICK", (free[0],)),
        )

    def resolve(self, t: Table[ToyState], seat: str, order: Order) -> None:
        t.emit(Started(seat, str(order.args[0])))

    def close(self, t: Table[ToyState]) -> None:
        for seat in t.state.present():
            assign(t, seat)
        t.pop()


class Turns(Rounds, frozen=True, kw_only=True):
    """Three actions a turn, less what storms took."""

    def turn(self, s: ToyState, seat: str) -> Phase:
        return Walk(seat=seat)

    def before_turn(self, t: Table[ToyState], seat: str) -> None:
        s = t.state
        if s.round > 8 * int(s.options["length"]):
            best = max(s.points[x] for x in s.present())
            t.end("cap", [x for x in s.present() if s.points[x] == best])
        lost = min(board.ACTIONS, s.mod("lost", seat))
        t.emit(Granted("turn", board.ACTIONS - lost))

    def skips(self, t: Table[ToyState], seat: str) -> bool:
        """Three storms take the whole turn, with its draw."""
        if t.state.left["turn"]:
            return False
        t.emit(Moment(f"end:{seat}"))
        return True

    def drop(self, t: Table[ToyState], seat: str) -> None:
        s = t.state
        if s.hands[seat]:
            t.emit(HandLeft(seat, s.hands[seat]))
        if s.money[seat]:
            t.emit(Paid(seat, "", s.money[seat]))
        t.emit(Vacated(seat))
        if len(s.present()) == 1:
            t.end("last", s.present())
        places = tuple(p for p in board.PLACES if s.stalls.get(p) == seat)
        if places:
            t.push(Auction(places=places, seat=seat))


class Auction(Sealed, frozen=True, kw_only=True):
    """The stalls of who left, for sealed bids: a question a stall to everybody."""

    places: tuple[str, ...]
    seat: str

    def decisions(self, s: ToyState) -> tuple[Decision, ...]:
        return tuple(
            self._decide(s, seat, k, place)
            for seat in s.clockwise(self.seat)
            for k, place in enumerate(self.places)
        )

    def _decide(self, s: ToyState, seat: str, k: int, place: str) -> Decision:
        money = s.money[seat]
        bid = (Choice(forms.BID, (Pick((place,)), Span(1, money))),) if money else ()
        return Decision(
            id=decision_id(self, seat, k),
            seat=seat,
            kind="bid",
            choices=(passing(forms.PASS), *bid),
            default=PASS,
            deadline="WINDOW",
            sealed=True,
            # Purses are public: who has nothing is not asked.
            skip=True,
            about=(place,),
            info={"place": place},
        )

    def opened(self, t: Table[ToyState], answers: dict[str, Order]) -> None:
        t.pop()
        for k, place in enumerate(self.places):
            best, most = "", 0
            for seat in t.state.clockwise(self.seat):
                order = answers[decision_id(self, seat, k)]
                bid = order.args[1] if order.verb == "BID" else 0
                if isinstance(bid, int) and most < bid <= t.state.money[seat]:
                    best, most = seat, bid
            if best:
                t.emit(Paid(best, "", most))
            t.emit(StallTo(place, best))
