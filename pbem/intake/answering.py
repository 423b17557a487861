"""ANSWER, READY and NOT READY: answers to open questions, kept until they are taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.filing import Desk, keep_answer
from engine.form import Block, Form
from engine.language.fault import Fault
from engine.language.order import Parsed, parse_order
from engine.language.text import form_for, order_text, usage
from engine.lexicon import Lexicon
from engine.rounds import READY
from engine.standing import wishes_of
from pbem.referee.seated import Seated

_WINDOW: Final = re.compile(r"w(\d{1,9})\b\s*", re.IGNORECASE)
_FEW: Final = 6


@dataclass(frozen=True)
class Answered:
    """An answer that was kept: the desk with it, and how it is shown."""

    desk: Desk
    text: str
    about: str
    """``w41`` of a window; empty for the own turn."""


@dataclass(frozen=True)
class NoAnswer:
    """Why a text answers nothing: a code of the table ``refused``, a fault where it has one."""

    code: str
    fault: Fault | None = None
    usage: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)


def open_questions(seated: Seated, seat: str) -> list[Decision]:
    """What this seat is asked now."""
    return [d for d in seated.asked if d.seat == seat]


Knows = Callable[[Decision], bool]
"""Whether the writer of a letter can have known a question."""


def answer(
    seated: Seated, seat: str, text: str, receipt: int, via: str, knows: Knows
) -> Answered | NoAnswer:
    """Keep ``[w41] order`` as the answer to the one open question that can read it.

    Without a number only questions count that its writer can have known: a late answer must not
    settle a question that came up since (test_report_22).
    """
    asked = open_questions(seated, seat)
    found = _WINDOW.match(text)
    if found:
        window, text = int(found[1]), text[found.end() :]
        asked = [d for d in asked if d.window == window]
        if not asked:
            closed = window <= seated.state.serial
            code = "stale-answer" if closed else "no-window"
            return NoAnswer(code, data={"window": f"w{window}"})
    elif asked:
        asked = [d for d in asked if knows(d)]
        if not asked:
            return NoAnswer("stale-answer")
    if not asked:
        return NoAnswer("no-question")
    return answer_to(seated, asked, text, receipt, via)


def answer_to(
    seated: Seated, asked: list[Decision], text: str, receipt: int, via: str
) -> Answered | NoAnswer:
    """Keep an order as the answer to the one of these questions that can read it."""
    lexicon = seated.lexicon(asked[0].seat)
    readings = [(d, _read(seated, d, text, lexicon)) for d in asked]
    good = [(d, order) for d, order in readings if isinstance(order, Order)]
    if len(good) > 1:
        if not _to_whole_window(good):
            return NoAnswer("many-questions")
        # A bid and a PASS in one letter: that passes the rest.
        direct = seated.desk.direct
        good = [
            one for one in good if one[0].id not in direct or direct[one[0].id].receipt != receipt
        ] or good
    if not good:
        d, fault = readings[0]
        assert isinstance(fault, Fault)
        fault = _only_taken(seated, d, text, lexicon, fault)
        legal = legal_texts(d, fault.verb, lexicon)
        data = {"info": d.info, **_reason(seated, d, text, lexicon, fault)}
        return NoAnswer(fault.why or fault.kind, fault, legal, data)
    d, order = good[0]
    printed = _printed(seated, d, order, lexicon)
    desk = seated.desk
    for d, order in good:
        desk = keep_answer(desk, d, order, printed, receipt, via)
    return Answered(desk, printed, f"w{d.window}" if d.sealed else "")


def _to_whole_window(good: list[tuple[Decision, Order]]) -> bool:
    """Whether an order passes all questions of one window, as ``PASS`` does in an auction."""
    one = {d.window for d, _ in good}
    return len(one) == 1 and all(d.sealed and order == d.default for d, order in good)


def _read(seated: Seated, d: Decision, text: str, lexicon: Lexicon) -> Order | Fault:
    """The legal order that a text means for a decision."""
    view = seated.view(d.seat)
    wishes = wishes_of(seated.game, view, d, seated.desk.standing.get(d.seat, {}))

    def resolve(order: Order) -> Order | None:
        return seated.game.resolve(view, d, order, wishes)

    forms = seated.game.all_forms
    parsed = parse_order(text, _with_own(forms, d), lexicon, d, resolve)
    if isinstance(parsed, Fault):
        return parsed
    return _legal(parsed, d, resolve)


def _only_taken(seated: Seated, d: Decision, text: str, lexicon: Lexicon, fault: Fault) -> Fault:
    """The fault, with those of the nearest names that would do in its place."""
    behind = fault.at + len(fault.word)
    if fault.why != "name" or text[fault.at : behind] != fault.word:
        return fault
    near = (
        name
        for name in fault.candidates
        if isinstance(_read(seated, d, text[: fault.at] + name + text[behind:], lexicon), Order)
    )
    return change(fault, candidates=tuple(near))


def _reason(
    seated: Seated, d: Decision, text: str, lexicon: Lexicon, fault: Fault
) -> dict[str, Any]:
    """What makes a well formed order impossible now (``Game.hinders``), as ``by``, if anything."""
    if fault.kind != "not-now":
        return {}
    parsed = parse_order(text, _with_own(seated.game.all_forms, d), lexicon)
    if isinstance(parsed, Fault):
        return {}
    by = seated.game.hinders(seated.view(d.seat), d.seat, d.kind, parsed.order)
    return {} if by is None else {"by": (by.code, by.data)}


def _legal(parsed: Parsed, d: Decision, resolve: Callable[[Order], Order | None]) -> Order | Fault:
    order = parsed.order
    if d.has(order) or order == d.default:
        return order
    resolved = resolve(order)
    return resolved if resolved is not None else Fault("not-now", verb=order.verb)


def _with_own(forms: tuple[Form, ...], d: Decision) -> tuple[Form, ...]:
    """The game's forms and those of the decision that are not among them (READY, PASS)."""
    return forms + tuple(
        dict.fromkeys(choice.form for choice in d.choices if choice.form not in forms)
    )


def _printed(seated: Seated, d: Decision, order: Order, lexicon: Lexicon) -> str:
    form = form_for(_with_own(seated.game.all_forms, d), order)
    return order_text(form, order, lexicon) if form else order.verb


def ready(seated: Seated, seat: str, receipt: int, via: str, knows: Knows) -> Desk | str:
    """The desk with READY; else the code of the refusal."""
    asked = [d for d in open_questions(seated, seat) if d.kind == "ready"]
    if not asked:
        return "no-question" if seated.row.pace == "rounds" else "not-rounds"
    (d,) = asked
    if not knows(d):
        return "stale-answer"
    return keep_answer(seated.desk, d, READY, READY.verb, receipt, via)


def not_ready(seated: Seated, seat: str) -> Desk | None:
    """The desk without READY; ``None`` when it is not there."""
    asked = {d.id for d in open_questions(seated, seat) if d.kind == "ready"}
    left = {k: v for k, v in seated.desk.direct.items() if k not in asked}
    if len(left) == len(seated.desk.direct):
        return None
    return change(seated.desk, direct=left)


def legal_texts(d: Decision, verb: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A few orders that would be legal now: of this verb, else of any, the plain words first."""
    chosen = [c for c in d.choices if c.form.verb == verb]
    chosen = chosen or sorted(d.choices, key=lambda choice: len(choice.form.slots) > 0)
    texts: list[str] = []
    for choice in chosen:
        orders = list(islice(choice.distinct(), _FEW + 1))
        if len(orders) > _FEW:
            texts.append(usage(choice.form))
        else:
            texts += [order_text(choice.form, order, lexicon) for order in orders]
    return tuple(dict.fromkeys(texts))[:_FEW]


def usages(verb: str, forms: Sequence[Form], block: Block | None = None) -> tuple[str, ...]:
    """The usage lines of a verb: those that may stand in this block, where there are any."""
    found = [form for form in forms if form.verb == verb]
    fit = [form for form in found if block in form.blocks]
    return tuple(usage(form) for form in fit or found)
