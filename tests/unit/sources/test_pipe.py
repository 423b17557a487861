"""One letter on standard input."""

from __future__ import annotations

from io import BytesIO

import pytest

from pbem.errors import TryAgain
from pbem.sources import deliver
from pbem.sources.raw import KEPT
from tests.unit.sources.conftest import NOW, MakeOffice, Rows, letter


class Broken(BytesIO):
    """A stream that fails."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise OSError("input/output error")


def test_a_letter_is_stored_with_the_moment_of_delivery(
    office_with: MakeOffice, rows: Rows
) -> None:
    office = office_with()
    assert deliver(office, BytesIO(letter(1)), NOW) == 1
    (row,) = rows(office)
    assert (row.source, row.raw, row.status) == ("pipe", letter(1), "new")
    assert row.received_at == "2026-12-03T19:00:00Z"


def test_the_line_that_only_a_mailbox_file_has_is_taken_off(
    office_with: MakeOffice, rows: Rows
) -> None:
    """procmail hands letters over with it."""
    office = office_with()
    deliver(office, BytesIO(b"From bob@example.org Thu Dec  3 19:00:00 2026\n" + letter(1)), NOW)
    (row,) = rows(office)
    assert (row.raw, row.size) == (letter(1), len(letter(1)))


def test_a_repeat_is_silently_done_with(office_with: MakeOffice, rows: Rows) -> None:
    office = office_with()
    deliver(office, BytesIO(letter(1)), NOW)
    assert deliver(office, BytesIO(letter(1)), NOW) is None
    assert [row.status for row in rows(office)] == ["new", "ignored"]


def test_five_megabytes_are_read_to_the_end_and_not_kept(
    office_with: MakeOffice, rows: Rows
) -> None:
    office = office_with()
    stream = BytesIO(letter(1, "MOVE 3\r\n" * 650_000))
    deliver(office, stream, NOW)
    (row,) = rows(office)
    assert (len(row.raw), row.size, row.truncated) == (KEPT, stream.tell(), True)
    assert stream.read() == b""


@pytest.mark.parametrize("raw", [b"", b"\x00", b"\r\n\r\n", b"From "])
def test_report_27_odd_letters_are_stored_too(
    office_with: MakeOffice, rows: Rows, raw: bytes
) -> None:
    office = office_with()
    assert deliver(office, BytesIO(raw), NOW) == 1
    assert rows(office)[0].raw == raw


def test_every_failure_says_try_again(office_with: MakeOffice) -> None:
    """Exit 75 makes the mail server keep the letter."""
    office = office_with()
    with pytest.raises(TryAgain):
        deliver(office, Broken(), NOW)
    (office.folder / "pbem.sqlite3").write_bytes(b"not a database, whatever came over it" * 40)
    for name in ("pbem.sqlite3-wal", "pbem.sqlite3-shm"):
        (office.folder / name).unlink(missing_ok=True)
    with pytest.raises(TryAgain) as caught:
        deliver(office, BytesIO(letter(1)), NOW)
    assert caught.value.exit_code == 75
