"""The lines that an item of a letter was made of."""

from __future__ import annotations

from engine.language.block import (
    Adopt,
    BetweenBlock,
    Item,
    Now,
    Off,
    PlanBlock,
    Refused,
    StandingLine,
    StandingOff,
    Unread,
)


def typed(item: Item) -> list[tuple[int, str]]:
    """Number and text of each; none of a CHECK."""
    if isinstance(item, PlanBlock | BetweenBlock):
        lines = zip(item.numbers, item.lines, strict=True)
        return [(number, line.text) for number, line in lines]
    if isinstance(item, StandingLine):
        return [(item.number, item.line.text)]
    if isinstance(item, StandingOff):
        return [(item.number, f"STANDING {item.head} OFF")]
    if isinstance(item, Adopt):
        return [(item.number, f"PLAN {item.letter}")]
    if isinstance(item, Off):
        return [(item.number, f"{item.what} OFF")]
    return [(item.number, item.text)] if isinstance(item, Now | Refused | Unread) else []
