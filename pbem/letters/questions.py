"""The legal answers to a question, as lines a player may send back.

Few legal orders are printed one by one; many as one usage line with the values that its slots
may take now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engine.decision import LEFT_OUT, Choice, Decision, Pick, Some, Span, Values
from engine.form import Form, Slot
from engine.language.text import order_text, usage
from engine.lexicon import Lexicon
from engine.rounds import READY_FORM

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
        orders = tuple(islice(choice.legal(), FEW + 1))
        if len(orders) <= FEW and not any(slot.type == "text" for slot in choice.form.slots):
            texts = [order_text(choice.form, order, lexicon) for order in orders]
            # The remark is the verb's: once is enough.
            lines.append(AnswerLine(head + texts[0], remark))
            lines += [AnswerLine(head + text) for text in texts[1:]]
        else:
            own = words.get(choice.form.verb, {})
            values = _slot_values(choice, lexicon, own, words["slots"])
            lines.append(AnswerLine(head + _usage(choice.form, own), remark, values))
    return tuple(lines)


def _usage(form: Form, own: Mapping[str, Any]) -> str:
    return usage(form, own.get("slots", {}))


def _head(d: Decision, form: Form, numbered: bool) -> str:
    if not d.sealed and ("ANSWER" not in form.blocks or form == READY_FORM):
        return ""
    return f"ANSWER w{d.window} " if numbered else "ANSWER "


def _slot_values(
    choice: Choice, lexicon: Lexicon, own: Mapping[str, Any], phrases: Mapping[str, str]
) -> tuple[str, ...]:
    lines: list[str] = []
    names = own.get("slots", {})
    hung = _hung(choice)
    for at, (slot, values) in enumerate(zip(choice.form.slots, choice.slots, strict=True)):
        if callable(values):
            # Stands behind what it depends on, or else the help says how.
            continue
        if at == 0 and hung:
            text = _grouped(choice, hung, lexicon, names, phrases)
        else:
            text = _values(slot, values, lexicon, phrases)
        if text:
            lines.append(f"{names.get(slot.name, slot.name)}: {text}")
    return tuple(lines)


def _hung(choice: Choice) -> int:
    """The place of the only slot whose values depend on others, if what stands before it is one
    slot with some values and slots that are left out; else 0.
    """
    places = [i for i, values in enumerate(choice.slots) if callable(values)]
    first, between = choice.slots[:1], choice.slots[1 : places[0] if places else 1]
    if len(places) != 1 or not first or not isinstance(first[0], Pick):
        return 0
    if any(values != LEFT_OUT for values in between) or not _few(choice, first[0], places[0]):
        return 0
    return places[0]


def _few(choice: Choice, first: Pick, hung: int) -> bool:
    """Whether the slot takes values out of a set for each of the first one's."""
    left_out = (None,) * (hung - 1)
    return all(isinstance(choice.values(hung, (v, *left_out)), Pick) for v in first.values)


def _grouped(
    choice: Choice,
    hung: int,
    lexicon: Lexicon,
    names: Mapping[str, str],
    phrases: Mapping[str, str],
) -> str:
    """The first slot's values by what the slot that hangs on them may be: `11, 12 (ship: 1)`."""
    first = choice.slots[0]
    assert isinstance(first, Pick)
    slot, behind = choice.form.slots[0], choice.form.slots[hung]
    groups: dict[str, list[Any]] = {}
    for value in first.values:
        if value is not None:
            left_out = (None,) * (hung - 1)
            values = choice.values(hung, (value, *left_out))
            text = _values(behind, values, lexicon, phrases)
            groups.setdefault(text, []).append(value)
    label = names.get(behind.name, behind.name)
    return "; ".join(
        _names(slot, values, lexicon, phrases) + (f" ({label}: {text})" if text else "")
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
