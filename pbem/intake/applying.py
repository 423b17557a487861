"""Carrying out the lines of one letter, in the order written.

Plans, standing orders and answers go on file; immediate orders run at once, each as a step of its
own; questions are answered. A fault concerns its own line only. Nothing is settled here: that
waits until the whole inbox is read, or up to a letter that changes somebody's standing orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace as change
from sqlmodel import Session

from engine.asked import hopeless
from engine.desk import GAP
from engine.form import Block
from engine.language.block import (
    Adopt,
    BetweenBlock,
    CheckBlock,
    Item,
    Now,
    Off,
    PlanBlock,
    Refused,
    Spoilt,
    StandingLine,
    StandingOff,
    Unread,
    read_lines,
)
from engine.language.fault import Fault
from engine.language.line import Line as OrderLine
from engine.language.text import usage
from engine.lexicon import fold
from pbem.intake import asking, own_words, plans, standing, undo
from pbem.intake.acting import act_now
from pbem.intake.clerk import Clerk
from pbem.intake.outcome import Outcome, Stamp
from pbem.intake.own_words import OWN_WORDS
from pbem.intake.typed import typed
from pbem.intake.words import QUESTION_VERBS
from pbem.letters.pages import Heading
from pbem.reading.letter import Line
from pbem.referee.seated import Seated


class Applying:
    """One letter, and each of its items to the room where it belongs."""

    def __init__(self, session: Session, seated: Seated, seat: str, stamp: Stamp) -> None:
        """Before the start, and after the end, only questions and SET are carried out."""
        self._clerk = Clerk(session, seated, seat, stamp)
        self._closed = _why_closed(seated, seat)

    def read(self, lines: Sequence[Line]) -> tuple[Item, ...]:
        """The items of a letter; lines that rest on a guess are refused and not read."""
        clerk = self._clerk
        good = [line for line in lines if not line.held]
        for line in lines:
            if line.held and line.text.strip():
                clerk.refuse(line.number, line.raw, "held")
        lexicon = clerk.seated.lexicon(clerk.seat)
        return read_lines(good, clerk.forms, clerk.predicates, lexicon, check=self._never)

    def _never(self, line: OrderLine, block: Block) -> Fault | None:
        """What could never be done is refused as it is filed: on file it would do nothing."""
        seated, seat = self._clerk.seated, self._clerk.seat
        if self._closed:
            return None
        only = frozenset((GAP,)) if block == "BETWEEN" else frozenset[str]()
        return hopeless(seated.game, seated.view(seat), seat, line, only)

    def run(self, items: Sequence[Item]) -> Outcome:
        """Carry out every item."""
        clerk = self._clerk
        before = undo.Before.of(clerk.seated, clerk.seat)
        for item in items:
            self._item(item)
        standing.flush(clerk)
        clerk.write_rows()
        clerk.out.filed = clerk.filed
        if clerk.filed:
            before.keep(clerk.session, clerk.stamp.letter)
        return clerk.out

    def _item(self, item: Item) -> None:
        clerk = self._clerk
        if not isinstance(item, StandingLine):
            standing.flush(clerk)
        if isinstance(item, CheckBlock):
            self._check(item)
        elif self._closed and not _always(item):
            for number, text in typed(item):
                clerk.refuse(number, text, self._closed)
        else:
            _ROOMS[type(item)](clerk, item)

    def _check(self, item: CheckBlock) -> None:
        """Form and legality of what follows; nothing is kept."""
        clerk = self._clerk
        desk, out, filed = clerk.seated.desk, clerk.out, clerk.filed
        clerk.dry, clerk.out, clerk.filed, clerk.true_desk = True, Outcome(), False, desk
        for one in item.items:
            self._item(one)
        standing.flush(clerk)
        out.tried, out.asked = clerk.out, out.asked + clerk.out.asked
        out.pages += clerk.out.pages
        clerk.dry, clerk.out, clerk.filed, clerk.true_desk = False, out, filed, None
        clerk.seated.desk = desk


def _now(clerk: Clerk, item: Now) -> None:
    """What is carried out at once: a question, a word of our own, an order of the game."""
    clerk.write_rows()
    if item.shortened:
        clerk.note_once("shortened")
    verb = item.order.verb
    if verb in QUESTION_VERBS:
        clerk.out.asked += 1
        page = _page(clerk, item)
        if isinstance(page, str):
            clerk.refuse(item.number, item.text, page, data={"question": True})
        elif page not in clerk.out.pages:
            clerk.out.pages += [Heading(item.text), page]
    elif verb in OWN_WORDS:
        OWN_WORDS[verb](clerk, item)
    else:
        act_now(clerk, item)


def _page(clerk: Clerk, item: Now) -> asking.Page:
    """The answer to a question; below a CHECK too it is about what is on file in truth."""
    tried = clerk.seated.desk
    if clerk.true_desk is not None:
        clerk.seated.desk = clerk.true_desk
    page = asking.page(clerk.session, clerk.seated, clerk.seat, item)
    clerk.seated.desk = tried
    return page


def _unread(clerk: Clerk, item: Unread) -> None:
    clerk.out.unread.append(item.text)


def _refused(clerk: Clerk, item: Refused) -> None:
    fault = item.fault
    if item.bare and own_words.answer_bare(clerk, item.number, item.text, fault.verb):
        return
    if fault.by is not None:
        data = {"by": (fault.by.code, fault.by.data)}
        clerk.refuse(item.number, item.text, fault.kind, fault, usage=fault.by.usage, data=data)
    elif fault.kind == "within":
        _refuse_within(clerk, item)
    elif fault.kind != "answer":
        clerk.refuse(item.number, item.text, fault.why or fault.kind, fault, block=item.block)
    elif not own_words.refuse_behind_answer(clerk, item.number, item.text, fault.candidates):
        bare = change(fault, candidates=())
        clerk.refuse(item.number, item.text, fault.kind, bare, usage=fault.candidates)


def _refuse_within(clerk: Clerk, item: Refused) -> None:
    """A line that begins with a word which stands within orders: some of them are shown."""
    fault = item.fault
    ways = [
        usage(form)
        for form in clerk.forms
        if form.verb in fault.candidates
        and any(fold(slot.keyword) == fold(fault.word) for slot in form.slots)
    ]
    bare = change(fault, word="", candidates=())
    data = {"word": fault.word.upper()}
    clerk.refuse(item.number, item.text, fault.kind, bare, usage=tuple(ways[:_FEW]), data=data)


_FEW: Final = 3
"""Orders that are shown for a word that stands within many."""

_ROOMS: Final[dict[type[Any], Callable[[Clerk, Any], None]]] = {
    PlanBlock: plans.plan,
    BetweenBlock: plans.between,
    Spoilt: plans.spoilt,
    Adopt: plans.adopt,
    Off: plans.plan_off,
    StandingLine: standing.standing_line,
    StandingOff: standing.standing_off,
    Now: _now,
    Unread: _unread,
    Refused: _refused,
}


def _why_closed(seated: Seated, seat: str) -> str:
    """Why this seat can give no orders now; empty when it can."""
    state = seated.state
    if state is None:
        return "not-started"
    if state.ended:
        return "ended"
    return "left" if seat in state.gone or seat in state.leaving else ""


def _always(item: Item) -> bool:
    """Whether an item is carried out in any state of the campaign: it gives no orders."""
    if isinstance(item, Now):
        return item.order.verb in QUESTION_VERBS or item.order.verb == "SET"
    return isinstance(item, Unread | Refused | Spoilt)
