"""Orders and forms as text. What ``order_text`` writes is read back as the same order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.decision import Arg, Args, Order
from engine.form import Form, Predicate, Slot
from engine.lexicon import Lexicon, Names, fold

_PLAIN = re.compile(r"[^\s,:;<>=≤≥\"“”„«»]+( [^\s,:;<>=≤≥\"“”„«»]+)*")
_GUARDED = frozenset(("and", "else", "if", "off", "until"))
_EMPTY = Names()


def forms_for(forms: Iterable[Form], order: Order) -> tuple[Form, ...]:
    """The forms that may stand behind an order: of its verb, with slots for its arguments."""
    return tuple(form for form in forms if form.verb == order.verb and _holds(form, order))


def form_for(forms: Iterable[Form], order: Order, lexicon: Lexicon | None = None) -> Form | None:
    """The form behind an order; the lexicon tells forms apart that differ in their names only."""
    same = tuple(form for form in forms if form.verb == order.verb)
    fitting = forms_for(same, order) or same
    if lexicon is not None and len(fitting) > 1:
        words = lexicon
        fitting = tuple(form for form in fitting if _named(form, order, words)) or fitting
    return next(iter(fitting), None)


def _holds(form: Form, order: Order) -> bool:
    return len(form.slots) == len(order.args) and all(
        _may_be(slot, arg) for slot, arg in zip(form.slots, order.args, strict=True)
    )


def _may_be(slot: Slot, arg: Arg) -> bool:
    if arg is None:
        return slot.optional
    if slot.flag or slot.type == "number":
        return isinstance(arg, int) or (isinstance(arg, str) and bool(slot.domain))
    return isinstance(arg, str if slot.type in ("name", "text") else tuple)


def _named(form: Form, order: Order, lexicon: Lexicon) -> bool:
    """Whether every name in the order is one of its slot's domain."""
    return all(
        _is_name(slot, member, lexicon)
        for slot, arg in zip(form.slots, order.args, strict=False)
        for member in (arg if isinstance(arg, tuple) else (arg,))
    )


def _is_name(slot: Slot, member: Arg, lexicon: Lexicon) -> bool:
    if not slot.domain or not isinstance(member, str):
        return True
    money = slot.money and member.startswith("$")
    return money or member in lexicon.domains.get(slot.domain, _EMPTY)


def order_text(form: Form, order: Order, lexicon: Lexicon) -> str:
    """The order as a player would write it, in full, with quotes only where they are needed.

    Slots left out, and those with the value that leaving out means, are not written.
    """
    words = slots_text(form.slots, order.args, lexicon, rest=form.rest)
    return " ".join([order.verb, *words])


def slots_text(
    slots: tuple[Slot, ...], args: Args, lexicon: Lexicon, *, rest: bool = False, tail: str = ""
) -> list[str]:
    """The words behind a verb or predicate: those without keyword first.

    ``rest``: the last slot takes the rest of the line. ``tail``: the word behind the slots.
    """
    reserved = _reserved(slots) | frozenset(fold(tail).split())
    words: list[str] = []
    given = sorted(zip(slots, args, strict=False), key=lambda pair: bool(pair[0].keyword))
    bare = sum(not slot.keyword for slot, _ in given)
    for at, (slot, arg) in enumerate(given, 1):
        if arg is None or (slot.optional and arg == slot.default):
            continue
        if slot.keyword:
            words.append(slot.keyword)
        if rest and slot is slots[-1]:
            words.append(str(arg))
        elif not slot.flag:
            words.append(_arg_text(slot, arg, lexicon, reserved, closed=at >= bare))
    return words


def usage(form: Form, words: Mapping[str, str] | None = None) -> str:
    """How the order is written: ``OFFER <to>: <give> FOR <want>``.

    ``words``: what a slot's name is called, where it is not called by its own name.
    """
    parts = [form.verb]
    for slot in sorted(form.slots, key=lambda slot: bool(slot.keyword)):
        name = (words or {}).get(slot.name, slot.name)
        more = {"names": ", ...", "items": ", ...", "path": " ..."}.get(slot.type, "")
        value = "" if slot.flag else f"<{name}>{more}"
        text = f"{slot.keyword} {value}".strip()
        parts.append(f"[{text}]" if slot.optional else text)
    return " ".join(parts)


def predicate_usage(predicate: Predicate) -> str:
    """How a condition is written: ``HAND >= 4``, ``HOLDS <card>``."""
    slots = [f"{slot.keyword} <{slot.name}>".strip() for slot in predicate.slots]
    compared = [">= 4"] if predicate.number else []
    return " ".join(filter(None, [predicate.word, *slots, predicate.tail, *compared]))


def _reserved(slots: tuple[Slot, ...]) -> frozenset[str]:
    words = {fold(slot.keyword).split()[0] for slot in slots if slot.keyword}
    return _GUARDED | words


def _arg_text(
    slot: Slot, arg: Arg, lexicon: Lexicon, reserved: frozenset[str], *, closed: bool
) -> str:
    """``closed``: no slot without a keyword stands behind this one."""
    names = lexicon.domains.get(slot.domain, _EMPTY)
    if isinstance(arg, int):
        return str(arg)
    if isinstance(arg, tuple):
        if slot.type == "path":
            last = len(arg) - 1
            return " ".join(
                name_text(step, names, reserved, closed=closed and at == last)
                for at, step in enumerate(arg)
            )
        return ", ".join(_members(slot, arg, names, reserved))
    if slot.type == "text":
        return text_text(str(arg), reserved)
    return name_text(str(arg), names, reserved, closed=closed)


def _members(
    slot: Slot, arg: tuple[str, ...], names: Names, reserved: frozenset[str]
) -> Iterable[str]:
    """The members of a list; in ``items`` the same one several times as ``2 oxygen``."""
    at = 0
    while at < len(arg):
        member = arg[at]
        many = 1
        if slot.type == "items" and member in names:
            while arg[at + many : at + many + 1] == (member,):
                many += 1
        at += many
        text = member if member not in names else name_text(member, names, reserved, closed=True)
        yield text if many == 1 else f"{many} {text}"


def name_text(name: str, names: Names, reserved: frozenset[str], *, closed: bool) -> str:
    """A name in print: in quotes where it would not be read as a whole without them.

    ``closed``: only reserved words and signs may stand behind it, no other name or number.
    """
    shown = names.shown(name)
    words = fold(shown).split()
    longer = names.begun(shown)
    lost = longer & reserved if closed else longer
    plain = _PLAIN.fullmatch(shown) and not reserved & set(words) and not lost
    return shown if plain else f'"{shown}"'


def text_text(text: str, reserved: frozenset[str]) -> str:
    """A short text in print: in quotes where its words would be taken for the order's own."""
    plain = ";" not in text and not reserved & set(fold(text).split())
    return text if plain or '"' in text else f'"{text}"'
