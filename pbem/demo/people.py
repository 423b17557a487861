"""The scripted players. Each reads his letters and writes back as such a person would.

They are the same at every game: what differs is what they read. None looks anywhere but at the text
of his own letters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from pbem.demo.replies import Post, Style
from pbem.demo.sheet import OfferSeen, Sheet


class Said(NamedTuple):
    """A reply: to which letter, what, how, and what kind of letter it is, for those who watch."""

    post: Post
    text: str
    style: Style
    what: str


class Person:
    """What all of them have in common: they answer what they are asked."""

    name: ClassVar[str]
    style: ClassVar[Style]
    waits_for_reminder: ClassVar[int] = 0
    """Which question is left lying until a reminder comes; 0: none."""
    forgets: ClassVar[int] = 0
    """Which question is never answered; 0: none."""

    def __init__(self) -> None:
        self.asked = 0
        """Questions so far."""
        self._question: tuple[Post, Sheet] | None = None
        self._newest = (0, "")
        self._reports = 0
        self._said: list[Said] = []

    def read(self, posts: list[Post]) -> list[Said]:
        """Read new letters, the oldest first; the replies."""
        self._said = []
        newest: tuple[Post, Sheet] | None = None
        reports = self._reports
        for post in posts:
            sheet = Sheet(post.text)
            if sheet.trial:
                self.say(post, "READY", "the answer to a trial letter")
            if sheet.report:
                self._reports += 1
                newest = (post, sheet)
                self.see(sheet)
                self._note_question(post, sheet)
            if sheet.reminder and self.asked != self.forgets and self._question is not None:
                self._question = (post, self._question[1])
        if newest is not None:
            self.on_report(*newest, first=reports == 0)
        # The first report is read twice before anything is decided.
        begun = reports > 0
        if begun and self._question is not None and not self._puts_off():
            post, sheet = self._question
            self._question = None
            self.decide(post, sheet)
        return self._said

    def say(self, post: Post, text: str, what: str) -> None:
        """Reply to a letter."""
        self._said.append(Said(post, text, self.style, what))

    def see(self, sheet: Sheet) -> None:
        """Remember something of a report."""

    def on_report(self, post: Post, sheet: Sheet, *, first: bool) -> None:
        """Write something that nobody asked for."""

    def decide(self, post: Post, sheet: Sheet) -> None:
        """Answer a question."""
        self.say(post, f"ANSWER {careful(sheet)}", "an answer")

    def _note_question(self, post: Post, sheet: Sheet) -> None:
        if not sheet.asked:
            self._question = None
            return
        key = (sheet.turn, careful(sheet).split()[0])
        if key != self._newest:
            # A report may come again with the same question: an offer was made, say.
            self._newest = key
            self.asked += 1
        self._question = (post, sheet)

    def _puts_off(self) -> bool:
        assert self._question is not None
        reminded = Sheet(self._question[0].text).reminder
        return self.asked == self.forgets or (
            self.asked == self.waits_for_reminder and not reminded
        )


class Anna(Person):
    """Plays on a phone: two words above the quoted letter. She asks before she plays."""

    name = "Anna"
    style: ClassVar[Style] = "above"
    waits_for_reminder: ClassVar[int] = 6

    def on_report(self, post: Post, sheet: Sheet, *, first: bool) -> None:
        """Asks what DELIVER means before anything else; takes what she is offered."""
        if first:
            self.say(post, "What does that mean?\n\nHELP DELIVER\n\nAnna", "a question")
        for offer in sheet.offers:
            _reply_to_offer(self, post, sheet, offer)

    def decide(self, post: Post, sheet: Sheet) -> None:
        """PLAN A while it delivers something, else the careful answer."""
        if any(text.startswith("DELIVER") for text in sheet.choices):
            self.say(post, "PLAN A\n\nSent from my phone", "PLAN A")
        else:
            super().decide(post, sheet)


class Bob(Person):
    """Writes plans of his own that last for many turns, below the quoted letter, as ever."""

    name = "Bob"
    style: ClassVar[Style] = "below"

    def __init__(self) -> None:
        super().__init__()
        self._least = 0
        self._mistyped = False

    def on_report(self, post: Post, sheet: Sheet, *, first: bool) -> None:
        """A new plan when the old one is used up, or the deck runs low. He mistypes the first."""
        for offer in sheet.offers:
            _reply_to_offer(self, post, sheet, offer)
        least = _worth_waiting_for(sheet.deck or 0)
        if first:
            text = f"PLAN\n  DELIVR BEST ATLEAST {least}\n  DISCARD LOWEST\n\nSee you there,\nBob"
            self.say(post, text, "a typing error")
            self._mistyped = True
        elif self._mistyped or sheet.plan_used_up or least != self._least:
            self._mistyped = False
            self._least = least
            standing = "\n\nSTANDING\n  DISCARD LOWEST" if self._reports < 4 else ""
            self.say(post, _plan(least) + standing + "\n\n-- \nBob", "a plan of his own")


class Cleo(Person):
    """Her mail program writes HTML only. She answers each question, offers cards, forgets once."""

    name = "Cleo"
    style: ClassVar[Style] = "html"
    forgets = 9
    most_offers: ClassVar[int] = 6

    def __init__(self) -> None:
        super().__init__()
        self._holds: dict[str, str] = {}
        self._offered: set[str] = set()

    def see(self, sheet: Sheet) -> None:
        """Remembers who drew what, and forgets what is seen to go."""
        gone = [card for card in self._holds if card in sheet.text]
        for card in gone:
            del self._holds[card]
        self._holds |= {card: who for who, card in sheet.drew if who != "You"}

    def on_report(self, post: Post, sheet: Sheet, *, first: bool) -> None:
        """Offers her first card for one that she saw another draw, now and then."""
        wanted = [card for card in self._holds if card not in self._offered]
        if first or not sheet.hand or not wanted or len(self._offered) >= self.most_offers:
            return
        card = wanted[-1]
        self._offered.add(card)
        text = f"OFFER {self._holds[card]}: {sheet.hand[0]} FOR {card}"
        self.say(post, text, "an offer")


CAST: Final[tuple[Callable[[], Person], ...]] = (Anna, Bob, Cleo)


def careful(sheet: Sheet) -> str:
    """The order of a careful player: deliver, guard the hand, throw away what is worth least."""
    verbs = [text.split()[0] for text in sheet.choices]
    if "DELIVER" in verbs:
        return "DELIVER BEST"
    if "NEGATE" in verbs:
        return sheet.choices[verbs.index("NEGATE")]
    return next((verb for verb in ("PASS", "SUFFER") if verb in verbs), "DISCARD LOWEST")


def _plan(least: int) -> str:
    return (
        f"PLAN\n  WHEN HAND >= 3: NEGATE ANY\n  DELIVER BEST ATLEAST {least}"
        "    ; not for less\n  ELSE PASS\n  ELSE SUFFER"
    )


def _worth_waiting_for(deck: int) -> int:
    return 15 if deck > 40 else 9 if deck > 15 else 2


def _reply_to_offer(person: Person, post: Post, sheet: Sheet, offer: OfferSeen) -> None:
    """Take what he is offered if he has what is asked for, else decline."""
    verb = "ACCEPT" if offer.want in sheet.hand else "DECLINE"
    person.say(post, f"{verb} {offer.giver} {offer.number}", f"{verb.lower()}s an offer")
