"""Word tables, and what is wrong with one or with a template."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from jinja2 import TemplateError

from pbem.errors import PbemError

Words = dict[str, Any]
"""A table as TOML gives it."""


class TemplateFault(PbemError):
    """A template or word table that cannot be used; the message names file and line."""


def read_toml(path: Path) -> Words:
    """A table; `TemplateFault` with file and line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise TemplateFault(
            "table-broken", f"{path}: {fault}.", "Mend it, or remove it to use the packaged one."
        ) from fault


def lay_over(under: Words, over: Words) -> None:
    """Change `under` where `over` has other words, key by key."""
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(under.get(key), dict):
            lay_over(under[key], value)
        else:
            under[key] = value


def texts(table: Words) -> list[str]:
    """Every text of a table, however deep."""
    found: list[str] = []
    for value in table.values():
        if isinstance(value, dict):
            found += texts(value)
        elif isinstance(value, str):
            found.append(value)
    return found


def template_fault(what: str, fault: TemplateError) -> TemplateFault:
    """The fault of a template with its file and line; `what` names it where Jinja does not."""
    line = getattr(fault, "lineno", None)
    where = f"{getattr(fault, 'filename', None) or what}{f', line {line}' if line else ''}"
    return TemplateFault(
        "template-broken",
        f"{where}: {fault.message}",
        "Mend it, or remove it from the office's folder templates to use the packaged one.",
    )
