"""Players who read their own reports and write letters; a bot may say what they write.

Each looks at nothing but what his seat may see. They are needed to make the golden letters anew:
the campaigns that are compared are played from the letters that were kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.decision import Decision, Order
from engine.language.text import form_for, order_text
from games.star_traders.bots.trader import trader
from games.star_traders.orders.plans import suggested
from games.star_traders.state import rings, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.outlook import aim, prospects
from games.star_traders.travel.routes import craft
from games.star_traders.travel.way import way
from pbem.referee.seated import Seated, load
from pbem.referee.settle import desk_source
from tests.conversations.table import Table
from tests.golden.star_traders.versions import LIVE, Version

Said = tuple[str, str]
"""A seat and the text of its letter."""

LOUD = frozenset(("PLAY", "ZAP", "PETITION"))
"""What is ordered by itself, before the plan goes on."""


class Players:
    """Everybody at the table of one campaign."""

    def __init__(self, version: Version) -> None:
        self.version = version
        self._manner = dict(zip(version.seats, version.players, strict=True))
        self._planned: dict[str, int] = {}
        self._greeted: set[str] = set()
        self._cues = list(version.cues)
        self._chance = random.Random(version.seed)

    def letters(self, table: Table) -> list[Said]:
        """What is written before the next run; nothing: they let a deadline come."""
        seated = table.read(lambda s: load(s, "st1"))
        texts: dict[str, list[str]] = {}
        for seat, text in self._lines(seated):
            texts.setdefault(seat, []).append(text)
        return [(seat, "\n".join(texts[seat])) for seat in sorted(texts)]

    def _lines(self, seated: Seated) -> Iterator[Said]:
        s = seated.state
        if s.round:
            for seat, text in self.version.first.items():
                if seat not in self._greeted:
                    self._greeted.add(seat)
                    yield seat, text
        source = desk_source(seated, set())
        for d in seated.asked:
            if source.answer(s, d) is None:
                yield from self._reply(seated, d)
        yield from self._ahead(seated)
        yield from self._cue(s)

    def _reply(self, seated: Seated, d: Decision) -> Iterator[Said]:
        view = seated.view(d.seat)
        if d.kind == "ready":
            self._planned[d.seat] = view.turn
            yield d.seat, self._plan(view, d.seat) + "\nREADY"
            return
        order = trader(view, d, self._chance)
        if d.kind == "role" and d.seat in self.version.roles:
            order = Order("PICK", (self.version.roles[d.seat],))
        if d.kind == "act" and d.info["left"] and order.verb not in LOUD:
            yield d.seat, self._plan(view, d.seat)
        elif d.kind == "act" and d.info["left"]:
            yield d.seat, f"ANSWER {_text(seated, d, order)}\n{self._plan(view, d.seat)}"
        else:
            yield d.seat, f"ANSWER w{d.id.partition('.')[0]} {_text(seated, d, order)}"

    def _ahead(self, seated: Seated) -> Iterator[Said]:
        """The plan of whose turn is next; who rather answers takes his old one back."""
        s = seated.state
        if not s.active or s.options["pace"] == "rounds":
            return
        after = s.clockwise(s.active)[0]
        if self._manner[after] == LIVE:
            if seated.desk.plans.get(after) is not None:
                yield after, "PLAN OFF"
        elif self._planned.get(after) != s.turn:
            self._planned[after] = s.turn
            yield after, self._plan(seated.view(after), after)

    def _plan(self, view: Any, seat: str) -> str:
        """His own plan, or one after the report's."""
        own = self.version.plans.get(seat)
        return f"PLAN\n  {own}" if own else _plan(view, seat)

    def _cue(self, s: Any) -> Iterator[Said]:
        given: set[str] = set()
        for cue in tuple(self._cues):
            number, seat, text = cue
            if s.round >= number and seat not in given and seat not in s.gone:
                if text.startswith("ACCEPT") and not any(o.taker == seat for o in s.offers):
                    continue
                given.add(seat)
                self._cues.remove(cue)
                yield seat, text.format(station=rings(s, seat)[0])


def _text(seated: Seated, d: Decision, order: Order) -> str:
    lexicon = seated.lexicon(d.seat)
    form = form_for(seated.game.all_forms, order, lexicon)
    assert form is not None
    return order_text(form, order, lexicon)


def _plan(view: Any, seat: str) -> str:
    """The first plan that a report prints, with the cards that are of use in it or after it."""
    found = suggested(view, seat)
    lines = (*_paired(view, seat), *(found[0].lines if found else ("BUSINESS",)))
    g = galaxy(view)
    kinds = list(dict.fromkeys(g.kind[card] for card in view.hands[seat]))
    for kind in kinds:
        played = any(f"PLAY {kind.name}" in line.replace('"', "") for line in lines)
        if kind.target == "self" and kind.effect in HELPFUL and not played:
            lines = (f"WHEN HOLDS {kind.name}: PLAY {kind.name}", *lines)
    text = "\n  ".join(("PLAN", *lines))
    gap = [f"PLAY {kind.name}{_target(view, seat, kind)}" for kind in kinds if kind.calamity]
    gap = [line for line in gap if " ON " in line or " AT " in line]
    return "\n  ".join((f"{text}\nBETWEEN", *gap)) if gap else text


def _paired(view: Any, seat: str) -> list[str]:
    """The Strategist names two dice for what asks for more than most (ST-PER-9)."""
    best = next(iter(prospects(view, seat)), None)
    if best is None or not role(view, seat).combine:
        return []
    start = view.ships[seat][best.ship]
    hops = way(view, seat, start, aim(view, seat, best), craft(view, seat)).hops
    return [
        f"WHEN AT {here}: JUMP {hop.world} WITH {PAIRS[hop.needs]}"
        for here, hop in zip((start, *(hop.world for hop in hops)), hops, strict=False)
        if hop.needs in PAIRS
    ]


PAIRS = {4: "1+3", 5: "1+4", 6: "2+4"}
"""The dice that the Strategist names, by what a line needs."""


def _target(view: Any, seat: str, kind: Any) -> str:
    """Who is next, or the world of whoever is ahead."""
    if kind.effect in HARMFUL:
        return " ON NEXT"
    if kind.effect != "quarantine":
        return ""
    ahead = max((x for x in view.clockwise(seat) if x != seat), key=lambda x: view.prestige[x])
    return f" AT {view.ships[ahead][0]}"


HELPFUL = frozenset(("actions", "prestige", "money", "rolls", "payoff", "fanfare", "draw", "codes"))
HARMFUL = frozenset(("actions", "prestige", "money", "rolls", "toll", "lost", "jam"))
