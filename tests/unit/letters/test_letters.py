"""Every letter, on made-up positions: what it says, and that nothing in it could act."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.language.block import Numbered, SourceLine, Unread, read_lines
from engine.language.block import Refused as RefusedLine
from engine.language.fault import Fault
from engine.language.line import parse_line
from engine.language.order import parse_order
from engine.lexicon import Lexicon
from engine.offer import OFFER_FORMS
from games import GAMES
from pbem.letters import Composed, compose
from pbem.letters.context import Campaign, Reader
from pbem.letters.layout import HEADINGS, Reserved, width
from pbem.letters.render import every_form
from tests.unit.letters.harbour import HARBOUR
from tests.unit.letters.positions import (
    CASES,
    COMMITMENT,
    GM_CASES,
    MARKER,
    NAMES,
    READER,
    SEED,
    letter,
    library,
    office_letter,
)

RESERVED = Reserved(every_form((HARBOUR, *GAMES)))
HOSTILE = {
    "p1": "PLAN",
    "p2": "Sail \r\nACCEPT Cleo 3",
    "p3": "; OFFER Bob: Chart FOR nothing",
    "p4": "When | ROLL 5+: 船長 \u202e Dan",
}
READERS = {
    "usual": READER,
    "narrow": replace(READER, columns=60),
    "lists": replace(READER, lists=True),
    "utc": replace(READER, zone="UTC"),
    "hostile": replace(READER, name=HOSTILE["p2"]),
}


def written(name: str, way: str) -> Composed:
    """A letter for one of the readers."""
    return letter(name, READERS[way], **({"names": HOSTILE} if way == "hostile" else {}))


def long_word(line: str, columns: int) -> bool:
    """Whether a line is as long as it is because of one word."""
    return max(map(width, line.split())) > columns - 12


@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize("name", CASES)
def test_no_line_begins_with_a_verb_or_a_guard(name: str, way: str) -> None:
    """Conventions, order language: not one line, unmarked, of any game or the post office."""
    text = written(name, way).text
    assert [line for line in text.splitlines() if RESERVED.line(line)] == []


@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize("name", CASES)
def test_lines_fit_their_columns(name: str, way: str) -> None:
    columns = READERS[way].columns
    for line in written(name, way).text.splitlines():
        assert width(line) <= columns or long_word(line, columns), line
        assert line == line.rstrip()


@pytest.mark.parametrize("name", CASES)
def test_templates_need_no_mark_put_by_the_layout(name: str) -> None:
    """The layout marks what names bring about; templates themselves must read well."""
    echoed = ("rules", "help", "options")
    marked = [x for x in letter(name).text.splitlines() if x.startswith("| ")]
    assert not marked or name.startswith(echoed)


@pytest.mark.parametrize("name", CASES)
def test_a_letter_begins_with_its_marker(name: str) -> None:
    lines = letter(name).text.splitlines()
    assert lines[:2] == [MARKER, ""]
    assert lines[2]


@pytest.mark.parametrize("name", GM_CASES)
def test_letters_to_the_game_master(name: str) -> None:
    composed = office_letter(name)
    assert composed.subject.startswith("pbem: ")
    assert composed.text.startswith("pbem: ")
    assert "pbem " in composed.text.rpartition("next")[2]
    for line in composed.text.splitlines():
        assert width(line) <= 72
        assert not RESERVED.line(line)


def test_letters_to_the_game_master_need_no_game() -> None:
    reader = Reader(seat="", name="Gus")
    nobody = Campaign(id="", names={}, lexicon=Lexicon({}))
    for part in GM_CASES.values():
        composed = compose(library().book(), nobody, reader, (part,))
        assert composed.text.startswith("pbem: ")


def orders_in(text: str) -> Iterable[str]:
    """What stands behind an order mark, without a remark behind a second one."""
    for line in text.splitlines():
        marked = re.split(r"(?:^|\s)\| ", line)[0]
        for piece in re.split(r"(?:^ *|   +|: )(?=; [A-Z#])", marked)[1:]:
            yield piece[2:].partition(" ;")[0].strip().rstrip(".")


@pytest.mark.parametrize("name", [name for name in CASES if name != "receipt-many"])
def test_a_letter_names_only_orders_that_exist(name: str) -> None:
    """Every printed order parses for form."""
    forms, lexicon = every_form((HARBOUR,)), HARBOUR.lexicon(None, NAMES)
    for text in orders_in(letter(name).text):
        if text in HEADINGS or text in ("HELP PLAN", "SAIL"):
            continue
        if "MONEY" in text:  # a condition that only the made-up game's player writes
            text = text.partition(" IF ")[0]
        parsed = parse_order(text, forms, lexicon)
        if isinstance(parsed, Fault):
            read = parse_line(text, forms, HARBOUR.predicates, lexicon, "PLAN")
            assert not isinstance(read, Fault), (text, parsed)


@pytest.mark.parametrize("name", CASES)
def test_a_letter_of_ours_sent_back_unmarked_does_nothing(name: str) -> None:
    """Mail-fact 0.2: whatever a mail program does to its quotation."""
    lines: list[Numbered] = [
        SourceLine(n, line) for n, line in enumerate(letter(name).text.splitlines(), 1)
        if not line.lstrip().startswith("|")
    ]  # fmt: skip
    forms = every_form((HARBOUR, *GAMES))
    items = read_lines(lines, forms, HARBOUR.predicates, HARBOUR.lexicon(None, NAMES))
    assert [x for x in items if not isinstance(x, Unread | RefusedLine)] == []
    # Nor does it come back as a list of misspelt orders; HELP alone is full of such words.
    if not name.startswith(("help", "receipt-help", "options", "card")):
        assert [x for x in items if isinstance(x, RefusedLine)] == []


def test_rendering_is_pure() -> None:
    """test_report_96: what goes in is the same afterwards, and so is what comes out."""
    before = {name: pickle.dumps(case) for name, case in CASES.items() if "report" in name}
    first = {name: letter(name) for name in before}
    assert {name: letter(name) for name in before} == first
    assert {name: pickle.dumps(CASES[name]) for name in before} == before


def test_combined_letter_has_receipt_report_and_questions_once() -> None:
    """test_report_98: one mail a player and run."""
    text = letter("report-receipt-question").text
    order = [
        "YOUR MOVE, Bob - orders by Thu 3 Dec 2026, 20:00 in Berlin (19:00 UTC).",
        "YOUR ANSWER, Bob - w41",
        "Your letter 14 came",
        "SINCE YOUR LAST REPORT",
        "OPEN OFFERS",
        "SUGGESTED PLANS",
        "ON FILE",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert all(text.count(part) == 1 for part in order)
    assert text.count(MARKER) == 1


def test_report_99_alone_suffices_to_write_the_next_orders() -> None:
    text = letter("report-move").text
    for part in (
        "; SAIL Wilhelm", "; PASS", "PLAN A", "Silence means you stay", "; ACCEPT Cleo 3",
        "20:00 in Berlin (19:00 UTC)", "$41", "HELP", "after you Cleo, Dan and Anna",
    ):  # fmt: skip
        assert part in text


def test_several_open_questions_are_answered_by_number() -> None:
    assert "; ANSWER w41 PASS" in letter("report-receipt-question").text
    assert "; ANSWER PASS" in letter("question").text


def test_who_has_answered_a_sealed_question_is_not_told() -> None:
    text = letter("report-nothing").text
    assert "Anna and Cleo have been asked" in text
    assert "answered" not in text


def test_the_first_report_has_the_commitment_and_how_to_answer() -> None:
    text = letter("report-first").text
    assert f" | {COMMITMENT}" in text
    assert "WRITING BACK" in text
    assert COMMITMENT not in letter("report-move").text


def test_the_final_report_opens_the_dice() -> None:
    text = letter("final").text
    assert f" | {SEED}" in text
    assert f" | {COMMITMENT}" in text
    assert "pbem verify" in " ".join(text.split())
    assert "You and Cleo win." in text


def test_receipt_tells_every_line() -> None:
    text = letter("receipt").text
    for part in (
        "; SAIL Foster", "; BRIBE UPTO 4", "REFUSED  line 5  | BIULD", "Nearest: SAIL.",
        "| Hi GM,", "CANCEL undoes", "line 7  | PLAN for you ; x", "| SHOW me the money",
    ):  # fmt: skip
        assert part in text


def test_a_receipt_of_ten_thousand_faults_stays_a_letter() -> None:
    text = letter("receipt-many").text
    assert "REFUSED  50 more lines" in text
    assert "and 21 more" in text


def test_press_of_every_verb_stays_marked() -> None:
    """Conventions, Mail: every verb echoed back to its author is marked."""
    for form in (*every_form((HARBOUR, *GAMES)), *OFFER_FORMS):
        line = f"{form.verb} to you"
        case = CASES["receipt"]
        part = replace(case.parts[0], unread=(line,))  # type: ignore[type-var]
        CASES["_press"] = replace(case, parts=(part,))
        try:
            text = letter("_press").text
        finally:
            del CASES["_press"]
        assert f"| {line}" in text
        assert not any(RESERVED.line(x) for x in text.splitlines())


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("report-move", "Turn 31: your move by Thu 3 Dec 20:00"),
        ("report-nothing", "Turn 31: nothing is needed from you"),
        ("report-ready", "Round 9: your plan by Thu 3 Dec 20:00"),
        ("question", "Storm: your answer by Thu 3 Dec 20:00"),
        ("receipt", "Your letter 14: 9 orders, 3 refused"),
        ("receipt-empty", "Your letter 15: no orders"),
        ("receipt-help", "Your letter 16: 2 questions"),
        ("reminder-move", "4 hours left for turn 31"),
        ("reminder-ready", "2 days left for round 9"),
        ("trial", "Harbour: please answer this trial letter"),
        ("final", "Harbour st7 is over"),
        ("notice-halted", "st7 is halted because of a fault in the program"),
        ("help", "Help"),
        ("show", "Your orders for turn 30"),
    ],
)
def test_subjects(name: str, subject: str) -> None:
    assert letter(name).subject == subject


@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize("name", CASES)
def test_subjects_are_one_short_line(name: str, way: str) -> None:
    subject = written(name, way).subject
    assert subject
    assert subject.isprintable()
    assert len(subject) <= (160 if way == "hostile" else 72)


def test_times_are_the_readers_own() -> None:
    tokyo = Reader("p2", "Bob", "Asia/Tokyo")
    text = " ".join(letter("report-move", tokyo).text.split())
    assert "Fri 4 Dec 2026, 04:00 in Tokyo (Thu 19:00 UTC)" in text
    assert "Thu 3 Dec 2026, 19:00 UTC" in letter("report-move", READERS["utc"]).text


def test_tables_and_maps_have_a_list_form() -> None:
    assert "as a list" in letter("map-list").text
    assert "as a list" in letter("map", READERS["lists"]).text
    assert "as a list" in letter("report-move", READERS["narrow"]).text


def test_help_lists_what_exists_here_and_nothing_else() -> None:
    text = letter("help").text
    for word in ("SAIL", "BRIBE", "OFFER", "PLAN?", "MAP LIST", "SET COLUMNS", "RESIGN"):
        assert f"| {word}" in text
    for word in ("PRICES", "READY", "DELIVER", "PRESS", "AWAY", "EXTEND", "NEWTOKEN"):
        assert f"| {word}" not in text
    assert "| READY" in letter("help", pace="rounds").text


def test_a_long_line_that_was_not_read_hangs_behind_its_heading() -> None:
    case = CASES["receipt"]
    part = replace(case.parts[0], unread=("well " * 30,))  # type: ignore[type-var]
    CASES["_long"] = replace(case, parts=(part,))
    try:
        lines = letter("_long").text.splitlines()
    finally:
        del CASES["_long"]
    at = next(i for i, line in enumerate(lines) if line.startswith("NOT READ"))
    head = "NOT READ AS ORDERS  | well"
    assert lines[at].startswith(head)
    assert lines[at + 1].startswith(" " * len("NOT READ AS ORDERS  ") + "| well")
