"""Every word of the post office, and the ways a player likes his letters."""

from __future__ import annotations

import pytest

from tests.conversations.freight import WARE, deal
from tests.conversations.table import Table, codes


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("STATUS", "waited for since"),
        ("REPORT", "your report of turn 4 again"),
        ("REPORT 2", "your report of turn 2 again"),
        ("REPORT 99", "There is no such turn yet"),
        ("SHOW 1", "No orders of yours for turn 1"),
        ("SHOW 99", "There is no such turn yet"),
        ("MAP", "STILL IN THE DECK"),
        ("MAP LIST", "STILL IN THE DECK"),
        ("CARD Star Base", "Star Base"),
        ("CARD Death Star", "no card of this name"),
        ("PRICES", "organics"),
        ("OPTIONS", "THE GAME'S SETTINGS"),
        ("HISTORY", "WHAT YOU HAVE SEEN"),
        ("HISTORY 3", "from turn 3 on"),
        ("HELP", "To have one of them explained"),
        ("HELP DELIVER", "DELIVER"),
        ("HELP xyzzy", "There is no word like this here: | xyzzy A list of all words comes with"),
        ("HELP WHEN", "| HAND >= 4 Cards in your hand."),
        ("HELP if", "NO turns one around"),
        ("HELP deck", "| DECK >= 4 Cards left in the deck."),
        ("STATUS?", "waited for since"),
        ("RULES", "rul"),
        ("PLAN?", "You have no plan on file"),
        ("STANDING?", "; DISCARD LOWEST"),
    ],
)
def test_each_question_is_answered_and_changes_nothing(
    table: Table, question: str, answer: str
) -> None:
    before = table.snapshot()
    table.say("p3", question)
    table.tick()
    assert table.addressed == ["p3"]
    assert answer in table.to("p3")
    assert table.snapshot() == before
    assert table.ledger()[-1].status == "accepted"


def test_show_tells_what_came_of_the_lines_of_a_turn(table: Table) -> None:
    """Lines are kept with the turn that was open when they were written."""
    table.say("p1", "STANDING\nKEEP Star Base\nKEEP Starr Bsae")
    table.tick()
    table.say("p1", "SHOW 4")
    table.tick()
    assert "; KEEP Star Base letter 2: on file" in table.to("p1")
    assert "refused" in table.to("p1")


def test_columns(table: Table) -> None:
    table.say("p1", "SET COLUMNS 60\nSET COLUMNS 12\nSET COLUMNS many")
    table.tick()
    assert table.to("p1").flat.count("This value is not allowed: 40 to 120") == 2
    table.until()
    lines = table.to("p1").text.splitlines()
    assert max(len(line) for line in lines if not line.startswith(" |")) <= 60


def test_text_only_makes_lists_of_tables(table: Table) -> None:
    table.say("p1", "SET TEXT ONLY")
    table.tick()
    table.say("p1", "REPORT")
    table.tick()
    lists = table.to("p1").text
    table.say("p1", "SET TEXT ONLY OFF")
    table.tick()
    table.say("p1", "REPORT")
    table.tick()
    assert table.to("p1").text != lists


def test_zone(table: Table) -> None:
    """Times are shown in the player's zone; deadlines stay the campaign's."""
    due = table.deadline()
    table.say("p1", "SET ZONE Asia/Tokyo\nSET ZONE Mars/Olympus")
    table.tick()
    assert "Your times are those of Asia/Tokyo" in table.to("p1")
    table.say("p1", "STATUS")
    table.tick()
    assert "in Tokyo" in table.to("p1")
    assert table.deadline() == due


def test_settings_that_are_none(table: Table) -> None:
    table.say("p1", "SET SAIL\nSET LANGUAGE tlh\nSET LANGUAGE en")
    table.tick()
    assert [c[2] for c in codes(table.ordered()) if c[1] == "refused"] == [
        "no-setting",
        "bad-value",
    ]


def test_digest_gathers_the_news_of_a_day_in_one_letter(table: Table) -> None:
    """SET DIGEST: one letter a day, unless an answer is due."""
    table.say("p3", "SET DIGEST\nPLAN\nPASS")
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert table.addressed == ["p1", "p2", "p3"], "the receipt, with no report"
    assert "SINCE YOUR LAST REPORT" not in table.to("p3")
    table.say("p2", "ANSWER PASS")
    table.tick(hours=4)
    assert "p3" not in table.addressed or "your move" in table.to("p3").subject


def test_digest_comes_when_a_day_has_passed(table: Table) -> None:
    """It needs no letter of anybody, and holds what was not told yet, once."""
    table.say("p3", "SET DIGEST")
    table.tick()
    table.say("p1", "ANSWER PASS")
    table.tick(hours=2)
    assert "p3" not in table.addressed
    assert table.tick(hours=20).digests == 0
    assert table.tick(hours=4).digests == 1
    assert table.addressed == ["p3"]
    assert "Bob drew" in table.to("p3")
    assert table.tick(hours=20).digests == 0
    assert table.tick(hours=5).digests == 0, "there is nothing new to tell"


def test_report_98_a_digest_waits_for_the_run_after_an_answer(table: Table) -> None:
    """One letter a seat and run."""
    table.say("p3", "SET DIGEST")
    table.tick()
    table.say("p1", "ANSWER PASS")
    table.tick(hours=2)
    table.tick(hours=20)
    table.say("p3", "HELP")
    table.tick(hours=4)
    assert table.to("p3").kind == "receipt"
    table.tick()
    assert "Bob drew" in table.to("p3")


def test_digest_is_not_woken_by_what_its_reader_may_not_see(table: Table) -> None:
    """An offer between two others is no news to a third."""
    table.say("p3", "SET DIGEST")
    table.tick()
    hand = table.state().hands["p2"]
    table.say("p2", f"OFFER Anna: {hand[0]} FOR NOTHING")
    table.tick(hours=2)
    table.tick(hours=20)
    assert table.tick(hours=4).digests == 0
    assert "p3" not in table.addressed


def test_several_questions_are_answered_in_their_order_each_under_its_own(table: Table) -> None:
    """A heading says which answer is whose; a question asked twice is answered once."""
    table.say("p3", "PLAN?\nREPORT 2\nHELP xyzzy\nSTATUS\nPLAN?")
    table.tick()
    flat = table.to("p3").flat
    at = [flat.index(f"YOU ASKED | {asked}") for asked in ("PLAN?", "REPORT 2", "HELP xyzzy")]
    assert at == sorted(at)
    assert flat.index("YOU ASKED | STATUS") > at[-1]
    assert flat.count("YOU ASKED") == 4
    assert "YOUR ORDERS" not in flat


def test_a_report_asked_for_on_one_s_own_move_still_asks(table: Table) -> None:
    """Who has lost his report gets his choices again."""
    table.say("p1", "REPORT")
    table.tick()
    assert "YOUR MOVE" in table.to("p1")
    assert "YOUR CHOICES" in table.to("p1")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SET COLUMS 60", "There are COLUMNS, TEXT ONLY, DIGEST, ZONE and LANGUAGE"),
        ("SET ZONE Germany", "There is no such time zone. Write one such as Europe/Berlin,"),
        ("SET DIGEST ON", "You get one letter a day"),
        ("SET TEXT ONLY ON", "come as lists from now on"),
        ("DELIVER", "Something is missing here: world."),
        ("SHOW", "A number is needed here."),
        ("OFFER Ann: Laser Turret FOR Ion Thrusters", "You must hold all that you offer"),
        ("DELIVER BEST ATLEST 10", "Nearest: ATLEAST."),
        ("PLAN A please", "Nearest: PLAN A."),
    ],
)
def test_a_wrong_line_is_told_what_would_do(table: Table, line: str, said: str) -> None:
    """In the words of HELP, with what is missing by its name."""
    table.say("p3", line)
    table.tick()
    assert said in table.to("p3").flat


def test_a_letter_without_an_order_says_that_the_move_is_still_open(table: Table) -> None:
    """A beginner who writes a sentence learns how an order stands, and until when."""
    table.say("p1", "I think I would like plan A please. What does O T L M mean?")
    table.tick()
    assert "An order stands at the beginning of a line of its own" in table.to("p1").flat
    assert "It is still your move: until" in table.to("p1").flat


def test_a_question_below_a_check_is_about_what_is_on_file_in_truth(table: Table) -> None:
    """What is only tried is never told as kept, nor as done."""
    table.say("p3", "CHECK\nPLAN\nDELIVER BEST ATLEAST 5\nSET COLUMNS 60\nPLAN?")
    table.tick()
    flat = table.to("p3").flat
    assert "You have no plan on file." in flat
    assert "WOULD BE DONE ; SET COLUMNS 60" in flat
    assert " DONE ; SET" not in flat.replace("WOULD BE DONE", "")


@pytest.mark.parametrize(
    ("until", "why"),
    [
        ("next week", "UNTIL cannot be read. Write 3 Dec"),
        ("31 Feb", "UNTIL is no day of the calendar."),
    ],
)
def test_a_date_that_cannot_be_used_is_told_in_words(table: Table, until: str, why: str) -> None:
    """No code stands in a letter."""
    table.say("p1", f"OFFER Bob: NOTHING FOR Dark Matter UNTIL {until}")
    table.tick()
    assert why in table.to("p1").flat


def test_an_offer_that_is_not_there_is_told_without_orders_of_other_verbs(table: Table) -> None:
    """To name OFFER and RESIGN to who wrote ACCEPT would be no help."""
    table.say("p1", "ACCEPT Bob 7")
    table.tick()
    flat = table.to("p1").flat
    assert "No offer to you is open that this could mean." in flat
    assert "<" not in flat
    assert "; RESIGN" not in flat


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CARD Builder", "1 refused, 1 question."),
        ("CARD Builder\nSTATUS\nPLAN\nDELIVER BEST", "1 order, 1 refused, 2 questions."),
        ("PLAN A", "1 order."),
        ("PLAN\nDELIVER BEST\nELSE PASS", "2 orders."),
    ],
)
def test_what_the_receipt_counts(table: Table, text: str, said: str) -> None:
    """Lines of the letter: a question is no order, and ``PLAN A`` is one."""
    deal(table, p1=("Star Base", "Dark Matter"), p2=WARE)
    table.say("p1", "ANSWER PASS")
    table.tick()
    table.say("p2", text)
    table.tick()
    assert f": {said}" in " ".join(post.flat for post in table.all_to("p2"))


@pytest.mark.parametrize("word", ["PLAN", "STANDING", "CHECK"])
def test_headings_are_explained_and_listed(toy: Table, word: str) -> None:
    toy.say("p1", f"HELP {word}\nHELP")
    toy.tick()
    assert "There is no word like this here" not in toy.to("p1")
    assert f"| {word}" in toy.to("p1")
