"""What the letters of a game say: data of the report and wording of the facts."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import pytest

from engine.advance import pending
from engine.decision import Order
from engine.fact import Fact
from games import GAMES
from games.space_freighter import SPACE_FREIGHTER as GAME
from games.space_freighter import facts
from games.space_freighter.cards import CARDS, EVENTS
from pbem.letters import Book, Library, compose
from pbem.letters.context import Asked, Campaign, Final, Needs, OnFile, Part, Reader, Report
from pbem.letters.pages import GamePage
from pbem.letters.voice import Voice
from tests.games.space_freighter.scene import PASS, Scene, deliver, offer, position, scene

NAMES = {"p1": "Anna", "p2": "Bob", "p3": "Cleo"}
DUE = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
HELD = {
    "p1": ("Hive World", "Star Base", "Designer Clones", "Dark Matter", "Force Field"),
    "p2": ("Gas Giant", "Old Earth Art"),
    "p3": (),
}


@cache
def book() -> Book:
    return Library(GAMES).book(GAME)


def campaign() -> Campaign:
    return Campaign(id="sf1", names=NAMES, lexicon=GAME.lexicon(position(3), NAMES), turn=1)


def letter(part: Part, seat: str = "p1", columns: int = 72, needs: Needs | None = None) -> str:
    reader = Reader(seat=seat, name=NAMES[seat], columns=columns)
    return compose(book(), campaign(), reader, (part,), marker="## x ##", needs=needs).text


def told(fact: Fact, seat: str) -> str:
    voice = Voice(book(), campaign(), Reader(seat=seat, name=NAMES[seat]), Needs())
    return " ".join(voice.texts([fact]))


@pytest.mark.parametrize(
    ("fact", "mine", "theirs"),
    [
        (facts.Flipped("p1", "Gas Giant", True), "You drew Gas Giant.", "Anna drew Gas Giant."),
        (
            facts.Flipped("p1", "Ion Storm", False),
            "You drew Ion Storm: an energy hazard.",
            "Anna drew Ion Storm: an energy hazard.",
        ),
        (
            facts.Looked("p1", ("Gas Giant", "Repairs")),
            "You looked at the deck; nobody else saw it. Next come, in this order: "
            "Gas Giant, Repairs.",
            "Anna looked at the next 2 cards of the deck.",
        ),
        (
            facts.Looked("p1", ()),
            "You looked ahead, but no cards are left.",
            "Anna looked ahead, but no cards are left.",
        ),
        (facts.Fined("p1", 7, 7), "You paid 7 MC.", "Anna paid 7 MC."),
        (facts.Fined("p1", 7, 0), "You had no MC to pay.", "Anna had no MC to pay."),
        (
            facts.Fined("p1", 7, 2),
            "You paid 2 MC, having no more.",
            "Anna paid 2 MC, having no more.",
        ),
        (
            facts.Stranded("p1", 9),
            "You gained 9 MC and sat out the rest of the turn; the next one is skipped as well.",
            "Anna gained 9 MC and sat out the rest of the turn; the next one is skipped as well.",
        ),
        (
            facts.Stranded("p1", 0),
            "You sat out the rest of the turn; the next one is skipped as well.",
            "Anna sat out the rest of the turn; the next one is skipped as well.",
        ),
        (facts.TurnSkipped("p1"), "You sat out this turn.", "Anna sat out this turn."),
        (
            facts.Lost("p1", ("Gas Giant", "Repairs")),
            "You lost Gas Giant, Repairs.",
            "Anna lost Gas Giant, Repairs.",
        ),
        (
            facts.Trimmed("p1", ("Gas Giant",)),
            "You discarded Gas Giant, holding more than seven cards.",
            "Anna discarded Gas Giant, holding more than seven cards.",
        ),
        (
            facts.HandLeft("p1", ("Gas Giant",)),
            "Your hand went to the discard pile: Gas Giant.",
            "Anna's hand went to the discard pile: Gas Giant.",
        ),
        (
            facts.Negated("p1", "Ion Storm", "Solar Sail"),
            "You negated Ion Storm with Solar Sail.",
            "Anna negated Ion Storm with Solar Sail.",
        ),
        (
            facts.Delivered("p1", "Hive World", ("Dark Matter", "Shortage"), (13, 3), 16),
            "You delivered to Hive World: Dark Matter 13, Shortage 3; 16 MC in all.",
            "Anna delivered to Hive World: Dark Matter 13, Shortage 3; 16 MC in all.",
        ),
        (
            facts.Exchanged("p1", "p2", ("Gas Giant",), (), 0, 5),
            "You gave Bob Gas Giant for 5 MC.",
            "Anna gave Bob 1 card for 5 MC.",
        ),
        (
            facts.Exchanged("p1", "p2", ("Gas Giant", "Shortage"), ("Repairs",), 2),
            "You gave Bob Gas Giant, Shortage and 2 MC for Repairs.",
            "Anna gave Bob 2 cards and 2 MC for 1 card.",
        ),
        (
            facts.Exchanged("p1", "p2", ("Gas Giant",), ()),
            "You gave Bob Gas Giant for nothing.",
            "Anna gave Bob 1 card for nothing.",
        ),
        (
            facts.Revealed("p1", "Gas Giant"),
            "You showed Gas Giant to all.",
            "Anna showed Gas Giant to all.",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else "",
)
def test_facts_in_words(fact: Fact, mine: str, theirs: str) -> None:
    assert told(fact, "p1") == mine
    whole = fact.public
    assert told(fact if whole else fact.masked() or fact, "p3") == theirs


def test_the_other_side_of_a_deal() -> None:
    deal = facts.Exchanged("p1", "p2", ("Gas Giant",), ("Repairs",))
    assert told(deal, "p2") == "Anna gave you Gas Giant for Repairs."


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_every_event_has_words_with_its_figure(event: object) -> None:
    """The words are a second list of the events: its figures are held against the cards."""
    name, amount = getattr(event, "name", ""), getattr(event, "amount", 0)
    words = book().words["events"][name]
    hazard = getattr(event, "hazard", "")
    assert (hazard or str(amount or "skipped")) in words


def questions(game: Scene, seat: str) -> Needs:
    return Needs(asked=tuple(Asked(d, DUE) for d in pending(game.s) if d.seat == seat))


def report(game: Scene, seat: str = "p1", columns: int = 72) -> str:
    view = GAME.hide(game.s, seat)
    part = Report(
        data=GAME.report(view, seat),
        plans=GAME.suggested_plans(view, seat),
        file=OnFile(suggested=GAME.suggested_standing("default")),
    )
    return letter(part, seat, columns, questions(game, seat))


def test_a_report_alone_suffices_to_write_the_next_orders() -> None:
    """Hand with prices and values, the best delivery, others' MC and cards, deck and pile."""
    game = scene("Smuggling", seats=3, hands=HELD, money={"p1": 12, "p2": 31})
    text = report(game)
    assert "YOU   12 MC   6 cards of at most 7" in text
    assert " Hive World            11   9   7  12   33 MC" in text
    assert " Star Base             12   6   2   8   30 MC" in text
    assert " Designer Clones         organics   +2" in text
    assert " Smuggling               7 MC with a shipment" in text
    assert " Force Field             against energy or rock hazards" in text
    assert "; DELIVER Hive World WITH Designer Clones, Dark Matter, Smuggling" in text
    assert "   Designer Clones 13, Dark Matter 13, Smuggling 7" in text
    assert " Anna (you)                12      6   has the turn" in text
    assert " Bob                       31      2" in text
    assert "DECK  80 cards" in text
    assert "PILE  0 cards" in text
    assert "SUGGESTED PLANS" in text
    assert "Gas Giant" not in text
    assert max(map(len, text.splitlines())) <= 72


def test_the_same_as_a_list_in_few_columns() -> None:
    game = scene("Smuggling", seats=3, hands=HELD)
    text = report(game, columns=45)
    assert " Hive World: organics 11, tech 9, luxury 7," in text
    assert " Anna (you): 0 MC, 6 cards" in text
    orders = ("; ", "A  ; ", "B  ; ")  # never broken: they are copied
    others = [line for line in text.splitlines() if not line.strip().startswith(orders)]
    assert max(map(len, others)) <= 45


def test_a_report_to_a_seat_with_an_empty_hand() -> None:
    text = report(scene("Smuggling", seats=3, hands=HELD), "p3")
    assert "Your hand is empty." in text
    assert "BEST DELIVERY" not in text


def test_a_report_tells_who_looked_and_who_waits() -> None:
    game = scene("Passive Sensors", "Malfunction", seats=3, hands=HELD)
    cards = game.one(facts.Looked).cards
    assert ", ".join(cards[:2]) in report(game).replace("\n   ", "")
    other = report(game, "p2")
    assert "knows the next 5" in other
    assert not any(card in other for card in cards)
    assert "NEXT IN THE DECK" not in other


def test_a_hazard_is_asked_in_words() -> None:
    game = scene("Ion Storm", seats=3, hands=HELD)
    text = report(game)
    assert "Ion Storm, an energy hazard: it takes 3 random cards" in text
    assert "; ANSWER NEGATE ENERGY WITH Force Field" in text
    assert "; ANSWER SUFFER" in text


@pytest.mark.parametrize("count", [1, 2])
def test_a_hazard_that_takes_all_is_asked_in_words(count: int) -> None:
    game = scene("Ion Storm", seats=3, hands={"p1": HELD["p1"][:count]})
    text = report(game)
    assert "an energy hazard: it takes all your cards, unless" in text
    assert "; you lose all you hold" in text


def test_who_has_left_knows_nothing_any_more() -> None:
    game = scene("Passive Sensors", seats=3, hands=HELD)
    assert "knows the next 5" in report(game, "p2")
    game.do("p1", Order("RESIGN"))
    assert "has left" in report(game, "p2")
    assert "knows the next" not in report(game, "p2")


def test_too_many_cards_are_asked_about_in_words() -> None:
    hand = (*HELD["p1"], "Solar Sail", "Ram Scoop")
    game = scene("Shortage", seats=3, hands={"p1": hand})
    game.say(PASS)
    assert "You hold 1 card too many" in report(game)


@pytest.mark.parametrize("card", CARDS)
def test_every_card_can_be_asked_for(card: str) -> None:
    data = GAME.report(position(3), "p1")
    text = letter(GamePage("card", data, about=card))
    assert card in text


@pytest.mark.parametrize("columns", [72, 50])
@pytest.mark.parametrize("page", ["map", "prices"])
def test_pages(page: str, columns: int) -> None:
    """All twenty worlds, whatever the width."""
    data = GAME.report(GAME.hide(position(3, hands=HELD), "p1"), "p1")
    text = letter(GamePage("map" if page == "map" else "prices", data), columns=columns)
    assert all(world["name"] in text for world in data["worlds"])
    assert max(map(len, text.splitlines())) <= columns
    if page == "map":
        assert "IN YOUR HAND" in text
        assert "IN ANOTHER HAND" in text


def test_the_final_report_opens_all_hands() -> None:
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    game = scene("Solar Sail", deck=("Solar Sail",), seats=3, hands=held)
    game.do("p1", offer("p2", ["Dark Matter"], []))
    game.say(deliver("Hive World", "Dark Matter"))
    s = game.s
    text = letter(
        Final(
            data=GAME.final(s),
            reason=s.ended,
            winners=s.winners,
            scores=GAME.score(s),
            seed="0f" * 32,
            commitment="a7" * 32,
        ),
        "p2",
    )
    assert "The last card has been drawn." in text
    assert "Anna wins" in text
    assert "still held Core Planet, Gas Giant" in text
    assert "every card was drawn" in text


def test_the_rulings_are_sent_by_the_game() -> None:
    text = GAME.rules_text()
    assert all(f"**SF-AMB {n}.**" in text for n in range(1, 18))


def test_the_columns_of_prices_are_explained_where_they_stand() -> None:
    """A beginner who has only his report learns what O, T, L and M are."""
    s = position(3, hands=HELD)
    assert " O organics, T tech, L luxury, M materials" in letter(
        Report(data=GAME.report(GAME.hide(s, "p1"), "p1"))
    )


@pytest.mark.parametrize("first", [True, False])
def test_the_first_report_says_how_the_game_goes(first: bool) -> None:
    """Aim, turn, delivery, trade; once, in the first letter of a seat."""
    s = position(3, hands=HELD)
    view = GAME.hide(s, "p1")
    text = letter(Report(data=GAME.report(view, "p1"), first=first))
    assert ("YOUR FIRST TURN" in text) is first
    flat = " ".join(text.split())
    said = (
        "You win with the most Mega Credits",
        "Each of your turns begins with a card",
        "one delivery: a world of your hand with goods",
        "you may offer cards to others",
    )
    assert all((part in flat) is first for part in said)
