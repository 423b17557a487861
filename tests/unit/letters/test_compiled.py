"""Compiled templates and word tables kept in the office: used again, and never relied on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.letters import Library
from pbem.letters.tables import TemplateFault

PAGE = "Hello {{ name }}.\n"


class Shelf:
    """An office's templates, a page and a table, with a library that is made anew each time."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.templates = folder / "templates"
        (self.templates / "en").mkdir(parents=True)
        self.page = self.templates / "en" / "page.txt.j2"
        self.page.write_text(PAGE, encoding="utf-8")
        self.table = self.templates / "en" / "words.toml"
        self.table.write_text('[own]\ngreeting = "Hi {{ name }}"\n', encoding="utf-8")

    def texts(self) -> tuple[str, str]:
        """The page, and the line of the table, as a new run writes them."""
        book = Library((), self.templates, self.cache).book()
        name = {"name": "Ann"}
        line = book.line(book.words["own"]["greeting"], name)
        return book.render("page.txt.j2", name).strip(), line

    def files(self) -> dict[str, bytes]:
        """What is kept."""
        return {path.name: path.read_bytes() for path in self.cache.iterdir()}


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A fresh one."""
    return Shelf(tmp_path)


def test_what_was_compiled_is_used_again(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run compiles nothing and parses no table."""
    first = shelf.texts()
    assert first == ("Hello Ann.", "Hi Ann")

    def never(*_: object, **__: object) -> None:
        raise AssertionError("compiled or read again")

    monkeypatch.setattr("jinja2.Environment.compile", never)
    monkeypatch.setattr("pbem.letters.compiled.read_toml", never)
    assert shelf.texts() == first


def test_it_is_kept_for_the_owner_alone(shelf: Shelf) -> None:
    """As all files of an office are, and with nothing half written among them."""
    shelf.texts()
    assert not any(p.stat().st_mode & 0o077 for p in (shelf.cache, *shelf.cache.iterdir()))
    before = shelf.files()
    shelf.texts()
    assert shelf.files() == before


def test_a_changed_template_and_table_count_at_once(shelf: Shelf) -> None:
    """The game master edits a word; the next letter has it."""
    shelf.texts()
    shelf.page.write_text("Dear {{ name }},\n", encoding="utf-8")
    shelf.table.write_text('[own]\ngreeting = "Ho {{ name }}"\n', encoding="utf-8")
    assert shelf.texts() == ("Dear Ann,", "Ho Ann")


@pytest.mark.parametrize("keep", [0, 5, 20, 60, -1], ids=str)
def test_a_damaged_file_is_made_again(shelf: Shelf, keep: int) -> None:
    """Cut off anywhere, as by a machine that lost its power."""
    first, files = shelf.texts(), shelf.files()
    for name, content in files.items():
        (shelf.cache / name).write_bytes(content[:keep])
    assert shelf.texts() == first
    assert shelf.files() == files


def test_a_file_of_something_else_is_made_again(shelf: Shelf) -> None:
    """Not a template, and not even a table."""
    first, files = shelf.texts(), shelf.files()
    for name in files:
        (shelf.cache / name).write_bytes(b"[1, 2]")
    assert shelf.texts() == first
    assert shelf.files() == files


def test_letters_are_written_where_nothing_can_be_kept(shelf: Shelf) -> None:
    """The folder cannot be made: a file lies in its place."""
    shelf.cache.write_text("", encoding="utf-8")
    assert shelf.texts() == ("Hello Ann.", "Hi Ann")


def test_a_broken_table_is_still_told_with_its_file(shelf: Shelf) -> None:
    """Also when an earlier state of it is kept."""
    shelf.texts()
    shelf.table.write_text("own = ", encoding="utf-8")
    with pytest.raises(TemplateFault, match=r"words\.toml"):
        shelf.texts()


def test_a_table_may_hold_a_date(shelf: Shelf) -> None:
    """Which JSON does not know: such a table is read each time."""
    with shelf.table.open("a", encoding="utf-8") as file:
        file.write("since = 2026-01-01\n")
    assert shelf.texts() == shelf.texts() == ("Hello Ann.", "Hi Ann")
