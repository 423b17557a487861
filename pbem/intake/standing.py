"""Standing orders onto file, and off."""

from __future__ import annotations

from engine.asked import kinds_of
from engine.filing import drop_standing, file_standing
from engine.language.block import StandingLine, StandingOff
from engine.standing import overruled
from pbem.intake.clerk import Clerk
from pbem.letters.context import FileLine, Kept, Note


def standing_line(clerk: Clerk, item: StandingLine) -> None:
    """One standing order; the same head replaces."""
    clerk.file(lambda desk: file_standing(desk, clerk.seat, item.head, item.line))
    clerk.standing[item.head] = item.line
    clerk.record(item.number, item.line.text, "kept")


def flush(clerk: Clerk) -> None:
    """The receipt names the standing orders of the lines so far together."""
    if clerk.standing:
        lines = tuple(FileLine(line.text) for line in clerk.standing.values())
        clerk.out.kept.append(Kept("standing", lines, notes=_overruled(clerk)))
        clerk.standing = {}


def _overruled(clerk: Clerk) -> tuple[Note, ...]:
    """The suggested lines that these take the place of, wholly or for some kinds of question."""
    game, desk = clerk.seated.game, clerk.seated.desk
    suggested = desk.suggested.get(clerk.seat, {})
    found = []
    for head, over in overruled(game, clerk.standing, suggested).items():
        line = suggested[head]
        if head in clerk.standing and clerk.standing[head].text == line.text:
            continue
        left = kinds_of(game, line) - over
        found.append(Note("overrules", {"text": line.text, "kinds": sorted(over) if left else []}))
    return tuple(found)


def standing_off(clerk: Clerk, item: StandingOff) -> None:
    """One standing order less."""
    desk = clerk.seated.desk
    own = {**desk.suggested.get(clerk.seat, {}), **desk.standing.get(clerk.seat, {})}
    if item.head not in own:
        clerk.refuse(item.number, f"STANDING {item.head} OFF", "nothing-standing")
        return
    text = own[item.head].text
    clerk.file(lambda old: drop_standing(old, clerk.seat, item.head))
    clerk.done(f"STANDING {text} OFF", item.number)
