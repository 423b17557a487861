"""`pbem.toml`: what it may hold, and what is said when it is broken."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from pbem.deadlines import Duration, parse_pace
from pbem.errors import SettingsError
from pbem.office import sample_settings
from pbem.settings import SECTIONS, Settings
from pbem.settingsfile import load_settings

SMALLEST = '[office]\naddress = "games@example.org"\n'


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of a test, and an environment without settings."""
    for name in list(os.environ):
        if name.startswith("PBEM_"):
            monkeypatch.delenv(name)
    path = tmp_path / "pbem.toml"
    path.touch(mode=0o600)
    return path


def load(path: Path, text: str) -> Settings:
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def refused(path: Path, text: str) -> list[str]:
    """The faults of a file, one a line, without the path."""
    with pytest.raises(SettingsError) as error:
        load(path, text)
    assert error.value.exit_code == 2
    assert error.value.hint
    return re.sub(f"{re.escape(str(path))}(, )?", "", error.value.message).split("\n")


def test_smallest_file_has_defaults_for_the_rest(path: Path) -> None:
    settings = load(path, SMALLEST)
    assert settings.office.gm_address == "games@example.org"
    assert (settings.imap, settings.maildir, settings.smtp) == (None, None, None)
    assert settings.deadlines.turn == parse_pace("3 days at 20:00")
    assert (settings.brakes.answers_hour, settings.brakes.answers_day) == (10, 40)


def test_ports_follow_the_kind_of_encryption(path: Path) -> None:
    text = SMALLEST + '[imap]\nhost = "i"\ntls = "starttls"\n[smtp]\nhost = "s"\n'
    settings = load(path, text)
    assert settings.imap is not None
    assert settings.smtp is not None
    assert (settings.imap.port, settings.smtp.port) == (143, 587)
    settings = load(path, SMALLEST + '[smtp]\nhost = "s"\nport = 2525\n')
    assert settings.smtp is not None
    assert settings.smtp.port == 2525


def test_sample_is_whole_and_its_commented_defaults_are_the_defaults(path: Path) -> None:
    """The sample that `pbem init` writes is the documentation; it must not lie."""
    sample = sample_settings()
    shipped = load(path, sample)
    keys = re.sub(r"^# (?=[a-z_]+ = )", "", sample, flags=re.MULTILINE)
    keys = keys.replace("# [maildir]", "[maildir]")
    parsed = tomllib.loads(keys)
    assert parsed.keys() == SECTIONS.keys()
    examples = {"gm", "authserv", "password", "password_file", "password_command", "path"}
    examples |= {"host", "user", "address", "zone"}
    for name, kind in SECTIONS.items():
        missing = kind.model_fields.keys() - parsed[name].keys()
        assert missing <= {"password", "password_command"}, f"[{name}] does not show {missing}"
        for key in parsed[name].keys() - examples:
            stated = getattr(kind.model_validate(parsed[name]), key)
            assert stated == getattr(getattr(shipped, name), key), f"[{name}] {key}"


def test_a_sample_for_a_maildir_has_no_imap_and_posts_only_where_told(path: Path) -> None:
    """No key is left behind without its section, and no login where the server is this machine."""
    odd = Path('/home/a "b"\\c/Maildir')
    settings = load(path, sample_settings(smtp_host="", maildir=odd))
    assert (settings.imap, settings.smtp) == (None, None)
    assert settings.maildir is not None
    assert settings.maildir.path == str(odd)
    settings = load(path, sample_settings(smtp_host="localhost", maildir=odd, gm="me@example.org"))
    assert settings.smtp is not None
    assert (settings.smtp.port, settings.smtp.tls, settings.smtp.user) == (25, "none", "")
    assert settings.office.gm == "me@example.org"


def test_report_37_password_in_a_file_that_others_can_read_is_refused(path: Path) -> None:
    """TripleA #5856: mode 0644 -> refused with the fix named; the password is not told."""
    text = SMALLEST + '[imap]\nhost = "i"\nuser = "u"\npassword = "s3cret"\n'
    path.write_text(text)
    path.chmod(0o644)
    with pytest.raises(SettingsError) as error:
        load_settings(path)
    assert error.value.code == "open-secret"
    assert f"chmod 600 {path}" in error.value.hint
    assert "s3cret" not in str(error.value)
    path.chmod(0o600)
    settings = load_settings(path)
    assert settings.imap is not None
    assert settings.imap.secret.read(path.parent, {}) == "s3cret"
    assert "s3cret" not in repr(settings)


def test_settings_without_a_secret_may_be_readable(path: Path) -> None:
    path.chmod(0o644)
    assert load(path, SMALLEST).office.address == "games@example.org"


def test_environment_goes_before_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SMTP_HOST", "other.example.org")
    monkeypatch.setenv("PBEM_SMTP_PORT", "26")
    settings = load(path, SMALLEST + '[smtp]\nhost = "s"\nport = 25\n')
    assert settings.smtp is not None
    assert (settings.smtp.host, settings.smtp.port) == ("other.example.org", 26)


def test_fault_of_the_environment_names_the_variable(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_SMTP_PORT", "many")
    (fault,) = refused(path, SMALLEST + '[smtp]\nhost = "s"\n')
    assert fault == 'variable PBEM_SMTP_PORT: [smtp] port = "many": it should be a whole number.'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ": [office] lacks the key 'address'."),
        ("[office]\n", "line 1: [office] lacks the key 'address'."),
        (
            '[office]\naddress = "games"\n',
            'line 2: [office] address = "games": write a bare mail address such as gm@example.org.',
        ),
        (
            SMALLEST + 'adress = "x@example.org"\n',
            "line 3: [office] there is no key 'adress'. Did you mean 'address'?"
            " Allowed: name, address, gm, language, plus, authserv.",
        ),
        (
            SMALLEST + '# [imap]\nuser = "me"\n',
            "line 4: [office] there is no key 'user'. Is the line [imap] above it commented out?",
        ),
        (
            SMALLEST + '[imap]\nhost = "i"\n#[smtp]\n# tls = "tls"\nconnections = 2\n',
            "line 7: [imap] there is no key 'connections'."
            " Is the line [smtp] above it commented out?",
        ),
        (
            SMALLEST + 'user = "me"\n',
            "line 3: [office] there is no key 'user'; it belongs to [imap] and [smtp].",
        ),
        (
            SMALLEST + '# [imap]\n[brakes]\nuser = "me"\n',
            "line 5: [brakes] there is no key 'user'; it belongs to [imap] and [smtp].",
        ),
        (
            SMALLEST + '[smpt]\nhost = "s"\n',
            "line 3: there is no section 'smpt'. Did you mean 'smtp'?"
            " Allowed: office, imap, maildir, smtp, deadlines, brakes.",
        ),
        ("smtp = 3\n" + SMALLEST, "line 1: this is a section: write [smtp] alone."),
        (
            SMALLEST + '[imap]\nhost = "i"\ntls = "ssl"\n',
            "line 5: [imap] tls = \"ssl\": it should be 'tls', 'starttls' or 'none'.",
        ),
        (
            SMALLEST + '[imap]\nhost = "i"\nport = 70000\n',
            "line 5: [imap] port = 70000: it should be less than or equal to 65535.",
        ),
        (
            SMALLEST + '[deadlines]\nzone = "Berlin"\n',
            "line 4: [deadlines] zone = \"Berlin\": 'Berlin' is not a time zone."
            " Did you mean Europe/Berlin?",
        ),
        (
            SMALLEST + "[deadlines]\n\nturn = 3\n",
            "line 5: [deadlines] turn = 3: it should be text, in quotation marks.",
        ),
        (
            SMALLEST + '[deadlines]\nturn = "3 dayz"\n',
            "line 4: [deadlines] turn = \"3 dayz\": '3 dayz' is not a length of time."
            " Write a number and a unit: 3 days, 24 h, 1 day 12 h, 2 weeks, 90 min.",
        ),
        (
            SMALLEST + "smtp.host = 5\n",
            "line 3: [office] there is no key 'smtp'."
            " Allowed: name, address, gm, language, plus, authserv.",
        ),
        (
            SMALLEST + '[smtp]\nhost = "s"\npassword = 12345\n',
            "line 5: [smtp] password: it should be text, in quotation marks.",
        ),
    ],
)
def test_broken_file_names_line_key_and_what_is_allowed(path: Path, text: str, fault: str) -> None:
    """Issue 2, "Bad input gets": a broken `pbem.toml`: file, line, what is allowed."""
    assert refused(path, text) == [fault]


def test_all_faults_are_told_at_once_in_the_order_of_lines(path: Path) -> None:
    faults = refused(path, '[smtp]\nport = "x"\n[office]\naddress = 1\n[brakes]\nclock_gap = ""\n')
    assert [fault.partition(":")[0] for fault in faults] == ["line 1", "line 2", "line 4", "line 6"]


def test_file_that_is_not_toml(path: Path) -> None:
    (fault,) = refused(path, "[office]\naddress = games@example.org\n")
    assert fault.startswith("line 2: this is not TOML")
    (fault,) = refused(path, '[office]\naddress = "games\n')
    assert fault.startswith("line 2: this is not TOML")


def test_a_key_that_stands_twice(path: Path) -> None:
    """Both headers were commented out: the keys of [imap] and [smtp] meet in [office]."""
    text = SMALLEST + '# [imap]\nhost = "i"\n# [smtp]\nhost = "s"\n'
    assert refused(path, text) == ["line 6: this stands there twice."]
    with pytest.raises(SettingsError) as error:
        load(path, text)
    assert "commented out?" in error.value.hint


def test_file_that_is_not_utf8(path: Path) -> None:
    path.write_bytes(b'[office]\nname = "Caf\xe9"\n')
    with pytest.raises(SettingsError, match="line 2: this is not UTF-8"):
        load_settings(path)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as error:
        load_settings(tmp_path / "none.toml")
    assert error.value.code == "no-settings"
    assert "pbem init" in error.value.hint


def test_deadlines_of_a_new_campaign(path: Path) -> None:
    """What goes into the campaign's row is text that the same readers read back."""
    settings = load(path, SMALLEST + '[deadlines]\nturn = "2 days at 21:00"\nremind = []\n')
    row = settings.deadlines.for_campaign()
    assert row == {
        "TURN": "2 days at 21:00",
        "ROUND": "3 days at 20:00",
        "WINDOW": "1 day",
        "AGAIN": "12 h",
        "minimum": "6 h",
        "remind": [],
    }
    assert settings.deadlines.minimum == Duration(0, 360)
