"""Questions in a letter: each gives a page, and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, Literal

from sqlmodel import Session, col, select

from engine.language.block import Now
from engine.language.grammar import inner_words, verb_words
from engine.language.near import names_with
from engine.lexicon import fold
from engine.state import OptionValue
from pbem.clock import from_utc_text
from pbem.intake.words import POST_FORMS
from pbem.letters.context import Part, Report
from pbem.letters.pages import (
    FilePage,
    GamePage,
    Help,
    History,
    Options,
    Rules,
    SeatLine,
    Show,
    Shown,
    StatusPage,
)
from pbem.letters.rulings import mailed
from pbem.mailroom import picture
from pbem.referee.history import last_fact_of, state_at
from pbem.referee.seated import Seated
from pbem.referee.tables import own_tables, shown_options
from pbem.referee.waiting import settings_of, waiting_rows, waits_of
from pbem.store.models import LetterRow, OrderedRow

Page = Part | str
"""A page, or the code of the table ``refused`` that says why there is none."""


def page(session: Session, seated: Seated, seat: str, item: Now) -> Page:
    """The answer to one question."""
    verb, args = item.order.verb, item.order.args
    if seated.state is None and verb not in _EARLY:
        return "not-started"
    return _PAGES[verb](session, seated, seat, args[0] if args else None)


def _help(session: Session, seated: Seated, seat: str, about: Any) -> Page:
    word = str(about or "")
    if seated.state is not None and fold(word) not in _written_in_orders(seated):
        names = seated.lexicon(seat).domains.get("card")
        if names is not None and names.exact(word.strip()) is not None:
            return _card(session, seated, seat, word)
    return Help(word)


def _written_in_orders(seated: Seated) -> frozenset[str]:
    """Words of which HELP itself tells, though a card be called so."""
    game = seated.game
    forms = (*POST_FORMS, *game.all_forms)
    return verb_words(forms) | inner_words(forms, game.predicates)


def _status(session: Session, seated: Seated, seat: str, _: Any) -> Page:
    return StatusPage(seat_lines(session, seated), picture.file_of(seated, seat))


def seat_lines(session: Session, seated: Seated) -> tuple[SeatLine, ...]:
    """The table in a STATUS: how each seat is, and since when it is waited for."""
    since = {
        row.seat: from_utc_text(row.asked_at)
        for row in picture.missing(seated, waiting_rows(session, seated))
        if not row.sealed
    }
    return tuple(
        SeatLine(one, _how(seated, one) or row.status, since.get(one))
        for one, row in seated.seats.items()
    )


def _how(seated: Seated, seat: str) -> Literal["", "leaving", "dropped"]:
    """That a seat leaves, or has left; else nothing."""
    state = seated.state
    if state is None or not state.away(seat):
        return ""
    return "dropped" if seat in state.gone else "leaving"


def _report(session: Session, seated: Seated, seat: str, number: Any) -> Page:
    """How a turn ended for this seat; without a number how it stands now, with the last lap."""
    now = seated.state.turn
    turn = int(number) if number else now
    if turn > seated.open_turn:
        return "no-such-turn"
    since = turn if number else max(1, now - len(seated.state.present()) + 1)
    state = seated.state if turn >= now else state_at(session, seated, turn)
    view = seated.game.hide(state, seat)
    told = picture.happened(session, seated, seat, last_fact_of(session, seated, since - 1))
    return Report(
        data=seated.game.report(view, seat),
        happened=tuple(h for h in told if h.turn <= turn),
        offers=picture.offers_of(session, seated, seat) if turn >= now else (),
        file=picture.file_of(seated, seat),
        again=turn,
        current=turn >= now,
    )


def _show(session: Session, seated: Seated, seat: str, number: Any) -> Page:
    """The seat's lines that were written while turn ``number`` was open."""
    if int(number) > seated.open_turn:
        return "no-such-turn"
    rows = session.exec(
        select(OrderedRow, LetterRow)
        .join(LetterRow, col(LetterRow.id) == col(OrderedRow.letter))
        .where(
            OrderedRow.campaign == seated.id,
            OrderedRow.seat == seat,
            col(LetterRow.turn) == int(number),
        )
        .order_by(col(OrderedRow.n))
    ).all()
    return Show(
        int(number),
        tuple(Shown(by.receipt or 0, o.text, o.outcome, o.reason) for o, by in rows),
    )


def _map(session: Session, seated: Seated, seat: str, word: Any) -> Page:
    lists = str(word or "").upper() == "LIST"
    return GamePage("map", _data(seated, seat), lists=lists)


def _card(session: Session, seated: Seated, seat: str, text: Any) -> Page:
    names = seated.lexicon(seat).domains.get("card")
    if names is None:
        return "not-in-game"
    if not text:
        return GamePage("card", _data(seated, seat))
    found = names.exact(str(text))
    near = names.shortened(str(text)) if found is None else (found,)
    near = near or tuple(names.exact(name) or name for name in names_with(str(text), names))
    if len(near) != 1:
        return "ambiguous" if near else "no-such-card"
    return GamePage("card", _data(seated, seat), about=near[0])


def _prices(session: Session, seated: Seated, seat: str, _: Any) -> Page:
    return GamePage("prices", _data(seated, seat))


def _data(seated: Seated, seat: str) -> dict[str, Any]:
    return seated.game.report(seated.view(seat), seat)


def _options(session: Session, seated: Seated, seat: str, _: Any) -> Page:
    row, settings = seated.row, settings_of(seated)
    return Options(
        options=_by_name(seated),
        ruleset=row.ruleset,
        fixes=tuple(json.loads(row.fixes)),
        deadlines={name: str(pace) for name, pace in settings.classes.items()},
        waits=waits_of(seated),
        commitment=row.commitment,
        data_hash=row.data_hash,
        own_tables=own_tables(seated.options),
    )


def _by_name(seated: Seated) -> dict[str, OptionValue]:
    """The options as the sheet shows them: players by name."""
    found = shown_options(seated.options)
    for option in seated.game.options(seated.row.variant):
        if option.seats:
            seats = str(found.get(option.name, "")).split(", ")
            found[option.name] = ", ".join(seated.names.get(x, x) for x in seats)
    return found


def _history(session: Session, seated: Seated, seat: str, number: Any) -> Page:
    since = int(number) if number else max(1, seated.open_turn - 20)
    after = last_fact_of(session, seated, since - 1)
    return History(picture.happened(session, seated, seat, after), since)


def _rules(session: Session, seated: Seated, seat: str, _: Any) -> Page:
    return Rules(mailed(seated.game.rules_text()))


def _file(what: Any) -> Callable[..., Page]:
    def made(session: Session, seated: Seated, seat: str, _: Any) -> Page:
        return FilePage(picture.file_of(seated, seat, remarked=what == "plan"), what)

    return made


_PAGES: Final[dict[str, Callable[[Session, Seated, str, Any], Page]]] = {
    "STATUS": _status,
    "REPORT": _report,
    "SHOW": _show,
    "MAP": _map,
    "CARD": _card,
    "PRICES": _prices,
    "OPTIONS": _options,
    "HISTORY": _history,
    "HELP": _help,
    "RULES": _rules,
    "PLAN?": _file("plan"),
    "STANDING?": _file("standing"),
}

_EARLY: Final = frozenset({"STATUS", "OPTIONS", "HELP", "RULES", "PLAN?", "STANDING?"})
"""What can be answered before the start."""

__all__ = ["Page", "page"]
