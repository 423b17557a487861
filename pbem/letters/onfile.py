"""What is on file, printed once a letter: what a page of it shows stands nowhere else in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pbem.letters.context import OnFile, Part, Report
from pbem.letters.pages import FilePage, StatusPage

PLAN, STANDING = "plan", "standing"
WHOLE: Final = frozenset({PLAN, STANDING})


def shown_by(pages: Iterable[Part]) -> frozenset[str]:
    """What of all that is on file these pages print (``lines.only``): ``plan``, ``standing``."""
    shown: set[str] = set()
    for page in pages:
        if isinstance(page, StatusPage) or (isinstance(page, Report) and page.current):
            shown |= WHOLE
        elif isinstance(page, FilePage):
            shown |= WHOLE if page.what == "all" else {page.what}
    return frozenset(shown)


def besides(file: OnFile, shown: frozenset[str]) -> OnFile:
    """What is left to be printed."""
    if PLAN in shown:
        file = replace(file, plan=(), between=(), answers=(), elsewhere=True)
    if STANDING in shown:
        file = replace(file, standing=(), suggested=(), partly=(), posted=(), elsewhere=True)
    return file
