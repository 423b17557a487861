"""Positions of Star Traders, set up by hand and played step by step, orders as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from engine.advance import act, advance, opened
from engine.decision import Decision, Order
from engine.dice import KeyedDice, ScriptedDice
from engine.fact import Fact
from engine.language.fault import Fault
from engine.language.order import parse_order
from engine.state import change
from engine.table import Answer
from games.star_traders.game import STAR_TRADERS
from games.star_traders.state import Cargo, Stars
from games.star_traders.tables.galaxy import PACKAGED
from games.star_traders.turn.circuit import Circuit

F = TypeVar("F", bound=Fact)

SEED = bytes(range(32))
NAMES = {"p1": "Anna", "p2": "Bob", "p3": "Cleo", "p4": "Dan", "p5": "Eve", "p6": "Finn"}
HOMES = (13, 23, 33, 43, 53, 61)
QUIET = (
    "zap",
    "verdict",
    "petition",
    "between",
    "calamity",
    "quarantine",
    "glitch",
    "shift",
    "bid",
)
"""Kinds of window, which are passed unless a scene stops at them."""

DATA = PACKAGED.data
CONTRACTS = ("N11", "N21", "N31", "N41", "N51", "N61")


def luck(kind: str, value: int | None = None, sets: str = "NFI", nth: int = 0) -> str:
    """A card of this kind."""
    found = [
        c.id
        for c in DATA.cards
        if c.luck == kind and c.set in sets and value in (None, c.value) and c.id not in CONTRACTS
    ]
    return found[nth]


def position(
    seats: int = 2,
    variant: str = "family",
    *,
    hands: Mapping[str, Iterable[str]] | None = None,
    at: Mapping[str, int | tuple[int, ...]] | None = None,
    stations: Mapping[int, str] | None = None,
    boxes: Sequence[str] | None = None,
    cargo: Mapping[str, Iterable[int]] | None = None,
    money: Mapping[str, int] | None = None,
    prestige: Mapping[str, int] | None = None,
    roles: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    deck: Sequence[str] | None = None,
    **fields: Any,
) -> Stars:
    """Between two turns, that of p1 about to begin. What lies nowhere is in the deck.

    ``deck``: all that is left of it; the rest is discarded.
    """
    ids = tuple(f"p{i}" for i in range(1, seats + 1))
    settings = {o.name: o.default for o in STAR_TRADERS.options(variant)} | dict(options or {})
    s = STAR_TRADERS.begin(variant, ids, settings)
    homes = {x: HOMES[i] for i, x in enumerate(ids)}
    ships: dict[str, tuple[int, ...]] = {x: (w,) for x, w in homes.items()}
    for x, w in (at or {}).items():
        ships[x] = w if isinstance(w, tuple) else (w,)
    held = {x: tuple((hands or {}).get(x, ())) for x in ids}
    up = tuple(boxes if boxes is not None else CONTRACTS[: max(3, seats)])
    used = {*up, *(c for hand in held.values() for c in hand), *fields.get("missions", {}).values()}
    left = tuple(c for c in s.deck if c not in used)
    kept = left if deck is None else tuple(sorted(deck))
    rings = {w: x for x, w in homes.items()} if stations is None else dict(stations)
    purse = s.money | dict(money or {})
    return change(
        s,
        **{
            "stack": (Circuit(n=1),),
            "ships": ships,
            "stations": rings,
            "hands": held,
            "boxes": up,
            "since": (0,) * len(up),
            "deck": kept,
            "discard": tuple(c for c in left if c not in kept),
            "cargo": {x: tuple(Cargo(b) for b in (cargo or {}).get(x, ())) for x in ids},
            "money": purse,
            "prestige": s.prestige | dict(prestige or {}),
            "roles": dict(roles or {}),
            **fields,
        },
    )


class Scene:
    """A game in which tests answer; windows are passed unless it stops at their kind."""

    def __init__(
        self,
        s: Stars,
        dice: Mapping[str, Sequence[int]] | None = None,
        *,
        stops: Iterable[str] = (),
        draws: Sequence[str] = (),
    ) -> None:
        """``dice``: results by purpose as a die shows them; ``draws``: cards, as they come."""
        script = {k: [n - 1 for n in results] for k, results in (dice or {}).items()}
        left = list(s.deck)
        indices = []
        for card in draws:
            indices.append(left.index(card))
            left.remove(card)
        if indices:
            script["deck"] = indices
        self.dice = ScriptedDice(script, KeyedDice(SEED))
        self.s = s
        self.stops = set(stops)
        self.facts: list[Fact] = []
        self.fresh: list[Fact] = []
        self.pending: tuple[Decision, ...] = ()
        self._given: dict[str, Order] = {}
        self._about: dict[str, tuple[Any, ...]] = {}
        self.go()

    # -- a source of answers -----------------------------------------------------------------

    def answer(self, s: Any, d: Decision) -> Answer | None:
        if d.id in self._given:
            order = self._given[d.id]
            stale = d.sealed and self._about.get(d.id) not in (None, d.about_of(order))
            good = d.has(order) and not stale
            return Answer(order if good else d.default)
        quiet = d.kind in (*QUIET, "discard") and d.kind not in self.stops
        return Answer(d.default, "default") if quiet else None

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        self._given.pop(d.id, None)

    def _give(self, d: Decision, order: Order) -> None:
        self._given[d.id], self._about[d.id] = order, d.about_of(order)

    # -- what tests do -----------------------------------------------------------------------

    def go(self) -> Scene:
        step = advance(STAR_TRADERS, self.s, self, self.dice)
        self.s, self.pending = step.state, step.pending
        self.fresh = [t.fact for t in step.facts]
        self.facts += self.fresh
        return self

    def read(self, text: str, d: Decision) -> Order:
        lexicon = STAR_TRADERS.lexicon(self.s, NAMES)
        read = parse_order(text, STAR_TRADERS.all_forms, lexicon)
        assert not isinstance(read, Fault), f"{text}: {read}"
        view = STAR_TRADERS.hide(self.s, d.seat)
        order = read.order if d.has(read.order) else STAR_TRADERS.resolve(view, d, read.order)
        assert order is not None, f"{text} is not legal: {sorted(self.verbs)}"
        assert d.has(order), f"{text} is not legal: {sorted(self.verbs)}"
        return order

    def say(self, *texts: str) -> Scene:
        """Answers to one open question after the other."""
        for text in texts:
            d = self.asked
            self._give(d, self.read(text, d))
            self.go()
        return self

    def answers(self, **texts: str) -> Scene:
        """Answers of several seats to what is open; the others pass."""
        for d in self.pending:
            self._give(d, self.read(texts[d.seat], d) if d.seat in texts else d.default)
        return self.go()

    def bids(self, **texts: Sequence[str]) -> Scene:
        """Answers of several seats to several questions each."""
        for d in self.pending:
            given = texts.get(d.seat, ())
            fitting = [t for t in given if t.startswith(f"BID {d.info['world']} ")]
            self._give(d, self.read(fitting[0], d) if fitting else d.default)
        return self.go()

    def now(self, seat: str, text: str) -> Scene:
        """An any-time order, then on."""
        d = opened(STAR_TRADERS, self.s, seat)
        assert d is not None
        order = Order("RESIGN") if text == "RESIGN" else self.read(text, d)
        step = act(STAR_TRADERS, self.s, seat, order, self.dice)
        self.s = step.state
        done = [t.fact for t in step.facts]
        self.facts += done
        self.go()
        self.fresh = [*done, *self.fresh]
        return self

    def legal(self, text: str) -> bool:
        """Whether this order is legal now, as it stands."""
        lexicon = STAR_TRADERS.lexicon(self.s, NAMES)
        read = parse_order(text, STAR_TRADERS.all_forms, lexicon)
        assert not isinstance(read, Fault), f"{text}: {read}"
        return self.asked.has(read.order)

    def turn(self) -> Scene:
        """The rest of this turn is given up."""
        return self.say("FINISH")

    # -- what tests look at -------------------------------------------------------------------

    @property
    def asked(self) -> Decision:
        (decision,) = self.pending
        return decision

    @property
    def verbs(self) -> set[str]:
        return {c.form.verb for d in self.pending for c in d.choices}

    @property
    def waiting(self) -> dict[str, str]:
        return {d.seat: d.kind for d in self.pending}

    def all(self, kind: type[F]) -> list[F]:
        return [f for f in self.facts if isinstance(f, kind)]

    def one(self, kind: type[F]) -> F:
        (fact,) = self.all(kind)
        return fact


def scene(dice: Mapping[str, Sequence[int]] | None = None, **fields: Any) -> Scene:
    """The turn of p1, at its first question."""
    stops, draws = fields.pop("stops", ()), fields.pop("draws", ())
    return Scene(position(**fields), dice, stops=stops, draws=draws)
