"""Lines that several templates print: orders on file, offers, answers, what was not read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.form import Form
from engine.game import Remark, Suggestion
from engine.language.text import usage
from engine.state import OptionValue
from pbem.letters.context import FileLine, Kept, OnFile, OpenOffer, Receipt, Refusal
from pbem.letters.helping import topic
from pbem.letters.layout import clean, width, wrapped
from pbem.letters.questions import AnswerLine

if TYPE_CHECKING:
    from pbem.letters.voice import Voice

MOST_REFUSED: Final = 40
MOST_UNREAD: Final = 15
MOST_LISTED: Final = 60
"""Lines of a plan that are printed."""
REMARK_AT: Final = 26
"""Column behind a printed order where its remark stands."""
MOST_BESIDE: Final = 2
"""Lines that a remark may take there; a longer one stands below its order."""

_PLACE: Final = re.compile(r"<(\w+)>")
_LETTERS: Final = "ABCDEFGH"
_PAGES: Final = (("MAP", "map"), ("CARD", "card"), ("PRICES", "prices"))


def functions(voice: Voice) -> dict[str, Any]:
    """The functions of this module, for the templates of one reader."""
    lines = _Lines(voice)
    return {
        "packed": lines.packed,
        "numbered": lines.numbered,
        "listed": lines.listed,
        "partly": lines.partly,
        "answer": lines.answer,
        "offer": lines.offer,
        "lettered": lines.lettered,
        "plan_words": lines.plan_words,
        "also": lines.also,
        "letter_sum": lines.letter_sum,
        "kept_lines": lines.kept_lines,
        "usages": lines.usages,
        "usage_line": lines.usage_line,
        "usages_of": lines.usages_of,
        "reason": lines.reason,
        "untouched": untouched,
        "nearest": lines.nearest,
        "unread": lines.unread,
        "option_value": lines.option_value,
        "longest": lines.longest,
        "only": only,
        "error": lambda text: clean(text, 160),
        "most_refused": MOST_REFUSED,
    }


class _Lines:
    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._order = voice.order
        self._words: Mapping[str, Any] = voice.book.words

    def packed(self, texts: Sequence[str], label: str = "", gap: int = 3) -> str:
        """Orders side by side, as many in a line as fit; the label in front of the first."""
        return self._side_by_side(texts, self._order, label, gap)

    def unread(self, texts: Sequence[str]) -> str:
        """The lines that were not read as orders."""
        kept = list(texts[:MOST_UNREAD])
        label = str(self._words["lines"]["unread"])
        said = self._side_by_side(kept, self._voice.echo, label, 2)
        if len(texts) > MOST_UNREAD:
            more = str(self._words["slots"]["more"]).format(n=len(texts) - MOST_UNREAD)
            said += f"\n{' ' * width(label)}  {more}"
        return said

    def _side_by_side(
        self, texts: Iterable[str], mark: Callable[[str], str], label: str, gap: int
    ) -> str:
        head = f"{label}  " if label else "  "
        hang = " " * width(head)
        lines: list[str] = []
        line = head
        for text in texts:
            piece = mark(text)
            fresh = line in (head, hang)
            if not fresh and width(line) + gap + width(piece) > self._voice.layout.columns:
                lines.append(line)
                line, fresh = hang, True
            line += piece if fresh else " " * gap + piece
        said = "\n".join([*lines, line])
        # The tab is where the rest of a long piece hangs.
        return f"{head}\t{said[len(head) :]}" if label else said

    def _remarked(self, head: str, order: str, remark: str) -> str:
        line = f"{head}{self._order(order)}"
        if not remark:
            return line
        put = f"{line}{' ' * max(2, REMARK_AT + len(head) - width(line))}; {remark}"
        if width(put) <= self._voice.layout.columns:
            return put
        return f"{line}\n{' ' * len(head)}  ({remark})"

    def _beside(self, head: str, order: str, remark: str) -> str:
        """An order with a remark, which is marked again on each line that it takes: behind the
        order where two lines will do, else below it.
        """
        line = f"{head}{self._order(order)}"
        if not remark:
            return line
        columns = self._voice.layout.columns
        at = max(REMARK_AT + len(head), width(line) + 2)
        pieces = wrapped(remark, columns - at - 2) if at < columns // 2 else []
        if 0 < len(pieces) <= MOST_BESIDE:
            line += " " * (at - width(line))
            return f"\n{' ' * at}".join([f"{line}; {pieces[0]}", *(f"; {x}" for x in pieces[1:])])
        at = len(head) + 2
        return "\n".join([line, *(f"{' ' * at}; {x}" for x in wrapped(remark, columns - at - 2))])

    def _said(self, remark: Remark | None) -> str:
        """A remark in words; empty where there are none for it."""
        if remark is None:
            return ""
        return self._voice.coded("remarks", remark.code, remark.data)

    def numbered(self, number: int, line: FileLine) -> str:
        """One line on file with its number; a done one says so, others what they will come to."""
        remark = str(self._words["lines"]["done"]) if line.done else self._said(line.remark)
        return self._beside(f" {number:>2} ", line.text, remark)

    def answer(self, line: AnswerLine) -> str:
        """A legal answer, or how it is written."""
        if line.values or "<" in line.text:
            return f"  {self._voice.echo(line.text)}"
        return self._remarked("  ", line.text, line.remark)

    def offer(self, o: OpenOffer) -> str:
        """An open offer, and what may be done about it."""
        offer, voice = o.offer, self._voice
        mine = offer.giver == voice.reader.seat
        context = {
            **voice.base,
            "o": offer,
            "give": voice.items(offer.give),
            "want": voice.items(offer.want),
            "until": voice.brief(o.until) if o.until else "",
            "lacks": voice.items(o.lacks) if o.lacks else "",
        }
        key = "agreed" if offer.accepted else "mine" if mine else "theirs"
        said = f" \t{voice.book.line(self._words['offers'][key], context)}"
        if offer.accepted:
            return said
        args = (offer.taker if mine else offer.giver, offer.number)
        verbs = ("WITHDRAW",) if mine else ("DECLINE",) if o.lacks else ("ACCEPT", "DECLINE")
        if o.lacks:
            said += f"\n   \t{voice.book.line(self._words['offers']['lacks'], context)}"
        return f"{said}\n{self.packed([voice.written(verb, args) for verb in verbs])}"

    def lettered(self, plans: Sequence[Suggestion]) -> list[str]:
        """Each plan: its letter and why it may be good, its lines and their remarks.

        Why stands beside the letter, or where no line has a remark beside the first of them.
        """
        wording = self._words.get("plans", {}).get("why", "")
        found = []
        for letter, plan in zip(_LETTERS, plans, strict=False):
            context = {**self._voice.base, "d": plan.why}
            why = self._voice.book.line(wording, context) if plan.why else ""
            remarks = plan.remarks or (None,) * len(plan.lines)
            lines = [
                self._beside("    ", text, self._said(remark))
                for text, remark in zip(plan.lines, remarks, strict=True)
            ]
            if why and plan.remarks:
                lines.insert(0, f" {letter}  \t{why}")
            else:
                lines[0] = f" {letter}  {self._remarked('    ', plan.lines[0], why)[4:]}"
            found.append("\n".join(lines))
        return found

    def plan_words(self, plans: Sequence[Suggestion]) -> str:
        """`PLAN A or PLAN B`."""
        words = [f"PLAN {letter}" for letter, _ in zip(_LETTERS, plans, strict=False)]
        return str(self._words["lines"]["or"]).join(words)

    def also(self) -> list[str]:
        """The questions that may be sent, those of this game only; each as an order."""
        book = self._voice.book
        pages = [word for word, page in _PAGES if book.has(page)]
        named = [topic(word, book.forms, book.words).usage[0] for word in pages]
        return ["HELP", "RULES", "STATUS", *named, "OPTIONS", "HISTORY"]

    def letter_sum(self, p: Receipt) -> str:
        """`4 orders, 1 refused`."""
        voice, words = self._voice, self._words["lines"]
        parts = []
        if p.orders:
            parts.append(voice.count(p.orders, words["order"], words["orders"]))
        if p.refused:
            parts.append(f"{len(p.refused)} {words['refused']}")
        if p.asked:
            parts.append(voice.count(p.asked, words["question"], words["questions"]))
        return ", ".join(parts) or str(words["none"])

    def partly(self, pair: tuple[str, Sequence[str]]) -> str:
        """A suggested line with the kinds of question for which alone it is in force."""
        text, kinds = pair
        remark = str(self._words["lines"]["only-for"])
        named = ", ".join(self._voice.kind(kind) for kind in kinds)
        return self._beside("  ", text, remark.format(kinds=named))

    def listed(self, lines: Sequence[FileLine]) -> str:
        """The lines of a list on file with their numbers, no more than a letter can hold."""
        shown = [self.numbered(n, line) for n, line in enumerate(lines[:MOST_LISTED], 1)]
        if len(lines) > MOST_LISTED:
            shown.append(f"    {self._words['slots']['more']}".format(n=len(lines) - MOST_LISTED))
        return "\n".join(shown)

    def kept_lines(self, kept: Kept) -> str:
        """What went on file: a list in its order with numbers, else side by side."""
        if kept.what in ("plan", "between"):
            return self.listed(kept.lines)
        return self.packed([line.text for line in kept.lines])

    def usage_line(self, x: Refusal, text: str) -> str:
        """A way to write an order, or an order that would do as it stands."""
        return self._order(text) if text in x.usage and "<" not in text else self._voice.echo(text)

    def usages_of(self, x: Refusal) -> list[str]:
        """How a refused order is written, in the words in which HELP shows it."""
        found: dict[str, None] = {}
        for text in x.usage:
            form = next((f for f in self._voice.book.forms if usage(f) == text), None)
            ways = self._written(form) if form else (self._named(text, x.data.get("verb", "")),)
            found.update(dict.fromkeys(ways))
        return list(found)

    def _named(self, text: str, verb: str) -> str:
        """A way to write one thing that this verb does, its places in the words of the verb."""
        slots = self._words.get(verb, {}).get("slots", {})
        return _PLACE.sub(lambda found: f"<{slots.get(found[1], found[1])}>", text)

    def _written(self, form: Form) -> tuple[str, ...]:
        if form.verb not in self._words:
            return (usage(form),)
        return topic(form.verb, (form,), self._words).usage

    def reason(self, x: Refusal) -> str:
        """Why a line was refused, in the words of its verb where it has some."""
        data, slot = dict(x.data), str(x.data.get("slot", ""))
        entry = self._words.get(str(data.get("verb", "")), {})
        if slot:
            data["slot"] = entry.get("slots", {}).get(slot, slot)
        if x.code == "not-now" and "not_now" in entry and not data.get("by"):
            return self._voice.said(str(entry["not_now"]), data)
        return self._voice.coded("refused", x.code, data)

    def usages(self, texts: Sequence[str]) -> str:
        """Several ways to write a word, side by side."""
        return self._side_by_side(texts, self._voice.echo, "", 3)

    def nearest(self, x: Refusal) -> str:
        """The candidates and the place of the fault, behind the reason."""
        words, said = self._words["lines"], ""
        if x.candidates:
            names = ", ".join(clean(text, 60) for text in x.candidates)
            said = f" {words['nearest'].format(names=names)}"
        if x.word and x.word not in (x.typed.strip(), x.typed.split()[:1]):
            said += f" {words['about']} {self._voice.echo(x.word)}"
        return said

    def option_value(self, value: OptionValue) -> str:
        """A setting's value in words."""
        if isinstance(value, bool):
            return str(self._words["yes"]["true" if value else "false"])
        return str(value) if value != "" else str(self._words["pronouns"]["nothing"])

    def longest(self, seats: Iterable[str]) -> int:
        """Width of the longest name."""
        return max((width(self._voice.name(seat)) for seat in seats), default=0)


def untouched(p: Receipt) -> OnFile:
    """What is on file that this letter did not put there."""
    file = p.file or OnFile()
    if p.check:
        return file
    fresh = {kept.what for kept in p.kept}
    answers = {
        (kept.about, line.text) for kept in p.kept if kept.what == "answer" for line in kept.lines
    }
    lines = {line.text for kept in p.kept if kept.what == "standing" for line in kept.lines}
    done = {one.text for one in p.done}
    return replace(
        file,
        plan=() if "plan" in fresh else file.plan,
        between=() if "between" in fresh else file.between,
        standing=tuple(text for text in file.standing if text not in lines),
        answers=tuple(pair for pair in file.answers if pair not in answers),
        posted=tuple(text for text in file.posted if text not in done),
    )


def only(file: OnFile, what: str) -> OnFile:
    """That part of what is on file."""
    if what == "plan":
        return replace(file, standing=(), suggested=(), partly=(), posted=())
    if what == "standing":
        return OnFile(
            standing=file.standing,
            suggested=file.suggested,
            partly=file.partly,
            posted=file.posted,
        )
    return file
