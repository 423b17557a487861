"""What the slots of a choice may hold now: a usage made of them is legal once it is filled in."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final, NamedTuple

from msgspec.structs import replace as change

from engine.decision import Arg, Args, Choice, Pick, Values
from engine.form import Slot
from engine.language.text import slots_text, usage
from engine.lexicon import Lexicon

_MOST_VALUES: Final = 64
"""Of one slot so many values are looked at,"""
_MOST_BEGINNINGS: Final = 256
"""and of all slots before another one so many ways to fill them."""


class Place(NamedTuple):
    """A slot that may be filled now."""

    at: int
    """Its index in the form."""
    slot: Slot
    """``optional`` only where it may be left out now."""
    fixed: Arg
    """The one value that it must have; ``None``: there are others."""
    beginnings: tuple[Args, ...]
    """How the slots before it may be filled, as far as they were looked at."""


def places(choice: Choice) -> tuple[Place, ...]:
    """The slots in their order, without those that must be left out now."""
    found: list[Place] = []
    beginnings: list[Args] = [()]
    for at, slot in enumerate(choice.form.slots):
        ways = [(b, choice.values(at, b)) for b in beginnings]
        every = [values for _, values in ways if values != Pick(())]
        if not all(_none(slot, values) for values in every):
            optional = any(_may_lack(slot, values) for values in every)
            fixed = None if optional else _fixed(every)
            found.append(Place(at, change(slot, optional=optional), fixed, tuple(beginnings)))
        onward = ((*b, v) for b, vs in ways for v in islice(vs.legal(), _MOST_VALUES))
        beginnings = list(islice(onward, _MOST_BEGINNINGS))
    return tuple(found)


def _none(slot: Slot, values: Values) -> bool:
    return slot.optional and isinstance(values, Pick) and {*values.values} <= {None, slot.default}


def _may_lack(slot: Slot, values: Values) -> bool:
    return slot.optional and (values.has(None) or values.has(slot.default))


def _fixed(every: list[Values]) -> Arg:
    first = every[0] if every else None
    if not isinstance(first, Pick) or len(first.values) != 1 or any(v != first for v in every):
        return None
    return first.values[0]


def usage_now(
    choice: Choice, found: tuple[Place, ...], names: Mapping[str, str], lexicon: Lexicon
) -> str:
    """How the order is written now, the values that are fixed filled in:
    ``PLAY Quarantine AT <world>``. ``names``: what slots are called.
    """
    form, words = choice.form, [choice.form.verb]
    for place in sorted(found, key=lambda place: bool(place.slot.keyword)):
        if place.fixed is None:
            words.append(usage(change(form, slots=(place.slot,)), names)[len(form.verb) + 1 :])
        else:
            args = tuple(place.fixed if i == place.at else None for i in range(len(form.slots)))
            words += slots_text(form.slots, args, lexicon)
    return " ".join(words)
