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
from games.star_traders.orders.plans import suggested
from games.star_traders.state import rings, role
from pbem.referee.seated import Seated, load
from pbem.referee.settle import desk_source
from tests.conversations.table import Table
from tests.golden.star_traders import habits
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
        self._wearied: set[tuple[str, str]] = set()
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
            yield d.seat, self._plan(seated, d.seat) + "\nREADY"
            return
        order = habits.answer(view, d, self._chance)
        if d.kind == "role" and d.seat in self.version.roles:
            order = Order("PICK", (self.version.roles[d.seat],))
        text = _text(seated, d.seat, order)
        if d.kind == "act" and d.info["left"]:
            loud = order.verb in LOUD
            plan = self._plan(seated, d.seat)
            yield d.seat, f"ANSWER {text}\n{plan}" if loud else plan
        else:
            yield d.seat, f"ANSWER w{d.id.partition('.')[0]} {text}"
        yield from self._weary(seated, d)

    def _weary(self, seated: Seated, d: Decision) -> Iterator[Said]:
        """Who was asked once for what is asked often has a standing order for it."""
        line = WEARY.get(d.kind)
        if line and (d.seat, d.kind) not in self._wearied:
            self._wearied.add((d.seat, d.kind))
            after = seated.state.clockwise(d.seat)[0]
            yield d.seat, "STANDING\n  " + line.format(next=seated.names[after])

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
            yield after, self._plan(seated, after)

    def _plan(self, seated: Seated, seat: str) -> str:
        """His own plan, or one after the report's."""
        own = self.version.plans.get(seat)
        return f"PLAN\n  {own}" if own else _plan(seated, seat)

    def _cue(self, s: Any) -> Iterator[Said]:
        given: set[str] = set()
        for cue in tuple(self._cues):
            number, seat, text = cue
            if s.round >= number and seat not in given and seat not in s.gone:
                if text.startswith("ACCEPT") and not any(o.taker == seat for o in s.offers):
                    continue
                if "{station}" in text and not rings(s, seat):
                    continue
                given.add(seat)
                self._cues.remove(cue)
                yield seat, text.format(station=next(iter(rings(s, seat)), ""))


def _text(seated: Seated, seat: str, order: Order) -> str:
    lexicon = seated.lexicon(seat)
    form = form_for(seated.game.all_forms, order, lexicon)
    assert form is not None
    return order_text(form, order, lexicon)


def _plan(seated: Seated, seat: str) -> str:
    """The first plan that a report prints, with the cards that are of use in it or after it."""
    view = seated.view(seat)
    found = suggested(view, seat)
    lines = (*_paired(view, seat), *(found[0].lines if found else ("BUSINESS",)))
    twice = habits.wanted_twice(view, seat)
    if twice and not any("PETITION" in line for line in lines):
        run = f"RUN {twice}"
        lines = (run, *(line for line in lines if line != run))
    for condition, order in (*habits.in_turn(view, seat), *habits.asking(view, seat)):
        text = _text(seated, seat, order)
        if not any(text in line.replace('"', "") for line in lines):
            lines = (f"WHEN {condition}: {text}", *lines)
    text = "\n  ".join(("PLAN", *lines))
    gap = [_text(seated, seat, order) for order in habits.in_gap(view, seat)]
    return "\n  ".join((f"{text}\nBETWEEN", *gap)) if gap else text


def _paired(view: Any, seat: str) -> list[str]:
    """The Strategist names two dice for what asks for more than most (ST-PER-9)."""
    found = habits.route(view, seat)
    if found is None or not role(view, seat).combine:
        return []
    return [
        f"WHEN AT {here}: JUMP {hop.world} WITH {PAIRS[hop.needs]}"
        for here, hop in zip(
            (found.start, *(hop.world for hop in found.hops)), found.hops, strict=False
        )
        if hop.needs in PAIRS
    ]


PAIRS = {4: "1+3", 5: "1+4", 6: "2+4"}
"""The dice that the Strategist names, by what a line needs."""

WEARY = {
    "zap": "ZAP {next}",
    "discard": "DISCARD WORST",
}
"""Standing orders that who was asked once files with his answer."""
