"""A table of players who write letters: letters in, letters out.

An office in a folder with a fixed secret, a fixed seed and a clock that is set. Players answer the
newest letter that they have, as people do; a test may let them answer an older one.
"""

from __future__ import annotations

import email
import email.policy
import io
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlmodel import Session, col, select

from engine.dice import commitment
from pbem.campaigns import Wanted, make_campaign
from pbem.clock import from_utc_text
from pbem.office import SECRETS, TEMPLATES, TOKEN_KEY_FILE, Office, make_office
from pbem.referee.record import _write_state
from pbem.referee.seated import Seated, load
from pbem.referee.waiting import pending_rows
from pbem.run import opening
from pbem.run.tick import Summary, tick
from pbem.sources import deliver
from pbem.store.models import (
    CampaignRow,
    FactRow,
    LetterRow,
    OrderedRow,
    OutboxRow,
    PendingRow,
    SeatRow,
)
from pbem.tables import OwnTables

WORDING: Final = Path(__file__).parent / "wording"
T = TypeVar("T")

START: Final = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
NAMES: Final = ("Anna", "Bob", "Cleo", "Dan", "Eve", "Finn")
KEY: Final = "5a" * 32
SEED: Final = bytes(range(32))

SETTINGS: Final = """\
[office]
name = "The office"
address = "gm@pbem.test"
gm = "boss@pbem.test"
[deadlines]
zone = "Europe/Berlin"
"""


@dataclass(frozen=True)
class Post:
    """A letter of ours: its row's number, whom it is for, and what it says."""

    number: int
    campaign: str
    seat: str
    kind: str
    message: EmailMessage
    raw: bytes

    @property
    def subject(self) -> str:
        """The subject, on one line."""
        return " ".join(str(self.message["Subject"]).split())

    @property
    def text(self) -> str:
        """The text with its line ends."""
        return str(self.message.get_content())

    @property
    def flat(self) -> str:
        """The text on one line, so that a sentence is found wherever it is broken."""
        return " ".join(self.text.split())

    def __contains__(self, words: str) -> bool:
        """Whether the text says this."""
        return words in self.flat


class Table:
    """One office with, usually, one campaign, and the players at its table."""

    def __init__(self, folder: Path, settings: str = "", *, top: str = SETTINGS) -> None:
        """``settings``: further sections of the office's ``pbem.toml``."""
        self.office: Office = make_office(folder, top + settings)
        (folder / SECRETS / TOKEN_KEY_FILE).write_text(KEY + "\n")
        shutil.copytree(WORDING, folder / TEMPLATES, dirs_exist_ok=True)
        self.now = START
        self.newest: dict[tuple[str, str], Post] = {}
        """The newest letter to each seat that may be answered."""
        self.letters: list[Post] = []
        """Every letter of ours, in order."""
        self.summary = Summary()
        self._said = 0
        self._campaign = "sf1"

    @classmethod
    def copy(cls, of: Table, folder: Path) -> Table:
        """Another table where everything is as at this one."""
        of.office.close()
        shutil.copytree(of.office.folder, folder)
        made = cls.__new__(cls)
        made.__dict__.update(of.__dict__)
        made.office = Office(folder)
        made.newest, made.letters, made.fresh = dict(of.newest), list(of.letters), list(of.fresh)
        return made

    # -- making campaigns ----------------------------------------------------------------------

    def new(
        self,
        campaign: str = "sf1",
        *,
        players: int = 3,
        game: str = "space-freighter",
        variant: str = "",
        seed: bytes = SEED,
        options: Mapping[str, str] | None = None,
        deadlines: Mapping[str, Any] | None = None,
        address: Callable[[str], str] | None = None,
        own: OwnTables | None = None,
    ) -> Table:
        """A campaign in setup, its trial letters written."""
        usual = self.office.settings.deadlines.for_campaign()
        wanted = Wanted(
            campaign,
            game,
            variant,
            options or {},
            "Europe/Berlin",
            {**usual, **(deadlines or {})},
            own,
        )
        with self.office.session() as session:
            row = make_campaign(session, wanted, self.now)
            row.seed, row.commitment = seed, commitment(seed)
        self._campaign = campaign
        for name in NAMES[:players]:
            opening.join(self.office, campaign, name, (address or address_of)(name), self.now)
        self.out()
        return self

    def start(self, campaign: str = "") -> Table:
        """Every seat answers its trial letter, and the campaign starts."""
        campaign = campaign or self._campaign
        for place in sorted(self.newest):
            if place[0] == campaign:
                self.say(place[1], "READY", campaign=campaign)
        self.tick()
        opening.start(self.office, campaign, self.now)
        self.out()
        return self

    # -- letters in ------------------------------------------------------------------------------

    def say(
        self,
        seat: str,
        text: str,
        *,
        campaign: str = "",
        to: Post | None = None,
        **headers: str | None,
    ) -> int | None:
        """A letter of this seat comes in; its number in the ledger, or None for a repeat.

        It answers ``to``, else the newest letter to the seat. ``headers`` replace those of a usual
        answer (``None``: left out); underscores stand for dashes.
        """
        answered = to or self.newest[campaign or self._campaign, seat]
        return self.bring(self.letter(answered, text, **headers))

    def letter(self, answered: Post, text: str, **headers: str | None) -> bytes:
        """The bytes of an answer to a letter of ours."""
        self._said += 1
        m = answered.message
        usual: dict[str, str | None] = {
            "From": str(m["To"]),
            "To": str(m["Reply-To"]),
            "Subject": f"Re: {answered.subject}",
            "Message-ID": f"<said.{self._said}@example.org>",
            "In-Reply-To": str(m["Message-ID"]),
            "Date": "Tue, 01 Dec 2026 12:00:00 +0000",
        }
        for name, value in headers.items():
            usual[name.replace("_", "-")] = value
        head = "".join(f"{k}: {v}\r\n" for k, v in usual.items() if v is not None)
        body = "\r\n".join(text.split("\n"))
        return f"{head}\r\n{body}\r\n".encode()

    def bring(self, raw: bytes) -> int | None:
        """A letter comes in as these bytes."""
        return deliver(self.office, io.BytesIO(raw), self.now)

    # -- time ----------------------------------------------------------------------------------

    def wait(self, **length: float) -> None:
        """Time passes."""
        self.now += timedelta(**length)

    def tick(self, **length: float) -> Summary:
        """Time passes (a minute unless given), then a run."""
        self.wait(**(length or {"minutes": 1}))
        self.summary = tick(self.office, self.now, mail=False)
        self.out()
        return self.summary

    def until(self, campaign: str = "", *, after: float = 1) -> Summary:
        """A run so many minutes after the campaign's deadline, with runs on each day before."""
        due = self.deadline(campaign)
        while due - self.now > timedelta(hours=13):
            self.tick(hours=13)
        self.now = due
        return self.tick(minutes=after)

    # -- letters out -----------------------------------------------------------------------------

    def out(self) -> list[Post]:
        """The letters of ours since the last look; they are what ``to`` and ``fresh`` look at."""
        seen = self.letters[-1].number if self.letters else 0
        with self.office.reading() as session:
            rows = session.exec(
                select(OutboxRow).where(col(OutboxRow.id) > seen).order_by(col(OutboxRow.id))
            ).all()
            self.fresh = [_post(row) for row in rows]
        self.letters += self.fresh
        for post in self.fresh:
            if post.seat:
                self.newest[post.campaign, post.seat] = post
        return self.fresh

    fresh: list[Post] = []  # noqa: RUF012 - replaced by every look
    """The letters of the last look."""

    def to(self, seat: str, campaign: str = "") -> Post:
        """The one fresh letter to this seat."""
        (found,) = self.all_to(seat, campaign)
        return found

    def all_to(self, seat: str, campaign: str = "") -> list[Post]:
        """The fresh letters to this seat."""
        place = (campaign or self._campaign, seat)
        return [post for post in self.fresh if (post.campaign, post.seat) == place]

    def to_gm(self) -> list[Post]:
        """The fresh letters to the game master."""
        return [post for post in self.fresh if post.kind == "gm"]

    @property
    def addressed(self) -> list[str]:
        """The seats that the fresh letters are for."""
        return [post.seat for post in self.fresh]

    # -- what is stored --------------------------------------------------------------------------

    def campaign(self, campaign: str = "") -> CampaignRow:
        """The campaign's row."""
        return self.read(lambda s: s.get_one(CampaignRow, campaign or self._campaign))

    def state(self, campaign: str = "") -> Any:
        """The campaign's state."""
        return self.read(lambda s: load(s, campaign or self._campaign)).state

    def desk(self, campaign: str = "") -> Any:
        """The campaign's desk."""
        return self.read(lambda s: load(s, campaign or self._campaign)).desk

    def seat(self, seat: str, campaign: str = "") -> SeatRow:
        """A seat's row."""
        return self.read(lambda s: s.get_one(SeatRow, (campaign or self._campaign, seat)))

    def row(self, number: int | None) -> LetterRow:
        """A letter's row."""
        assert number is not None
        return self.read(lambda s: s.get_one(LetterRow, number))

    def ledger(self) -> list[LetterRow]:
        """Every letter that came in."""
        wanted = select(LetterRow).order_by(col(LetterRow.id))
        return list(self.read(lambda s: s.exec(wanted).all()))

    def facts(self, campaign: str = "") -> list[FactRow]:
        """Every fact of the campaign."""
        wanted = select(FactRow).where(FactRow.campaign == (campaign or self._campaign))
        return self.read(lambda s: list(s.exec(wanted.order_by(col(FactRow.n))).all()))

    def ordered(self, campaign: str = "") -> list[OrderedRow]:
        """Every line of orders of the campaign."""
        wanted = select(OrderedRow).where(OrderedRow.campaign == (campaign or self._campaign))
        return self.read(lambda s: list(s.exec(wanted.order_by(col(OrderedRow.n)))))

    def read(self, look: Callable[[Session], T]) -> T:
        """What ``look`` finds in the database."""
        with self.office.reading() as session:
            found = look(session)
            session.expunge_all()
            return found

    def deadline(self, campaign: str = "") -> datetime:
        """The first deadline of what the campaign waits for."""
        return from_utc_text(min(row.deadline_utc or "" for row in self.read_pending(campaign)))

    def read_pending(self, campaign: str = "") -> list[PendingRow]:
        """What the campaign waits for."""
        return list(self.read(lambda s: pending_rows(s, campaign or self._campaign)))

    def snapshot(self, campaign: str = "") -> tuple[Any, ...]:
        """All of a campaign that a letter may change, to compare."""
        row = self.campaign(campaign)
        desk = self.read(lambda s: load(s, campaign or self._campaign)).desk
        return row.state, row.version, row.status, len(self.facts(campaign)), desk

    def rig(self, change: Callable[[Any], Any], campaign: str = "") -> None:
        """Put the table into another position: cards into hands, and so on."""
        with self.office.session() as session:
            seated: Seated = load(session, campaign or self._campaign)
            _write_state(session, seated, change(seated.state), seated.row.next_fact - 1)


def _post(row: OutboxRow) -> Post:
    message = email.message_from_bytes(row.raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return Post(row.id or 0, row.campaign or "", row.seat or "", row.kind, message, row.raw)


def address_of(name: str) -> str:
    """The mail address of a player."""
    return f"{name.lower()}@example.org"


def codes(rows: Iterable[OrderedRow]) -> list[tuple[str, str, str]]:
    """Lines of orders with their outcomes, to compare."""
    return [(row.text, row.outcome, row.reason) for row in rows]


__all__ = ["NAMES", "START", "Post", "Table", "address_of", "codes"]
