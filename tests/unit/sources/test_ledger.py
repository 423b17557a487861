"""What counts as the same letter, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from pbem.clock import utc_text
from pbem.office import Office
from pbem.outbox import enqueue
from pbem.sources.ledger import enter
from pbem.sources.raw import KEPT, RawLetter, header_field, message_id_of
from pbem.store.models import LetterRow
from tests.unit.sources.conftest import NOW, MakeOffice, Rows, letter


def raw_letter(raw: bytes, size: int = 0) -> RawLetter:
    return RawLetter("pipe", "", "", raw[:KEPT], size or len(raw), NOW)


@dataclass
class Ledger:
    """A ledger that letters are entered into, one after the other or in one batch."""

    office: Office
    rows: Rows

    def add(self, *raws: bytes | RawLetter, together: bool = False) -> list[tuple[str, str]]:
        """Enter letters; gives the outcomes of all so far."""
        letters = [one if isinstance(one, RawLetter) else raw_letter(one) for one in raws]
        for batch in [letters] if together else [[one] for one in letters]:
            with self.office.session() as session:
                enter(session, batch, NOW)
        return [(row.status, row.reason) for row in self.rows(self.office)]


@pytest.fixture
def ledger(office_with: MakeOffice, rows: Rows) -> Ledger:
    return Ledger(office_with(), rows)


NEW = ("new", "")
SAME = ("ignored", "duplicate")
TRACE = b"Received: from a by b; Thu, 3 Dec 2026 19:00:00 +0000\r\nDelivered-To: gm@pbem.test\r\n"


@pytest.mark.parametrize("together", [False, True])
def test_report_18_the_same_message_id_twice_is_one_letter(ledger: Ledger, together: bool) -> None:
    again = TRACE + letter(1).replace(b"\r\n", b"\n") + b"\n\n"
    assert ledger.add(letter(1), again, together=together) == [NEW, SAME]


@pytest.mark.parametrize("together", [False, True])
def test_report_19_without_message_id_the_content_decides(ledger: Ledger, together: bool) -> None:
    bare = letter(1, message_id="")
    assert ledger.add(bare, TRACE + bare, together=together) == [NEW, SAME]


def test_report_19_the_same_orders_sent_anew_are_another_letter(ledger: Ledger) -> None:
    """A plan sent again for a later turn has the same words and another date."""
    assert ledger.add(letter(1, message_id=""), letter(2, message_id="")) == [NEW, NEW]


def test_a_message_id_used_for_another_text_is_another_letter(ledger: Ledger) -> None:
    """Some programs repeat ids (FreeScout 4740): nobody's orders may be lost by that."""
    assert ledger.add(letter(1, "MOVE 3", "<x@y>"), letter(2, "MOVE 4", "<x@y>")) == [NEW, NEW]


def test_identical_bytes_are_kept_once(ledger: Ledger) -> None:
    ledger.add(letter(1), letter(1), TRACE + letter(1))
    first, second, third = ledger.rows(ledger.office)
    assert (second.raw, second.detail) == (b"", "the same as letter 1")
    assert second.sha256 == first.sha256
    assert third.raw == TRACE + letter(1), "other bytes are kept"


def test_a_long_letter_again_is_known_though_the_cut_lies_elsewhere(ledger: Ledger) -> None:
    long = letter(1, "MOVE 3\r\n" * 20_000)
    again = TRACE + long
    assert ledger.add(raw_letter(long, len(long)), raw_letter(again, len(again))) == [NEW, SAME]


def test_the_hash_is_over_size_and_kept_part(ledger: Ledger) -> None:
    short = raw_letter(b"x" * KEPT)
    assert short.sha256 != replace(short, size=KEPT + 1).sha256
    assert ledger.add(short, replace(short, size=KEPT + 1))[0] == NEW


def test_our_own_letter_coming_back_is_no_players(ledger: Ledger) -> None:
    """The copy to our +sent address settles doubts; it is never read for orders."""
    with ledger.office.session() as session:
        enqueue(
            session,
            address="bob@example.org",
            kind="report",
            message_id="<m1@example.org>",
            raw=letter(1),
            now=NOW,
        )
    assert ledger.add(TRACE + letter(1), TRACE + letter(1)) == [("ignored", "sent-copy")] * 2


def test_numbers_go_up_even_past_deleted_rows(ledger: Ledger) -> None:
    ledger.add(letter(1), letter(2))
    with ledger.office.session() as session:
        session.delete(ledger.rows(ledger.office)[1])
    ledger.add(letter(3))
    assert [row.id for row in ledger.rows(ledger.office)] == [1, 3]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (b"Message-ID: <a@b>\r\nX: y", "<a@b>"),
        (b"message-id:\r\n <a@b>\r\nX: y", "<a@b>"),
        (b"X: y\nMessage-Id: <a@b> (comment)\n", "<a@b>"),
        (b"Message-ID: <[abc]@microsoft.com>", "<[abc]@microsoft.com>"),
        (b"Message-ID: no brackets", "no brackets"),
        (b"Message-ID: \xff\xfe", "\ufffd\ufffd"),
        (b"Message-ID:", ""),
        (b"", ""),
        (b"X-Message-ID: <a@b>", ""),
        (b"References: x\r\n Message-ID: <a@b>", ""),
    ],
)
def test_message_id_is_read_off_any_header(header: bytes, expected: str) -> None:
    assert message_id_of(header) == expected


def test_a_field_is_the_first_of_its_name_unfolded() -> None:
    header = b"Subject: one\r\n\ttwo \r\nSubject: three\r\n"
    assert header_field(header, b"subject") == b"one two"


def test_report_27_an_empty_letter_is_no_repeat_of_what_the_gm_typed(ledger: Ledger) -> None:
    """Orders entered by hand have no header; neither has a letter of no bytes."""
    with ledger.office.session() as session:
        session.add(
            LetterRow(
                source="submit",
                sha256="0",
                size=5,
                received_at=utc_text(NOW),
                arrived_at=utc_text(NOW),
                raw=b"PASS\n",
                status="accepted",
            )
        )
    assert ledger.add(b"") == [("accepted", ""), NEW]
