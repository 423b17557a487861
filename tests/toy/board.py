"""The map, the cards and the numbers of the toy."""

from __future__ import annotations

from collections import deque
from functools import cache

PLACES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir")
LINES = {
    ("Ash", "Birch"): 2,
    ("Birch", "Cedar"): 2,
    ("Cedar", "Dogwood"): 3,
    ("Dogwood", "Elm"): 2,
    ("Elm", "Fir"): 4,
    ("Ash", "Fir"): 5,
    ("Birch", "Elm"): 6,
}
"""The least roll for each path between two places."""

CARDS = ("Avoid",) * 4 + ("Envoy",) * 2 + ("Feast",) * 2 + ("Storm",) * 3 + ("Zap",) * 5
KINDS = tuple(dict.fromkeys(CARDS))
ACTIONS = 3
STEPS = 2
"""Moves of an Envoy."""
HAND = 2
STALL = 2
"""Price of a stall."""
TOLL = 3
"""The most a stall's owner may ask."""
PURSE = 3
BANK = 100


def need(a: str, b: str) -> int:
    """The least roll that leads from one place to the next; 99 when no path does."""
    return LINES.get((a, b)) or LINES.get((b, a)) or 99


@cache
def beside(place: str) -> tuple[str, ...]:
    """The places one path away."""
    return tuple(p for p in PLACES if need(place, p) < 99)


@cache
def route(start: str, goal: str) -> tuple[str, ...]:
    """The fewest steps to the goal, without the start; empty when already there."""
    todo: deque[tuple[str, tuple[str, ...]]] = deque([(start, ())])
    seen = {start}
    while todo:
        place, path = todo.popleft()
        if place == goal:
            return path
        for step in beside(place):
            if step not in seen:
                seen.add(step)
                todo.append((step, (*path, step)))
    return ()
