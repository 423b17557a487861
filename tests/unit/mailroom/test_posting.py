"""Letters into the outbox: their headers, and what they are made of."""

from __future__ import annotations

import pytest

from engine.fact import TurnBegan
from pbem.mailroom import picture
from pbem.referee.seated import load
from tests.conversations.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Space Freighter after a few letters."""
    made = Table(tmp_path_factory.mktemp("mailroom") / "office").new().start()
    for _ in range(12):
        made.say("p3", "STATUS")
        made.tick(minutes=10)
    made.say("p1", "ANSWER PASS")
    made.tick()
    return made


def test_a_letter_is_for_one_seat_and_threads(table: Table) -> None:
    """One recipient; In-Reply-To names what is answered; References the first report and the last
    eight letters; all on short lines (test_mailfact_31).
    """
    first = next(p for p in table.letters if p.seat == "p3" and p.kind == "report")
    post = table.to("p3")
    assert post.message["To"] == "Cleo <cleo@example.org>"
    assert post.message["Cc"] is None
    references = str(post.message["References"]).split()
    assert references[0] == first.message["Message-ID"]
    assert len(references) <= 10
    assert "=?" not in post.raw.decode()
    assert all(len(line) <= 998 for line in post.raw.split(b"\r\n"))


def test_message_ids_are_short_and_unique(table: Table) -> None:
    """At most 60 characters, with the row's number in it."""
    ids = [str(post.message["Message-ID"]) for post in table.letters]
    assert len(set(ids)) == len(ids)
    for post, message_id in zip(table.letters, ids, strict=True):
        assert len(message_id) <= 60
        assert f"o{post.number}@" in message_id


def test_answers_and_reports_say_that_a_machine_wrote_them(table: Table) -> None:
    """RFC 3834: an answer is auto-replied, a report auto-generated."""
    kinds = {post.kind: str(post.message["Auto-Submitted"]) for post in table.letters if post.seat}
    assert kinds["receipt"] == "auto-replied"
    assert kinds["report"] == "auto-generated"
    assert all("X-PBEM-Loop" in post.message for post in table.letters)


def test_what_happened_is_the_same_from_memory_and_from_the_ledger(table: Table) -> None:
    """The facts of this transaction need not be read back."""
    with table.office.reading() as session:
        seated = load(session, "sf1")
        read = picture.happened(session, seated, "p1", 0)
        assert any(isinstance(one.fact, TurnBegan) for one in read)
        but = picture.happened(session, seated, "p1", 0, but=range(1, 10_000))
        assert but == ()
        assert not picture.concerns(seated, "p1", ())


def test_needs_tell_who_is_waited_for(table: Table) -> None:
    with table.office.reading() as session:
        seated = load(session, "sf1")
        active = seated.state.active
        needs = picture.needs_of(session, seated, active)
        assert [asked.decision.seat for asked in needs.asked] == [active]
        assert needs.waiting[0].seats == (active,)
        other = next(seat for seat in seated.seats if seat != active)
        assert picture.needs_of(session, seated, other).asked == ()
        seated.row.status = "halted"
        assert picture.needs_of(session, seated, active).asked == ()
