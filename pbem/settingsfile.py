"""Reading `pbem.toml`: every fault at once, each with its line, its key and what is allowed."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pbem.accounts import check_private
from pbem.errors import SettingsError
from pbem.settings import SECTIONS, Section, Settings

_HEADER: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_HIDDEN: Final = re.compile(r"\s*#[#\s]*\[\s*([\w-]+)\s*\]\s*$")
_KEY: Final = re.compile(r"""\s*["']?([\w-]+)["']?(?:\s*\.\s*["']?([\w-]+)["']?)?\s*=""")
_TWICE: Final = "Cannot overwrite a value"
"""What tomllib says of a key that its section has already."""
_NO_FAULT_OF_ITS_OWN: Final = "default_factory_not_called"
_WORDS: Final = {
    "int_parsing": "it should be a whole number.",
    "int_type": "it should be a whole number.",
    "float_parsing": "it should be a number.",
    "float_type": "it should be a number.",
    "bool_parsing": "it should be true or false.",
    "bool_type": "it should be true or false.",
    "string_type": "it should be text, in quotation marks.",
    "tuple_type": 'it should be a list, in square brackets: ["one", "two"].',
}
"""Where pydantic's own words speak of Python."""

_Fault = tuple[int, str]
"""The line (0: the whole file, or the environment) and what is told."""


def load_settings(path: Path) -> Settings:
    """The settings in the file at `path`, with what the environment sets instead.

    Raises `SettingsError` (exit 2): `no-settings`, `broken-settings` with all faults, one a line,
    or `open-secret` when a password stands in a file that others may read. No value of a key that
    holds a password is ever told.
    """
    text = _text(path)
    data = _tables(text, path)
    if any("password" in table for table in data.values() if isinstance(table, dict)):
        check_private(path)
    made: dict[str, Section] = {}
    faults: list[_Fault] = []
    where = _Lines(text, path)
    for name, table in _required(data).items():
        kind = SECTIONS.get(name)
        if kind is None:
            faults.append(where.fault((name,), _unknown("section", name, SECTIONS)))
        elif not isinstance(table, dict):
            faults.append(where.fault((name,), f"this is a section: write [{name}] alone."))
        else:
            try:
                made[name] = kind(**table)
            except ValidationError as error:
                faults += _faults(kind, error.errors(), where)
    if faults:
        raise SettingsError(
            "broken-settings",
            "\n".join(told for _, told in sorted(faults)),
            "Mend that, then try again; `pbem doctor` checks the rest.",
        )
    return Settings(**made)  # type: ignore[arg-type]  # each section is of the class of its name


def _required(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tables, with `[office]` even where it is left out: its key `address` has no default."""
    return {"office": {}, **data}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SettingsError(
            "no-settings", f"There is no {path}.", "`pbem init FOLDER` makes an office."
        ) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingsError(
            "broken-settings",
            f"{path}, line {line}: this is not UTF-8 text.",
            "Save the file as UTF-8.",
        ) from error
    except OSError as error:
        raise SettingsError(
            "no-settings", f"{path} cannot be read: {error.strerror}.", "Check who owns it."
        ) from error


def _tables(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = found[1] if found else str(text.count("\n") + 1)
        reason = str(error).partition(" (at ")[0]
        if reason == _TWICE:
            raise SettingsError(
                "broken-settings",
                f"{path}, line {line}: this stands there twice.",
                "Remove one; or is the line [imap] or [smtp] above it commented out?",
            ) from error
        raise SettingsError(
            "broken-settings",
            f"{path}, line {line}: this is not TOML ({reason}).",
            'Write a key as: name = "text", port = 993, or plus = true; a section as: [imap]',
        ) from error


class _Lines:
    """Where a section or a key stands, as `pbem.toml, line 7`."""

    def __init__(self, text: str, path: Path) -> None:
        self._path = path
        self._lines: dict[tuple[str, ...], int] = {}
        self._hidden: dict[int, str] = {}
        section: tuple[str, ...] = ()
        hidden = ""
        for number, line in enumerate(text.splitlines(), 1):
            if found := _HIDDEN.match(line):
                hidden = found[1]
            self._hidden[number] = hidden
            if found := _HEADER.match(line):
                section, hidden = (found[1],), ""
                self._lines.setdefault(section, number)
            elif found := _KEY.match(line):
                key = section + tuple(part for part in found.groups() if part)
                for length in range(1, len(key) + 1):
                    self._lines.setdefault(key[:length], number)

    def hidden(self, key: tuple[str, ...]) -> str:
        """The section whose header, commented out, stands nearest above a key in its section."""
        return self._hidden.get(self._lines.get(key, 0), "")

    def fault(self, key: tuple[str, ...], said: str) -> _Fault:
        """A fault of a key at its line, else at that of its section, else of the whole file."""
        for length in range(len(key), 0, -1):
            if line := self._lines.get(key[:length]):
                return line, f"{self._path}, line {line}: {said}"
        return 0, f"{self._path}: {said}"


def _faults(kind: type[Section], errors: Iterable[ErrorDetails], where: _Lines) -> list[_Fault]:
    return [_fault(kind, error, where) for error in errors if error["type"] != _NO_FAULT_OF_ITS_OWN]


def _fault(kind: type[Section], error: ErrorDetails, where: _Lines) -> _Fault:
    """The place, the key, what is wrong and what is allowed."""
    key = str(error["loc"][0])
    place = (kind.section, key)
    if error["type"] == "missing":
        return where.fault(place, f"[{kind.section}] lacks the key '{key}'.")
    if error["type"] == "extra_forbidden":
        return where.fault(place, f"[{kind.section}] {_unknown_key(kind, key, where)}")
    said = f"[{kind.section}] {key}{_value(key, error['input'])}: {_allowed(error)}"
    variable = f"{kind.model_config['env_prefix']}{key}".upper()
    return (
        (0, f"variable {variable}: {said}") if variable in os.environ else where.fault(place, said)
    )


def _value(key: str, value: object) -> str:
    """The value as written, but never a password."""
    shown = isinstance(value, str | int | float) and not key.startswith("password")
    return f" = {json.dumps(value)}" if shown else ""


def _allowed(error: ErrorDetails) -> str:
    said = _WORDS.get(error["type"]) or error["msg"].removeprefix("Value error, ")
    said = said.replace("Input should", "it should").replace("String should", "it should")
    return said if said.endswith(("?", ".")) else f"{said}."


def _unknown_key(kind: type[Section], key: str, where: _Lines) -> str:
    """A key of another section is named as such: its header may have been commented out."""
    there = [name for name, other in SECTIONS.items() if key in other.model_fields]
    hidden = where.hidden((kind.section, key))
    if hidden in there:
        return f"there is no key '{key}'. Is the line [{hidden}] above it commented out?"
    if there:
        named = " and ".join(f"[{name}]" for name in there)
        return f"there is no key '{key}'; it belongs to {named}."
    return _unknown("key", key, kind.model_fields)


def _unknown(what: str, name: str, allowed: Iterable[str]) -> str:
    names = list(allowed)
    near = get_close_matches(name, names, n=1)
    guess = f" Did you mean '{near[0]}'?" if near else ""
    return f"there is no {what} '{name}'.{guess} Allowed: {', '.join(names)}."
