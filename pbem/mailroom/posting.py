"""Writing letters into the outbox, in the transaction of what they tell of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlmodel import Session

from engine.lexicon import Lexicon
from games import GAMES
from pbem import token as tokens
from pbem.letters import Envelope, Library, compose, message_id, post
from pbem.letters.context import Campaign, Needs, Part, Reader
from pbem.letters.mime import LAST_REFERENCES
from pbem.mailroom.picture import campaign_of, language_of, needs_of, reader_of
from pbem.office import CACHE, TEMPLATES, Office
from pbem.outbox import enqueue, last_ids, next_serial
from pbem.referee.seated import Seated
from pbem.store.models import LetterRow, OutboxKind, SeatRow

GM: Final = "gm"


class Mailroom:
    """Composes and enqueues letters; one for a whole run, so that templates are read once."""

    def __init__(self, office: Office) -> None:
        """For this office."""
        self.office = office
        self.settings = office.settings.office
        self.library = Library(GAMES, office.folder / TEMPLATES, office.folder / CACHE)
        self._host = self.settings.address.rpartition("@")[2]

    # -- to a seat ---------------------------------------------------------------------------

    def to_seat(
        self,
        session: Session,
        seated: Seated,
        seat: str,
        parts: Sequence[Part],
        kind: OutboxKind,
        now: datetime,
        *,
        answers: LetterRow | None = None,
        needs: Needs | None = None,
        turn: int | None = None,
    ) -> int:
        """One letter of these parts to a seat's address; its number in the outbox.

        ``answers``: the player's letter that it answers. ``turn``: the turn its token carries,
        the open one unless given.
        """
        row = seated.seats[seat]
        if turn is None:
            turn = seated.open_turn if seated.state is not None else 0
        token = tokens.make_token(self.office.token_key, seated.id, seat, row.epoch, turn)
        book = self.library.book(seated.game, seated.id, language_of(row))
        if needs is None:
            needs = needs_of(session, seated, seat)
        marker = tokens.marker_line(token, str(book.words["marker"]["sentence"]))
        composed = compose(
            book,
            campaign_of(seated, seat),
            reader_of(seated, seat),
            parts,
            marker=marker,
            needs=needs,
        )
        serial = next_serial(session)
        own_id = message_id(serial, self._host, seated.id, seat)
        envelope = Envelope(
            sender=self.settings.address,
            sender_name=f"{book.title} {seated.id}",
            to=row.address,
            to_name=row.name,
            message_id=own_id,
            date=now,
            reply_to=self._reply_to(token),
            tag=tokens.subject_tag(token),
            in_reply_to=_answered(answers) or row.last_report_id,
            references=_thread(session, seated, row, answers),
            campaign=seated.id,
            list_name=f"{book.title} {seated.id}",
            automatic="auto-replied" if answers is not None else "auto-generated",
        )
        number = enqueue(
            session,
            address=row.address,
            kind=kind,
            message_id=own_id,
            raw=post(envelope, composed.subject, composed.text),
            now=now,
            serial=serial,
            campaign=seated.id,
            seat=seat,
            reply_to_letter=answers.id if answers is not None else None,
            turn=turn,
        )
        if kind in ("report", "question", "final"):
            row.last_report_id = own_id
            row.first_report_id = row.first_report_id or own_id
            session.add(row)
        return number

    def _reply_to(self, token: tokens.Token) -> str:
        if not self.settings.plus:
            return self.settings.address
        return tokens.reply_address(self.settings.address, token)

    def to_former(
        self, session: Session, seated: Seated, who: tuple[str, str], part: Part, now: datetime
    ) -> int:
        """One letter to who had a seat, by name and address: without a token, in no thread."""
        name, address = who
        book = self.library.book(seated.game, seated.id, self.settings.language)
        reader = Reader(seat="", name=name, zone=seated.row.zone)
        composed = compose(book, campaign_of(seated, ""), reader, (part,))
        serial = next_serial(session)
        own_id = message_id(serial, self._host, seated.id)
        envelope = Envelope(
            sender=self.settings.address,
            sender_name=f"{book.title} {seated.id}",
            to=address,
            to_name=name,
            message_id=own_id,
            date=now,
        )
        return enqueue(
            session,
            address=address,
            kind="notice",
            message_id=own_id,
            raw=post(envelope, composed.subject, composed.text),
            now=now,
            serial=serial,
            campaign=seated.id,
        )

    # -- to the game master ------------------------------------------------------------------

    def to_gm(
        self,
        session: Session,
        parts: Sequence[Part],
        now: datetime,
        about: Seated | None = None,
    ) -> int:
        """One letter to the game master about the office; ``about``: a campaign whose own words
        it is to be told in.
        """
        game, campaign_id = (about.game, about.id) if about is not None else (None, "")
        book = self.library.book(game, campaign_id, self.settings.language)
        campaign = Campaign(id="", names={}, lexicon=Lexicon({}))
        reader = Reader(seat="", name=GM, zone=self.office.settings.deadlines.zone)
        composed = compose(book, campaign, reader, parts)
        serial = next_serial(session)
        own_id = message_id(serial, self._host)
        envelope = Envelope(
            sender=self.settings.address,
            sender_name=self.settings.name,
            to=self.settings.gm_address,
            to_name="",
            message_id=own_id,
            date=now,
        )
        return enqueue(
            session,
            address=self.settings.gm_address,
            kind="gm",
            message_id=own_id,
            raw=post(envelope, composed.subject, composed.text),
            now=now,
            serial=serial,
        )


def _answered(letter: LetterRow | None) -> str:
    return letter.message_id if letter is not None else ""


def _thread(
    session: Session, seated: Seated, row: SeatRow, answers: LetterRow | None
) -> tuple[str, ...]:
    """The first report and the last eight letters of the seat, oldest first."""
    last = last_ids(session, seated.id, row.seat, LAST_REFERENCES)
    ids = [row.first_report_id, *reversed(last), _answered(answers)]
    return tuple(dict.fromkeys(x for x in ids if x))
