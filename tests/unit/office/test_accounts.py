"""Where a password comes from, and what is said when it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.accounts import PasswordSource
from pbem.errors import SettingsError


def secret_file(folder: Path, text: str, mode: int = 0o600) -> str:
    path = folder / "mail-password"
    path.write_text(text)
    path.chmod(mode)
    return path.name


def test_password_from_a_file_is_its_first_line(tmp_path: Path) -> None:
    source = PasswordSource("imap", file=secret_file(tmp_path, "two words\nnot this\n"))
    assert source.read(tmp_path, {}) == "two words"


def test_password_from_a_command_is_its_first_line(tmp_path: Path) -> None:
    """It runs in the office, by the shell, as in other mail programs."""
    secret_file(tmp_path, "s3cret\n")
    source = PasswordSource("smtp", command="cat mail-password | tr s S")
    assert source.read(tmp_path, {}) == "S3cret"


def test_password_from_the_environment_goes_first(tmp_path: Path) -> None:
    source = PasswordSource("smtp", command="exit 1")
    assert source.read(tmp_path, {"PBEM_SMTP_PASSWORD": "s3cret"}) == "s3cret"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_report_37_secrets_file_of_others_is_refused(tmp_path: Path, mode: int) -> None:
    """Refused with the command to type."""
    source = PasswordSource("imap", file=secret_file(tmp_path, "s3cret\n", mode))
    with pytest.raises(SettingsError) as refused:
        source.read(tmp_path, {})
    assert refused.value.code == "open-secret"
    assert f"{mode:04o}" in refused.value.message
    assert refused.value.hint == f"Type: chmod 600 {tmp_path / 'mail-password'}"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("echo s3cret; echo no key >&2; exit 3", "it ended with 3: no key"),
        ("true", "printed nothing"),
    ],
)
def test_command_that_fails_is_told_without_what_it_printed(
    tmp_path: Path, command: str, reason: str
) -> None:
    with pytest.raises(SettingsError) as refused:
        PasswordSource("imap", command=command).read(tmp_path, {})
    assert reason in refused.value.message
    assert "s3cret" not in refused.value.message
    assert "[imap] password_command" in refused.value.message


def test_no_password_at_all(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        PasswordSource.of("imap", {"user": "u"}).read(tmp_path, {})
    assert refused.value.code == "no-password"
    assert "PBEM_IMAP_PASSWORD" in refused.value.hint


@pytest.mark.parametrize("text", ["", "\nsecond line\n"])
def test_password_file_that_is_empty(tmp_path: Path, text: str) -> None:
    source = PasswordSource("imap", file=secret_file(tmp_path, text))
    with pytest.raises(SettingsError, match="is empty"):
        source.read(tmp_path, {})


def test_password_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="No such file"):
        PasswordSource("imap", file="none").read(tmp_path, {})
