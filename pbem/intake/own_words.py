"""The post office's own words: ANSWER, READY, RESIGN, CANCEL, CLEAR, SET."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.filing import clear
from engine.language.block import Now
from engine.lexicon import fold
from engine.window import PASS
from pbem.intake import answering, settings, undo
from pbem.intake.acting import act_now
from pbem.intake.clerk import Clerk
from pbem.letters.context import FileLine, Kept, Note

ANSWER: Final = "ANSWER"

READY_KIND: Final = "ready"
"""Kind of the question that only READY answers."""


def _answer(clerk: Clerk, item: Now) -> None:
    text = str(item.order.args[0])
    kept = answering.answer(
        clerk.seated, clerk.seat, text, clerk.stamp.receipt, clerk.stamp.via, clerk.replied.knows
    )
    if isinstance(kept, answering.NoAnswer):
        _refuse(clerk, kept, item.number, item.text)
        return
    _file(clerk, kept, item.number, item.text)


def _refuse(clerk: Clerk, kept: answering.NoAnswer, number: int, text: str) -> None:
    """What would do is told as it is to be typed: behind ANSWER."""
    fault = kept.fault
    if fault is not None and fault.kind != "form":
        fault = change(fault, candidates=_behind_answer(fault.candidates))
    usage = _behind_answer(kept.usage)
    clerk.refuse(number, text, kept.code, fault, usage=usage, data=kept.data)


def _behind_answer(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{ANSWER} {text}" for text in texts)


def refuse_behind_answer(clerk: Clerk, number: int, text: str, ways: tuple[str, ...]) -> bool:
    """Refuse a line without a heading that would be refused behind ANSWER too, for the reason it
    would have there; whether it was. ``ways``: the line, or its usage, behind ANSWER.
    """
    said = ways[0].removeprefix(f"{ANSWER} ")
    if "<" in said:
        return False
    stamp, seated = clerk.stamp, clerk.seated
    knows = clerk.replied.knows
    kept = answering.answer(seated, clerk.seat, said, stamp.receipt, stamp.via, knows)
    if isinstance(kept, answering.Answered):
        return False
    _refuse(clerk, kept, number, text)
    return True


def _file(clerk: Clerk, kept: answering.Answered, number: int, text: str) -> None:
    _replace(clerk, kept, number)
    clerk.file(lambda _: kept.desk)
    line = FileLine(kept.text)
    clerk.out.kept.append(Kept("answer", (line,), about=kept.about))
    clerk.record(number, text, "kept")


def _replace(clerk: Clerk, kept: answering.Answered, number: int) -> None:
    """What this letter answered before to the same question counts no more: it says so. A PASS may
    still count for the other questions of its window.
    """
    before, now = clerk.seated.desk.direct, kept.desk.direct
    gone = {
        one.text
        for id_, one in before.items()
        if one.receipt == clerk.stamp.receipt and now.get(id_) is not one
    } - {one.text for one in now.values() if one.receipt == clerk.stamp.receipt}
    clerk.out.kept = [
        replace(one, notes=(Note("answer-replaced", {"line": number}),))
        if one.what == "answer" and one.lines[0].text in gone and not one.notes
        else one
        for one in clerk.out.kept
    ]


def answer_bare(clerk: Clerk, number: int, text: str, verb: str, *, plan: bool = False) -> bool:
    """Keep a line without a heading as the answer to what the seat is asked, if it is legal there:
    to the one question of its own turn, else to the one window; whether the line is settled.

    ``plan``: else it is a plan. It is refused instead where it was meant as an answer without any
    doubt, so that what is on file stays.
    """
    asked = [d for d in answering.open_questions(clerk.seated, clerk.seat) if d.kind != READY_KIND]
    known = [d for d in asked if clerk.replied.knows(d)]
    meant = [d for d in known if not d.sealed] or known
    stamp = clerk.stamp
    kept: answering.Answered | answering.NoAnswer
    if not meant:
        late = asked or clerk.replied.was_asked()
        kept = answering.NoAnswer("stale-answer" if late else "no-question")
    elif len({d.window for d in meant}) == 1:
        kept = answering.answer_to(clerk.seated, meant, text, stamp.receipt, stamp.via)
    else:
        kept = answering.NoAnswer("many-questions")
    if isinstance(kept, answering.Answered):
        clerk.note_once("bare-answer")
        _file(clerk, kept, number, text)
    elif _no_plan(clerk, meant, verb) if plan else _asked_for(clerk, meant, verb):
        fault = None if verb == PASS.verb else kept.fault
        data = {"verb": verb, **kept.data}
        clerk.refuse(number, text, kept.code, fault, usage=kept.usage, data=data)
    else:
        return False
    return True


def _asked_for(clerk: Clerk, meant: Sequence[Decision], verb: str) -> bool:
    """Whether such an order is for a question of this kind, be it legal there or not."""
    kinds = {d.kind for d in meant}
    return any(
        form.verb == verb and kinds.intersection(form.fits) for form in clerk.seated.game.all_forms
    )


def _no_plan(clerk: Clerk, meant: Sequence[Decision], verb: str) -> bool:
    """Whether a line that answers nothing is no plan either: a PASS where something is asked, or
    where windows are passed; what windows ask for, in reply to a question that is closed.
    """
    game = clerk.seated.game
    windows = {window.kind for window in game.windows if window.sealed}
    passes = verb == PASS.verb
    if meant:
        return passes
    for_windows = any(
        form.verb == verb and windows.intersection(form.fits) for form in game.all_forms
    )
    return for_windows and (passes or clerk.replied.was_asked())


def _ready(clerk: Clerk, item: Now) -> None:
    stamp = clerk.stamp
    desk = answering.ready(clerk.seated, clerk.seat, stamp.receipt, stamp.via, clerk.replied.knows)
    if isinstance(desk, str):
        clerk.refuse(item.number, item.text, desk)
        return
    clerk.file(lambda _: desk)
    data = {"round": clerk.seated.state.round + 1}
    clerk.done("READY", item.number, notes=(Note("ready", data),))


def _not_ready(clerk: Clerk, item: Now) -> None:
    desk = answering.not_ready(clerk.seated, clerk.seat)
    if desk is None:
        rounds = clerk.seated.row.pace == "rounds"
        clerk.refuse(item.number, item.text, "was-not-ready" if rounds else "not-rounds")
        return
    clerk.file(lambda _: desk)
    clerk.done("NOT READY", item.number, notes=(Note("not-ready"),))


def _resign(clerk: Clerk, item: Now) -> None:
    if fold(str(item.order.args[0])) != fold(clerk.seated.id):
        clerk.refuse(item.number, item.text, "wrong-campaign")
        return
    before = len(clerk.out.done)
    act_now(clerk, Now(Order("RESIGN"), item.form, item.number, item.text))
    if len(clerk.out.done) > before and not clerk.dry:
        # Nothing of his is asked for any more.
        clerk.seated.desk = clear(clerk.seated.desk, clerk.seat)
        clerk.out.notes.append(Note("resigned"))


def _cancel(clerk: Clerk, item: Now) -> None:
    if clerk.filed:
        # What stands above it in this letter is on file already; CANCEL is for the one before.
        clerk.refuse(item.number, item.text, "cancel-first")
        return
    undone = undo.find(clerk.session, clerk.seated, clerk.seat)
    if undone is None:
        clerk.refuse(item.number, item.text, "nothing-to-cancel")
        return
    if not clerk.dry:
        undo.cancel(clerk.session, clerk.seated, clerk.seat, undone)
        clerk.filed = True
    notes = [Note("cancelled", {"number": undone.receipt})]
    if undone.acted:
        notes.append(Note("cancelled-partly"))
    clerk.done("CANCEL", item.number, notes=tuple(notes))


def _clear(clerk: Clerk, item: Now) -> None:
    clerk.overtaken("cleared-later", "plan", "between", "standing", "answer")
    clerk.file(lambda desk: clear(desk, clerk.seat))
    clerk.done("CLEAR", item.number, notes=(Note("cleared"),))


def _set(clerk: Clerk, item: Now) -> None:
    row = clerk.seated.seats[clerk.seat]
    result = settings.change_settings(row, str(item.order.args[0]), dry=clerk.dry)
    if isinstance(result, settings.BadSetting):
        clerk.refuse(item.number, item.text, result.code, data=result.data)
        return
    clerk.session.add(row)
    clerk.done(item.text, item.number, notes=(result,))


OWN_WORDS: Final[dict[str, Callable[[Clerk, Now], None]]] = {
    ANSWER: _answer,
    "READY": _ready,
    "NOT READY": _not_ready,
    "RESIGN": _resign,
    "CANCEL": _cancel,
    "CLEAR": _clear,
    "SET": _set,
}
