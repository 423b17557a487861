"""SET: how a player likes his letters."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.deadlines import zone_of
from pbem.errors import UsageFault
from pbem.letters.context import Note
from pbem.letters.layout import COLUMNS, NARROWEST
from pbem.resources import packaged
from pbem.store.models import SeatRow

WIDEST: Final = 120


@dataclass(frozen=True)
class BadSetting:
    """Why a SET was refused: a code of the table ``refused`` and its data."""

    code: str
    data: dict[str, Any] = field(default_factory=dict)


def change_settings(row: SeatRow, text: str, *, dry: bool = False) -> Note | BadSetting:
    """Change a seat's settings; the note tells of it. ``dry``: only judge."""
    words = text.split()
    head, rest = words[0].upper() if words else "", " ".join(words[1:])
    if head == "COLUMNS":
        return _columns(row, rest, dry)
    if head == "TEXT" and rest.upper() in ("ONLY", "ONLY ON", "ONLY OFF"):
        return _flag(row, "text_only", "text-only", off=rest.upper().endswith("OFF"), dry=dry)
    if head == "DIGEST" and rest.upper() in ("", "ON", "OFF"):
        return _flag(row, "digest", "digest", off=rest.upper() == "OFF", dry=dry)
    if head == "ZONE":
        return _zone(row, rest, dry)
    if head == "LANGUAGE":
        return _language(row, rest.lower(), dry)
    return BadSetting("no-setting")


def _columns(row: SeatRow, text: str, dry: bool) -> Note | BadSetting:
    if not re.fullmatch(r"\d{1,3}", text) or not NARROWEST <= int(text) <= WIDEST:
        return BadSetting("bad-value", {"allowed": f"{NARROWEST} to {WIDEST}"})
    _store(row, "columns", int(text), dry)
    return Note("columns", {"value": int(text)})


def _flag(row: SeatRow, name: str, code: str, *, off: bool, dry: bool) -> Note:
    _store(row, name, not off, dry)
    return Note(f"{code}-off" if off else code)


def _zone(row: SeatRow, text: str, dry: bool) -> Note | BadSetting:
    try:
        zone = zone_of(text).key
    except UsageFault:
        return BadSetting("no-zone", {"zone": text})
    if not dry:
        row.zone = zone
    return Note("zone", {"value": zone})


def _language(row: SeatRow, text: str, dry: bool) -> Note | BadSetting:
    there = sorted(p.name for p in packaged("templates").iterdir() if p.is_dir())
    if text not in there:
        return BadSetting("bad-value", {"allowed": ", ".join(there)})
    _store(row, "language", text, dry)
    return Note("language", {"value": text})


def _store(row: SeatRow, name: str, value: Any, dry: bool) -> None:
    if not dry:
        row.settings = json.dumps(json.loads(row.settings) | {name: value})


def setting(row: SeatRow, name: str, default: Any) -> Any:
    """One setting of a seat."""
    return json.loads(row.settings).get(name, default)


__all__ = ["COLUMNS", "BadSetting", "change_settings", "setting"]
