"""The lines of a letter as blocks and immediate orders.

One order a line. ``PLAN``, ``STANDING``, ``BETWEEN`` and ``CHECK`` stand alone on a line; the
first immediate verb ends a block; ``CHECK`` takes all that follows; plan lines before any heading
are a plan (README.md, "The order language"). A fault concerns its own line only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.form import Block, Form, Predicate
from engine.language.fault import Fault
from engine.language.grammar import (
    ELSE,
    GUARDS,
    HEADINGS,
    IF,
    OFF,
    ROLL,
    WHEN,
    Grammar,
    Spellings,
    grammar_of,
)
from engine.language.head import read_heads, split
from engine.language.items import (
    Adopt,
    BetweenBlock,
    CheckBlock,
    Item,
    Now,
    Numbered,
    Off,
    PlanBlock,
    Refused,
    SourceLine,
    Spoilt,
    StandingLine,
    StandingOff,
    Unread,
)
from engine.language.line import Line, ordered_from, read_line
from engine.language.near import near_words
from engine.language.order import no_verb, only, read_order
from engine.language.scan import Scan, scan
from engine.language.text import usage
from engine.lexicon import Lexicon, Names, fold

__all__ = [
    "Adopt",
    "BetweenBlock",
    "CheckBlock",
    "Item",
    "Now",
    "Numbered",
    "Off",
    "PlanBlock",
    "Refused",
    "SourceLine",
    "Spoilt",
    "StandingLine",
    "StandingOff",
    "Unread",
    "opens_order",
    "read_lines",
]

Check = Callable[[Line, Block], Fault | None]
"""What else is wrong with a line that was understood, under the heading where it stands."""

_PLAYERS = "seat"
"""The lexicon's domain of the players' names."""
_NOBODY = Names()

_LIST_MARK = re.compile(r"\s*(?:[-–—*•+]+\s*|\d{1,2}[.)]\s+)(?=\S)")


def read_lines(
    lines: Sequence[Numbered],
    forms: Sequence[Form],
    predicates: Sequence[Predicate],
    lexicon: Lexicon,
    spellings: Spellings | None = None,
    check: Check | None = None,
) -> tuple[Item, ...]:
    """Read the lines of a letter, in order.

    ``forms``: the game's and the post office's; ``spellings``: the words of another language;
    ``check``: what may still refuse a line of a block.
    """
    return _Reader(grammar_of(forms, predicates, spellings), lexicon, check).read(lines)


def opens_order(word: str, forms: Sequence[Form], predicates: Sequence[Predicate] = ()) -> bool:
    """Whether a line that begins so would be taken for an order, a guard or a heading."""
    grammar = grammar_of(forms, predicates)
    line = scan(word)
    if not line.tokens:
        return False
    return _Reader(grammar, Lexicon({})).opens(line)


class _Open:
    """A block under way; it stands among the items from its beginning."""

    def __init__(self, kind: Block, number: int, given: bool) -> None:
        self.kind = kind
        self.number = number
        self.given = given
        self.lines: list[Line] = []
        self.numbers: list[int] = []
        self.empty = True

    def item(self) -> Item | None:
        """What it became; nothing where each of its lines speaks for itself."""
        if self.kind == "STANDING":
            return None
        if not self.lines:
            return Spoilt(self.kind, self.number) if self.given and not self.empty else None
        if self.kind == "BETWEEN":
            return BetweenBlock(tuple(self.lines), self.number, tuple(self.numbers))
        return PlanBlock(tuple(self.lines), self.given, self.number, tuple(self.numbers))


class _Reader:
    """Reads a letter line by line."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, check: Check | None = None) -> None:
        self._grammar = grammar
        self._lexicon = lexicon
        self._check = check
        self._items: list[Item | _Open] = []
        self._open: _Open | None = None
        self._silent: _Open | None = None
        """The plan whose lines stand before any heading."""
        self._headed = False

    def read(self, lines: Sequence[Numbered], *, checking: bool = False) -> tuple[Item, ...]:
        """All items of these lines."""
        for i, source in enumerate(lines):
            line = scan(source.text)
            if not line.tokens:
                continue
            heading = self._heading(line)
            if heading == "CHECK" and _alone(line):
                if checking:
                    continue
                inner = _Reader(self._grammar, self._lexicon, self._check)
                tried = inner.read(lines[i + 1 :], checking=True)
                self._items.append(CheckBlock(tried, source.number))
                break
            if heading:
                self._headed = True
                self._under(heading, source, line)
            else:
                self._line(source, line)
        return self._finished()

    def opens(self, line: Scan) -> bool:
        """Whether the line begins with a heading, a guard or a verb, shortened or not."""
        guard = any(self._grammar.is_at(line, 0, word) for word in GUARDS)
        return bool(self._heading(line)) or guard or self._grammar.verb_at(line, 0) is not None

    def _heading(self, line: Scan) -> str:
        token = line.tokens[0]
        return self._grammar.heading(token.text) if token.kind == "word" else ""

    def _finished(self) -> tuple[Item, ...]:
        done: list[Item] = []
        for item in self._items:
            if not isinstance(item, _Open):
                done.append(item)
                continue
            block = item.item()
            if block is not None:
                done.append(block)
            elif item.empty:
                done.append(Refused(item.number, item.kind, Fault("empty", item.kind)))
        return tuple(done)

    def _refuse(self, source: Numbered, fault: Fault, *, bare: bool = False) -> None:
        block = self._open.kind if self._open is not None and self._open.given else None
        self._items.append(Refused(source.number, _shown(source.text), fault, bare, block))

    # -- headings ----------------------------------------------------------------------------

    def _under(self, heading: str, source: Numbered, line: Scan) -> None:
        """A line that begins with a heading's word."""
        if heading == "BETWEEN" and not self._grammar.has_between:
            self._no_between(source, line)
        elif _alone(line) and heading != "CHECK":
            self._begin(heading, source.number)
        elif heading == "STANDING" and self._grammar.is_at(line, len(line.tokens) - 1, OFF):
            self._off(source, Scan(line.line, line.tokens[1:-1]))
        elif heading == "PLAN" and len(line.tokens) == 2 and self._plan_word(source, line):
            self._open = None
        else:
            alone = _alone_as(heading, line)
            self._refuse(source, Fault("heading", line.raw(1), heading, (alone,), line.start(1)))

    def _no_between(self, source: Numbered, line: Scan) -> None:
        """A game without a list for the gap: what stands below the word belongs to nothing."""
        if _alone(line):
            self._open = None
            self._refuse(source, Fault("unknown", line.raw(0)))
        else:
            self._items.append(Unread(source.number, source.text.strip()))

    def _begin(self, heading: str, number: int) -> None:
        kinds: dict[str, Block] = {"PLAN": "PLAN", "STANDING": "STANDING", "BETWEEN": "BETWEEN"}
        self._open = _Open(kinds[heading], number, True)
        self._items.append(self._open)

    def _plan_word(self, source: Numbered, line: Scan) -> bool:
        """``PLAN OFF`` and ``PLAN A``."""
        if self._grammar.is_at(line, 1, OFF):
            self._items.append(Off("PLAN", source.number))
            return True
        letter = line.tokens[1].text.upper()
        if line.tokens[1].kind == "mark" or not ("A" <= letter <= "Z" and len(letter) == 1):
            return False
        self._items.append(Adopt(letter, source.number))
        return True

    def _off(self, source: Numbered, head: Scan) -> None:
        heads = read_heads(self._grammar, head, self._lexicon)
        if isinstance(heads, Fault):
            self._refuse(source, heads)
        else:
            self._items += [StandingOff(one, source.number) for one in heads]

    # -- orders ------------------------------------------------------------------------------

    def _line(self, source: Numbered, line: Scan) -> None:
        """A line that is no heading."""
        marked = _LIST_MARK.match(source.text)
        if marked:
            rest = scan(source.text[marked.end() :])
            if rest.tokens and self.opens(rest):
                self._refuse(source, Fault("mark", line.raw(0), "", (_shown(rest.line),)))
            else:
                self._items.append(Unread(source.number, source.text.strip()))
            return
        if any(self._grammar.is_at(line, 0, word) for word in (WHEN, ELSE)):
            self._block_line(source, line)
            return
        verb = self._grammar.verb_at(line, 0)
        if verb is None and self._grammar.is_at(line, 0, ROLL):
            self._block_line(source, line)
        elif self._grammar.is_at(line, 0, IF) and self._guards(line):
            self._refuse(source, Fault("form", line.raw(0), "", (), 0, "if"))
            if self._open is not None:
                self._open.empty = False
        elif verb is None:
            self._stranger(source, line)
        elif any(self._grammar.forms(name, "NOW") for name in verb.names):
            self._now(source, line)
        else:
            self._block_line(source, line)

    def _guards(self, line: Scan) -> bool:
        """Whether conditions and an order stand behind the first word, and no chat."""
        return ordered_from(self._grammar, line, self._lexicon) is not None

    def _stranger(self, source: Numbered, line: Scan) -> None:
        """No order: refused if its first word is near one, else unread.

        A player's name at its beginning makes it a signature or a greeting, however near to a
        verb the name is (``Cara``, ``Cara Jones``: CARD).
        """
        players = self._lexicon.domains.get(_PLAYERS, _NOBODY)
        whole = players.exact(source.text.strip(" ,:"))
        if whole is not None or players.known(line.tokens[0].text) is not None:
            self._items.append(Unread(source.number, source.text.strip()))
            return
        fault = no_verb(self._grammar, line, 0)
        if fault.kind == "unknown" and line.tokens[0].kind == "word":
            words = (*self._grammar.verbs(), *HEADINGS, *GUARDS)
            near = near_words(line.tokens[0].text, words)
            fault = Fault("unknown", line.raw(0), "", near, line.start(0))
            around = self._grammar.around(line.tokens[0].text) if near else ()
            if around:
                fault = Fault("within", line.raw(0), "", around, line.start(0))
        if fault.candidates:
            self._refuse(source, fault)
            if self._open is not None:
                self._open.empty = False
        else:
            self._items.append(Unread(source.number, source.text.strip()))

    def _now(self, source: Numbered, line: Scan) -> None:
        self._open = None
        reading = read_order(self._grammar, line, 0, self._lexicon, "NOW", frozenset())
        parsed = reading if isinstance(reading, Fault) else only(reading, self._lexicon)
        if isinstance(parsed, Fault):
            self._refuse(source, parsed)
            return
        text = line.line if parsed.form.rest else _shown(line.line, line)
        self._items.append(
            Now(
                parsed.order,
                parsed.form,
                source.number,
                text.strip(),
                parsed.shortened,
                parsed.until,
            )
        )

    def _block_line(self, source: Numbered, line: Scan) -> None:
        block = self._block(source.number)
        if block is None:
            fault = read_line(self._grammar, line, self._lexicon, None)
            if isinstance(fault, Line):
                fault = Fault("place", line.raw(0), fault.verb, self._places(fault.verb))
            self._refuse(source, fault)
            return
        block.empty = False
        read = read_line(self._grammar, line, self._lexicon, block.kind)
        wrong = self._check(read, block.kind) if self._check and isinstance(read, Line) else None
        if wrong is not None:
            self._refuse(source, wrong)
        elif isinstance(read, Line):
            self._keep(block, read, source.number)
        elif block.kind == "STANDING" and self._grammar.is_at(line, len(line.tokens) - 1, OFF):
            self._off(source, Scan(line.line, line.tokens[:-1]))
        elif read.kind == "place" and read.candidates == ("ANSWER",):
            word = line.raw(0)
            forms = self._grammar.forms(read.verb, "ANSWER")
            plain = fold(word) == fold(read.verb.split()[0])
            # With a guard it is no answer: only how one is written can be told.
            texts = [_shown(source.text, line)] if plain else [usage(form) for form in forms]
            ways = tuple(f"ANSWER {text}" for text in texts)
            fault = Fault("answer", word if plain else read.verb, read.verb, ways)
            self._refuse(source, fault, bare=True)
        else:
            # Under no heading; behind a guard it would be no answer.
            plain = not block.given and not any(
                self._grammar.is_at(line, at, word)
                for at in range(len(line.tokens))
                for word in (WHEN, ROLL, IF, ELSE)
            )
            bare = plain and read.kind == "place" and "ANSWER" in read.candidates
            self._refuse(source, read, bare=bare)

    def _keep(self, block: _Open, line: Line, number: int) -> None:
        if block.kind != "STANDING":
            if block is self._silent and not block.lines:
                # Where its first good line stands: of answers without ANSWER the last one counts.
                self._items.remove(block)
                self._items.append(block)
            block.lines.append(line)
            block.numbers.append(number)
            return
        for head, one in split(line, self._grammar, self._lexicon):
            self._items.append(StandingLine(head, one, number))

    def _block(self, number: int) -> _Open | None:
        """The block that a line belongs to; before any heading that is the plan."""
        if self._headed:
            return self._open
        if self._silent is None:
            self._silent = _Open("PLAN", number, False)
            self._items.append(self._silent)
        return self._silent

    def _places(self, verb: str) -> tuple[str, ...]:
        return tuple(sorted({b for form in self._grammar.forms(verb) for b in form.blocks}))


def _alone_as(heading: str, line: Scan) -> str:
    """What a heading with too much behind it may have been meant for: ``PLAN A please``."""
    word = line.tokens[1].text.upper() if len(line.tokens) > 1 else ""
    return (
        f"PLAN {word}" if heading == "PLAN" and "A" <= word <= "Z" and len(word) == 1 else heading
    )


def _alone(line: Scan) -> bool:
    """Whether nothing but a colon stands behind the first word."""
    return all(token.kind == "mark" and token.text == ":" for token in line.tokens[1:])


def _shown(text: str, line: Scan | None = None) -> str:
    """The text of a line without its comment."""
    line = line or scan(text)
    return text[: line.tokens[-1].end].strip() if line.tokens else text.strip()
