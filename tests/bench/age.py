"""`pbem bench age`: a tick over a campaign with 5,000 facts against one with 50.

Offers made and withdrawn, of which the players were told. The tick reads a PLAN letter of every
seat, settles a turn and writes the reports; the time is that of the run itself, without starting
Python, and without posting.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import Session, select, update

from engine.advance import act
from engine.decision import Order
from pbem.clock import utc_text
from pbem.office import Office, make_office
from pbem.referee.record import write_step
from pbem.referee.seated import Seated, load
from pbem.run.tick import tick
from pbem.store.models import CampaignRow, OutboxRow, SeatRow
from tests.bench.common import Row, json_wanted, show
from tests.bench.offices import add_campaign, answers

YOUNG, OLD = 50, 5000
PAIRS = 31
CAMPAIGN = "sf1"
SETTINGS = """\
[office]
address = "games@pbem.test"
[maildir]
path = "Maildir"
"""


def aged_office(folder: Path, facts: int) -> Path:
    """An office with one campaign that has so many facts, and a letter of every seat waiting."""
    now = datetime.now(UTC)
    office = make_office(folder, SETTINGS)
    add_campaign(office, CAMPAIGN, now)
    with office.session() as session:
        seated = load(session, CAMPAIGN)
        _trade(session, seated, facts)
        told = seated.row.next_fact - 1
        session.exec(update(SeatRow).values(reported_fact=told))
        session.exec(update(OutboxRow).values(status="sent", sent_at=utc_text(now)))
    office.close()
    for name in ("cur", "new", "tmp"):
        (folder / "Maildir" / name).mkdir(parents=True)
    for number, raw in enumerate(answers(folder, now)):
        (folder / "Maildir" / "new" / f"{number}.bench").write_bytes(raw)
    return folder


def _trade(session: Session, seated: Seated, facts: int) -> None:
    """One who holds a card offers it to his neighbour and withdraws the offer, again and again."""
    state = seated.state
    seat = next(seat for seat in state.seats if state.hands[seat])
    partner = state.clockwise(seat)[0]
    want = next(card for card in state.deck)
    offer = Order("OFFER", (partner, state.hands[seat][:1], (want,)))
    while seated.row.next_fact <= facts:
        write_step(session, seated, act(seated.game, seated.state, seat, offer, seated.dice))
        made = seated.state.offers[-1]
        withdraw = Order("WITHDRAW", (partner, made.number))
        write_step(session, seated, act(seated.game, seated.state, seat, withdraw, seated.dice))


def timed(prepared: Path, folder: Path) -> float:
    """Seconds that a run over a copy of this office takes."""
    shutil.copytree(prepared, folder)
    office = Office.open(folder)
    before = _turn(office)
    begun = time.perf_counter()
    summary = tick(office, datetime.now(UTC), progress=lambda *_: None)
    seconds = time.perf_counter() - begun
    if summary.letters != 4 or _turn(office) <= before:
        raise RuntimeError(f"not the run that was meant: {summary}")
    office.close()
    shutil.rmtree(folder)
    return seconds


def _turn(office: Office) -> int:
    with office.reading() as session:
        return session.exec(select(CampaignRow.turn)).one()


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        top = Path(name)
        young = aged_office(top / "young", YOUNG)
        old = aged_office(top / "old", OLD)
        pairs = [(timed(young, top / "a"), timed(old, top / "b")) for _ in range(PAIRS + 1)][1:]
    a = statistics.median(one for one, _ in pairs) * 1000
    b = statistics.median(two for _, two in pairs) * 1000
    show(
        [
            Row(f"a run, {YOUNG} facts old", a, "ms"),
            Row.compared(f"a run, {OLD:,} facts old", b, "ms", a),
        ],
        as_json=json_wanted(argv),
    )
    return 0
