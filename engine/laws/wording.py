"""Laws of the order language: what is legal can be written, and nonsense is refused."""

from __future__ import annotations

from collections.abc import Iterable

from engine.decision import Decision, Order
from engine.language.fault import Fault
from engine.language.order import parse_order
from engine.language.text import order_text
from engine.laws.asking import open_decisions
from engine.laws.difference import short
from engine.laws.walk import Law, Point
from engine.leave import RESIGN_FORM
from engine.lexicon import Lexicon
from engine.rounds import READY_FORM

NAMES = {"p1": "Ann Lee", "p2": "Bob", "p3": "Cleo", "p4": "Zoë", "p5": "Mac-2", "p6": "Pål"}
"""Of players: of two words, with an accent, with a digit."""

OFFICE = (RESIGN_FORM.verb, READY_FORM.verb)
"""Words that the post office reads itself, whether or not a game lists them."""

JUNK = (
    "",
    ";",
    "   ",
    "XYZZY",
    "PASS PASS PASS",
    "OFFER",
    "OFFER Nobody nothing FOR nothing",
    "ACCEPT -1",
    "ACCEPT 99999999999999999999999999",
    "> JUMP 34",
    '"',
    "“ unclosed",
    "\x00\x07\u202e",
    "РАSS",
    "1 2 3 4 5",
    "x" * 5000,
    "PASS " + "1 " * 2000,
    "WHEN : ELSE IF",
)
"""Lines that are no order of any game."""


class Worded(Law):
    """A legal order is read back from its own text as itself, and as nothing else:

    in answer to its decision, and when it is sent ahead and only its form is judged.
    """

    name = "worded"

    def at(self, point: Point) -> Iterable[str]:
        """A sample of each decision, in the words of its owner's view."""
        game, s = point.game, point.s
        for d in (*point.decisions, *open_decisions(point)):
            lexicon = game.lexicon(game.hide(s, d.seat), NAMES)
            choice = d.choices[point.chance.below(len(d.choices))]
            order = choice.sample(point.chance)
            if choice.form.verb in OFFICE:
                continue
            text = order_text(choice.form, order, lexicon)
            for decision in (d, None):
                wrong = _wrong(point, text, order, lexicon, decision)
                if wrong:
                    yield wrong


def _wrong(
    point: Point, text: str, order: Order, lexicon: Lexicon, decision: Decision | None
) -> str:
    read = parse_order(text, point.game.all_forms, lexicon, decision)
    how = "sent ahead" if decision is None else f"to {decision.kind}"
    if isinstance(read, Fault):
        return short(f"{order} {how} is written {text!r}, which is refused: {read}")
    if read.order != order:
        return short(f"{order} {how} is written {text!r}, which is read as {read.order}")
    return f"{text!r} {how} counts as shortened" if read.shortened else ""


class Refuses(Law):
    """Junk is refused without an exception."""

    name = "refuses"

    def at(self, point: Point) -> Iterable[str]:
        """Junk of all games, and legal orders with a word too many or cut off."""
        game, s = point.game, point.s
        for d in point.decisions[:1]:
            lexicon = game.lexicon(game.hide(s, d.seat), NAMES)
            choice = d.choices[point.chance.below(len(d.choices))]
            text = order_text(choice.form, choice.sample(point.chance), lexicon)
            cut = text[: point.chance.below(len(text) + 1)]
            junk = JUNK[point.chance.below(len(JUNK))]
            for line, good in ((junk, False), (f"{text} XYZZY", None), (cut, None)):
                for decision in (d, None):
                    read = parse_order(line, game.all_forms, lexicon, decision)
                    if isinstance(read, Fault):
                        continue
                    legal = d.has(read.order) or read.order == d.default or read.form.goal
                    if good is False or (decision and not legal):
                        yield f"{line!r} is read as {read.order}"
