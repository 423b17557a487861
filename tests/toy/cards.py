"""Cards: what each does, the gap between turns, the storm and its shelter, the hand limit."""

from __future__ import annotations

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick, Span
from engine.fact import ModGiven
from engine.state import Mod, Phase
from engine.table import Answers, Table, decision_id
from engine.window import PASS, Sealed, Window, passing
from tests.toy import board, forms, walking
from tests.toy.facts import Discarded, Drew, Granted, Laid, Paid, Scored, Shuffled
from tests.toy.state import ToyState

AVOID = Order("AVOID")


def playable(s: ToyState, seat: str) -> tuple[Choice, ...]:
    """The cards of a hand that may be played of one's own accord."""
    hand = s.hands[seat]
    others = tuple(x for x in s.present() if x != seat)
    found = []
    if "Storm" in hand and others:
        found.append(Choice(forms.PLAY, (Pick(("Storm",)), Pick(others))))
    calm = tuple(c for c in ("Envoy", "Feast") if c in hand)
    if calm:
        found.append(Choice(forms.PLAY, (Pick(calm), LEFT_OUT)))
    return tuple(found)


def play(t: Table[ToyState], seat: str, order: Order) -> None:
    """Play a card; what it pushes is pushed last."""
    card = str(order.args[0])
    t.emit(Laid(seat, card))
    if card == "Storm":
        t.push(Sheltering(victim=str(order.args[1])))
    elif card == "Envoy":
        t.emit(Granted("envoy", board.STEPS))
        t.push(walking.Walk(seat=seat, walk="envoy"))
    else:
        t.emit(Scored(seat, 1))
        check_win(t, seat, "feast")


def check_win(t: Table[ToyState], seat: str, reason: str) -> None:
    """Enough points end the game at once, wherever play stands."""
    if t.state.points[seat] >= int(t.state.options["length"]):
        t.end(reason, (seat,))


def draw(t: Table[ToyState], seat: str) -> None:
    """A card for this seat alone; without a deck the open cards are shuffled, if there are any."""
    if not t.state.deck and t.state.discard:
        t.emit(Shuffled())
    if t.state.deck:
        t.emit(Drew(seat, t.draw("deck", t.state.deck, (seat,))))


class Between(Window, frozen=True, kw_only=True):
    """After a turn everybody who has cards may play one; then again until nobody does."""

    seat: str

    @property
    def reopens(self) -> bool:
        return True

    def seats(self, s: ToyState) -> tuple[str, ...]:
        order = (*s.clockwise(self.seat)[-1:], *s.clockwise(self.seat)[:-1])
        return tuple(x for x in order if s.hands[x])

    def decide(self, s: ToyState, seat: str) -> Decision:
        return Decision(
            id=decision_id(self, seat),
            seat=seat,
            kind="between",
            choices=(passing(forms.PASS), *playable(s, seat)),
            default=PASS,
            deadline="AGAIN" if self.again else "WINDOW",
            sealed=True,
            info={"after": self.seat},
        )

    def resolve(self, t: Table[ToyState], seat: str, order: Order) -> bool:
        play(t, seat, order)
        return True


class Sheltering(Sealed, frozen=True, kw_only=True):
    """A storm: the victim avoids, buys an Avoid or suffers; the others may sell theirs."""

    victim: str

    def decisions(self, s: ToyState) -> tuple[Decision, ...]:
        could = s.could("Avoid")
        sellers = (x for x in s.clockwise(self.victim)[:-1] if x in could)
        return tuple(self._decide(s, seat) for seat in (self.victim, *sellers))

    def _decide(self, s: ToyState, seat: str) -> Decision:
        choices = [passing(forms.PASS)]
        holds = "Avoid" in s.hands[seat]
        if seat == self.victim:
            if holds:
                choices.append(Choice(forms.AVOID))
            if s.money[seat]:
                choices.append(Choice(forms.BUY, (Span(1, s.money[seat]),)))
        elif holds:
            choices.append(Choice(forms.SELL, (Span(0, 5),)))
        return Decision(
            id=decision_id(self, seat),
            seat=seat,
            kind="storm",
            choices=tuple(choices),
            default=PASS,
            deadline="WINDOW",
            sealed=True,
            about=(self.victim,),
            info={"victim": self.victim},
        )

    def opened(self, t: Table[ToyState], answers: dict[str, Order]) -> None:
        t.pop()
        order = answers[decision_id(self, self.victim)]
        if order.verb == "AVOID":
            t.emit(Laid(self.victim, "Avoid"))
            return
        if order.verb == "BUY":
            seller, price = self._cheapest(t.state, answers)
            limit = order.args[0]
            assert isinstance(limit, int)
            if seller and price <= limit:
                t.emit(Laid(seller, "Avoid"))
                if price:
                    t.emit(Paid(self.victim, seller, price))
                return
        t.emit(ModGiven(Mod(kind="lost", seat=self.victim, value=1, until=f"end:{self.victim}")))

    def _cheapest(self, s: ToyState, answers: dict[str, Order]) -> tuple[str, int]:
        best, least = "", 99
        for seat in s.clockwise(self.victim)[:-1]:
            order = answers.get(decision_id(self, seat), PASS)
            price = order.args[0] if order.verb == "SELL" else None
            if isinstance(price, int) and price < least:
                best, least = seat, price
        return best, least


class Discarding(Phase, frozen=True, kw_only=True):
    """One card at a time, down to the limit; moot as soon as the hand is small enough."""

    seat: str

    def moot(self, s: ToyState) -> bool:
        return len(s.hands[self.seat]) <= board.HAND

    def ask(self, s: ToyState) -> tuple[Decision, ...]:
        hand = s.hands[self.seat]
        return (
            Decision(
                id=decision_id(self, self.seat),
                seat=self.seat,
                kind="discard",
                choices=(Choice(forms.DISCARD, (Pick(tuple(dict.fromkeys(hand))),)),),
                default=Order("DISCARD", (hand[-1],)),
            ),
        )

    def play(self, t: Table[ToyState], answers: Answers) -> None:
        order = answers.one()
        t.swap(self)
        t.emit(Discarded(self.seat, str(order.args[0])))
