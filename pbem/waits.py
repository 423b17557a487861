"""How often a campaign would stop for letters: games through the desk, as mail plays them.

Every seat's suggested standing orders count as sent by himself, and so does the first plan of his
report: the one at the end of his turn, at pace ``rounds`` the one at the round's boundary. Where
that gives no answer the campaign stops; then a bot answers what is asked, in the own turn by the
first plan of the report that comes with the question, if that says what to do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.advance import advance
from engine.asked import Asked
from engine.decision import Chance, Decision
from engine.desk import GAP, DeskSource
from engine.dice import KeyedDice
from engine.filing import Desk, file_plan, keep_answer, prune
from engine.game import Game
from engine.language.fault import Fault
from engine.lexicon import Lexicon
from engine.plan import Plan, read_plan, try_plan
from engine.standing import Standing, read_standing
from engine.table import Answer
from pbem.errors import PbemError
from pbem.simulate import Progress, Wanted, check, chosen_bots, dice_seed

READY: Final = "ready"


@dataclass(frozen=True)
class Manner:
    """A way to run a campaign by mail."""

    name: str
    pace: str
    passes: frozenset[str] = frozenset()
    """Kinds of window in which silence stands for PASS, so that nobody is asked by letter."""


MANNERS: Final = (
    Manner("turns", "turns"),
    Manner("turns, PASS between", "turns", frozenset((GAP,))),
    Manner("rounds", "rounds"),
)


@dataclass
class Stops:
    """What the games of one manner came to."""

    games: int = 0
    turns: int = 0
    rounds: int = 0
    stops: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """Stops by the kind of what was asked; a stop at the round's boundary is ``ready``."""
    letters: int = 0
    """Questions to seats, of all stops."""
    reasons: Counter[str] = field(default_factory=Counter)

    def data(self) -> dict[str, Any]:
        """As `--json` prints it."""
        turns, rounds = max(1, self.turns), max(1, self.rounds)
        return {
            "games": self.games,
            "turns": self.turns,
            "rounds": self.rounds,
            "stops": self.stops,
            "stops_per_turn": round(self.stops / turns, 3),
            "stops_per_round": round(self.stops / rounds, 3),
            "questions_per_turn": round(self.letters / turns, 3),
            "kinds_per_turn": {k: round(n / turns, 3) for k, n in self.kinds.most_common()},
            "end_reasons": dict(sorted(self.reasons.items())),
        }


class _Campaign:
    """One game with its desk."""

    def __init__(self, wanted: Wanted, manner: Manner, number: int) -> None:
        self.game: Game[Any] = wanted.game
        self.manner = manner
        seats = tuple(f"p{i + 1}" for i in range(wanted.seats))
        settings = {o.name: o.default for o in self.game.options(wanted.variant)}
        settings |= dict(wanted.options)
        if "pace" in settings:
            settings["pace"] = manner.pace
        self.state = self.game.begin(wanted.variant, seats, settings)
        self.dice = KeyedDice(dice_seed(wanted, number))
        self.chance: Chance = random.Random(f"{wanted.seed}/{number}/chance")
        self.bots = chosen_bots(wanted)
        self.lexicon = self.game.lexicon(self.state, {})
        self.waits = {w.kind: w.wait for w in self.game.windows}
        lines = _standing(self.game, wanted.variant, self.lexicon)
        self.desk = Desk(standing={seat: dict(lines) for seat in seats} if lines else {})

    # -- reports and what is sent upon them ------------------------------------------------

    def plan(self, s: Any, seat: str) -> Plan | None:
        """The first plan that a report to this seat would print."""
        view = self.game.hide(s, seat)
        found = self.game.suggested_plans(view, seat)
        if not found:
            return None
        forms, predicates = self.game.all_forms, self.game.predicates
        seen = self.game.seen(view, seat)
        plan = read_plan(found[0].lines, forms, predicates, self.lexicon, turn=s.turn, seen=seen)
        if isinstance(plan, Fault):
            raise _broken(self.game, plan)
        return plan

    def reply(self, d: Decision) -> None:
        """The seat answers a question."""
        view = self.game.hide(self.state, d.seat)
        if not d.sealed:
            plan = self.plan(self.state, d.seat)
            if d.kind == READY:
                self.desk = file_plan(self.desk, d.seat, plan)
            elif plan is not None and try_plan(Asked(self.game, view, d), plan).order is not None:
                self.desk = file_plan(self.desk, d.seat, plan)
                return
        bot = self.bots.get(d.seat)
        order = d.sample(self.chance) if bot is None else bot(view, d, self.chance)
        self.desk = keep_answer(self.desk, d, order, order.verb, 1)

    # -- playing ---------------------------------------------------------------------------

    def source(self) -> DeskSource:
        """The desk as a run of the post office reads it."""
        rounds = self.manner.pace == "rounds"

        def closed(_: Any, d: Decision) -> bool:
            return rounds and d.deadline != "ROUND"

        def waits(kind: str) -> bool:
            return kind not in self.manner.passes and self.waits.get(kind, True)

        return _Reporting(self, closed, waits)

    def play(self, stops: Stops) -> None:
        """To the end of the game, counting the stops."""
        while True:
            source = self.source()
            step = advance(self.game, self.state, source, self.dice)
            self.state, self.desk = step.state, prune(source.desk, step.state)
            if not step.pending:
                break
            missing = [d for d in step.pending if source.answer(self.state, d) is None]
            stops.stops += 1
            stops.letters += len(missing)
            stops.kinds[missing[0].kind] += 1
            for d in missing:
                self.reply(d)
        stops.games += 1
        stops.turns += self.state.turn
        stops.rounds += self.state.round
        stops.reasons[self.state.ended] += 1


class _Reporting(DeskSource):
    """The desk, on which a seat's next plan lies as soon as its turn is over."""

    def __init__(
        self,
        campaign: _Campaign,
        closed: Callable[[Any, Decision], bool],
        waits: Callable[[str], bool],
    ) -> None:
        super().__init__(campaign.game, campaign.desk, closed, waits)
        self._campaign = campaign
        self._active = campaign.state.active

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """As the desk answers, once the plan of whose turn just ended is on it."""
        if s.active != self._active:
            before, self._active = self._active, s.active
            if before and before not in s.gone and self._campaign.manner.pace != "rounds":
                self.desk = file_plan(self.desk, before, self._campaign.plan(s, before))
        return super().answer(s, d)


def _standing(game: Game[Any], variant: str, lexicon: Lexicon) -> Standing:
    texts = game.suggested_standing(variant)
    lines = read_standing(texts, game.all_forms, game.predicates, lexicon)
    if isinstance(lines, Fault):
        raise _broken(game, lines)
    return lines


def _broken(game: Game[Any], fault: Fault) -> PbemError:
    return PbemError(
        "suggestion-broken",
        f"A suggested order of {game.id} cannot be read: {fault}.",
        "Please report this as a fault of the game.",
    )


def count_stops(
    wanted: Wanted, progress: Progress | None = None, manners: tuple[Manner, ...] = MANNERS
) -> Mapping[str, Stops]:
    """Play the games in each manner. Raises `UsageFault` as ``simulate`` does."""
    check(wanted)
    found: dict[str, Stops] = {}
    done = 0
    for manner in manners:
        stops = found[manner.name] = Stops()
        for number in range(wanted.games):
            _Campaign(wanted, manner, number).play(stops)
            done += 1
            if progress is not None:
                progress("games", done, wanted.games * len(manners))
    return found
