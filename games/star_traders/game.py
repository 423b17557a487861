"""The game object of Star Traders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.decision import Chance, Decision, Order
from engine.fact import Fact
from engine.game import Game, Option, Remark, Suggestion, Tally, Upcaster, WindowKind
from engine.language.fault import Hopeless
from engine.lexicon import Lexicon
from engine.state import OptionValue, Phase, change
from engine.table import Table
from engine.tables import DATA
from games.star_traders import hidden, setup, trade
from games.star_traders.bots import tally, trader
from games.star_traders.cargo.contracts import Glitching, Shifting
from games.star_traders.court.petition import Hearing
from games.star_traders.court.verdict import Bribing, Ruling
from games.star_traders.court.windows import Judging, Lobbying
from games.star_traders.facts import FACTS
from games.star_traders.facts.court import Exchanged, lift_cargo_to
from games.star_traders.facts.setup import Discarded, HandLeft, Played, Revealed, Trimmed
from games.star_traders.hindrance.reasons import hinders
from games.star_traders.luck.calamity import Striking
from games.star_traders.luck.quarantine import Sealing
from games.star_traders.orders import (
    conditions,
    goals,
    hopeless,
    plans,
    resolving,
    words,
)
from games.star_traders.orders.forms import FORMS, PREDICATES
from games.star_traders.report import remarks, sheets
from games.star_traders.rules import RULES, sets_of
from games.star_traders.state import ENVOY, TURN, Stars
from games.star_traders.tables.data import texts
from games.star_traders.tables.galaxy import PACKAGED, copies, galaxy, register
from games.star_traders.turn.circuit import Auction, Circuit
from games.star_traders.turn.gap import Gap, SeatTurn, Trim
from games.star_traders.turn.jumping import Asking, Jumping, Paying, Zapping
from games.star_traders.turn.turn import Turn

PURSE = 10
"""$tarBucks at the start (ST-SET-1)."""

PHASES: tuple[type[Phase], ...] = (
    *setup.PHASES,
    Circuit,
    SeatTurn,
    Turn,
    Trim,
    Gap,
    Zapping,
    Jumping,
    Asking,
    Paying,
    Glitching,
    Shifting,
    Striking,
    Sealing,
    Lobbying,
    Hearing,
    Judging,
    Ruling,
    Bribing,
    Auction,
)


class StarTraders(Game[Stars]):
    """Rules, words and data of Star Traders."""

    id = "star-traders"
    variants = tuple(RULES)
    least_seats = 2
    most_seats = 6
    state_type = Stars
    fact_types = FACTS
    phase_types = PHASES
    forms = FORMS
    predicates = PREDICATES
    windows = (
        WindowKind(kind="between"),
        WindowKind(kind="zap", wait=False),
        WindowKind(kind="calamity"),
        WindowKind(kind="quarantine"),
        WindowKind(kind="petition"),
        WindowKind(kind="verdict", wait=False),
        WindowKind(kind="glitch", wait=False),
        WindowKind(kind="shift"),
        WindowKind(kind="bid"),
        WindowKind(kind="discard", wait=False, sealed=False),
        WindowKind(kind="travel", wait=False, sealed=False),
    )
    upcasters: Mapping[tuple[str, int], Upcaster] = {("CargoTo", 1): lift_cargo_to}
    reveals = (Played, Trimmed, Discarded, HandLeft, Revealed, Exchanged)
    endings = ("mission", "petition", "nova", "alone", "limit")
    data_hash = PACKAGED.hash

    def tables(self) -> Mapping[str, str]:
        """The packaged tables."""
        return texts()

    def read_tables(self, given: Mapping[str, str]) -> str:
        """See ``galaxy.register``."""
        return register(given).hash

    def options(self, variant: str) -> tuple[Option, ...]:
        """See ``settings``."""
        return settings(variant)

    def idle(self, variant: str, options: Mapping[str, OptionValue]) -> Mapping[str, str]:
        """Novices without personalities; whose number counts where the number is named."""
        found = {}
        if options.get("novices") and options.get("personalities") == "none":
            found["novices"] = "personalities"
        if options.get("requirement") == "current" and options.get("stations"):
            found["requirement"] = "stations"
        return found

    def never_asked(self, variant: str, options: Mapping[str, OptionValue]) -> frozenset[str]:
        """Windows for cards that are not in play, and of petitions where there are none."""
        rules = RULES[variant]
        if not rules.luck:
            return frozenset(NEEDED)
        s = self.begin(variant, ("p1", "p2"), options)
        found = {w for w, needs in NEEDED.items() if not all(_in_play(s, x) for x in needs)}
        return frozenset(found.union(OF_PETITIONS if rules.nova else ()))

    def begin(
        self, variant: str, seats: tuple[str, ...], options: Mapping[str, OptionValue]
    ) -> Stars:
        """Before the first card is dealt (ST-SET-1, ST-SET-2)."""
        data = str(options.get(DATA, ""))
        s = Stars(
            variant=variant,
            seats=seats,
            options=dict(options),
            stack=(setup.Setup(n=1),),
            serial=1,
            data=data,
            money=dict.fromkeys(seats, PURSE),
            prestige=dict.fromkeys(seats, 1),
            hands=dict.fromkeys(seats, ()),
            cargo=dict.fromkeys(seats, ()),
            left={TURN: 0, ENVOY: 0},
            dice={TURN: (), ENVOY: ()},
        )
        sets = str(options.get("sets") or RULES[variant].sets)
        return change(s, deck=galaxy(s).data.deck(sets))

    def hide(self, s: Stars, seat: str) -> Stars:
        """See ``hidden.hide``."""
        return hidden.hide(s, seat)

    def open(self, s: Stars, seat: str) -> Decision | None:
        """See ``trade.any_time``."""
        if s.ended or seat in s.gone or seat in s.leaving:
            return None
        return trade.any_time(s, seat)

    def act(self, t: Table[Stars], seat: str, order: Order) -> None:
        """See ``trade.act``."""
        trade.act(t, seat, order)

    def lacks(self, view: Stars, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
        """See ``trade.lacks``."""
        return trade.lacks(view, seat, items)

    def hinders(
        self, view: Stars, seat: str, kind: str, order: Order, *, changed: bool = False
    ) -> Remark | None:
        """See ``hindrance.reasons.hinders``."""
        return hinders(view, seat, kind, order, changed=changed)

    def hopeless(
        self, view: Stars, seat: str, order: Order, kinds: frozenset[str]
    ) -> Hopeless | None:
        """See ``hopeless.hopeless``."""
        return hopeless.hopeless(view, seat, order, kinds)

    def lexicon(self, s: Stars, names: Mapping[str, str]) -> Lexicon:
        """See ``words.lexicon``."""
        return words.lexicon(s, names)

    def resolve(
        self, view: Stars, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        """See ``resolving.resolve``."""
        return resolving.resolve(view, d, order, wishes)

    def seen(self, view: Stars, seat: str) -> tuple[str, ...]:
        """The Contracts, by box: RUN is for the one that lay there."""
        return view.boxes

    def reached(self, view: Stars, seat: str, order: Order, seen: tuple[str, ...] = ()) -> bool:
        """See ``goals.reached``."""
        return goals.reached(view, seat, order, seen)

    def holds(self, view: Stars, d: Decision, word: str, args: tuple[Any, ...]) -> int | bool:
        """See ``conditions.holds``."""
        return conditions.holds(view, d, word, args)

    def suggested_standing(self, variant: str) -> tuple[str, ...]:
        """See ``plans.standing``."""
        return plans.standing(variant)

    def suggested_plans(self, view: Stars, seat: str) -> tuple[Suggestion, ...]:
        """See ``plans.suggested``."""
        return plans.suggested(view, seat)

    def lost(self, seat: str, order: Order, seen: tuple[str, ...], fact: Fact) -> Remark | None:
        """See ``remarks.lost``."""
        return remarks.lost(seat, order, seen, fact)

    def remarks(
        self,
        view: Stars,
        seat: str,
        steps: Sequence[Order | None],
        wishes: tuple[Order, ...] = (),
        seen: tuple[str, ...] = (),
    ) -> tuple[Remark | None, ...]:
        """See ``remarks.remarks``."""
        return remarks.remarks(view, seat, steps, wishes, seen)

    def bot(self, name: str) -> Callable[[Stars, Decision, Any], Order] | None:
        """``trader``."""
        return trader.BOTS.get(name)

    @property
    def bots(self) -> tuple[str, ...]:
        """Names of the bots besides ``random``."""
        return tuple(trader.BOTS)

    def posted(self, s: Stars, seat: str) -> tuple[str, ...]:
        """See ``trade.posted``."""
        return trade.posted(s, seat)

    def report(self, view: Stars, seat: str) -> dict[str, Any]:
        """See ``sheets.report``."""
        return sheets.report(view, seat)

    def rules_text(self) -> str:
        """``RULES.md``."""
        return sheets.rules_text()

    def final(self, s: Stars) -> dict[str, Any]:
        """See ``sheets.final``."""
        return sheets.final(s)

    def score(self, s: Stars) -> dict[str, int]:
        """Prestige by seat, for tables."""
        return dict(s.prestige)

    def tally(self, s: Stars, facts: Iterable[Fact]) -> Tally:
        """See ``tally.tally``."""
        return tally.tally(s, facts)

    def conserved(self, s: Stars) -> Mapping[str, Any]:
        """See ``hidden.conserved``."""
        return hidden.conserved(s)

    def swaps(self, s: Stars, viewer: str) -> Iterable[Stars]:
        """See ``hidden.swaps``."""
        return hidden.swaps(s, viewer)

    def likely(self, s: Stars, seat: str, chance: Chance) -> Order | None:
        """See ``trade.likely``."""
        return trade.likely(s, seat, chance)

    def cap(self, seats: int) -> int:
        """The limit of rounds."""
        return ROUNDS * seats


NEEDED: Mapping[str, tuple[str, ...]] = {
    "between": (),
    "zap": ("zap",),
    "verdict": ("zap",),
    "petition": ("prestige",),
    "calamity": ("avoid",),
    "quarantine": ("quarantine", "avoid"),
    "glitch": ("glitch",),
    "discard": (),
    "travel": ("envoy",),
}
"""By kind of window that comes of hands the effects of cards that it takes."""

OF_PETITIONS = ("petition", "verdict")
"""Windows of petitions, which the Novas have not (ST-NOV-7)."""


def _in_play(s: Stars, effect: str) -> bool:
    return bool(copies(galaxy(s), sets_of(s), effect))


ROUNDS = 400
"""Rounds after which a game ends, unless the game master says otherwise."""


def settings(variant: str) -> tuple[Option, ...]:
    """Settings of ``pbem new`` (ST-VER-6, ST-W14)."""
    rules = RULES[variant]
    found = [
        Option(name="pace", default="turns", allowed=("turns", "rounds")),
        Option(name="declared", default=False, allowed=(False, True)),
        Option(name="rounds", default=ROUNDS, low=1, high=9999),
    ]
    other = tuple(x for x in ("N", "NF", "NFI") if x != rules.sets)
    found.append(Option(name="sets", default=rules.sets, allowed=(rules.sets, *other)))
    found.append(Option(name="prestige", default=15, low=2, high=30))
    if rules.nova:
        found.append(Option(name="money", default=60, low=11, high=999))
        return tuple(found)
    found += [
        Option(name="personalities", default="none", allowed=("none", "chosen", "random")),
        Option(name="novices", default="", seats=True),
        Option(name="short-ending", default=False, allowed=(False, True)),
        Option(name="fee", default=rules.fee, high=999),
        Option(name="stations", default=0, high=15),
        Option(name="requirement", default="start", allowed=("start", "current")),
    ]
    if rules.table:
        found.append(Option(name="network", default=0, high=15))
    else:
        found.append(Option(name="max-prestige", default=False, allowed=(False, True)))
    return tuple(found)


STAR_TRADERS = StarTraders()
"""The game object that the engine and the post office see."""
