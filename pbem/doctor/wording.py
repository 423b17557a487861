"""Templates and word tables: do they all compile?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import Game
from games import GAMES
from pbem.doctor.finding import Finding, fault
from pbem.errors import PbemError
from pbem.letters import Library
from pbem.office import TEMPLATES, Office


def check_templates(office: Office) -> Iterator[Finding]:
    """All packaged ones, and those of the office, by game, campaign and language."""
    library = Library(GAMES, office.folder / TEMPLATES)
    language = office.settings.office.language
    own = office.folder / TEMPLATES
    campaigns = [""]
    if own.is_dir():
        # A folder is a language (two or three letters) or a campaign.
        campaigns += [path.name for path in sorted(own.iterdir()) if path.is_dir()]
    told: list[str] = []
    games: list[Game[Any] | None] = [None, *GAMES]
    for game in games:
        for campaign in campaigns:
            try:
                told += library.book(game, campaign, language).check()
            except PbemError as error:
                yield fault("templates", error)
                return
    if told:
        hint = "Mend it, or remove it from the office's folder templates to use the packaged one."
        lines = list(dict.fromkeys(told))
        yield Finding("templates", "wrong", "\n".join(lines[:5]), hint)
        return
    overrides = sum(1 for path in own.rglob("*") if path.is_file()) if own.is_dir() else 0
    named = f", {overrides} of your own" if overrides else ""
    yield Finding("templates", "ok", f"All compile{named}.")
