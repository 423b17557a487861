"""The folder of an office: made whole, found, opened, private."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import PbemError, SettingsError, UsageFault
from pbem.office import Office, find_office, make_office, sample_settings, write_private
from pbem.resources import packaged
from pbem.store.marks import mark, set_mark


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return make_office(tmp_path / "office", sample_settings())


def test_report_37_all_of_a_new_office_is_readable_by_its_owner_only(office: Office) -> None:
    """Files of the office are readable by their owner only."""
    found = [office.folder, *office.folder.rglob("*")]
    assert len(found) >= 5
    for path in found:
        assert path.stat().st_mode & 0o077 == 0, path


def test_new_office_is_open_at_once(office: Office) -> None:
    opened = Office.open(office.folder)
    assert opened.settings.office.address == "games@example.org"
    with opened.session() as session:
        set_mark(session, "a", "b")
    with opened.reading() as session:
        assert mark(session, "a") == "b"
    opened.close()


def test_token_keys_differ_between_offices_and_last(office: Office, tmp_path: Path) -> None:
    other = make_office(tmp_path / "other", sample_settings())
    assert len(office.token_key) == 32
    assert Office.open(office.folder).token_key == office.token_key != other.token_key


def test_report_37_token_key_that_others_can_read_is_refused(office: Office) -> None:
    path = office.folder / "secrets" / "token-key"
    path.chmod(0o644)
    with pytest.raises(SettingsError, match="lets others at it"):
        _ = office.token_key


@pytest.mark.parametrize("content", [None, "", "00ff\n", "not hex"])
def test_lost_token_key_is_not_made_anew(office: Office, content: str | None) -> None:
    """A new key would make every letter's reply address void."""
    path = office.folder / "secrets" / "token-key"
    path.unlink()
    if content is not None:
        write_private(path, content)
    with pytest.raises(SettingsError) as refused:
        _ = office.token_key
    assert refused.value.code == "no-token-key"


def test_office_is_never_made_over_another(office: Office) -> None:
    before = {path: path.read_bytes() for path in office.folder.rglob("*") if path.is_file()}
    with pytest.raises(UsageFault) as refused:
        make_office(office.folder, sample_settings())
    assert refused.value.code == "office-exists"
    after = {path: path.read_bytes() for path in office.folder.rglob("*") if path.is_file()}
    assert before == after


def test_office_is_found_by_option_then_variable_then_folder(
    office: Office, tmp_path: Path
) -> None:
    other = make_office(tmp_path / "other", sample_settings())
    third = make_office(tmp_path / "third", sample_settings())
    environ = {"PBEM_OFFICE": str(other.folder)}
    assert find_office(office.folder, environ, third.folder).folder == office.folder
    assert find_office(None, environ, third.folder).folder == other.folder
    assert find_office(None, {}, third.folder).folder == third.folder
    with pytest.raises(UsageFault) as refused:
        find_office(None, {}, tmp_path)
    assert refused.value.code == "no-office"
    assert "PBEM_OFFICE" in refused.value.hint


def test_database_of_a_newer_version_stops_the_office(office: Office) -> None:
    """Issue 2: refused untouched."""
    path = office.folder / "pbem.sqlite3"
    content = bytearray(path.read_bytes())
    content[60:64] = (99).to_bytes(4, "big")
    path.write_bytes(content)
    with pytest.raises(PbemError, match="schema 99"):
        _ = Office.open(office.folder).engine
    assert path.read_bytes() == content


def test_lost_database_is_not_made_anew(office: Office) -> None:
    """An empty one would look like an office without campaigns, and their mail like strangers'."""
    path = office.folder / "pbem.sqlite3"
    path.unlink()
    with pytest.raises(PbemError) as refused:
        _ = Office.open(office.folder).engine
    assert refused.value.code == "no-database"
    assert not path.exists()


def test_missing_resource_is_an_installation_that_is_not_whole() -> None:
    with pytest.raises(FileNotFoundError, match="missing from the installation"):
        packaged("no-such-folder")


def test_importing_the_office_costs_little() -> None:
    """Sqlmodel alone takes a third of a second; an idle run has no use for it."""
    script = (
        "import sys, pbem.office, pbem.errors, pbem.lock, pbem.clock, pbem.accounts;"
        "print([m for m in ('sqlmodel', 'sqlalchemy', 'pydantic', 'alembic') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"
