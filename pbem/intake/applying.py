"""Carrying out the lines of one letter, in the order written.

Plans, standing orders and answers go on file; immediate orders run at once, each as a step of its
own; questions are answered. A fault concerns its own line only. Nothing is settled here: that
waits until the whole inbox is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from sqlmodel import Session

from engine.advance import act, opened
from engine.decision import Decision, Order
from engine.desk import Desk, clear, drop_standing, file_between, file_plan, file_standing
from engine.fact import Fact
from engine.form import Form, Predicate
from engine.language.block import (
    Adopt,
    BetweenBlock,
    CheckBlock,
    Item,
    Now,
    Off,
    PlanBlock,
    Refused,
    StandingLine,
    StandingOff,
    Unread,
    read_lines,
)
from engine.language.fault import Fault
from engine.language.line import Line
from engine.lexicon import fold
from engine.offer import offer_meant
from engine.plan import new_plan, read_plan
from pbem.clock import utc_text
from pbem.dateparse import DateFault, parse_moment
from pbem.intake import answering, asking, settings, undo
from pbem.intake.replied import Replied
from pbem.intake.words import POST_FORMS, QUESTION_VERBS
from pbem.letters.context import Done, FileLine, Kept, Note, Part, Refusal
from pbem.letters.pages import Heading
from pbem.reading.letter import Line as LetterLine
from pbem.referee.record import write_step
from pbem.referee.seated import Seated
from pbem.store.models import ExpiryRow

_LOG: Final = (
    "INSERT INTO ordered (campaign, n, seat, letter, line_no, text, outcome, reason, facts)"
    " VALUES (:campaign, :n, :seat, :letter, :line_no, :text, :outcome, :reason, :facts)"
)
_LAST: Final = "SELECT max(n) FROM ordered WHERE campaign = :campaign"


@dataclass(frozen=True)
class Stamp:
    """What a letter brings besides its lines.

    ``turn``: the turn that was open when it was written. ``receipt``: its number for the seat.
    ``via``: ``letter``, or ``gm`` where the game master entered it. ``replied``: the Message-ID
    of the letter that it answers.
    """

    letter: int
    receipt: int
    turn: int
    came: datetime
    via: str = "letter"
    replied: str = ""


@dataclass
class Outcome:
    """What became of a letter: the receipt's parts, and answers to questions."""

    kept: list[Kept] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    pages: list[Part] = field(default_factory=list)
    own_facts: set[int] = field(default_factory=set)
    """Facts that its immediate orders led to: told in the receipt already."""
    filed: bool = False
    """Whether it changed what is on file, so that CANCEL may undo it."""
    asked: int = 0
    tried: Outcome | None = None
    """What a CHECK came to."""

    @property
    def worked(self) -> bool:
        """Whether anything was kept or done."""
        return bool(self.kept or self.done)

    @property
    def nothing(self) -> bool:
        """Whether not a line of it was taken for an order or a question."""
        return not (self.worked or self.refused or self.asked or self.tried)


class Applying:
    """One letter on its way onto file."""

    def __init__(self, session: Session, seated: Seated, seat: str, stamp: Stamp) -> None:
        """Before the start, and after the end, only questions and SET are carried out."""
        self.session = session
        self.seated = seated
        self.seat = seat
        self.stamp = stamp
        self.out = Outcome()
        self.dry = False
        self._true_desk: Desk | None = None
        """Of a CHECK: what is on file, while its lines are tried."""
        self._standing: dict[str, Line] = {}
        self._closed = _why_closed(seated, seat)
        self._filed = False
        self._rows: list[dict[str, Any]] = []
        if not seated.next_ordered:
            seated.next_ordered = _next_ordered(session, seated.id)

    # -- reading -----------------------------------------------------------------------------

    @property
    def forms(self) -> tuple[Form, ...]:
        """Every verb a letter may use."""
        if self.seated.state is None:
            return POST_FORMS
        return POST_FORMS + self.seated.game.all_forms

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """Every condition a letter may use."""
        return () if self.seated.state is None else self.seated.game.predicates

    def read(self, lines: Sequence[LetterLine]) -> tuple[Item, ...]:
        """The items of a letter; lines that rest on a guess are refused and not read."""
        good = [line for line in lines if not line.held]
        for line in lines:
            if line.held and line.text.strip():
                self._refuse(line.number, line.raw, "held")
        return read_lines(good, self.forms, self.predicates, self.seated.lexicon(self.seat))

    def run(self, items: Sequence[Item]) -> Outcome:
        """Carry out every item."""
        before = undo.Before.of(self.seated, self.seat)
        for item in items:
            self._item(item)
        self._flush_standing()
        self._write_rows()
        self.out.filed = self._filed
        if self._filed:
            before.keep(self.session, self.stamp.letter)
        return self.out

    def _item(self, item: Item) -> None:
        if not isinstance(item, StandingLine):
            self._flush_standing()
        if self._closed and not _always(item):
            for number, text in _typed(item):
                self._refuse(number, text, self._closed)
            return
        _HANDLERS[type(item)](self, item)

    # -- what goes on file -------------------------------------------------------------------

    def _plan(self, item: PlanBlock) -> None:
        if not item.heading_given:
            self._note_once("no-heading")
        if not self._stale_plan(item):
            self._keep_plan(item.lines, item.numbers, "")

    def _keep_plan(self, lines: tuple[Line, ...], numbers: Sequence[int], name: str) -> None:
        plan = new_plan(lines, self.seated.open_turn, name)
        self._file(lambda desk: file_plan(desk, self.seat, plan))
        self._kept("plan", lines, numbers)

    def _stale_plan(self, item: Item) -> bool:
        """Whether it is a plan for an own turn that has been played; then its lines are refused."""
        own = self.seated.seats[self.seat].turn
        state = self.seated.state
        over = own < state.turn or state.active != self.seat
        if not own or not over or self.stamp.turn > own:
            return False
        for number, text in _typed(item):
            self._refuse(number, text, "stale-plan", data={"turn": own})
        return True

    def _adopt(self, item: Adopt) -> None:
        if self._stale_plan(item):
            return
        text, data = f"PLAN {item.letter}", {"letter": item.letter}
        offered = self._replied.plans(self.seated.seats[self.seat])
        at = ord(item.letter) - ord("A")
        if at >= len(offered):
            self._refuse(item.number, text, "no-plan-letter", data=data)
            return
        lexicon = self.seated.lexicon(self.seat)
        plan = read_plan(offered[at], self.forms, self.predicates, lexicon)
        if isinstance(plan, Fault):
            self._refuse(item.number, text, "not-now")
            return
        self._keep_plan(plan.lines, (item.number,) * len(plan.lines), item.letter)

    @cached_property
    def _replied(self) -> Replied:
        return Replied.of(self.session, self.seated, self.seat, self.stamp)

    def _off(self, item: Off) -> None:
        self._file(lambda desk: file_plan(desk, self.seat, None))
        self._done("PLAN OFF", item.number)

    def _between(self, item: BetweenBlock) -> None:
        if self._stale_plan(item):
            return
        self._file(lambda desk: file_between(desk, self.seat, item.lines))
        self._kept("between", item.lines, item.numbers)

    def _standing_line(self, item: StandingLine) -> None:
        self._file(lambda desk: file_standing(desk, self.seat, item.head, item.line))
        self._standing[item.head] = item.line
        self._record(item.number, item.line.text, "kept")

    def _flush_standing(self) -> None:
        if self._standing:
            lines = tuple(FileLine(line.text) for line in self._standing.values())
            self.out.kept.append(Kept("standing", lines))
            self._standing = {}

    def _standing_off(self, item: StandingOff) -> None:
        desk = self.seated.desk
        own = {**desk.suggested.get(self.seat, {}), **desk.standing.get(self.seat, {})}
        if item.head not in own:
            self._refuse(item.number, f"STANDING {item.head} OFF", "nothing-standing")
            return
        text = own[item.head].text
        self._file(lambda old: drop_standing(old, self.seat, item.head))
        self._done(f"STANDING {text} OFF", item.number)

    def _kept(self, what: Any, lines: Sequence[Line], numbers: Sequence[int]) -> None:
        self.out.kept.append(Kept(what, tuple(FileLine(line.text) for line in lines)))
        for number, line in zip(numbers, lines, strict=True):
            self._record(number, line.text, "kept")
        if any(line.shortened for line in lines):
            self._note_once("shortened")

    def _file(self, change: Callable[[Desk], Desk]) -> None:
        self._filed = self._filed or not self.dry
        self.seated.desk = change(self.seated.desk)

    # -- immediate orders --------------------------------------------------------------------

    def _now(self, item: Now) -> None:
        self._write_rows()
        if item.shortened:
            self._note_once("shortened")
        verb = item.order.verb
        if verb in QUESTION_VERBS:
            self.out.asked += 1
            page = self._page(item)
            if isinstance(page, str):
                self._refuse(item.number, item.text, page)
            elif page not in self.out.pages:
                self.out.pages += [Heading(item.text), page]
        elif verb in _OWN:
            _OWN[verb](self, item)
        else:
            self._act(item)

    def _page(self, item: Now) -> asking.Page:
        """The answer to a question; below a CHECK too it is about what is on file in truth."""
        tried = self.seated.desk
        if self._true_desk is not None:
            self.seated.desk = self._true_desk
        page = asking.page(self.session, self.seated, self.seat, item)
        self.seated.desk = tried
        return page

    def _act(self, item: Now, shown: str = "") -> None:
        """An any-time order of the game."""
        order = item.order
        decision = opened(self.seated.game, self.seated.state, self.seat)
        lack = self._lack(decision, order)
        if lack:
            self._refuse(item.number, item.text, "lacks", data={"missing": lack})
            return
        if decision is None or not decision.has(order):
            # What else could be ordered is no help to who meant this verb.
            named = decision is not None and any(
                choice.form.verb == order.verb for choice in decision.choices
            )
            usage = (
                ()
                if decision is None or not named
                else answering.legal_texts(decision, order.verb, self.seated.lexicon(self.seat))
            )
            data = {"verb": order.verb}
            self._refuse(item.number, item.text, "not-now", usage=usage, data=data)
            return
        until = self._until(item)
        if isinstance(until, Refusal):
            self.out.refused.append(until)
            self._record(item.number, item.text, "refused", until.code)
            return
        if self.dry:
            self._done(item.text, item.number)
            return
        seated = self.seated
        step = act(seated.game, seated.state, self.seat, order, seated.dice)
        before = {o.id for o in seated.state.offers}
        numbers = write_step(self.session, seated, step)
        self.out.own_facts.update(numbers)
        if until is not None:
            self._set_expiry(before, until)
        facts = tuple(f for f in (told.to(self.seat) for told in step.facts) if f is not None)
        self._done(shown or item.text, item.number, facts, numbers)

    def _lack(self, decision: Decision | None, order: Order) -> str:
        """Of an ACCEPT: what the offer asks for that its taker does not have, as text."""
        if order.verb != "ACCEPT" or decision is None:
            return ""
        if not decision.has(Order("DECLINE", order.args)):
            return ""
        view, shown = self.seated.view(self.seat), self.seated.lexicon(self.seat).shown
        items = self.seated.game.lacks(view, self.seat, offer_meant(view, self.seat, order).want)
        return ", ".join(shown("item", item) for item in items)

    def _until(self, item: Now) -> Any:
        if not item.until:
            return None
        zone = self.seated.zone(self.seat)
        try:
            return parse_moment(item.until, zone, self.stamp.came)
        except DateFault as fault:
            return Refusal(item.number, item.text, "bad-date", data={"why": fault.code})

    def _set_expiry(self, before: set[str], until: Any) -> None:
        for offer in self.seated.state.offers:
            if offer.id not in before:
                self.session.add(
                    ExpiryRow(
                        campaign=self.seated.id,
                        offer=offer.id,
                        local=until.text,
                        zone=until.zone,
                        utc=utc_text(until.utc),
                    )
                )

    def _answer(self, item: Now) -> None:
        text = str(item.order.args[0])
        kept = answering.answer(
            self.seated, self.seat, text, self.stamp.receipt, self.stamp.via, self._replied.knows
        )
        if isinstance(kept, answering.NoAnswer):
            self._refuse(
                item.number, item.text, kept.code, kept.fault, usage=kept.usage, data=kept.data
            )
            return
        self._file(lambda _: kept.desk)
        line = FileLine(kept.text)
        self.out.kept.append(Kept("answer", (line,), about=kept.about))
        self._record(item.number, item.text, "kept")

    def _ready(self, item: Now) -> None:
        stamp = self.stamp
        desk = answering.ready(
            self.seated, self.seat, stamp.receipt, stamp.via, self._replied.knows
        )
        if isinstance(desk, str):
            self._refuse(item.number, item.text, desk)
            return
        self._file(lambda _: desk)
        data = {"round": self.seated.state.round + 1}
        self._done("READY", item.number, notes=(Note("ready", data),))

    def _not_ready(self, item: Now) -> None:
        desk = answering.not_ready(self.seated, self.seat)
        if desk is None:
            rounds = self.seated.row.pace == "rounds"
            self._refuse(item.number, item.text, "was-not-ready" if rounds else "not-rounds")
            return
        self._file(lambda _: desk)
        self._done("NOT READY", item.number, notes=(Note("not-ready"),))

    def _resign(self, item: Now) -> None:
        if fold(str(item.order.args[0])) != fold(self.seated.id):
            self._refuse(item.number, item.text, "wrong-campaign")
            return
        before = len(self.out.done)
        self._act(Now(Order("RESIGN"), item.form, item.number, item.text))
        if len(self.out.done) > before and not self.dry:
            self.out.notes.append(Note("resigned"))

    def _cancel(self, item: Now) -> None:
        if self._filed:
            # What stands above it in this letter is on file already; CANCEL is for the one before.
            self._refuse(item.number, item.text, "cancel-first")
            return
        undone = undo.find(self.session, self.seated, self.seat)
        if undone is None:
            self._refuse(item.number, item.text, "nothing-to-cancel")
            return
        if not self.dry:
            undo.cancel(self.session, self.seated, self.seat, undone)
            self._filed = True
        notes = [Note("cancelled", {"number": undone.receipt})]
        if undone.acted:
            notes.append(Note("cancelled-partly"))
        self._done("CANCEL", item.number, notes=tuple(notes))

    def _clear(self, item: Now) -> None:
        self._file(lambda desk: clear(desk, self.seat))
        self._done("CLEAR", item.number, notes=(Note("cleared"),))

    def _set(self, item: Now) -> None:
        row = self.seated.seats[self.seat]
        result = settings.change_settings(row, str(item.order.args[0]), dry=self.dry)
        if isinstance(result, settings.BadSetting):
            self._refuse(item.number, item.text, result.code, data=result.data)
            return
        self.session.add(row)
        self._done(item.text, item.number, notes=(result,))

    # -- trying ------------------------------------------------------------------------------

    def _check(self, item: CheckBlock) -> None:
        """Form and legality of what follows; nothing is kept."""
        desk, out, filed = self.seated.desk, self.out, self._filed
        self.dry, self.out, self._filed, self._true_desk = True, Outcome(), False, desk
        for one in item.items:
            self._item(one)
        self._flush_standing()
        out.tried, out.asked = self.out, out.asked + self.out.asked
        out.pages += self.out.pages
        self.dry, self.out, self._filed, self._true_desk = False, out, filed, None
        self.seated.desk = desk

    # -- the receipt -------------------------------------------------------------------------

    def _unread(self, item: Unread) -> None:
        self.out.unread.append(item.text)

    def _refused(self, item: Refused) -> None:
        self._refuse(item.number, item.text, item.fault.why or item.fault.kind, item.fault)

    def _refuse(
        self,
        number: int,
        text: str,
        code: str,
        fault: Fault | None = None,
        *,
        usage: tuple[str, ...] = (),
        data: dict[str, Any] | None = None,
    ) -> None:
        if fault is not None:
            usage = usage or answering.usages(fault.verb, self.forms)
            data = {"slot": fault.slot, "verb": fault.verb, **(data or {})}
        self.out.refused.append(
            Refusal(
                number,
                text,
                code,
                fault.word if fault else "",
                usage,
                fault.candidates if fault else (),
                data or {},
            )
        )
        self._record(number, text, "refused", code)

    def _done(
        self,
        text: str,
        number: int,
        facts: tuple[Fact, ...] = (),
        numbers: Sequence[int] = (),
        notes: tuple[Note, ...] = (),
    ) -> None:
        self.out.done.append(Done(text, facts, notes))
        self._record(number, text, "done", facts=numbers)

    def _note_once(self, code: str) -> None:
        if all(note.code != code for note in self.out.notes):
            self.out.notes.append(Note(code))

    def _record(
        self, line: int, text: str, outcome: Any, reason: str = "", facts: Sequence[int] = ()
    ) -> None:
        if self.dry:
            return
        self._rows.append(
            {
                "campaign": self.seated.id,
                "n": self.seated.next_ordered,
                "seat": self.seat,
                "letter": self.stamp.letter,
                "line_no": line,
                "text": text,
                "outcome": outcome,
                "reason": reason,
                "facts": json.dumps(list(facts)),
            }
        )
        self.seated.next_ordered += 1

    def _write_rows(self) -> None:
        """The order log so far, by one statement; before anything reads it."""
        if self._rows:
            self.session.connection().exec_driver_sql(_LOG, self._rows)
            self._rows = []


_HANDLERS: Final[dict[type[Any], Callable[[Applying, Any], None]]] = {
    PlanBlock: Applying._plan,
    BetweenBlock: Applying._between,
    Adopt: Applying._adopt,
    Off: Applying._off,
    StandingLine: Applying._standing_line,
    StandingOff: Applying._standing_off,
    Now: Applying._now,
    Unread: Applying._unread,
    Refused: Applying._refused,
    CheckBlock: Applying._check,
}

_OWN: Final[dict[str, Callable[[Applying, Now], None]]] = {
    "ANSWER": Applying._answer,
    "READY": Applying._ready,
    "NOT READY": Applying._not_ready,
    "RESIGN": Applying._resign,
    "CANCEL": Applying._cancel,
    "CLEAR": Applying._clear,
    "SET": Applying._set,
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
    return isinstance(item, Unread | Refused | CheckBlock)


def _typed(item: Item) -> list[tuple[int, str]]:
    """The lines that an item was made of."""
    if isinstance(item, PlanBlock | BetweenBlock):
        lines = zip(item.numbers, item.lines, strict=True)
        return [(number, line.text) for number, line in lines]
    if isinstance(item, StandingLine):
        return [(item.number, item.line.text)]
    if isinstance(item, StandingOff):
        return [(item.number, f"STANDING {item.head} OFF")]
    if isinstance(item, Adopt):
        return [(item.number, f"PLAN {item.letter}")]
    if isinstance(item, Off):
        return [(item.number, f"{item.what} OFF")]
    return [(item.number, item.text)] if isinstance(item, Now | Refused | Unread) else []


def _next_ordered(session: Session, campaign: str) -> int:
    last = session.connection().exec_driver_sql(_LAST, {"campaign": campaign}).scalar()
    return (last or 0) + 1
