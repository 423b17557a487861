"""What one seat may know of a campaign, as the plain data that letters are made of.

Everything comes from the seat's own view, from facts as it was shown them, and from public rows;
nothing here looks at another seat's hand, plans or answers.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace as change
from sqlmodel import Session, col, select

from engine.asked import Asked as AskedOf
from engine.asked import kinds_of
from engine.decision import Decision, Order
from engine.desk import DeskSource
from engine.fact import SILENT, Answered, Told
from engine.filing import about_text
from engine.game import Remark, Suggestion
from engine.language.fault import Fault
from engine.language.order import parse_order
from engine.language.text import order_text
from engine.plan import Plan, goes_on
from engine.standing import overruled
from pbem.clock import from_utc_text
from pbem.holds import hold_on
from pbem.intake.settings import setting
from pbem.letters.context import (
    Asked,
    Campaign,
    FileLine,
    Happened,
    Needs,
    OnFile,
    OpenOffer,
    Reader,
    Waiting,
)
from pbem.letters.layout import COLUMNS
from pbem.mailroom.ahead import remarks_on
from pbem.referee.record import told_since
from pbem.referee.seated import Seated
from pbem.referee.waiting import waiting_rows, waits_of
from pbem.store.models import ExpiryRow, PendingRow, SeatRow


def campaign_of(seated: Seated, seat: str) -> Campaign:
    """The campaign as this seat knows it; ``""``: as everybody does."""
    row, state = seated.row, seated.state
    return Campaign(
        id=row.id,
        names=seated.names,
        lexicon=seated.lexicon(seat),
        turn=row.turn,
        round=row.round,
        active=state.active if state is not None else "",
        gone=state.gone if state is not None else (),
        pace=row.pace,
        variant=row.variant,
        zone=row.zone,
        status=row.status,
        waits=frozenset(kind for kind, wait in waits_of(seated).items() if wait),
    )


def reader_of(seated: Seated, seat: str) -> Reader:
    """Who reads, and how he likes it."""
    row = seated.seats[seat]
    return Reader(
        seat=seat,
        name=row.name,
        zone=seated.zone(seat),
        columns=setting(row, "columns", COLUMNS),
        lists=setting(row, "text_only", False),
    )


def needs_of(session: Session, seated: Seated, seat: str) -> Needs:
    """What is needed now, from this seat and from others."""
    if seated.state is None or seated.row.status != "running":
        return Needs()
    rows, decisions = waiting_rows(session, seated), seated.asked
    return Needs(
        asked=tuple(_asked(seated, d, rows, decisions) for d in decisions if d.seat == seat),
        waiting=tuple(_waiting(missing(seated, rows))),
        order=_order(seated),
        skipped=seated.game.skipped(seated.view(seat), seat),
        hold=hold_on(session, seated.id),
    )


def _order(seated: Seated) -> tuple[str, ...]:
    state = seated.state
    if not state.active:
        found: tuple[str, ...] = state.staying()
        return found
    # Who has resigned has no turn any more.
    return tuple(x for x in state.clockwise(state.active)[:-1] if x not in state.leaving)


def _asked(
    seated: Seated, d: Decision, rows: list[PendingRow], decisions: Iterable[Decision]
) -> Asked:
    row = next((r for r in rows if r.decision == d.id), None)
    kept, plan = seated.desk.direct.get(d.id), seated.desk.plans.get(d.seat)
    good = kept is not None and kept.about == about_text(d, kept.order)
    return Asked(
        decision=d,
        deadline=_utc(row.deadline_utc) if row else None,
        others=tuple(
            dict.fromkeys(o.seat for o in decisions if o.window == d.window and o.seat != d.seat)
        ),
        on_file=kept.text if kept is not None and good else "",
        served=served(seated, d),
        planned=plan is not None and goes_on(AskedOf(seated.game, seated.view(d.seat), d), plan),
        given=_given(seated, d),
    )


def served(seated: Seated, d: Decision) -> bool:
    """Whether the seat has something of its own on file that answers a question now."""
    source = DeskSource(seated.game, seated.desk, lambda s, d: False, lambda _: True)
    return source.answer(seated.state, d) is not None


def _given(seated: Seated, d: Decision) -> Order | None:
    """What silence would give, if the deadline came now: by what the seat has on file."""
    desk = change(seated.desk, direct={})
    source = DeskSource(seated.game, desk, lambda s, d: True, lambda _: True)
    answer = source.answer(seated.state, d)
    return answer.order if answer else None


def missing(seated: Seated, rows: Iterable[PendingRow]) -> list[PendingRow]:
    """Those of the rows that somebody is still waited for: all of a sealed window, of which it is
    not told who has answered; else those without an answer, such as READY.
    """
    return [row for row in rows if row.sealed or row.decision not in seated.desk.direct]


def _waiting(rows: list[PendingRow]) -> Iterable[Waiting]:
    """One for each window."""
    by_window: dict[int, list[PendingRow]] = {}
    for row in rows:
        by_window.setdefault(row.window, []).append(row)
    for together in by_window.values():
        first = together[0]
        yield Waiting(
            seats=tuple(sorted({row.seat for row in together})),
            deadline=_utc(first.deadline_utc),
            since=_utc(first.asked_at),
            sealed=first.sealed,
        )


def _utc(text: str | None) -> datetime | None:
    return from_utc_text(text) if text else None


def file_of(seated: Seated, seat: str, *, remarked: bool = False) -> OnFile:
    """All that this seat has on file; ``remarked``: with what its plan will come to."""
    desk = seated.desk
    plan, between = desk.plans.get(seat), gap_list(seated, seat)
    own, suggested = desk.standing.get(seat, {}), desk.suggested.get(seat, {})
    off = overruled(seated.game, own, suggested)
    windows = _own_windows(seated, seat)
    return OnFile(
        plan=_plan_lines(plan, remarks_on(seated, seat, plan) if plan and remarked else ()),
        plan_name=plan.name if plan else "",
        between=_plan_lines(between),
        standing=tuple(line.text for line in own.values()),
        suggested=tuple(line.text for head, line in suggested.items() if head not in off),
        partly=tuple(
            (line.text, tuple(sorted(left)))
            for head, line in suggested.items()
            if head in off and (left := kinds_of(seated.game, line) - off[head])
        ),
        answers=tuple(
            (windows.get(decision, f"w{decision.partition('.')[0]}"), kept.text)
            for decision, kept in desk.direct.items()
            if kept.seat == seat
        ),
        posted=posted(seated, seat),
    )


def gap_list(seated: Seated, seat: str) -> Plan | None:
    """The list for between the turns, until the gap that it was for is over."""
    found = seated.desk.between.get(seat)
    return found if found is not None and found.turn in (0, seated.open_turn) else None


def _plan_lines(plan: Plan | None, remarks: Sequence[Remark | None] = ()) -> tuple[FileLine, ...]:
    if plan is None:
        return ()
    nothing = (None,) * len(plan.lines)
    said, lost = remarks or nothing, plan.lost or nothing
    return tuple(
        FileLine(line.text, done and gone is None, gone or remark)
        for line, done, remark, gone in zip(plan.lines, plan.done, said, lost, strict=True)
    )


def _own_windows(seated: Seated, seat: str) -> dict[str, str]:
    """What the seat's open questions are called; others lie beneath them and are windows."""
    return {d.id: f"w{d.window}" if d.sealed else "" for d in seated.asked if d.seat == seat}


def posted(seated: Seated, seat: str) -> tuple[str, ...]:
    """Prices that the seat has posted publicly, as order lines with the players' names."""
    if seated.state is None:
        return ()
    lexicon = seated.lexicon(seat)

    def named(text: str) -> str:
        read = parse_order(text, seated.game.all_forms, lexicon)
        return text if isinstance(read, Fault) else order_text(read.form, read.order, lexicon)

    return tuple(named(text) for text in seated.game.posted(seated.state, seat))


def happened(
    session: Session,
    seated: Seated,
    seat: str,
    after: int,
    *,
    but: Container[int] = (),
) -> tuple[Happened, ...]:
    """The facts numbered above ``after`` as this seat is shown them, less those in ``but``."""
    found = []
    for number, turn, told in _facts(session, seated, after):
        if number in but:
            continue
        fact = told.to(seat)
        if fact is not None and not isinstance(fact, SILENT):
            found.append(Happened(turn, fact))
    return tuple(found)


def _facts(session: Session, seated: Seated, after: int) -> Iterable[tuple[int, int, Told]]:
    """Facts with their numbers and turns; from memory where this transaction wrote them all."""
    if seated.new_facts and seated.new_facts[0][0] <= after + 1:
        return [one for one in seated.new_facts if one[0] > after]
    return ((row.n, row.turn, told) for row, told in told_since(session, seated, after))


def concerns(seated: Seated, seat: str, but: Container[int]) -> bool:
    """Whether something happened just now that only some see, this seat among them.

    An offer made to it, an exchange: worth a letter of its own. Its own answers are not.
    """
    return any(
        number not in but
        and told.audience is not None
        and seat in told.audience
        and not isinstance(told.fact, Answered)
        for number, _, told in seated.new_facts
    )


def offers_of(session: Session, seated: Seated, seat: str) -> tuple[OpenOffer, ...]:
    """The open offers of and to this seat."""
    if seated.state is None:
        return ()
    offers = [offer for offer in seated.state.offers if seat in (offer.giver, offer.taker)]
    if not offers:
        return ()
    ends = {
        row.offer: from_utc_text(row.utc)
        for row in session.exec(select(ExpiryRow).where(col(ExpiryRow.campaign) == seated.id))
    }
    view = seated.view(seat)
    return tuple(
        OpenOffer(
            offer,
            ends.get(offer.id),
            seated.game.lacks(view, seat, offer.give if seat == offer.giver else offer.want),
        )
        for offer in offers
    )


def language_of(row: SeatRow) -> str:
    """The language of a seat's letters."""
    language: Any = json.loads(row.settings).get("language", "en")
    return str(language)


def lettered(plans: Iterable[Suggestion]) -> list[list[str]]:
    """The lines of suggested plans, in the order of their letters."""
    return [list(plan.lines) for plan in plans]
