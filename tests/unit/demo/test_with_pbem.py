"""pbem's own mail ends work with the demonstration's servers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import col, select, update

from pbem.clock import CLOCK_SEEN, utc_text
from pbem.demo.servers import PASSWORD, start
from pbem.look import nothing_to_do
from pbem.office import make_office
from pbem.outbox import enqueue, flush
from pbem.sources import collect
from pbem.sources.hints import leave_for_look
from pbem.store.models import LetterRow, OfficeRow

NOW = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)


def test_a_letter_goes_out_and_comes_back(tmp_path: Path) -> None:
    """Posted by SMTP, read over IMAP, long ones cut, and the idle look knows when all is read."""
    with start(tmp_path / "mail", clock=lambda: NOW) as servers:
        login = ('user = "gm"', f'password = "{PASSWORD}"', 'tls = "none"', 'host = "127.0.0.1"')
        smtp = ('host = "127.0.0.1"', f"port = {servers.smtp_port}", 'tls = "none"')
        lines = ["[office]", 'address = "gm@demo.invalid"', "[imap]", *login]
        lines += [f"port = {servers.imap_port}", "[smtp]", *smtp]
        office = make_office(tmp_path / "office", "\n".join(lines))
        with office.session() as session:
            for number, text in enumerate(("short", "long\r\n" * 40_000), 1):
                enqueue(
                    session,
                    address="gm+st7.t1.p2.abc@demo.invalid",
                    kind="report",
                    message_id=f"<out{number}@demo.invalid>",
                    raw=f"Message-ID: <in{number}@x>\r\nSubject: x\r\n\r\n{text}\r\n".encode(),
                    now=NOW,
                )
        assert flush(office, NOW).sent == 2
        with office.session() as session:
            assert collect(office, session, NOW).new_ids == (1, 2)
            assert collect(office, session, NOW).new_ids == ()
            letters = session.exec(select(LetterRow).order_by(col(LetterRow.size))).all()
            assert [one.truncated for one in letters] == [False, True]
            assert {one.received_at for one in letters} == {"2026-12-03T19:00:00Z"}
            session.exec(update(LetterRow).values(status="accepted"))
            session.merge(OfficeRow(key=CLOCK_SEEN, value=utc_text(NOW)))
            leave_for_look(session, office.folder, "")
        assert nothing_to_do(office.folder, NOW, {})
        servers.mailboxes.deliver("bob@demo.invalid", "gm@demo.invalid", b"Subject: y\r\n\r\nz\r\n")
        assert not nothing_to_do(office.folder, NOW, {})
        office.close()
