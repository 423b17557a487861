"""Forms: every verb a game knows, with its slots, listed once.

Help, the form check of lines sent ahead and the refusal "not legal now" come from the forms;
what is legal comes from the choices of a decision.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.decision import Arg

REST = 200
"""A last text slot with a higher limit than this takes the rest of its line."""

SlotType = Literal["name", "names", "number", "text", "items", "path"]
"""``names``: a comma list; ``items``: a comma list of names and, where ``money``, amounts;
``path``: names one after another."""

Block = Literal["PLAN", "STANDING", "BETWEEN", "ANSWER", "NOW"]
"""Where a verb may stand. ``NOW``: an immediate order. ``ANSWER``: only as an answer."""


class Slot(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A place in a form.

    A ``number`` slot with a domain takes a name of it as well (``BEACON Bob 3``, ``... FREE``).
    A ``name`` slot without a domain takes any single word. A ``text`` slot of more than
    ``REST`` characters that stands last takes the rest of the line, ``;`` and all.
    """

    name: str
    type: SlotType
    domain: str = ""
    """Name of the lexicon's domain that its names come from."""
    keyword: str = ""
    """The word in front of it (``WITH``, ``FOR``, ``UPTO``); keyword slots stand in any order."""
    optional: bool = False
    default: Arg = None
    """The argument when it is left out."""
    flag: bool = False
    """The keyword alone, without a value: the argument is 1 or ``None``."""
    key: bool = False
    """Part of the head of a standing order; a list counts as one line for each member."""
    money: bool = False
    """In ``items``: an amount such as ``10`` or ``$10`` is an item ``$10``."""
    low: int = 0
    high: int = 1_000_000
    limit: int = 200
    """Most characters of a text, most members of a list."""


class Form(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A verb with its slots. The verb may be several words; forms may share a verb."""

    verb: str
    slots: tuple[Slot, ...] = ()
    blocks: tuple[Block, ...] = ("PLAN", "ANSWER")
    fits: tuple[str, ...] = ()
    """Kinds of decision that it can settle; empty for immediate orders."""
    wish: bool = False
    """A standing line that answers nothing itself, but is handed to ``Game.resolve`` with every
    order of its seat while its condition holds (``KEEP``, ``USE a BEFORE b``); in a plan for the
    orders of that plan, where it is no step."""
    bars: tuple[str, ...] = ()
    """Of a wish: verbs that no line on file may lead to while its condition holds."""
    goal: bool = False
    """Resolved by the game into a legal order (``GOTO``, ``DELIVER BEST``), on the own view."""
    whole: bool = False
    """May not be shortened."""
    aliases: tuple[str, ...] = ()
    until: bool = False
    """An immediate order that may end in ``UNTIL`` and a moment, which the post office reads."""

    @property
    def heads(self) -> tuple[int, ...]:
        """Indices of the slots that make up the head of a standing order."""
        return tuple(i for i, slot in enumerate(self.slots) if slot.key)

    @property
    def rest(self) -> bool:
        """Whether its last slot takes the rest of the line, comments and all."""
        last = self.slots[-1] if self.slots else None
        return last is not None and last.type == "text" and last.limit > REST


class Predicate(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A form of condition: ``AT Venus``, ``CONTRACT 2 GONE``, or a number to compare."""

    word: str
    """What stands in front, several words perhaps; empty in ``c17 GONE``."""
    slots: tuple[Slot, ...] = ()
    number: bool = False
    """A number to be compared (<, <=, =, >=, >)."""
    tail: str = ""
    """A word after the slots, as in ``CONTRACT 2 GONE``."""
    hidden: bool = False
    """Reads what only the seat itself may see, such as its hand. All others are public: a line
    whose public guard does not hold says nothing about a window."""
    id: str = ""
    """What ``Game.holds`` is asked, where ``word`` alone would not tell two predicates apart."""

    @property
    def name(self) -> str:
        """What ``Game.holds`` is asked: the id, else the word, else the tail."""
        return self.id or self.word or self.tail
