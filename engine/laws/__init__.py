"""Conformance laws: functions over any game, which every game must pass (see the README).

``walk`` plays one random game and asks the laws at every point at which it waits; ``LAWS`` are
those without parameters, by name.
"""

from __future__ import annotations

from engine.laws.asking import Default, Executes, Leaving, Samples, Stack
from engine.laws.audience import ENGINE_GOLDEN, Audience, Golden
from engine.laws.chance import Stream
from engine.laws.filing import Desks, Filed, Lines
from engine.laws.keeping import Conserved, Ending, Skipped
from engine.laws.leaks import Asked, Step, Swaps, Timing, View
from engine.laws.storing import Fold, Stored, transcript
from engine.laws.sturdy import Sturdy
from engine.laws.walk import Law, Point, Setting, Violation, walk
from engine.laws.wording import Refuses, Worded

LAWS: tuple[type[Law], ...] = (
    Fold,
    Stored,
    Stack,
    Default,
    Samples,
    Executes,
    Worded,
    Filed,
    Sturdy,
    Refuses,
    Leaving,
    Asked,
    View,
    Timing,
    Swaps,
    Step,
    Skipped,
    Conserved,
    Ending,
    Audience,
)

__all__ = [
    "ENGINE_GOLDEN",
    "LAWS",
    "Desks",
    "Golden",
    "Law",
    "Lines",
    "Point",
    "Setting",
    "Stream",
    "Violation",
    "transcript",
    "walk",
]
