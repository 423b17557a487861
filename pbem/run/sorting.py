"""Sorting the inbox: read each letter that is new, say who wrote it, and set aside the rest.

Letters that may hold orders are left ``new``, and cost no transaction here: they get their outcome
in the one in which their campaign is worked on. All others get theirs, each in a transaction of
its own, and a letter that breaks the reader is shunted whole.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from sqlmodel import Session

from engine.language.block import opens_order
from games import GAMES
from pbem.clock import from_utc_text, utc_text
from pbem.errors import PbemError, TryAgain
from pbem.intake.identify import Verdict, identify
from pbem.intake.registry import Registry
from pbem.intake.words import POST_FORMS
from pbem.letters.context import Note, Notice
from pbem.letters.gm import Held, Shunted
from pbem.letters.render import every_form
from pbem.mailroom.posting import Mailroom
from pbem.outbox.bounces import note_bounce
from pbem.reading import Letter, read_letter
from pbem.referee.seated import Seated, load
from pbem.run.limits import may_answer
from pbem.store.models import LetterRow, LetterStatus
from pbem.store.plain import column, plain

BATCH: Final = 100
"""Letters read at once."""

_NEW: Final = "SELECT id FROM letter WHERE status = 'new' ORDER BY received_at, id"
_STORED: Final = (
    "SELECT id, raw, truncated, received_at FROM letter"
    " WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY received_at, id"
)

ANSWERED_REFUSALS: Final = ("wrong-token", "old-token", "no-token", "sender-denied")
"""Refusals of which the registered address is told."""


class _Stored(NamedTuple):
    """A letter as it came: its row's number, its bytes, whether these are all, and when."""

    id: int
    raw: bytes
    truncated: bool
    received_at: str


@dataclass(frozen=True)
class Sorted:
    """A letter that may hold orders: its row's number, what it says, and whose it is."""

    id: int
    letter: Letter
    verdict: Verdict
    received: str

    @property
    def sender(self) -> str:
        """The address that it came from."""
        return self.letter.sender.address if self.letter.sender else ""


@dataclass
class Sorting:
    """The inbox by campaign, in the order of arrival."""

    by_campaign: dict[str, list[Sorted]] = field(default_factory=dict)
    set_aside: int = 0
    shunted: int = 0
    waiting: list[int] = field(default_factory=list)
    """Letters that wait for halted campaigns, in the order of their numbers."""
    errors: list[PbemError] = field(default_factory=list)
    """What kept letters from getting an outcome; they stay `new`."""


def sort_inbox(mailroom: Mailroom, now: datetime) -> Sorting:
    """Sort every letter that has no outcome yet, but those that wait for a halted campaign."""
    found = Sorting()
    aside: list[tuple[int, Letter | None, Verdict | Exception]] = []
    with mailroom.office.reading() as session:
        registry = Registry.read(session)
        for row, letter, verdict in _judged(session, registry, mailroom):
            number = row.id
            if letter is None or isinstance(verdict, Exception) or verdict.status != "accepted":
                aside.append((number, letter, verdict))
            elif verdict.campaign in registry.halted:
                found.waiting.append(number)
            else:
                sorted_ = Sorted(number, letter, verdict, row.received_at)
                found.by_campaign.setdefault(str(verdict.campaign), []).append(sorted_)
    found.waiting.sort()
    for number, letter, outcome in aside:
        _put_aside(mailroom, number, letter, outcome, now, found)
    return found


def waiting_letters(mailroom: Mailroom, campaign: str) -> list[Sorted]:
    """The letters that wait for a halted campaign, in the order of arrival."""
    with mailroom.office.reading() as session:
        registry = Registry.read(session)
        return [
            Sorted(row.id, letter, verdict, row.received_at)
            for row, letter, verdict in _judged(session, registry, mailroom)
            if letter is not None
            and isinstance(verdict, Verdict)
            and (verdict.status, verdict.campaign) == ("accepted", campaign)
        ]


def _judged(
    session: Session, registry: Registry, mailroom: Mailroom
) -> Iterator[tuple[_Stored, Letter | None, Verdict | Exception]]:
    """Each letter without an outcome, as read, with the verdict on it or what broke."""
    looks, key, plus = order_judge(), mailroom.office.token_key, mailroom.settings.plus
    for row in _new_letters(session):
        letter: Letter | None = None
        try:
            letter = _read(mailroom, row, looks)
            verdict = identify(session, registry, letter, key, plus=plus)
        except PbemError:
            raise
        # Whatever breaks one letter must not stop the others.
        except Exception as fault:  # noqa: BLE001
            yield row, letter, fault
        else:
            yield row, letter, verdict


def _new_letters(session: Session) -> Iterator[_Stored]:
    """The letters without an outcome, one at a time: each may be 64 KiB long."""
    ids = column(session, _NEW)
    for at in range(0, len(ids), BATCH):
        wanted = {"ids": json.dumps(ids[at : at + BATCH])}
        yield from (_Stored(*row) for row in plain(session, _STORED, wanted))


def order_judge() -> Callable[[str], bool]:
    """Whether a line of a letter may be an order, of whatever game."""
    forms = tuple(dict.fromkeys((*every_form(GAMES), *POST_FORMS)))
    return lambda text: opens_order(text, forms)


def _put_aside(
    mailroom: Mailroom,
    number: int,
    letter: Letter | None,
    outcome: Verdict | Exception,
    now: datetime,
    found: Sorting,
) -> None:
    """Give a letter that holds no orders its outcome, in a transaction of its own."""
    try:
        if letter is None or isinstance(outcome, Exception):
            raise outcome if isinstance(outcome, Exception) else TypeError(outcome)
        with mailroom.office.session() as session:
            row = session.get_one(LetterRow, number)
            row.sender = letter.sender.address if letter.sender else ""
            _set_aside(session, mailroom, row, letter, outcome, now)
        found.set_aside += 1
    except TryAgain:
        raise
    except PbemError as error:
        found.errors.append(error)
    # A fault of ours: the letter is kept whole, and the game master gets the place.
    except Exception as fault:  # noqa: BLE001
        shunt(mailroom, number, fault, now)
        found.shunted += 1


def _read(mailroom: Mailroom, row: _Stored, looks: Callable[[str], bool]) -> Letter:
    """Read a stored letter as this office reads letters."""
    settings = mailroom.settings
    return read_letter(
        row.raw,
        truncated=bool(row.truncated),
        authserv_id=settings.authserv[0] if settings.authserv else None,
        own_addresses=(settings.address,),
        looks_like_order=looks,
    )


def _set_aside(
    session: Session,
    mailroom: Mailroom,
    row: LetterRow,
    letter: Letter,
    verdict: Verdict,
    now: datetime,
) -> None:
    """Give the outcome, and tell those who should know of it."""
    settle_letter(session, row, verdict.status, verdict.reason, now)
    row.campaign, row.seat = verdict.campaign, verdict.seat
    if letter.bounce is not None:
        row.detail = note_bounce(session, letter.bounce)
    if verdict.status == "held":
        told = Held(
            letter=row.id or 0,
            sender=row.sender,
            came=from_utc_text(row.received_at),
            reason=verdict.reason,
            campaign=verdict.campaign or "",
            seat=verdict.seat or "",
        )
        mailroom.to_gm(session, (told,), now)
    if verdict.campaign is None or verdict.seat is None:
        return
    if verdict.reason == "other-address" or verdict.reason in ANSWERED_REFUSALS:
        seated = load(session, verdict.campaign)
        _tell_owner(session, mailroom, seated, verdict, row, now)


def _tell_owner(
    session: Session,
    mailroom: Mailroom,
    seated: Seated,
    verdict: Verdict,
    row: LetterRow,
    now: datetime,
) -> None:
    """The registered address hears of a letter in its name that was not used."""
    seat = str(verdict.seat)
    address = seated.seats[seat].address
    if not may_answer(session, address, verdict.reason, now, mailroom.office.settings.brakes):
        return
    data = {"sender": row.sender, "came": from_utc_text(row.received_at)}
    notice = Notice(Note(f"letter-{verdict.reason}", data))
    mailroom.to_seat(session, seated, seat, (notice,), "notice", now, answers=row)


def settle_letter(
    session: Session, row: LetterRow, status: LetterStatus, reason: str, now: datetime
) -> None:
    """Write a letter's one outcome."""
    row.status = status
    row.reason = reason
    row.settled_at = utc_text(now)
    session.add(row)


def shunt(
    mailroom: Mailroom,
    number: int,
    fault: Exception,
    now: datetime,
    campaign: str = "",
    seat: str = "",
) -> None:
    """Set a letter aside whole because of a fault of ours; the game master gets the place."""
    with mailroom.office.session() as session:
        row = session.get_one(LetterRow, number)
        settle_letter(session, row, "shunted", type(fault).__name__, now)
        row.campaign, row.seat = campaign or None, seat or None
        row.detail = "".join(traceback.format_exception(fault))
        told = Shunted(
            letter=number,
            sender=row.sender,
            came=from_utc_text(row.received_at),
            error=f"{type(fault).__name__}: {fault}",
            where=place_of(fault),
            campaign=campaign,
        )
        mailroom.to_gm(session, (told,), now)


def place_of(fault: BaseException) -> str:
    """Module and line that raised: ``games.star_traders.turn.turn, line 41``."""
    frames = traceback.extract_tb(fault.__traceback__)
    if not frames:
        return ""
    last = frames[-1]
    parts = last.filename.removesuffix(".py").replace("\\", "/").split("/")
    tops = [i for i, part in enumerate(parts) if part in ("pbem", "engine", "games")]
    return f"{'.'.join(parts[tops[-1] :] if tops else parts[-1:])}, line {last.lineno}"
