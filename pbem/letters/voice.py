"""The functions and values that every template has, for one reader of one letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from engine.decision import Args, Order
from engine.desk import SPENT
from engine.fact import Answered, Fact
from engine.language.text import form_for, order_text
from engine.standing import REST
from engine.window import PASS
from pbem.letters import helping, lines
from pbem.letters.context import Asked, Campaign, Happened, Needs, Note, Reader
from pbem.letters.layout import clean, padded
from pbem.letters.questions import AnswerLine, answer_lines
from pbem.letters.render import Book
from pbem.letters.times import said

NAME_LIMIT: Final = 60


def _plain(name: str) -> str:
    """A name without what marks an order or a quotation."""
    return clean(name.replace(";", ",").replace("|", "/"), NAME_LIMIT)


class _Data(dict[str, Any]):
    """The data of a code: what was not given is empty, since a letter must go out."""

    def __missing__(self, key: str) -> str:
        return ""


def _alike(h: Happened) -> tuple[Any, ...]:
    """What makes an answer that nobody wrote the same as another, so that one line tells both:
    orders of a seat's silence in one turn, and wherever lines on file just passed; else empty.
    """
    f = h.fact
    if not isinstance(f, Answered) or f.missed:
        return ()
    said = (f.seat, f.via, f.verb, f.args, f.cause)
    if f.via == "default" and f.cause in ("", SPENT):
        return h.turn, f.kind, *said
    if f.verb != PASS.verb or f.via not in ("standing", "suggested", "default"):
        return ()
    if f.cause == REST and not f.line:
        return f.kind, *said
    return (f.line, *said) if f.via != "default" else ()


def _runs(
    facts: Sequence[Happened], counts: Callable[[Fact], bool]
) -> Iterator[tuple[Happened, int]]:
    """Facts with how often they come in a row: more than once where that is ``counts``'s."""
    at = 0
    while at < len(facts):
        first, end = facts[at], at + 1
        if counts(first.fact):
            while end < len(facts) and (facts[end].told_in, facts[end].fact) == (
                first.told_in,
                first.fact,
            ):
                end += 1
        yield first, end - at
        at = end


class Voice:
    """Speaks to one reader: names, orders, times, facts."""

    def __init__(self, book: Book, campaign: Campaign, reader: Reader, needs: Needs) -> None:
        self.book = book
        self.campaign = campaign
        self.reader = reader
        self.layout = book.layout(reader.columns)
        self._pronouns = book.words["pronouns"]
        self._names = {seat: _plain(name) for seat, name in campaign.names.items()}
        self._fact_base = {
            **book.globals,
            "c": campaign,
            "title": book.title,
            "me": reader.seat,
            "name": self.name,
            "who": self.who,
            "whom": self.whom,
            "whose": self.whose,
            "show": campaign.lexicon.shown,
            "items": self.items,
            "order": self.order,
            "written": self.written,
            "echo": self.echo,
            "join": self.join,
            "names": self.names,
            "pair": self.pair,
            "kind": self.kind,
            "coded": self.coded,
            "count": self.count,
            "times": self.times,
            "when": self.when,
            "day": self.day,
            "brief": self.brief,
            "repeats": 1,
        }
        self.base: dict[str, Any] = {
            **self._fact_base,
            "reader": reader,
            "needs": needs,
            "columns": self.layout.columns,
            "lists": reader.lists,
            "words": book.words,
            "has": book.has,
            "own": book.own,
            "exists": book.by_verb.__contains__,
            "happened": self.happened,
            "texts": self.texts,
            "ask": self.ask,
            "asks": self.asks,
            "silence": self.silence,
            "hint": self.hint,
            "answers": self.answers,
            "choices": self.choices,
            "padded": padded,
            "span": self.span,
        }
        # The two modules build on the functions above.
        self.base |= lines.functions(self) | helping.functions(self)

    def name(self, seat: str) -> str:
        """The player's name; another word as it is."""
        return self._names.get(seat) or _plain(seat)

    def who(self, seat: str) -> str:
        """`You` for the reader, else the name; begins a sentence."""
        return str(self._pronouns["You"]) if seat == self.reader.seat else self.name(seat)

    def whom(self, seat: str) -> str:
        """`you` for the reader, else the name."""
        return str(self._pronouns["you"]) if seat == self.reader.seat else self.name(seat)

    def whose(self, seat: str, start: bool = False) -> str:
        """`your` (`Your` at the start of a sentence) for the reader, else the name's genitive."""
        if seat == self.reader.seat:
            return str(self._pronouns["Your" if start else "your"])
        return str(self._pronouns["genitive"]).format(name=self.name(seat))

    def names(self, seats: Iterable[str], start: bool = False) -> str:
        """`you, Cleo and Dan`; with `start` the first word begins a sentence."""
        shown = [self.whom(seat) for seat in seats]
        if start and shown and shown[0] == self._pronouns["you"]:
            shown[0] = str(self._pronouns["You"])
        if len(shown) < 2:
            return "".join(shown)
        return f"{', '.join(shown[:-1])} {self._pronouns['and']} {shown[-1]}"

    def pair(self, offer: str) -> tuple[str, str, int]:
        """Giver, taker and number of an offer's id."""
        seats, _, number = offer.rpartition(":")
        giver, _, taker = seats.partition(">")
        return giver, taker, int(number)

    def kind(self, kind: str) -> str:
        """A kind of question in words."""
        return str(self.book.words["kinds"].get(kind, kind))

    def items(self, items: Sequence[str]) -> str:
        """What an offer gives or wants."""
        if not items:
            return str(self._pronouns["nothing"])
        show = self.campaign.lexicon.shown
        return ", ".join(show("item", item) for item in items)

    def order(self, text: str) -> str:
        """An order, marked."""
        return f"; {clean(text, 400)}"

    def echo(self, text: str) -> str:
        """Other people's words, marked."""
        return f"| {clean(text)}"

    def written(self, verb: str, args: Args) -> str:
        """An order as text that parses back, unmarked; for use behind a mark only."""
        order = Order(verb, args)
        form = form_for(self.book.by_verb.get(verb, ()), order)
        return order_text(form, order, self.campaign.lexicon) if form else verb

    def join(self, things: Iterable[str], sep: str = ", ") -> str:
        """The things with `sep` between them."""
        return sep.join(things)

    def count(self, number: int, one: str, many: str = "") -> str:
        """`1 order`, `4 orders`."""
        return f"{number} {one if number == 1 else many or f'{one}s'}"

    def times(self, number: int) -> str:
        """`once`, `five times`."""
        words = self.book.words["times"]
        return str(words.get(str(number), words["many"])).format(n=number)

    def when(self, moment: datetime) -> str:
        """`Thu 3 Dec 2026, 20:00 in Berlin (19:00 UTC)`."""
        return said("when", moment, self.reader.zone)

    def day(self, moment: datetime) -> str:
        """`Thu 3 Dec, 20:00 in Berlin`."""
        return said("day", moment, self.reader.zone)

    def brief(self, moment: datetime) -> str:
        """`Thu 3 Dec 20:00`, in the reader's zone."""
        return said("brief", moment, self.reader.zone)

    def span(self, minutes: int) -> str:
        """`4 hours`, `2 days`, `45 minutes`."""
        units = self.book.words["units"]
        for size, one, many in ((1440, "day", "days"), (60, "hour", "hours")):
            if minutes >= 2 * size or minutes == size:
                return self.count(minutes // size, units[one], units[many])
        return self.count(minutes, units["minute"], units["minutes"])

    def happened(self, facts: Sequence[Happened]) -> str:
        """Facts grouped by turn: the turn's number in front, its lines hanging."""
        lines: list[str] = []
        turn = -1
        scope = self.book.scope(self._fact_base.copy())
        digits = max((len(str(h.turn)) for h in facts), default=1)
        alike = Counter(_alike(h) for h in facts)
        for h, count in _runs(facts, self.book.counts):
            key = _alike(h)
            # The first of those that are the same tells how often.
            scope.parent["repeats"] = alike.pop(key, 0) if key else count
            if not scope.parent["repeats"]:
                continue
            text = self.book.fact(h.fact, scope)
            if not text:
                continue
            of = h.told_in
            number = "" if of == turn or not of else str(of)
            turn = of
            head = f" {number:>{max(digits, 2)}}  "
            hang = f"\n{' ' * len(head)}\t"
            lines.append(f"{head}\t{text.replace(chr(10), hang)}")
        return "\n".join(lines)

    def texts(self, facts: Iterable[Any]) -> list[str]:
        """The texts of some facts, those without one left out."""
        scope = self.book.scope(self._fact_base.copy())
        found = (self.book.fact(fact, scope) for fact in facts)
        return [text for text in found if text]

    def coded(self, table: str, note: Note | str, data: Mapping[str, Any] | None = None) -> str:
        """The words of a code from a table of the word list; `d` is its data there."""
        code = note if isinstance(note, str) else note.code
        values = data if isinstance(note, str) else note.data
        return self.book.coded(table, code, {**self._fact_base, "d": _Data(values or {})})

    def said(self, source: str, data: Mapping[str, Any]) -> str:
        """A line of a word table about this data, `d`."""
        return self.book.line(source, {**self._fact_base, "d": _Data(data)})

    def _question(self, asked: Asked, key: str) -> str:
        d = asked.decision
        words = self.book.questions.get(d.kind) or self.book.questions["other"]
        source = words.get(key) or self.book.questions["other"][key]
        # Where nobody has looked, it is what the rules say of who has nothing on file.
        given = asked.given or d.default
        own = {
            "d": d,
            "info": d.info,
            "kind": d.kind,
            "planned": asked.planned,
            "served": asked.served,
            "given": given,
        }
        return self.book.line(source, {**self._fact_base, **own})

    def ask(self, asked: Asked) -> str:
        """The question in words."""
        return self._question(asked, "ask")

    def asks(self, group: Sequence[Asked]) -> tuple[str, ...]:
        """The questions of one window in words: several of a kind as one, where it has words."""
        first = group[0].decision
        source = self.book.questions.get(first.kind, {}).get("asks")
        if not source or len(group) == 1 or any(a.decision.kind != first.kind for a in group):
            return tuple(map(self.ask, group))
        infos = [asked.decision.info for asked in group]
        own = {"d": first, "info": first.info, "infos": infos}
        return (self.book.line(source, {**self._fact_base, **own}),)

    def silence(self, asked: Asked) -> str:
        """What silence means, behind `Silence means`."""
        return self._question(asked, "silence")

    def hint(self, asked: Asked) -> str:
        """What is said below the answers, for kinds that have such words; else nothing."""
        known = "hint" in self.book.questions.get(asked.decision.kind, {})
        return self._question(asked, "hint") if known else ""

    def choices(self, group: Sequence[Asked], numbered: bool = False) -> tuple[AnswerLine, ...]:
        """The legal answers to the questions of one window, each once; what their places may hold
        behind the last of those for which it is the same.
        """
        found: dict[tuple[str, tuple[str, ...]], AnswerLine] = {}
        for line in (line for asked in group for line in self.answers(asked, numbered)):
            found.setdefault((line.text, line.values), line)
        lines = list(found.values())
        for i, behind in enumerate(lines[1:]):
            if lines[i].values == behind.values:
                lines[i] = replace(lines[i], values=())
        return tuple(lines)

    def answers(self, asked: Asked, numbered: bool = False) -> tuple[AnswerLine, ...]:
        """The legal answers as lines; `numbered`: with the window's number."""
        d = asked.decision
        context = {**self._fact_base, "d": d, "info": d.info}
        own = self.book.questions.get(d.kind, {})
        remarks = own.get("remark", {})
        words = {verb: self.book.line(text, context) for verb, text in remarks.items()}
        # What a slot is called where it is asked for, else wherever the verb stands.
        verbs = {
            verb: {**self.book.words.get(verb, {}), "slots": names}
            for verb, names in own.get("slots", {}).items()
        }
        said = {**self.book.words, **verbs}
        return answer_lines(d, self.campaign.lexicon, said, words, numbered)
