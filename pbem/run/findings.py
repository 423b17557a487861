"""What a letter is as a whole: the lines of it that count, what receipt and ledger say of it."""

from __future__ import annotations

from typing import Any, Final

from pbem.intake.outcome import Outcome
from pbem.letters.context import Note
from pbem.reading import Letter
from pbem.reading.reader import LINES_MAX

NOTED: Final[tuple[tuple[str, str], ...]] = (
    ("truncated", "truncated"),
    ("html-converted", "html-converted"),
    ("charset-guessed", "charset-guessed"),
    ("charset-unknown", "charset-guessed"),
    ("too-many-lines", "too-long"),
    ("forwarded", "forwarded"),
    ("tnef-only", "no-text"),
)
"""What reading a letter found, and how its receipt calls it."""

STANDING: Final = "STANDING"
UNSUBSCRIBE: Final = "unsubscribe"
"""Subject of the letter that a mail program's button writes (RFC 2369)."""


def readable(letter: Letter) -> tuple[Any, ...]:
    """The lines that may hold orders: none of a letter that is a forward or an open fence."""
    if letter.fence == "open" or "forwarded" in letter.notes:
        return ()
    return letter.lines


def changes_policy(letter: Letter) -> bool:
    """Whether a letter has a heading or a line of STANDING: what answers windows by itself."""
    firsts = (line.text.split(maxsplit=1)[:1] for line in readable(letter))
    return any(first and first[0].rstrip(":").upper() == STANDING for first in firsts)


def notes_on(letter: Letter, outcome: Outcome) -> list[Note]:
    """What the receipt says of the letter as a whole."""
    codes = dict.fromkeys(code for found, code in NOTED if found in letter.notes)
    notes = [Note(code, {"most": LINES_MAX}) for code in codes]
    if letter.subject.strip().casefold() == UNSUBSCRIBE:
        notes.append(Note("leave-asked"))
    elif letter.fence == "open":
        notes.append(Note("fence-open"))
    elif outcome.nothing and not notes:
        notes.append(Note("no-orders" if letter.lines else "no-text"))
    return notes


def verdict_on(outcome: Outcome) -> tuple[Any, str]:
    """Status and reason of a letter: refused only when nothing of it could be used."""
    if outcome.worked or outcome.asked or outcome.tried is not None:
        return "accepted", ""
    return "refused", outcome.refused[0].code if outcome.refused else "no-orders"
