"""A turn, an Envoy's walk, the jump and the die that may be turned, the visit and its toll."""

from __future__ import annotations

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.fact import Moment
from engine.state import Phase
from engine.table import Answers, Table, decision_id
from engine.window import PASS, Window, passing
from tests.toy import board, cards, forms
from tests.toy.facts import (
    Assigned,
    Laid,
    Moved,
    Paid,
    Refused,
    Scored,
    Spent,
    StallTo,
    Threw,
    Zapped,
)
from tests.toy.state import ToyState

REFUSE = Order("REFUSE")


class Walk(Phase, frozen=True, kw_only=True):
    """The die is thrown first, then the seat says what to do with it; ``walk`` names the dice.

    ``turn``: the seat's own turn. ``envoy``: two moves in anybody's time.
    """

    seat: str
    walk: str = "turn"

    def due(self, s: ToyState) -> bool:
        """Whether a parcel must be delivered now: read off the state, in the own turn only."""
        own = self.walk == "turn" and not s.away(self.seat)
        return own and s.at[self.seat] == s.dest[self.seat]

    def ask(self, s: ToyState) -> tuple[Decision, ...]:
        if self.due(s) or not s.die[self.walk] or s.away(self.seat):
            return ()
        die = s.die[self.walk]
        return (
            Decision(
                id=decision_id(self, self.seat),
                seat=self.seat,
                kind="act" if self.walk == "turn" else "walk",
                choices=self.choices(s, die),
                default=PASS,
                about=(die,),
                info={"die": die, "walk": self.walk},
            ),
        )

    def choices(self, s: ToyState, die: int) -> tuple[Choice, ...]:
        """What the die and the place allow."""
        here = s.at[self.seat]
        near = board.beside(here)
        found = [passing(forms.PASS)]
        reach = tuple(p for p in near if die >= board.need(here, p))
        if reach:
            found.append(Choice(forms.JUMP, (Pick(reach),)))
        if self.walk == "envoy":
            return tuple(found)
        found.append(Choice(forms.WORK))
        open_to = tuple(p for p in near if p in s.stalls and p not in s.refused)
        if open_to:
            found.append(Choice(forms.VISIT, (Pick(open_to),)))
        if here not in s.stalls and s.money[self.seat] >= board.STALL:
            found.append(Choice(forms.BUILD))
        return (*found, *cards.playable(s, self.seat))

    def play(self, t: Table[ToyState], answers: Answers) -> None:
        s = t.state
        if answers:
            order = answers.one()
            t.swap(self)
            self.carry_out(t, order)
        elif self.due(s):
            self.deliver(t)
        elif s.left[self.walk] and not s.away(self.seat):
            t.emit(Threw(self.walk, t.roll(f"{self.walk}:{self.seat}")))
        else:
            self.finish(t)

    def carry_out(self, t: Table[ToyState], order: Order) -> None:
        """One answer."""
        if order.verb == "PLAY":
            cards.play(t, self.seat, order)
        elif order.verb == "JUMP":
            to = str(order.args[0])
            t.push(
                Zapping(seat=self.seat, walk=self.walk, to=to),
                Jumping(seat=self.seat, walk=self.walk, to=to),
            )
        elif order.verb == "VISIT":
            self.visit(t, str(order.args[0]))
        else:
            t.emit(Spent(self.walk))
            if order.verb == "WORK":
                t.emit(Paid("", self.seat, 1))
            elif order.verb == "BUILD":
                t.emit(Paid(self.seat, "", board.STALL))
                t.emit(StallTo(t.state.at[self.seat], self.seat))

    def visit(self, t: Table[ToyState], place: str) -> None:
        """Go where a stall stands, without a roll, if its owner lets us."""
        owner = t.state.stalls[place]
        if owner == self.seat:
            t.emit(Spent(self.walk))
            t.emit(Moved(self.seat, place))
        else:
            t.push(Asking(owner=owner, seat=self.seat, place=place))

    def deliver(self, t: Table[ToyState]) -> None:
        """A point, $2 and the next parcel; the game may end."""
        t.emit(Scored(self.seat, 1))
        t.emit(Paid("", self.seat, 2))
        cards.check_win(t, self.seat, "goal")
        assign(t, self.seat)

    def finish(self, t: Table[ToyState]) -> None:
        """The walk is over; after a turn a card is drawn and the gap opens."""
        if self.walk == "envoy":
            t.pop()
            return
        cards.draw(t, self.seat)
        t.emit(Moment(f"end:{self.seat}"))
        t.pop()
        t.push(cards.Discarding(seat=self.seat), cards.Between(seat=self.seat))


def assign(t: Table[ToyState], seat: str) -> None:
    """The next parcel goes somewhere else than here."""
    here = t.state.at[seat]
    pool = sorted(p for p in board.PLACES if p != here)
    t.emit(Assigned(seat, t.draw("parcel", pool)))


class Zapping(Window, frozen=True, kw_only=True):
    """The use of a die is announced; everybody who could hold a Zap may turn it by one."""

    seat: str
    walk: str
    to: str

    @property
    def reopens(self) -> bool:
        return True

    def seats(self, s: ToyState) -> tuple[str, ...]:
        could = s.could("Zap")
        return tuple(x for x in (self.seat, *s.clockwise(self.seat)[:-1]) if x in could)

    def decide(self, s: ToyState, seat: str) -> Decision:
        die = s.die[self.walk]
        ways = tuple(w for w, to in (("up", die + 1), ("down", die - 1)) if 1 <= to <= 6)
        zap = (Choice(forms.ZAP, (Pick(ways),)),) if "Zap" in s.hands[seat] else ()
        return Decision(
            id=decision_id(self, seat),
            seat=seat,
            kind="zap",
            choices=(passing(forms.PASS), *zap),
            default=PASS,
            deadline="AGAIN" if self.again else "WINDOW",
            sealed=True,
            about=(self.walk, die, self.to),
            info={"die": die, "roller": self.seat, "need": board.need(s.at[self.seat], self.to)},
        )

    def resolve(self, t: Table[ToyState], seat: str, order: Order) -> bool:
        t.emit(Laid(seat, "Zap"))
        t.emit(Zapped(seat, self.walk, 1 if order.args[0] == "up" else -1))
        return True


class Jumping(Phase, frozen=True, kw_only=True):
    """The announced jump, if the die still allows it; else the die lies there for another use."""

    seat: str
    walk: str
    to: str

    def play(self, t: Table[ToyState], answers: Answers) -> None:
        t.pop()
        if t.state.die[self.walk] >= board.need(t.state.at[self.seat], self.to):
            t.emit(Spent(self.walk))
            t.emit(Moved(self.seat, self.to))


class Asking(Phase, frozen=True, kw_only=True):
    """The owner of a stall is asked for his price; moot when he owns it no more."""

    owner: str
    seat: str
    place: str

    def moot(self, s: ToyState) -> bool:
        return s.stalls.get(self.place) != self.owner

    def ask(self, s: ToyState) -> tuple[Decision, ...]:
        return (
            Decision(
                id=decision_id(self, self.owner),
                seat=self.owner,
                kind="toll",
                choices=(
                    Choice(forms.ALLOW, (Span(0, board.TOLL),)),
                    Choice(forms.REFUSE),
                ),
                default=REFUSE,
                deadline="WINDOW",
                about=(self.seat, self.place),
            ),
        )

    def play(self, t: Table[ToyState], answers: Answers) -> None:
        order = answers.one()
        t.pop()
        if order.verb == "REFUSE":
            t.emit(Refused(self.place))
        else:
            price = order.args[0]
            assert isinstance(price, int)
            t.push(Paying(owner=self.owner, seat=self.seat, place=self.place, price=price))


class Paying(Phase, frozen=True, kw_only=True):
    """The visitor pays the price he names, or stays."""

    owner: str
    seat: str
    place: str
    price: int

    def moot(self, s: ToyState) -> bool:
        return s.stalls.get(self.place) != self.owner

    def ask(self, s: ToyState) -> tuple[Decision, ...]:
        pay = (Choice(forms.PAY, (Pick((self.price,)),)),)
        return (
            Decision(
                id=decision_id(self, self.seat),
                seat=self.seat,
                kind="price",
                choices=(passing(forms.PASS), *(pay if s.money[self.seat] >= self.price else ())),
                default=PASS,
                # Purses are public, so everybody knows whether there is a choice.
                skip=True,
                about=(self.place, self.price),
            ),
        )

    def play(self, t: Table[ToyState], answers: Answers) -> None:
        order = answers.one()
        t.pop()
        if order.verb == "PASS":
            t.emit(Refused(self.place))
            return
        if self.price:
            t.emit(Paid(self.seat, self.owner, self.price))
        t.emit(Spent("turn"))
        t.emit(Moved(self.seat, self.place))
