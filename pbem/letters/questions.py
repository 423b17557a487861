"""The legal answers to a question, as lines a player may send back.

Few legal orders are printed one by one; many as one usage line with the values that its slots
may take now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engine.decision import Choice, Decision, Pick, Some, Span, Values
from engine.form import Form, Slot
from engine.language.text import order_text
from engine.lexicon import Lexicon
from engine.rounds import READY_FORM
from pbem.letters.places import Place, places, usage_now

FEW: Final = 6
"""Up to so many legal orders of a verb are printed one by one."""

MANY_VALUES: Final = 24
"""Up to so many values of a slot are printed."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line that may be sent back, with what it leads to; or a usage with its slots' values."""

    text: str
    remark: str = ""
    values: tuple[str, ...] = ()
    """`cards: 1 to 3 of Dark Matter, Old Earth Art`, one for each slot whose values are known."""


def answer_lines(
    d: Decision,
    lexicon: Lexicon,
    words: Mapping[str, Any],
    remarks: Mapping[str, str],
    numbered: bool = False,
) -> tuple[AnswerLine, ...]:
    """The lines for every choice of a decision, in its order.

    `words`: the word list, with an entry a verb; `remarks` by verb. The lines are ANSWERs (sent
    back bare they would be a plan), in a window with its number where `numbered`.
    """
    lines: list[AnswerLine] = []
    for choice in d.choices:
        head = _head(d, choice.form, numbered)
        remark = remarks.get(choice.form.verb, "")
        orders = tuple(islice(choice.distinct(), FEW + 1))
        if len(orders) <= FEW and not any(slot.type == "text" for slot in choice.form.slots):
            texts = [order_text(choice.form, order, lexicon) for order in orders]
            # The remark is the verb's: once is enough.
            lines.append(AnswerLine(head + texts[0], remark))
            lines += [AnswerLine(head + text) for text in texts[1:]]
        else:
            own = words.get(choice.form.verb, {})
            names, found = own.get("slots", {}), places(choice)
            values = _slot_values(choice, found, lexicon, names, words["slots"])
            text = usage_now(choice, found, names, lexicon)
            lines.append(AnswerLine(head + text, remark, values))
    return tuple(lines)


def _head(d: Decision, form: Form, numbered: bool) -> str:
    if not d.sealed and ("ANSWER" not in form.blocks or form == READY_FORM):
        return ""
    return f"ANSWER w{d.window} " if numbered else "ANSWER "


def _slot_values(
    choice: Choice,
    found: tuple[Place, ...],
    lexicon: Lexicon,
    names: Mapping[str, str],
    phrases: Mapping[str, str],
) -> tuple[str, ...]:
    lines: list[str] = []
    free = [place for place in found if place.fixed is None]
    hung = _hung(choice, free)
    for place in free:
        values = choice.slots[place.at]
        if callable(values):
            # Stands behind what it depends on, or else the help says how.
            text = "" if place is hung else _at_times(choice, place, lexicon, phrases)
        elif hung is not None and place is free[0]:
            text = _grouped(choice, place, hung, lexicon, names, phrases)
        else:
            text = _values(place.slot, values, lexicon, phrases)
        if text:
            lines.append(f"{names.get(place.slot.name, place.slot.name)}: {text}")
    return tuple(lines)


def _at_times(choice: Choice, place: Place, lexicon: Lexicon, phrases: Mapping[str, str]) -> str:
    """What a slot may hold that is left out with some values of the slots before it."""
    sets = [choice.values(place.at, b) for b in place.beginnings] if place.slot.optional else []
    found = {v: None for values in sets if isinstance(values, Pick) for v in values.values}
    return _names(place.slot, [v for v in found if v is not None], lexicon, phrases)


def _hung(choice: Choice, free: Sequence[Place]) -> Place | None:
    """The second slot that may be filled in several ways, if its values are sets that depend on
    those of the first.
    """
    if len(free) < 2 or not isinstance(choice.slots[free[0].at], Pick):
        return None
    second = free[1]
    if not callable(choice.slots[second.at]):
        return None
    sets = all(isinstance(choice.values(second.at, b), Pick) for b in second.beginnings)
    return second if sets else None


def _grouped(
    choice: Choice,
    first: Place,
    behind: Place,
    lexicon: Lexicon,
    names: Mapping[str, str],
    phrases: Mapping[str, str],
) -> str:
    """The first slot's values by what the slot that hangs on them may be: `11, 12 (ship: 1)`."""
    groups: dict[str, list[Any]] = {}
    for beginning in behind.beginnings:
        value = beginning[first.at]
        if value is not None:
            values = choice.values(behind.at, beginning)
            groups.setdefault(_values(behind.slot, values, lexicon, phrases), []).append(value)
    label = names.get(behind.slot.name, behind.slot.name)
    return "; ".join(
        _names(first.slot, values, lexicon, phrases) + (f" ({label}: {text})" if text else "")
        for text, values in groups.items()
    )


def _values(slot: Slot, values: Values, lexicon: Lexicon, phrases: Mapping[str, str]) -> str:
    if isinstance(values, Span):
        return phrases["span"].format(low=values.low, high=values.high)
    if isinstance(values, Some):
        most = min(values.most, len(values.of))
        key = "exactly" if values.least == most else "some"
        return phrases[key].format(
            least=values.least, most=most, names=_names(slot, values.of, lexicon, phrases)
        )
    if isinstance(values, Pick):
        named = [value for value in values.values if value is not None]
        return _names(slot, named, lexicon, phrases)
    return ""


def _names(slot: Slot, values: Any, lexicon: Lexicon, phrases: Mapping[str, str]) -> str:
    shown = [lexicon.shown(slot.domain, str(value)) for value in values]
    if len(shown) > MANY_VALUES:
        shown = [*shown[:MANY_VALUES], phrases["more"].format(n=len(values) - MANY_VALUES)]
    return ", ".join(shown)
