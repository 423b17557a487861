"""Guards, conditions, ELSE: the parts of a line and what is wrong with them."""

from __future__ import annotations

import pytest

from engine.language.block import Now, PlanBlock, SourceLine, StandingOff, read_lines
from engine.language.condition import Condition
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from tests.unit.engine.language.vocabulary import SOLAR, TRADERS, Game


def read(text: str, game: Game = TRADERS) -> Line | Fault:
    return parse_line(text, game.forms, game.predicates, game.lexicon)


def good(text: str) -> Line:
    line = read(text)
    assert isinstance(line, Line), line
    return line


def test_every_part_of_a_line() -> None:
    line = good(
        "when at Schmitz and no money >= 8 and contract 2 gone: goto 44 if station else run 1"
    )
    assert line.text == (
        "WHEN AT 15 AND NO MONEY >= 8 AND CONTRACT 2 GONE: GOTO 44 IF STATION ELSE RUN 1"
    )
    assert line.when == (
        Condition(False, "AT", ("15",)),
        Condition(True, "MONEY", (), ">=", 8),
        Condition(False, "CONTRACT", (2,)),
    )
    assert not line.shortened


def test_rolls() -> None:
    assert good("ROLL 5+: BUSINESS").roll == (5, True)
    assert good("roll 6 : BUSINESS").roll == (6, False)
    assert read("ROLL 6 BUSINESS") == Fault("form", "BUSINESS", "", (), 7, "colon")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("=<", "<="), ("=>", ">="), ("==", "="), ("≤", "<="), ("≥", ">="), (">", ">")],
)
def test_comparisons_as_people_type_them(typed: str, meant: str) -> None:
    for text in (f"BUILD IF MONEY {typed} 8", f"BUILD IF MONEY{typed}$8"):
        assert good(text).iff == (Condition(False, "MONEY", (), meant, 8),)


@pytest.mark.parametrize(
    ("typed", "value"), [("-8", -8), ("\u22128", -8), ("+8", 8), ("$8", 8), ("-$8", -8)]
)
def test_a_number_to_compare_with_may_be_less_than_nothing(typed: str, value: int) -> None:
    """A lead may be; and what is printed is read again."""
    line = good(f"WHEN MONEY < {typed}: BUILD")
    assert line.when == (Condition(False, "MONEY", (), "<", value),)
    assert good(line.text) == line


@pytest.mark.parametrize("typed", ["8-", "--8", "1e3", "0x8", "8.5", "12345678901"])
def test_what_is_no_number_is_not_compared_with(typed: str) -> None:
    fault = read(f"WHEN MONEY < {typed}: BUILD")
    assert isinstance(fault, Fault)


def test_a_shortened_name_in_a_condition_is_marked_and_shown_in_full() -> None:
    line = good("WHEN PETITION Gre: BUILD")
    assert line.shortened
    assert line.text == "WHEN PETITION Green: BUILD"


@pytest.mark.parametrize(
    ("text", "why", "word", "candidates"),
    [
        ("BUILD IF MONY > 3", "predicate", "MONY", ("MONEY",)),
        ("BUILD IF MONEY", "number", "", ()),
        ("BUILD IF MONEY > x", "number", ">", ()),
        ("BUILD IF STATION > 3", "extra", ">", ()),
        ("WHEN AT Shmitz: BUILD", "name", "Shmitz", ("15 Schmitz",)),
        ("WHEN AT 15 BUILD", "colon", "BUILD", ()),
        ("BUILD IF ROLL 5", "front", "ROLL", ("ROLL 5: BUILD",)),
        ("BUILD IF ROLL 5+", "front", "ROLL", ("ROLL 5+: BUILD",)),
        ("BUILD IF roll >= 5", "front", "roll", ("ROLL 5+: BUILD",)),
        ("WHEN ROLL 5: BUILD", "front", "ROLL", ("ROLL 5: BUILD",)),
        ("BUILD IF ROLL 7", "predicate", "ROLL", ()),
        ("BUILD IF", "predicate", "", ()),
        ("WHEN: BUILD", "predicate", ":", ()),
        ("BUILD IF CONTRACT 2", "predicate", "", ()),
        ("BUILD IF CONTRACT 2 LOST", "extra", "LOST", ()),
    ],
)
def test_faults_of_conditions(text: str, why: str, word: str, candidates: tuple[str, ...]) -> None:
    fault = read(text)
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.why, fault.word) == ("form", why, word)
    assert fault.candidates == candidates


@pytest.mark.parametrize(
    "text",
    [
        "ELSE BUSINESS IF STATION",
        "ELSE BUSINESS ELSE BUILD",
        "BUILD ELSE BUSINESS IF STATION",
        "WHEN STATION: ELSE BUILD",
        "WHEN STATION: ROLL 3: BUILD",
        "BUILD ELSE",
        "ELSE",
        "WHEN STATION:",
        "BUILD BUSINESS",
        "BUILD ,",
    ],
)
def test_what_the_grammar_does_not_have(text: str) -> None:
    """No nesting; IF only behind the first order; one ELSE."""
    assert isinstance(read(text), Fault)


def test_whole_fixed_words_are_not_shortened() -> None:
    for text in ("WHE STATION: BUILD", "BUILD IF STATION ELS BUSINESS"):
        assert isinstance(read(text), Fault)


GERMAN = {
    "PLAN": ("Vorhaben",),
    "STANDING": ("Immer",),
    "WHEN": ("Wenn",),
    "IF": ("falls",),
    "ELSE": ("sonst",),
    "AND": ("und",),
    "NO": ("kein",),
    "OFF": ("weg",),
    "GOTO": ("Gehe zu",),
    "AVOID": ("Meide",),
    "EXCEPT": ("außer",),
    "GONE": ("vergeben",),
    "CONTRACT": ("Auftrag",),
    "OFFER": ("Biete",),
    "FOR": ("für",),
}


def test_the_words_of_another_language_are_one_table() -> None:
    text = """\
Vorhaben:
wenn kein Auftrag 2 vergeben und STATION: gehe zu Foster falls STATION sonst geh zu 44
biete Bob: 3 für Zap
Immer
Meide any außer Zap
Meide any weg
"""
    lines = [SourceLine(i, line) for i, line in enumerate(text.splitlines(), 1)]
    plan, offer, avoid, off = read_lines(
        lines, TRADERS.forms, TRADERS.predicates, TRADERS.lexicon, GERMAN
    )
    assert isinstance(plan, PlanBlock)
    assert plan.lines[0].text == (
        "WHEN NO CONTRACT 2 GONE AND STATION: GOTO 34 IF STATION ELSE GOTO 44"
    )
    assert isinstance(offer, Now)
    assert type(avoid).__name__ == "StandingLine"
    assert off == StandingOff("AVOID any", 6)


def test_a_head_may_be_named_by_its_key_slots_alone() -> None:
    lines = [SourceLine(1, "STANDING BEAM OFF"), SourceLine(2, "STANDING DISTRESS OFF")]
    items = read_lines(lines, SOLAR.forms, SOLAR.predicates, SOLAR.lexicon)
    assert items == (StandingOff("BEAM", 1), StandingOff("DISTRESS", 2))
