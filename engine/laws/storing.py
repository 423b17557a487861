"""Laws of facts and storage: folding gives the live state, all shapes survive JSON."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from engine.codec import Codec
from engine.game import Game
from engine.laws.difference import difference
from engine.laws.walk import Law, Point, Setting, walk


class Fold(Law):
    """``fold(facts) == state``: nothing changes without a fact."""

    name = "fold"

    def __init__(self) -> None:
        """Nothing is folded."""
        self._s: Any = None

    def at(self, point: Point) -> Iterable[str]:
        """Folds what is new."""
        s = point.beginning if self._s is None else self._s
        for told in point.told[point.fresh :]:
            s = told.fact.apply(s)
        self._s = s
        if s != point.s:
            yield f"folded / live: {difference(s, point.s)}"


class Stored(Law):
    """Facts, phases and states come back from JSON as they were."""

    name = "stored"

    def at(self, point: Point) -> Iterable[str]:
        """Each new fact, and the state with its stack."""
        codec = Codec(point.game)
        for told in point.told[point.fresh :]:
            raw = msgspec.json.encode(codec.fact(told.fact))
            data = msgspec.json.decode(raw)
            back = codec.read_fact(data["kind"], data["v"], data["fields"])
            if back != told.fact:
                yield f"{type(told.fact).__name__}: {difference(told.fact, back)}"
        raw = codec.state(point.s)
        state = codec.read_state(raw)
        if state != point.s:
            yield f"state: {difference(point.s, state)}"
        elif codec.state(state) != raw:
            yield "state: other bytes the second time"
        for d in point.decisions:
            msgspec.json.encode((d.about, d.info))  # the desk and the letters store them


def transcript(game: Game[Any], setting: Setting) -> str:
    """SHA-256 over every fact with its audience and the last state, in hex.

    The same for the same seed in every process, whatever its PYTHONHASHSEED.
    """
    codec = Codec(game)
    point, _ = walk(game, setting, ())
    digest = sha256()
    for told in point.told:
        digest.update(msgspec.json.encode((codec.fact(told.fact), told.audience), order="sorted"))
    digest.update(codec.state(point.s))
    return digest.hexdigest()
