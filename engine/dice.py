"""Keyed, verifiable dice.

One draw is BLAKE2b with the campaign's 32-byte secret seed as key and 8 bytes of digest, over
the UTF-8 text ``purpose#use#try``; the 8 bytes are a big-endian unsigned integer; values at or
above ``floor(2**64 / n) * n`` are rejected and tried again; the result is the value modulo
``n``. Use and try count from 0, results from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b, sha256
from typing import Protocol

SCHEME = "blake2b-8/purpose#use#try/reject"
"""Name of the scheme in exports."""

_SPAN = 1 << 64


class Dice(Protocol):
    """Where a draw comes from."""

    def throw(self, purpose: str, use: int, n: int) -> int:
        """A number ``0 <= result < n`` for the ``use``-th draw of this purpose; ``n >= 1``."""
        ...


class KeyedDice:
    """The dice of a campaign."""

    def __init__(self, seed: bytes) -> None:
        """``seed``: 32 secret bytes. ValueError for any other length."""
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
        self._keyed = blake2b(key=seed, digest_size=8)
        self._begun: dict[str, blake2b] = {}

    def throw(self, purpose: str, use: int, n: int) -> int:
        """See the module's text."""
        begun = self._begun.get(purpose)
        if begun is None:
            begun = self._begun[purpose] = self._keyed.copy()
            begun.update(f"{purpose}#".encode())
        attempt = 0
        while True:
            keyed = begun.copy()
            keyed.update(b"%d#%d" % (use, attempt))
            value = int.from_bytes(keyed.digest(), "big")
            result = value % n
            # The last, incomplete run of n values is rejected: value >= floor(2**64 / n) * n.
            if value - result <= _SPAN - n:
                return result
            attempt += 1


class ScriptedDice:
    """Dice that fall as a test wants: results by purpose, in order of use, then another dice."""

    def __init__(self, script: Mapping[str, Iterable[int]], otherwise: Dice | None = None) -> None:
        """``script`` maps a purpose to results from 0; ``otherwise`` serves all further draws."""
        self._script = {purpose: list(results) for purpose, results in script.items()}
        self._otherwise = otherwise

    def throw(self, purpose: str, use: int, n: int) -> int:
        """The next scripted result; LookupError when there is none and no other dice."""
        queue = self._script.get(purpose)
        if queue:
            result = queue.pop(0)
            if not 0 <= result < n:
                raise ValueError(f"{purpose}: {result} is not below {n}")
            return result
        if self._otherwise is None:
            raise LookupError(f"no result is scripted for {purpose}#{use} of {n}")
        return self._otherwise.throw(purpose, use, n)


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed in hex: published before the first draw, checked after the last."""
    return sha256(seed).hexdigest()
