"""A seat's report, or all that the game master may see, as text: for `show` and `replay`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.fact import SILENT
from games import GAMES
from pbem.letters import Library, compose
from pbem.letters.context import Final as FinalPart
from pbem.letters.context import Happened, Needs, OnFile, Part, Reader, Report
from pbem.letters.pages import History
from pbem.mailroom import ahead, picture
from pbem.mailroom.picture import campaign_of, language_of, needs_of, reader_of
from pbem.office import TEMPLATES
from pbem.referee.history import last_fact_of
from pbem.referee.record import told_since

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.office import Office
    from pbem.referee.seated import Seated


class Papers:
    """Writes the papers of one campaign as it stands in `state`, which may be an earlier one."""

    def __init__(self, session: Session, office: Office, seated: Seated, state: Any) -> None:
        self.session = session
        self.now = seated.state == state
        self.seated = replace(seated, state=state)
        self.library = Library(GAMES, office.folder / TEMPLATES)
        self.turn: int = state.turn

    def report(self, seat: str) -> str:
        """The report of a seat, as it would be written to it."""
        needs = needs_of(self.session, self.seated, seat) if self.now else Needs()
        reader = reader_of(self.seated, seat)
        language = language_of(self.seated.seats[seat])
        return self._composed(seat, reader, language, (self._part(seat),), needs)

    def whole(self) -> str:
        """What happened in the turn, nothing hidden, and then every seat's report."""
        told = tuple(self._all_facts())
        reader = Reader(seat="", name="gm", zone=self.seated.row.zone)
        history = History(happened=told, since=self.turn)
        parts = [self._composed("", reader, "en", (history,), Needs())]
        for seat, name in self.seated.names.items():
            parts.append(f"=== {seat} {name} {'=' * 40}\n\n{self.report(seat)}")
        return "\n\n".join(part.rstrip() for part in parts)

    def view(self, seat: str) -> Any:
        """What a seat sees (no seat: everything) as JSON data."""
        state = self.seated.state
        shown = self.seated.game.hide(state, seat) if seat else state
        return json.loads(self.seated.codec.state(shown))

    def _part(self, seat: str) -> Part:
        seated, game = self.seated, self.seated.game
        state = seated.state
        told = self._told(seat)
        if state.ended:
            return FinalPart(
                data=game.final(state),
                reason=state.ended,
                winners=state.winners,
                scores=game.score(state),
                seed=seated.row.seed.hex(),
                commitment=seated.row.commitment,
                happened=told,
            )
        view = game.hide(state, seat)
        return Report(
            data=game.report(view, seat),
            happened=told,
            offers=picture.offers_of(self.session, seated, seat),
            plans=ahead.suggested(seated, seat) if self.now else (),
            file=picture.file_of(seated, seat) if self.now else OnFile(),
            again=None if self.now else self.turn,
        )

    def _told(self, seat: str) -> tuple[Happened, ...]:
        """What the seat saw of this turn and the one before it."""
        after = last_fact_of(self.session, self.seated, self.turn - 2)
        happened = picture.happened(self.session, self.seated, seat, after)
        return tuple(h for h in happened if h.told_in <= self.turn)

    def _all_facts(self) -> Iterator[Happened]:
        after = last_fact_of(self.session, self.seated, self.turn - 2)
        for row, told in told_since(self.session, self.seated, after):
            one = Happened(row.turn, told.fact)
            if one.told_in == self.turn and not isinstance(told.fact, SILENT):
                yield one

    def _composed(
        self, seat: str, reader: Reader, language: str, parts: tuple[Part, ...], needs: Needs
    ) -> str:
        seated = self.seated
        state = seated.state
        campaign = campaign_of(seated, seat)
        book = self.library.book(seated.game, seated.id, language)
        then = replace(campaign, turn=state.turn, round=state.round)
        return compose(book, then, reader, parts, needs=needs).text
