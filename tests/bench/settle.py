"""`pbem bench settle`: one mailed turn of a Star Traders campaign with 20,000 facts.

Three campaigns stand at the same place, where traders played them to; in the last, offers were made
and withdrawn until it had so many facts. The player whose turn it is mails the first plan of his
report, and a run follows in a process of its own, as cron starts it: the letter is stored and read,
the turn settled, facts and state written, everybody's report composed; nothing is posted. Counted
is the CPU time from when all is imported to the end of the run, beside that of a run in the same
office with nothing to do. Of many rounds the best counts, since what else the machine does only
ever slows them down; the median of the rounds is shown too.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, select, update

from engine.advance import act, advance
from engine.decision import Decision, Order
from engine.desk import GAP
from engine.selfplay import BotSource
from engine.table import Answer
from games.star_traders.game import STAR_TRADERS
from pbem.clock import utc_text
from pbem.mailroom.posting import Mailroom
from pbem.office import CACHE, Office, make_office
from pbem.referee.record import write_step
from pbem.referee.seated import Seated, load
from pbem.referee.waiting import renew
from pbem.run.tick import tick
from pbem.run.work import Work
from pbem.store.models import CampaignRow, OutboxRow
from tests.bench.age import SETTINGS
from tests.bench.common import CHECKOUT, Row, child_environment, json_wanted, show
from tests.bench.offices import NAMES, add_campaign, answer

FACTS = 20_000
TURN = 41
"""The turn that is mailed; the traders play those before it."""
TRIES = 20
ROUNDS = 21
_RUN = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from pbem.cli.process import collect_seldom
from pbem.office import Office
from pbem.run.tick import tick
collect_seldom()
begun = time.process_time()
tick(Office.open(Path(sys.argv[1])), datetime.now(UTC))
print(1000 * (time.process_time() - begun))
"""
"""What `pbem process` does when it is called, less reading the command line."""
FIRST, YOUNG, OLD = CAMPAIGNS = ("st1", "st2", "st3")


class _Traders:
    """Answers as traders do, until the turn that is mailed."""

    def __init__(self) -> None:
        trader = STAR_TRADERS.bot("trader")
        assert trader is not None
        seats = (f"p{i + 1}" for i in range(len(NAMES)))
        self._bots = BotSource(STAR_TRADERS, random.Random(1), dict.fromkeys(seats, trader))

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """See ``Source``."""
        return None if s.turn >= TURN else self._bots.answer(s, d)

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """See ``Source``."""


def aged_office(top: Path) -> tuple[Path, dict[str, bytes]]:
    """An office with the three campaigns, and a letter for each.

    At the first place found where the letter settles the turn: no Calamity, no race. What an office
    compiled when it wrote such reports before is there.
    """
    now = datetime.now(UTC)
    folder, trial = top / "office", top / "trial"
    for number in range(1, TRIES + 1):
        _placed(folder, sha256(b"%d" % number).digest(), now)
        shutil.copytree(folder, trial)
        letters = _letters(trial, now)
        if _settles(trial, letters[FIRST]):
            break
        shutil.rmtree(folder)
        shutil.rmtree(trial)
    else:
        raise RuntimeError(f"no turn {TURN} of {TRIES} campaigns was settled by its letter")
    shutil.copytree(trial / CACHE, folder / CACHE, dirs_exist_ok=True)
    office = Office.open(folder)
    with office.session() as session:
        _trade(session, load(session, OLD))
    office.close()
    return folder, _letters(folder, now)


def _placed(folder: Path, seed: bytes, now: datetime) -> None:
    office = make_office(folder, SETTINGS)
    for name in ("cur", "new", "tmp"):
        (folder / "Maildir" / name).mkdir(parents=True)
    for campaign in CAMPAIGNS:
        add_campaign(office, campaign, now, STAR_TRADERS.id, seed=seed, waits={GAP: False})
        with office.session() as session:
            seated = load(session, campaign)
            step = advance(seated.game, seated.state, _Traders(), seated.dice)
            write_step(session, seated, step)
            renew(session, seated, step.pending, now)
    office.close()


def _settles(folder: Path, letter: bytes) -> bool:
    office = Office.open(folder)
    _deliver(folder, letter)
    tick(office, datetime.now(UTC))
    settled = _turn(office, FIRST) == TURN + 1
    office.close()
    return settled


def _trade(session: Session, seated: Seated) -> None:
    """The richest offers his neighbour a $tarBuck for two and withdraws that, again and again."""
    state = seated.state
    seat = max(state.seats, key=lambda x: state.money[x])
    partner = state.clockwise(seat)[1]
    offer = Order("OFFER", (partner, ("$1",), ("$2",)))
    while seated.row.next_fact <= FACTS:
        write_step(session, seated, act(seated.game, seated.state, seat, offer, seated.dice))
        withdraw = Order("WITHDRAW", (partner, seated.state.offers[-1].number))
        write_step(session, seated, act(seated.game, seated.state, seat, withdraw, seated.dice))


def _letters(folder: Path, now: datetime) -> dict[str, bytes]:
    """For each campaign, the answer to the report of the player whose turn it is."""
    office = Office.open(folder)
    with office.session() as session:
        found = {campaign: _letter(session, office, campaign, now) for campaign in CAMPAIGNS}
        session.exec(update(OutboxRow).values(status="sent", sent_at=utc_text(now)))
    office.close()
    return found


def _letter(session: Session, office: Office, campaign: str, now: datetime) -> bytes:
    """Everybody was told all that happened, and has a report; one answers it with its plan A."""
    seated = load(session, campaign)
    for row in seated.seats.values():
        row.reported_fact = seated.row.next_fact - 1
    work = Work(session, Mailroom(office), seated, now)
    work.parcels.report_to_all()
    work.post()
    seat = seated.state.active
    plan = seated.game.suggested_plans(seated.view(seat), seat)[0]
    report = session.exec(
        select(OutboxRow.raw)
        .where(OutboxRow.campaign == campaign, OutboxRow.seat == seat)
        .order_by(col(OutboxRow.id).desc())
        .limit(1)
    ).one()
    return answer(report, "\n".join(("PLAN", *plan.lines, "")), now)


def _deliver(folder: Path, letter: bytes) -> None:
    (folder / "Maildir" / "new" / f"{sha256(letter).hexdigest()}.bench").write_bytes(letter)


def _turn(office: Office, campaign: str) -> int:
    with office.reading() as session:
        return session.exec(select(CampaignRow.turn).where(CampaignRow.id == campaign)).one()


def run(prepared: Path, folder: Path, campaign: str, letter: bytes | None) -> float:
    """Milliseconds of CPU of a run in a copy of this office, over a letter or over none."""
    shutil.copytree(prepared, folder)
    if letter is not None:
        _deliver(folder, letter)
    command = [sys.executable, "-c", _RUN, str(folder)]
    said = subprocess.run(
        command, cwd=CHECKOUT, env=child_environment(), capture_output=True, text=True, check=True
    )
    office = Office.open(folder)
    if _turn(office, campaign) != (TURN if letter is None else TURN + 1):
        raise RuntimeError(f"not the run that was meant: turn {_turn(office, campaign)}")
    office.close()
    shutil.rmtree(folder)
    return float(said.stdout)


def _facts(folder: Path, campaign: str) -> int:
    office = Office.open(folder)
    with office.reading() as session:
        row = session.get_one(CampaignRow, campaign)
    office.close()
    return row.next_fact - 1


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        top = Path(name)
        folder, letters = aged_office(top)
        few, many = _facts(folder, YOUNG), _facts(folder, OLD)
        rounds = [_round(folder, top / "copy", letters) for _ in range(ROUNDS + 1)][1:]
    idle, young, old = (min(times) for times in zip(*rounds, strict=True))
    usual = statistics.median(old - nothing for nothing, _, old in rounds)
    show(
        [
            Row("a run with nothing to do", idle, "ms of CPU"),
            Row(f"beside it, a mailed turn, {few:,} facts", young - idle, "ms of CPU"),
            Row(f"{many:,} facts, median", usual, "ms of CPU"),
            Row.compared(f"{many:,} facts", old - idle, "ms of CPU", young - idle),
        ],
        as_json=json_wanted(argv),
    )
    return 0


def _round(prepared: Path, folder: Path, letters: dict[str, bytes]) -> tuple[float, float, float]:
    return (
        run(prepared, folder, OLD, None),
        run(prepared, folder, YOUNG, letters[YOUNG]),
        run(prepared, folder, OLD, letters[OLD]),
    )
