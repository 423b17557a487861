"""Reading a Maildir that other programs use at the same time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.maildirs import unique_name
from pbem.sources.raw import KEPT
from tests.unit.sources.conftest import NOW, MakeOffice, Rows, letter, run


@pytest.fixture
def box(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
    return tmp_path / "box"


def drop(box: Path, name: str, raw: bytes, folder: str = "new", age: int = 60) -> Path:
    path = box / folder / name
    path.write_bytes(raw)
    os.utime(path, (NOW.timestamp() - age, NOW.timestamp() - age))
    return path


def section(box: Path) -> tuple[str, ...]:
    return ("[maildir]", f'path = "{box}"')


def test_letters_in_new_and_cur_are_stored_and_left_where_they_are(
    box: Path, office_with: MakeOffice, rows: Rows
) -> None:
    one = drop(box, "1.a.host", letter(1))
    two = drop(box, "2.b.host:2,S", letter(2), "cur")
    drop(box, "3.c.host", letter(3), "tmp")
    office = office_with(*section(box))
    found = run(office)
    assert (found.new_ids, found.read_ok) == ((1, 2), True)
    assert one.exists()
    assert two.exists()
    first, second = rows(office)
    assert (first.source, first.name, first.raw) == ("maildir", "1.a.host", letter(1))
    assert first.received_at == "2026-12-03T18:59:00Z", "the file's own time"
    assert second.name == "2.b.host"


def test_a_letter_that_a_mail_program_opened_is_known_again(
    box: Path, office_with: MakeOffice, rows: Rows
) -> None:
    """test_mailfact_23 for Maildirs: flags and folders are no memory of ours."""
    path = drop(box, "1.a.host", letter(1))
    office = office_with(*section(box))
    run(office)
    path.rename(box / "cur" / "1.a.host:2,RS")
    drop(box, "2.b.host:2,S", letter(2), "cur")
    assert run(office).new_ids == (2,)
    assert run(office).new_ids == ()
    assert len(rows(office)) == 2


def test_long_letters_are_cut(box: Path, office_with: MakeOffice, rows: Rows) -> None:
    long = letter(1, "x" * 200_000)
    drop(box, "1.a.host", long)
    office = office_with(*section(box))
    run(office)
    (row,) = rows(office)
    assert (row.raw, row.size, row.truncated) == (long[:KEPT], len(long), True)


def test_a_file_that_cannot_be_read_is_told_and_keeps_no_other_out(
    box: Path, office_with: MakeOffice, rows: Rows
) -> None:
    (box / "new" / "1.a.host").mkdir()
    drop(box, "2.b.host", letter(2))
    office = office_with(*section(box))
    found = run(office)
    assert (found.new_ids, found.read_ok) == ((1,), False)
    assert found.error is not None
    assert "1.a.host" in found.error.message


def test_a_missing_maildir_is_a_fault_of_the_settings(
    tmp_path: Path, office_with: MakeOffice
) -> None:
    found = run(office_with(*section(tmp_path / "nowhere")))
    assert not found.read_ok
    assert found.error is not None
    assert "nowhere" in found.error.message
    assert "[maildir]" in found.error.hint


def test_the_path_is_read_against_the_office(office_with: MakeOffice) -> None:
    office = office_with("[maildir]", 'path = "box"')
    for name in ("new", "cur", "tmp"):
        (office.folder / "box" / name).mkdir(parents=True)
    drop(office.folder / "box", "1.a.host", letter(1))
    assert run(office).new_ids == (1,)


def test_a_name_that_is_no_text_can_be_stored() -> None:
    assert unique_name(os.fsdecode(b"1.\xff.host:2,S")) == "1.\\xff.host"
