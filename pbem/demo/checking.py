"""Whether every letter of the demonstration arrived, and had its outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlmodel import Session, select

from pbem.demo.mailprogram import MailProgram
from pbem.errors import PbemError
from pbem.office import Office
from pbem.store.models import LetterRow, OutboxRow


@dataclass(frozen=True)
class Tally:
    """What went to and fro."""

    accepted: int
    refused: int
    posted: int


def check_letters(office: Office, programs: Mapping[str, MailProgram]) -> Tally:
    """Compare what the players sent and read with the office's books.

    ``PbemError`` `demo-astray` names every letter that is missing, doubled or without an outcome,
    and every player who got no final report.
    """
    with office.reading() as session:
        came, outcomes = _came(session)
        posted = _posted(session, programs.values())
    faults = _differences("a letter of a player", _sent(programs.values()), came)
    faults += [
        f"a letter of a player was {status}: {key}"
        for key, status in outcomes.items()
        if status not in ("accepted", "refused")
    ]
    for program in programs.values():
        expected = Counter(row[0] for row in posted if row[1] == program.address)
        faults += _differences(f"a letter to {program.address}", expected, Counter(program.got))
        if not any(kind == "final" for _, address, kind in posted if address == program.address):
            faults.append(f"{program.address} got no final report")
    if faults:
        raise PbemError("demo-astray", "Letters went astray:\n  " + "\n  ".join(faults))
    tally = Counter(outcomes.values())
    return Tally(tally["accepted"], tally["refused"], len(posted))


def _sent(programs: Iterable[MailProgram]) -> Counter[str]:
    return Counter(key for program in programs for key in program.sent)


def _came(session: Session) -> tuple[Counter[str], dict[str, str]]:
    """Message-IDs in the ledger, and the outcome of each letter."""
    rows = session.exec(select(LetterRow.message_id, LetterRow.status)).all()
    return Counter(key for key, _ in rows), dict(rows)


def _posted(session: Session, programs: Iterable[MailProgram]) -> list[tuple[str, str, str]]:
    """Message-ID, address and kind of every letter to these players in the outbox."""
    addresses = {program.address for program in programs}
    rows = session.exec(select(OutboxRow.message_id, OutboxRow.address, OutboxRow.kind)).all()
    return [(key, address, kind) for key, address, kind in rows if address in addresses]


def _differences(what: str, sent: Counter[str], came: Counter[str]) -> list[str]:
    lost = [f"{what} did not arrive: {key}" for key in sent - came]
    return lost + [f"{what} arrived, and was not sent: {key}" for key in came - sent]
