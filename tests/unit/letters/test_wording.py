"""Books: where wording is found, and that there is a word for everything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.decision import Choice, Decision, Pick, Some
from engine.fact import SILENT, Answered, OfferClosed, Popped
from engine.form import Form, Slot
from engine.game import Game
from engine.lexicon import Lexicon, Names
from engine.window import PASS
from games import GAMES
from pbem.intake.words import POST_FORMS
from pbem.letters import Library, TemplateFault
from pbem.letters.context import Needs
from pbem.letters.helping import document
from pbem.letters.questions import answer_lines
from pbem.letters.voice import Voice
from tests.unit.letters.harbour import HARBOUR, WORDING
from tests.unit.letters.positions import READER, book, campaign, letter, library

EVERY = (HARBOUR, *GAMES)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_every_fact_kind_has_wording(game: Game[Any]) -> None:
    wording = library().book(game).facts
    told = {kind.__name__ for kind in game.all_facts if kind not in SILENT}
    assert told <= wording.keys()
    assert all("text" in wording[kind] for kind in told)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_every_template_and_line_compiles(game: Game[Any]) -> None:
    assert library().book(game).check() == []


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_every_verb_has_help_and_no_other_has(game: Game[Any]) -> None:
    found = library().book(game)
    verbs = {form.verb for form in (*POST_FORMS, *game.all_forms)} | {"PLAN", "STANDING", "CHECK"}
    # A heading that only a game with orders for the gap between turns has a use for.
    verbs |= {"BETWEEN"} if any("BETWEEN" in form.blocks for form in game.forms) else set()
    listed = {word for word, entry in found.words.items() if word.isupper()}
    assert verbs <= listed
    assert listed <= verbs | {"READY", "OFFER", "ACCEPT", "DECLINE", "WITHDRAW"}
    for verb in verbs:
        assert found.words[verb]["help"]
        # A game's own words stand in a group that HELP prints.
        assert found.words[verb].get("group", "game") in found.words["groups"]


def test_silent_facts_are_never_told() -> None:
    assert book().fact(Popped(), book().scope({"me": "p2"})) == ""


def test_a_fact_without_wording_is_a_fault_that_names_it() -> None:
    class Unheard(Popped, frozen=True):
        """A fact that nobody wrote wording for."""

    with pytest.raises(TemplateFault, match="no wording for Unheard"):
        book().fact(Unheard(), book().scope({"me": "p2"}))


@pytest.mark.parametrize(
    ("via", "said"),
    [
        ("plan", "Taken from your plan, line 2: ; PASS"),
        ("standing", "Taken from your standing orders: ; PASS"),
        ("suggested", "Taken from the suggested standing orders: ; PASS"),
        ("default", "No orders from you were on file, so: ; PASS"),
        ("gm", "Your GM gave the order for you: ; PASS"),
        ("letter", ""),
        ("forced", ""),
        ("absent", ""),
    ],
)
def test_an_answer_tells_its_owner_where_it_came_from(via: str, said: str) -> None:
    voice = Voice(book(), campaign(), READER, Needs())
    texts = voice.texts([Answered("31.p2", "p2", "sail", "PASS", (), via, "2+")])
    assert texts == ([said] if said else [])


def test_what_ended_an_offer_has_words_of_the_game_or_its_code() -> None:
    voice = Voice(book(), campaign(), READER, Needs())
    assert voice.texts([OfferClosed("p2>p3:2", "declined"), OfferClosed("p2>p3:2", "odd")]) == [
        "Your offer 2 to Cleo was declined.",
        "Your offer 2 to Cleo failed (odd).",
    ]


def test_signs_of_orders_leave_names() -> None:
    voice = Voice(book(), campaign(names={"p2": "; A | B"}), READER, Needs())
    assert voice.name("p2") == ", A / B"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_campaign_overrides_an_office_overrides_the_package(tmp_path: Path) -> None:
    write(tmp_path / "en/words.toml", '[subjects]\nfinal = "office"\ntrial = "office"\n')
    write(tmp_path / "st7/en/words.toml", '[subjects]\nfinal = "campaign"\n')
    shelf = Library(EVERY, tmp_path)
    subjects = shelf.book(HARBOUR, "st7").words["subjects"]
    assert (subjects["final"], subjects["trial"]) == ("campaign", "office")
    assert subjects["by"] == book().words["subjects"]["by"]
    assert shelf.book(HARBOUR, "st8").words["subjects"]["final"] == "office"


def test_a_game_lays_its_words_over_the_post_offices(tmp_path: Path) -> None:
    assert book().words["ends"]["shut"] == "The harbour is shut."
    assert book().words["ends"]["other"]


def test_a_language_falls_back_on_english(tmp_path: Path) -> None:
    write(tmp_path / "de/words.toml", '[pronouns]\nYou = "Du"\n')
    found = Library(EVERY, tmp_path).book(HARBOUR, language="de")
    assert found.words["pronouns"]["You"] == "Du"
    assert found.words["pronouns"]["nothing"] == "nothing"
    assert found.has("map") is False  # the made-up game's wording is in another folder


def test_books_are_made_once(tmp_path: Path) -> None:
    (tmp_path / "st9").mkdir()
    shelf = Library(EVERY, tmp_path)
    assert shelf.book(HARBOUR, "st7") is shelf.book(HARBOUR, "st8")
    assert shelf.book(HARBOUR, "st9") is not shelf.book(HARBOUR, "st8")


def test_a_broken_template_is_named_with_its_line(tmp_path: Path) -> None:
    write(tmp_path / "en/letters/trial.txt.j2", "Hello\n{% if %}\n")
    found = Library(EVERY, tmp_path).book(HARBOUR)
    with pytest.raises(TemplateFault, match=r"trial\.txt\.j2, line 2"):
        found.render("letters/trial.txt.j2", {})
    assert any("trial.txt.j2, line 2" in fault for fault in found.check())


def test_a_word_that_templates_do_not_have_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path / "en/letters/trial.txt.j2", "{{ state.hands }}")
    found = Library(EVERY, tmp_path).book(HARBOUR)
    with pytest.raises(TemplateFault, match="'state' is undefined"):
        found.render("letters/trial.txt.j2", {})


def test_a_broken_table_is_named_with_its_line(tmp_path: Path) -> None:
    write(tmp_path / "en/words.toml", "[pronouns]\nYou = Du\n")
    with pytest.raises(TemplateFault, match=r"words\.toml: .*line 2"):
        Library(EVERY, tmp_path).book(HARBOUR)


FORM = Form(
    verb="LOAD",
    slots=(
        Slot(name="port", type="name", domain="port"),
        Slot(name="cards", type="names", domain="card", keyword="WITH"),
    ),
)
LEXICON = Lexicon({"port": Names(("Foster", "Wilhelm")), "card": Names("abcd")})


def decision(*choices: Choice) -> Decision:
    return Decision(id="1.p1", seat="p1", kind="load", choices=choices, default=PASS)


def test_few_answers_are_printed_whole() -> None:
    choice = Choice(FORM, (Pick(("Foster",)), Some("ab", 1, 2)))
    lines = answer_lines(decision(choice), LEXICON, book().words, {"LOAD": "why"})
    assert [line.text for line in lines] == [
        "ANSWER LOAD Foster WITH a",
        "ANSWER LOAD Foster WITH b",
        "ANSWER LOAD Foster WITH a, b",
    ]
    assert [line.remark for line in lines] == ["why", "", ""]


def test_many_answers_are_a_usage_with_the_values_of_its_slots() -> None:
    choice = Choice(FORM, (Pick(("Foster", "Wilhelm")), Some("abcd", 1, 3)))
    (line,) = answer_lines(decision(choice), LEXICON, book().words, {})
    assert line.text == "ANSWER LOAD <port> WITH <cards>, ..."
    assert line.values == ("port: Foster, Wilhelm", "cards: 1 to 3 of a, b, c, d")


def test_values_that_hang_on_others_are_not_enumerated() -> None:
    choice = Choice(FORM, (Pick(("Foster", "Wilhelm")), lambda args: Some("abcd", 1, 3)))
    (line,) = answer_lines(decision(choice), LEXICON, book().words, {})
    assert line.values == ("port: Foster, Wilhelm",)


@pytest.mark.parametrize(
    "code", ["unknown", "whole", "place", "ambiguous", "not-now", "heading", "empty", "mark",
             "name", "number", "range", "text", "list", "missing", "extra", "colon", "predicate",
             "verb", "roll", "if", "front"],
)  # fmt: skip
def test_every_fault_of_the_order_language_has_words(code: str) -> None:
    assert code in book().words["refused"]


@pytest.mark.parametrize("code", ["lapsed", "stuck", "else", "rest", "default"])
def test_every_note_of_the_desk_has_words(code: str) -> None:
    assert code in book().words["desk"]


def test_wording_of_the_made_up_game_is_found_in_the_overrides() -> None:
    assert (WORDING / "en/harbour/facts.toml").is_file()
    assert letter("map", READER).text
    assert campaign().names["p2"] == "Bob"


def test_a_document_is_plain_text_without_the_signs_of_markdown() -> None:
    """A screen reader would read every star aloud."""
    titles = "# A title\n\nText `x`, *why:* so.\nMore **bold**.\n\n## Next\n"
    assert document(titles + "* **Item.** one\n  two\n2 * 3").split("\n") == [
        "| A TITLE",
        "|",
        "| Text x, why: so. More bold.",
        "|",
        "| NEXT",
        "| - Item. one two 2 * 3",
    ]
