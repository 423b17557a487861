"""The idle look: it may say that there is nothing to do only where that is certain."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import update

from pbem.clock import CLOCK_SEEN, utc_text
from pbem.look import HOURLY, SCHEMA, nothing_to_do
from pbem.office import Office, make_office
from pbem.outbox import enqueue
from pbem.sources import collect
from pbem.sources.hints import leave_for_look
from pbem.store import database
from pbem.store.models import (
    CampaignRow,
    CampaignStatus,
    ExpiryRow,
    LetterRow,
    OfficeRow,
    PendingRow,
    SeatRow,
)
from tests.servers.fakes import SILENCE, FakeImap, fake_imap
from tests.unit.sources.conftest import Mailbox, imap, letter

NOW = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)


@dataclass
class Idle:
    """An office after a full run that found nothing, and its mailbox."""

    office: Office
    box: Mailbox
    server: FakeImap

    def full_run(self, now: datetime = NOW, next_due: datetime | None = None) -> None:
        with self.office.session() as session:
            collect(self.office, session, now)
            session.merge(OfficeRow(key=CLOCK_SEEN, value=utc_text(now)))
            leave_for_look(session, self.office.folder, utc_text(next_due) if next_due else "")
            session.exec(update(LetterRow).values(status="accepted"))

    def look(self, now: datetime = NOW, **environ: str) -> bool:
        self.server.heard.clear()
        return nothing_to_do(self.office.folder, now, environ)

    def asked(self, word: str) -> bool:
        return any(word in line for line in self.server.heard)


def status_of(box: Mailbox, command: str) -> bytes | None:
    if command.startswith("STATUS"):
        following = max(box.letters, default=0) + 1
        return f'* STATUS "INBOX" (UIDNEXT {following} UIDVALIDITY {box.validity})\r\n'.encode()
    return box(command)


@pytest.fixture
def idle(tmp_path: Path) -> Iterator[Idle]:
    box = Mailbox({3: letter(1)})
    with fake_imap(lambda command: status_of(box, command)) as server:
        text = "\n".join(["[office]", 'address = "gm@pbem.test"', *imap(server.port)])
        made = Idle(make_office(tmp_path / "office", text), box, server)
        made.full_run()
        yield made
        made.office.close()


def test_nothing_to_do_after_a_run_that_read_all(idle: Idle) -> None:
    assert idle.look()
    assert idle.look(NOW + HOURLY - timedelta(seconds=1))
    assert not idle.asked("FETCH")


def test_a_new_letter_is_work(idle: Idle) -> None:
    idle.box.letters[4] = letter(2)
    assert not idle.look()
    idle.full_run()
    assert idle.look()


def test_another_uidvalidity_is_work(idle: Idle) -> None:
    idle.box.validity = 8
    assert not idle.look()


def test_a_letter_whose_text_did_not_come_is_work(idle: Idle) -> None:
    idle.box.letters[4] = letter(2)
    idle.box.withheld = {4}
    idle.full_run()
    assert not idle.look()


def test_an_hour_without_a_full_run_is_work_and_so_is_a_clock_set_back(idle: Idle) -> None:
    """Else the clock last seen grows old, and the brake takes a quiet week for a jump."""
    assert not idle.look(NOW + HOURLY)
    assert not idle.look(NOW - timedelta(seconds=1))


def test_a_moment_that_was_left_is_work_when_it_comes(idle: Idle) -> None:
    idle.full_run(next_due=NOW + timedelta(minutes=10))
    assert idle.look(NOW + timedelta(minutes=10, seconds=-1))
    assert not idle.look(NOW + timedelta(minutes=10))
    assert not idle.server.heard, "the mailbox need not be asked then"


def add_campaign(idle: Idle, status: CampaignStatus) -> None:
    with idle.office.session() as session:
        session.add(
            CampaignRow(
                id="st7", game="toy", status=status, seed=b"", commitment="", created_at="x"
            )
        )
        session.add(SeatRow(campaign="st7", seat="p1"))


@pytest.mark.parametrize(("status", "idly"), [("running", False), ("halted", True)])
def test_a_deadline_passed_is_work_where_the_campaign_runs(
    idle: Idle, status: CampaignStatus, idly: bool
) -> None:
    add_campaign(idle, status)
    with idle.office.session() as session:
        session.add(
            PendingRow(
                campaign="st7",
                decision="1",
                seat="p1",
                kind="move",
                deadline_class="TURN",
                asked_at=utc_text(NOW),
                deadline_utc=utc_text(NOW + timedelta(minutes=5)),
            )
        )
    assert idle.look()
    assert idle.look(NOW + timedelta(minutes=5)) is idly


def test_an_offer_run_out_is_work(idle: Idle) -> None:
    add_campaign(idle, "running")
    due = NOW + timedelta(minutes=5)
    with idle.office.session() as session:
        session.add(ExpiryRow(campaign="st7", offer="1", local="", zone="UTC", utc=utc_text(due)))
    assert idle.look()
    assert not idle.look(due)


@pytest.mark.parametrize("status", ["pending", "doubt"])
def test_a_letter_to_be_sent_is_work_when_its_time_comes(idle: Idle, status: str) -> None:
    due = NOW + timedelta(minutes=5)
    with idle.office.session() as session:
        number = enqueue(
            session,
            address="bob@example.org",
            kind="report",
            message_id="<a@b>",
            raw=b"",
            now=due,
        )
        session.connection().exec_driver_sql(
            f"UPDATE outbox SET status = '{status}' WHERE id = {number}"
        )
    assert idle.look()
    assert not idle.look(due)


@pytest.mark.parametrize(("table", "status"), [("outbox", "sending"), ("letter", "new")])
def test_what_a_dead_run_left_is_work(idle: Idle, table: str, status: str) -> None:
    with idle.office.session() as session:
        enqueue(session, address="a@b.example", kind="gm", message_id="<a@b>", raw=b"", now=NOW)
        session.connection().exec_driver_sql("UPDATE outbox SET status = 'sent'")
    assert idle.look()
    with idle.office.session() as session:
        session.connection().exec_driver_sql(f"UPDATE {table} SET status = '{status}'")
    assert not idle.look()


def test_changed_settings_are_read_by_a_full_run(idle: Idle) -> None:
    """It alone can say what is wrong with them."""
    path = idle.office.folder / "pbem.toml"
    path.write_text(path.read_text() + "\n[nonsense]\n")
    assert not idle.look()
    os.chmod(path, 0o644)
    assert not idle.look()


def test_settings_from_the_environment_are_left_to_the_full_run(idle: Idle) -> None:
    assert not idle.look(PBEM_IMAP_HOST="127.0.0.1")
    assert idle.look(PBEM_IMAP_PASSWORD="secret", PBEM_OFFICE="x", HOME="/")


def test_a_run_at_work_is_left_to_the_full_run(idle: Idle) -> None:
    with idle.office.lock():
        assert not idle.look()


def test_the_lock_is_free_while_the_mailbox_is_asked(idle: Idle) -> None:
    free = []

    def script(command: str) -> bytes | None:
        if command.startswith("STATUS"):
            with idle.office.lock():
                free.append(True)
        return status_of(idle.box, command)

    idle.server.script = script
    assert idle.look()
    assert free == [True]


@pytest.mark.parametrize("key", ["next_due", "settings_seen", "mail_imap", CLOCK_SEEN])
@pytest.mark.parametrize("value", [None, "nonsense", "{}"])
def test_hints_missing_or_damaged_mean_a_full_run(idle: Idle, key: str, value: str | None) -> None:
    with idle.office.session() as session:
        if value is None:
            session.delete(session.get_one(OfficeRow, key))
        else:
            session.merge(OfficeRow(key=key, value=value))
    assert not idle.look()


ANSWERS: list[Callable[[str], str | bytes | None]] = [
    lambda command: "TAG NO wrong password" if command.startswith("LOGIN") else None,
    lambda command: "TAG NO no such folder" if command.startswith("STATUS") else None,
    lambda command: "* STATUS INBOX (UIDNEXT 4)\r\n" if command.startswith("STATUS") else None,
    lambda command: "* STATUS INBOX ()\r\n" if command.startswith("STATUS") else None,
    lambda command: None,
]


@pytest.mark.parametrize("script", ANSWERS)
def test_a_server_that_says_anything_else_means_a_full_run(
    idle: Idle, script: Callable[[str], str | bytes | None]
) -> None:
    idle.server.script = script
    assert not idle.look()


def test_a_server_that_says_nothing_means_a_full_run(idle: Idle) -> None:
    path = idle.office.folder / "pbem.toml"
    path.write_text(path.read_text().replace("timeout = 5", "timeout = 1"))
    idle.full_run()
    idle.server.script = lambda command: SILENCE if command.startswith("STATUS") else None
    assert not idle.look()


def test_no_office_means_a_full_run_and_no_file_is_made(tmp_path: Path) -> None:
    assert not nothing_to_do(tmp_path, NOW, {})
    assert not nothing_to_do(tmp_path / "nowhere", NOW, {})
    assert list(tmp_path.iterdir()) == []


def test_another_schema_means_a_full_run(idle: Idle) -> None:
    assert SCHEMA == database.SCHEMA
    with idle.office.session() as session:
        session.connection().exec_driver_sql(f"PRAGMA user_version = {SCHEMA + 1}")
    assert not idle.look()


def test_a_password_in_the_clear_never_leaves_the_machine(idle: Idle) -> None:
    path = idle.office.folder / "pbem.toml"
    path.write_text(path.read_text().replace('"127.0.0.1"', '"imap.example.org"'))
    with idle.office.session() as session:
        leave_for_look(session, idle.office.folder, "")
        hints = session.get_one(OfficeRow, "mail_imap")
        hints.value = hints.value.replace("127.0.0.1", "imap.example.org")
    assert not idle.look()


def test_letters_that_wait_for_a_halted_campaign_are_no_work(idle: Idle) -> None:
    """A campaign may stand halted for weeks; that must not make each look a full run."""
    rows = [LetterRow(source="pipe", account="", folder="", received_at=utc_text(NOW),
                      arrived_at=utc_text(NOW), raw=letter(n), sha256="", size=1)
            for n in (5, 6)]  # fmt: skip
    with idle.office.session() as session:
        session.add_all(rows)
    assert not idle.look()
    numbers = [row.id or 0 for row in rows]
    with idle.office.session() as session:
        leave_for_look(session, idle.office.folder, "", numbers)
    assert idle.look()
    # As many letters, but not the same: the campaign went on, and another letter came.
    with idle.office.session() as session:
        leave_for_look(session, idle.office.folder, "", [numbers[0], numbers[1] + 1])
    assert not idle.look()


def test_a_maildir_is_known_by_its_names(tmp_path: Path) -> None:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "office" / "box" / name).mkdir(parents=True)
    text = '[office]\naddress = "gm@pbem.test"\n[maildir]\npath = "box"\n'
    office = make_office(tmp_path / "office", text)
    box = office.folder / "box"
    with fake_imap(lambda _command: None) as server:
        one = Idle(office, Mailbox(), server)
        one.full_run()
        assert one.look()
        (box / "new" / "1.a.host").write_bytes(letter(1))
        assert not one.look()
        one.full_run()
        (box / "new" / "1.a.host").rename(box / "cur" / "1.a.host:2,S")
        assert one.look()
        (box / "cur" / "2.b.host:2,S").write_bytes(letter(2))
        assert not one.look()
    office.close()
