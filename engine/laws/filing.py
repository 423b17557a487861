"""Laws of the desk: what is on file is evaluated purely, stored whole, and tells nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from engine.decision import Decision
from engine.desk import DeskSource
from engine.filing import (
    Desk,
    desk_json,
    file_between,
    file_plan,
    file_standing,
    keep_answer,
    read_desk,
    suggest,
)
from engine.game import Game
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from engine.language.text import order_text
from engine.laws.walk import Law, Point
from engine.laws.wording import NAMES
from engine.plan import new_plan
from engine.standing import read_standing
from engine.table import Source


class Lines(Struct, frozen=True, kw_only=True):
    """Lines of a game to put on file for every seat."""

    plan: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()


class BadLine(Exception):
    """A line of a game's own could not be read."""


def filed(game: Game[Any], s: Any, lines: Lines) -> Desk:
    """A desk with these lines on file for every seat, and the game's suggestions."""
    lexicon = game.lexicon(game.hide(s, ""), NAMES)
    kinds = (game.all_forms, game.predicates, lexicon)

    def read(texts: Iterable[str], block: Any) -> tuple[Line, ...]:
        found = []
        for text in texts:
            line = parse_line(text, *kinds, block)
            if isinstance(line, Fault):
                raise BadLine(f"{text}: {line}")
            found.append(line)
        return tuple(found)

    desk = Desk()
    plan, between = read(lines.plan, "PLAN"), read(lines.between, "BETWEEN")
    standing = read_standing(lines.standing, *kinds)
    suggested = read_standing(game.suggested_standing(s.variant), *kinds)
    if isinstance(standing, Fault) or isinstance(suggested, Fault):
        raise BadLine(f"{standing} {suggested}")
    for seat in s.seats:
        desk = file_plan(
            desk, seat, new_plan(plan, seen=game.seen(game.hide(s, seat), seat)) if plan else None
        )
        desk = file_between(desk, seat, between)
        desk = suggest(desk, seat, suggested)
        for head, line in standing.items():
            desk = file_standing(desk, seat, head, line)
    return desk


def source_of(game: Game[Any], desk: Desk, *, silent: bool = False) -> DeskSource:
    """The desk as a source: all is waited for, or (``silent``) nothing any more."""
    return DeskSource(game, desk, lambda s, d: silent, lambda kind: True)


class Desks:
    """For the timing law: desks with lines on file, some of them total, and none."""

    def __init__(self, game: Game[Any], files: Sequence[Lines]) -> None:
        """``files``: what is on file, the same for every seat."""
        self._game = game
        self._files = files
        self._desks: list[Desk] = []

    def __call__(self, s: Any) -> Sequence[Source]:
        """A source for each of the files, as they are at the beginning of a game."""
        if not self._desks:
            self._desks = [filed(self._game, s, lines) for lines in self._files]
        return [source_of(self._game, desk) for desk in self._desks]


class Filed(Law):
    """Evaluating twice is evaluating once; the desk comes back from JSON as it was.

    The desk lives through the game: plans move on as their answers are taken.
    """

    name = "filed"

    def __init__(self, lines: Lines | None = None) -> None:
        """``lines``: on file for every seat from the first point on."""
        self._lines = lines or Lines()
        self._desk: Desk | None = None

    def at(self, point: Point) -> Iterable[str]:
        """Each decision, answered from the desk alone, before and after silence."""
        game, s = point.game, point.s
        desk = self._desk or filed(game, s, self._lines)
        lexicon = game.lexicon(game.hide(s, ""), NAMES)
        for d in point.decisions:
            choice = d.choices[point.chance.below(len(d.choices))]
            order = choice.sample(point.chance)
            text = order_text(choice.form, order, lexicon)
            kept = keep_answer(desk, d, order, text, 1)
            if read_desk(desk_json(kept)) != kept:
                yield f"the desk with {text!r} comes back otherwise"
            answer = source_of(game, kept).answer(s, d)
            if answer is None or answer.order != order:
                yield f"{d.id} {d.kind}: {order} is kept, but {answer} is given"
            yield from self._twice(point, desk, d)
            desk = self._taken(point, desk, d)
        self._desk = desk

    def _twice(self, point: Point, desk: Desk, d: Decision) -> Iterable[str]:
        for silent in (False, True):
            source = source_of(point.game, desk, silent=silent)
            first, second = source.answer(point.s, d), source.answer(point.s, d)
            if first != second:
                yield f"{d.id} {d.kind}: {first} at first, then {second}"
            if source.desk != desk:
                yield f"{d.id} {d.kind}: evaluating moved the desk"
            if first is not None and first.order != d.default and not d.has(first.order):
                yield f"{d.id} {d.kind}: {first} is not legal"
            if silent and first is None:
                yield f"{d.id} {d.kind}: closed, but still without an answer"

    def _taken(self, point: Point, desk: Desk, d: Decision) -> Desk:
        source = source_of(point.game, desk)
        answer = source.answer(point.s, d)
        if answer is not None:
            source.taken(point.s, d, answer)
        return source.desk


__all__ = ["BadLine", "Desks", "Filed", "Lines", "filed", "source_of"]
