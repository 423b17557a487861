"""What a game gives to the engine. A game is one object; the engine never subclass-probes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.decision import Chance, Decision, Order
from engine.fact import ENGINE_FACTS, Fact
from engine.form import Form, Predicate
from engine.language.fault import Hopeless
from engine.lexicon import Lexicon
from engine.offer import OFFER_FORMS
from engine.state import OptionValue, Phase, State
from engine.table import Table

S = TypeVar("S", bound=State)

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Lifts a stored dict of fields by one version."""


class Option(Struct, frozen=True, kw_only=True):
    """A setting of ``pbem new``; its words stand in the game's word table."""

    name: str
    default: OptionValue
    allowed: tuple[OptionValue, ...] = ()
    """Empty: any value of the default's type, within ``low..high`` for numbers."""
    low: int = 0
    high: int = 1_000_000
    seats: bool = False
    """A list of seats: the game is given their ids, players' names have been looked up by then."""


class Remark(Struct, frozen=True):
    """What stands behind a line of a plan: a code of the word list, with its figures."""

    code: str
    data: dict[str, Any] = {}
    void: bool = False
    """There is nothing that the line could do. Of a line whose condition does not hold it says
    nothing yet."""


class Suggestion(Struct, frozen=True, kw_only=True):
    """A lettered plan that a report offers; ``PLAN A`` adopts it."""

    lines: tuple[str, ...]
    """Order lines, as a player would write them."""
    why: dict[str, Any] = {}
    """Figures for the remark beside its letter."""
    remarks: tuple[Remark | None, ...] = ()
    """What ``Game.remarks`` says of its lines, one for each, put in by whoever prints it; empty:
    nothing of any.
    """


class Tally(Struct, frozen=True, kw_only=True):
    """What simulations count of one game besides wins, for the balance of its tables."""

    starts: dict[str, str] = {}
    """Where each seat began, where places to begin differ."""
    used: frozenset[str] = frozenset()
    """Things that came to use at least once, such as kinds of card."""
    usable: tuple[str, ...] = ()
    """All that might have come to use in such a game, in order."""


class WindowKind(Struct, frozen=True, kw_only=True):
    """A kind of window, with how it is run unless the game master says otherwise."""

    kind: str
    wait: bool = True
    """``True``: mail and a deadline; ``False``: only orders on file, settled at once."""
    sealed: bool = True
    """``False``: a question of one seat alone, for which its own lines are not total."""


class Game(Generic[S]):
    """The base of a game object: data as class attributes, rules as methods."""

    id: str
    variants: tuple[str, ...]
    least_seats: int
    most_seats: int
    state_type: type[S]
    fact_types: tuple[type[Fact], ...]
    phase_types: tuple[type[Phase], ...]
    forms: tuple[Form, ...]
    """Every verb of the game, without those of offers, which ``all_forms`` adds."""
    predicates: tuple[Predicate, ...] = ()
    windows: tuple[WindowKind, ...] = ()
    upcasters: Mapping[tuple[str, int], Upcaster] = {}
    """By kind (class name) and the version that is lifted."""
    ruleset: str = "1"
    fixes: tuple[str, ...] = ()
    """Named fixes of the rules that a campaign may adopt."""
    reveals: tuple[type[Fact], ...] = ()
    """Facts by which the rules show a seat what was hidden: there the step law stops."""
    endings: tuple[str, ...] = ()
    """Codes of the reasons for which a game can end; each has a recorded game in the tests."""
    data_hash: str = ""
    """SHA-256 of the game's tables (cards, map), hex; empty for a game without tables."""
    trades: bool = True
    """Whether the offer verbs exist in this game."""

    @property
    def all_forms(self) -> tuple[Form, ...]:
        """The game's forms and, where it has trades, those of offers."""
        return self.forms + OFFER_FORMS if self.trades else self.forms

    @property
    def all_facts(self) -> tuple[type[Fact], ...]:
        """The engine's facts and the game's."""
        return ENGINE_FACTS + self.fact_types

    def tables(self) -> Mapping[str, str]:
        """The game's own tables as text by file name; empty: they cannot be replaced."""
        return {}

    def read_tables(self, given: Mapping[str, str]) -> str:
        """Make tables known from such text; their hash, which the option ``DATA`` then names.

        Raises ``engine.tables.TableFaults`` with all that is wrong with them.
        """
        raise TypeError(f"{self.id} has no tables that can be replaced")

    def options(self, variant: str) -> tuple[Option, ...]:
        """Settings of ``pbem new`` for this variant."""
        raise TypeError(f"{self.id} has no options")

    def idle(self, variant: str, options: Mapping[str, OptionValue]) -> Mapping[str, str]:
        """Options that do nothing as they are set together, each with the one that is why."""
        return {}

    def never_asked(self, variant: str, options: Mapping[str, OptionValue]) -> frozenset[str]:
        """Kinds of ``windows`` that do not come up in this variant with these options."""
        return frozenset()

    def begin(self, variant: str, seats: tuple[str, ...], options: Mapping[str, OptionValue]) -> S:
        """The state before the first fact, its stack holding the phase that sets the game up.

        The option ``engine.tables.DATA`` names own tables, which ``read_tables`` made known.
        """
        raise TypeError(f"{self.id} has no beginning")

    def hide(self, s: S, seat: str) -> S:
        """The state as this seat may see it (``""``: a stranger); the stack stays as it is.

        Masks hidden values with ``"?"``, of the same type and number.
        """
        raise TypeError(f"{self.id} hides nothing")

    def open(self, s: S, seat: str) -> Decision | None:
        """Any-time orders that are legal now for this seat; never awaited."""
        return None

    def act(self, t: Table[S], seat: str, order: Order) -> None:
        """Execute a legal any-time order."""
        raise TypeError(f"{self.id} has no any-time orders")

    def lacks(self, view: S, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the items that this seat, whose view it is, would have to give and has not."""
        return ()

    def hinders(
        self, view: S, seat: str, kind: str, order: Order, *, changed: bool = False
    ) -> Remark | None:
        """Why an order of this seat, whose view it is, is not legal now for this kind of question.

        ``changed``: what of the facts that it hangs on lies otherwise than when it was given. Its
        code is one of the table ``remarks``; ``None``: no single thing, or nothing that its owner
        can see.
        """
        return None

    def hopeless(self, view: S, seat: str, order: Order, kinds: frozenset[str]) -> Hopeless | None:
        """Why an order on file can never be legal for any of these kinds of question, as far as
        its seat, whose view it is, can know; ``None``: it may be, now or later.
        """
        return None

    def skipped(self, view: S, seat: str) -> bool:
        """Whether the next turn of this seat is known to be skipped."""
        return False

    def lexicon(self, s: S, names: Mapping[str, str]) -> Lexicon:
        """The words players may use; ``names`` gives each seat's name. ``s`` may be masked."""
        raise TypeError(f"{self.id} has no lexicon")

    def resolve(
        self, view: S, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        """A goal as a legal order for this decision, on the owner's view; ``None``: not now.

        Also called for an order that names the legal thing loosely; pure. ``wishes``: the seat's
        standing lines whose forms are wishes, as far as their conditions hold now. For a line of
        a plan ``d.info`` has the plan's ``seen``, and as ``step`` the order that is next in it; for
        every line as ``filed`` all that the seat's own lines still mean to do, if anything.
        """
        return order if d.has(order) else None

    def seen(self, view: S, seat: str) -> tuple[str, ...]:
        """What the goals of a plan filed now speak of; it is kept with the plan."""
        return ()

    def reached(self, view: S, seat: str, order: Order, seen: tuple[str, ...] = ()) -> bool:
        """Whether a goal is reached, so that its line is done; ``seen``: when it was filed."""
        return False

    def finishes(self, order: Order, taken: Order) -> bool:
        """Whether taking ``taken`` for the plan line ``order`` finishes the line.

        A plain line is done once it, or its own ELSE, was taken; a goal stays until ``reached``.
        """
        return True

    def holds(self, view: S, d: Decision, word: str, args: tuple[Any, ...]) -> int | bool:
        """A predicate on the owner's view: truth, or the number to compare.

        ``d.info`` has what ``resolve`` has, and the ``order`` of the line that asks.
        """
        raise TypeError(f"{self.id} has no predicate {word}")

    def suggested_standing(self, variant: str) -> tuple[str, ...]:
        """Lines that are on file for every seat at the start."""
        return ()

    def suggested_plans(self, view: S, seat: str) -> tuple[Suggestion, ...]:
        """Plans to print in this seat's report, best first."""
        return ()

    def lost(self, seat: str, order: Order, seen: tuple[str, ...], fact: Fact) -> Remark | None:
        """What to say of a goal of this seat's plan that this fact took away: others were there
        first. ``None``: it did not. ``seen`` as ``reached`` gets it.
        """
        return None

    def remarks(
        self,
        view: S,
        seat: str,
        steps: Sequence[Order | None],
        wishes: tuple[Order, ...] = (),
        seen: tuple[str, ...] = (),
    ) -> tuple[Remark | None, ...]:
        """What each step of a plan will come to, as far as its owner can know, one after another.

        One for each of ``steps`` (``None``: no step); ``wishes`` and ``seen`` as ``resolve`` and
        ``reached`` get them.
        """
        return (None,) * len(steps)

    def report(self, view: S, seat: str) -> dict[str, Any]:
        """Plain data for the report's templates, from the seat's own view."""
        raise TypeError(f"{self.id} has no report")

    def posted(self, s: S, seat: str) -> tuple[str, ...]:
        """Order lines that print what this seat has posted publicly, such as prices."""
        return ()

    def rules_text(self) -> str:
        """The game's rulings (its RULES.md) as Markdown."""
        raise TypeError(f"{self.id} has no rulings")

    def final(self, s: S) -> dict[str, Any]:
        """Plain data for the final report, from the open state."""
        raise TypeError(f"{self.id} has no final report")

    def score(self, s: S) -> dict[str, int]:
        """The figure that ranks each seat, for tables and statistics."""
        raise TypeError(f"{self.id} has no score")

    def tally(self, s: S, facts: Iterable[Fact]) -> Tally:
        """What to count of a game that is over, from its last state and all its facts."""
        return Tally()

    def conserved(self, s: S) -> Mapping[str, Any]:
        """Quantities that no fact may change, by name; the conservation law compares them."""
        return {}

    def swaps(self, s: S, viewer: str) -> Iterable[S]:
        """States that differ from ``s`` only in what ``viewer`` may not see (leak laws)."""
        return ()

    def likely(self, s: S, seat: str, chance: Chance) -> Order | None:
        """An any-time order that may come to something, for the laws' random play.

        Of offers drawn evenly nearly all ask for what nobody holds. May read what is hidden;
        ``None``: one drawn evenly will do.
        """
        return None

    def cap(self, seats: int) -> int:
        """Most seat-turns that a game of random players may take."""
        raise TypeError(f"{self.id} has no cap")

    def bot(self, name: str) -> Callable[[S, Decision, Any], Order] | None:
        """A bot by name: takes the seat's own view, the decision and a chance source."""
        return None

    @property
    def bots(self) -> tuple[str, ...]:
        """Names of the bots besides ``random``."""
        return ()
