"""A chance source of its own, so that a recorded seed plays the same game for ever."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class Stream:
    """SplitMix64: the same numbers on every machine and in every version of Python."""

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        """Any whole number."""
        self._x = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK

    def random(self) -> float:
        """A number ``0 <= x < 1``."""
        self._x = (self._x + 0x9E3779B97F4A7C15) & _MASK
        z = self._x
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((z ^ (z >> 31)) >> 11) / (1 << 53)

    def below(self, n: int) -> int:
        """A number ``0 <= x < n``."""
        return int(self.random() * n)
