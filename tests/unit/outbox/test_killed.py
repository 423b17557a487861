"""Killed while posting: the next run posts the rest, and at most one letter twice."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.outbox import flush
from tests.servers.fakes import KILL, KILL_AFTER, FakeSmtp, fake_smtp
from tests.unit.outbox.conftest import NOW, MakeOffice, Post, Rows, letter

pytestmark = pytest.mark.crash

CHILD = """
import sys
from datetime import datetime
from pathlib import Path
from pbem.office import Office
from pbem.outbox import flush
sys.stdin.readline()
flush(Office.open(Path(sys.argv[1])), datetime.fromisoformat(sys.argv[2]))
"""
LATER = NOW + timedelta(minutes=15)


def run_and_die(server: FakeSmtp, folder: Path, checkout: Path) -> None:
    """Flush in a child process, which the server kills."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), NOW.isoformat()],
        stdin=subprocess.PIPE,
        cwd=checkout,
    )
    server.victim = child.pid
    child.communicate(b"\n", timeout=60)
    assert child.returncode == -9


@pytest.mark.parametrize(
    ("word", "how", "repeats"),
    [
        ("mail", KILL, 0),
        ("rcpt", KILL, 0),
        ("data", KILL, 0),
        (".", KILL, 1),
        (".", KILL_AFTER, 1),
    ],
)
def test_mailfact_39_one_connection_repeats_at_most_one_letter(
    office_with: MakeOffice,
    post: Post,
    rows: Rows,
    checkout: Path,
    word: str,
    how: str,
    repeats: int,
) -> None:
    def script(asked: str, before: int) -> str | None:
        return how if (asked, before) == (word, 2) else None

    with fake_smtp(script) as server:
        office = office_with(server.port, "connections = 1")
        post(office, 6)
        run_and_die(server, office.folder, checkout)
        assert [row.status for row in rows(office)] == ["sent", "sent", "sending", *["pending"] * 3]
        first = flush(office, NOW)
        assert (first.sent, first.doubt) == (3, 1)
        assert flush(office, LATER).sent == 1
        copies = Counter(one.raw for one in server.taken)
    assert set(copies) == {letter(number) for number in range(1, 7)}
    assert copies[letter(3)] == 1 + repeats
    assert copies.total() == 6 + repeats
    assert {row.status for row in rows(office)} == {"sent"}


def test_mailfact_39_four_connections_repeat_at_most_one_letter_each(
    office_with: MakeOffice, post: Post, rows: Rows, checkout: Path
) -> None:
    def script(asked: str, before: int) -> str | None:
        return KILL_AFTER if (asked, before) == (".", 11) else None

    with fake_smtp(script) as server:
        office = office_with(server.port, "connections = 4")
        post(office, 40)
        run_and_die(server, office.folder, checkout)
        claimed = [row for row in rows(office) if row.status == "sending"]
        assert 1 <= len(claimed) <= 4
        flush(office, NOW)
        flush(office, LATER)
        copies = Counter(one.raw for one in server.taken)
    assert set(copies) == {letter(number) for number in range(1, 41)}
    assert copies.total() <= 40 + len(claimed)
    assert max(copies.values()) <= 2
