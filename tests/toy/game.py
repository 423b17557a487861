"""The toy as a game object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.decision import Decision, Order
from engine.game import Game, Option, Suggestion, Upcaster, WindowKind
from engine.lexicon import Lexicon, Names, seat_names
from engine.offer import ANYONE, NOTHING
from engine.state import OptionValue
from engine.table import Table
from tests.toy import board, deals, state
from tests.toy.cards import Between, Discarding, Sheltering
from tests.toy.facts import FACTS, Discarded, HandLeft, all_cards
from tests.toy.forms import FORMS, PREDICATES
from tests.toy.state import ToyState
from tests.toy.table import Auction, Setup, Starting, Turns
from tests.toy.walking import Asking, Jumping, Paying, Walk, Zapping


def lift_state(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 1 called the stalls booths and remembered no refusal."""
    stalls = fields.pop("booths")
    return {**fields, "stalls": stalls, "refused": []}


def lift_zapping(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 0 knew one kind of walk."""
    return {**fields, "walk": "turn"}


UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    ("ToyState", 1): lift_state,
    ("Zapping", 0): lift_zapping,
}


class Lanterns(Game[ToyState]):
    """See the package."""

    id = "lanterns"
    variants = ("plain",)
    least_seats = 2
    most_seats = 4
    state_type = ToyState
    fact_types = FACTS
    phase_types = (
        Setup,
        Starting,
        Turns,
        Walk,
        Zapping,
        Jumping,
        Asking,
        Paying,
        Between,
        Sheltering,
        Discarding,
        Auction,
    )
    forms = FORMS
    predicates = PREDICATES
    windows = (
        WindowKind(kind="zap", wait=False),
        WindowKind(kind="between"),
        WindowKind(kind="storm"),
        WindowKind(kind="bid"),
    )
    upcasters = UPCASTERS
    reveals = (Discarded, HandLeft)
    endings = ("goal", "feast", "last", "cap")

    def options(self, variant: str) -> tuple[Option, ...]:
        return (
            Option(name="pace", default="turns", allowed=("turns", "rounds")),
            Option(name="length", default=3, low=1, high=20),
        )

    def begin(
        self, variant: str, seats: tuple[str, ...], options: Mapping[str, OptionValue]
    ) -> ToyState:
        return ToyState(
            variant=variant,
            seats=seats,
            options=dict(options),
            stack=(Setup(n=1),),
            serial=1,
            points=dict.fromkeys(seats, 0),
            money=dict.fromkeys(seats, board.PURSE),
            bank=board.BANK,
            hands=dict.fromkeys(seats, ()),
            deck=board.CARDS,
            die={"turn": 0, "envoy": 0},
            left={"turn": 0, "envoy": 0},
        )

    def hide(self, s: ToyState, seat: str) -> ToyState:
        return state.hide(s, seat)

    def swaps(self, s: ToyState, viewer: str) -> Iterable[ToyState]:
        return state.swaps(s, viewer)

    def open(self, s: ToyState, seat: str) -> Decision | None:
        return deals.open_orders(s, seat)

    def act(self, t: Table[ToyState], seat: str, order: Order) -> None:
        deals.execute(t, seat, order)

    def lexicon(self, s: ToyState, names: Mapping[str, str]) -> Lexicon:
        seats = seat_names(s.seats, names)
        partners = {x: (names.get(x, x), x) for x in s.seats} | {ANYONE: (ANYONE,)}
        items = (*board.KINDS, *board.PLACES, NOTHING)
        return Lexicon(
            {
                "place": Names(board.PLACES),
                "card": Names(board.KINDS),
                "way": Names(("up", "down")),
                "item": Names(items),
                "seat": seats,
                "partner": Names(spellings=partners),
            }
        )

    def resolve(
        self, view: ToyState, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        if order.verb != "GOTO":
            return order if d.has(order) else None
        path = board.route(view.at[d.seat], str(order.args[0]))
        jump = Order("JUMP", path[:1])
        return jump if path and d.has(jump) else None

    def reached(self, view: ToyState, seat: str, order: Order, seen: tuple[str, ...] = ()) -> bool:
        return order.verb == "GOTO" and view.at.get(seat) == order.args[0]

    def finishes(self, order: Order, taken: Order) -> bool:
        return order.verb != "GOTO"

    def holds(self, view: ToyState, d: Decision, word: str, args: tuple[Any, ...]) -> int | bool:
        match word:
            case "AT":
                return view.at.get(d.seat) == str(args[0])
            case "HOLDS":
                return str(args[0]) in view.hands.get(d.seat, ())
            case "MONEY":
                return view.money.get(d.seat, 0)
            case "DIE":
                return int(d.info.get("die", 0))
        raise LookupError(word)

    def suggested_standing(self, variant: str) -> tuple[str, ...]:
        return ("AVOID",)

    def suggested_plans(self, view: ToyState, seat: str) -> tuple[Suggestion, ...]:
        if seat not in view.dest:
            return ()
        return (Suggestion(lines=(f"GOTO {view.dest[seat]}", "ELSE WORK")),)

    def report(self, view: ToyState, seat: str) -> dict[str, Any]:
        return {"at": view.at, "hand": view.hands.get(seat, ()), "points": view.points}

    def final(self, s: ToyState) -> dict[str, Any]:
        return {"points": s.points, "winners": s.winners}

    def score(self, s: ToyState) -> dict[str, int]:
        return dict(s.points)

    def conserved(self, s: ToyState) -> Mapping[str, Any]:
        return {"money": s.bank + sum(s.money.values()), "cards": all_cards(s)}

    def cap(self, seats: int) -> int:
        return 8 * 20 * seats


LANTERNS = Lanterns()
