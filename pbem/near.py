"""Names that come near to what somebody typed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(typed: str, known: Iterable[str], none: str = "") -> str:
    """A hint that names what comes near, and all there is; `none` where there is nothing."""
    names = list(known)
    if not names:
        return none
    by_case = {name.casefold(): name for name in names}
    near = get_close_matches(typed.casefold(), by_case, n=1, cutoff=0.5)
    guess = f"Did you mean {by_case[near[0]]}? " if near else ""
    return f"{guess}There {'are' if len(names) > 1 else 'is'}: {', '.join(names)}."
