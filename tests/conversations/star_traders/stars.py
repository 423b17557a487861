"""Star Traders positions for conversations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.dice import KeyedDice, ScriptedDice
from engine.state import change
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated, load
from pbem.run.work import Work
from tests.conversations.table import SEED, Table
from tests.games.star_traders.scene import luck, position

ZAP, AVOID = luck("Zap", sets="NF"), luck("Avoid a Calamity", sets="F")
AVOID_TOO = luck("Avoid a Calamity", sets="F", nth=1)
TROUBLE, SCANDAL, PARADE = luck("Engine Trouble", -1), luck("Scandal", -3), luck("Triumphal Parade")
"""Calamities on others, and Prestige for oneself."""
QUARANTINE = luck("Quarantine")
GLITCH, GLITCH_TOO = (luck("A Glitch in the System", nth=n) for n in (0, 1))
OTHER = luck("Overdrive")
"""A card that settles no window."""


def lay(empty: Table, variant: str, players: int, **deadlines: Any) -> Table:
    """A campaign in which everybody still has to pick where to begin."""
    return empty.new(
        "st1", game="star-traders", variant=variant, players=players, deadlines=deadlines
    ).start()


def place(table: Table, **fields: Any) -> Table:
    """Put the table into this position; Anna's turn begins, and everybody has a report."""

    def rigged(s: Any) -> Any:
        options = {**s.options, **fields.pop("options", {})}
        made = position(len(s.seats), s.variant, options=options, **fields)
        # Numbers of questions go on: those of before are closed.
        return change(made, stack=(change(made.stack[0], n=s.serial + 1),), serial=s.serial + 1)

    table.rig(rigged)
    with table.office.session() as session:
        work = Work(session, Mailroom(table.office), load(session, "st1"), table.now)
        work.settle(closing=False)
        work.parcels.report_to_all()
        work.post()
    table.out()
    return table


def fall(patch: pytest.MonkeyPatch, dice: Mapping[str, Sequence[int]]) -> None:
    """Dice fall like this, by purpose; a 1 for jumps where nothing is said."""
    script = {purpose: [n - 1 for n in results] for purpose, results in dice.items()}
    scripted = ScriptedDice(script, KeyedDice(SEED))
    patch.setattr(Seated, "dice", scripted)


def kinds(table: Table) -> list[str]:
    """The kinds of all facts since the position was laid."""
    return [fact.kind for fact in table.facts()]


def asked(table: Table) -> dict[str, str]:
    """Kind of question by seat."""
    return {row.seat: row.kind for row in table.read_pending()}


def played(table: Table) -> list[str]:
    """Who played a card, in order."""
    return [fact.fields.split('"seat":"')[1][:2] for fact in table.facts() if fact.kind == "Played"]


def told(table: Table, seat: str) -> str:
    """Everything that was ever written to this seat."""
    return " ".join(post.flat for post in table.letters if post.seat == seat)


def all_say(table: Table, text: str, *seats: str) -> None:
    """Each of these seats writes the same."""
    for seat in seats:
        table.say(seat, text)


def pass_gap(table: Table) -> None:
    """Everybody who is asked between turns passes."""
    while "between" in asked(table).values():
        all_say(table, "ANSWER PASS", *asked(table))
        table.tick()
