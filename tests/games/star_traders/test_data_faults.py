"""Tables handed in: what is wrong with them is told by file, line and reason; nothing else is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from jinja2 import Environment, StrictUndefined

from engine.tables import TableFault as Fault
from engine.tables import TableFaults as DataFaults
from games.star_traders.tables.data import data_hash, export, load, read, texts
from games.star_traders.tables.data_checks import FAULTS
from games.star_traders.tables.rows import TABLES, places

HERE = "<here>"
"""In a new text: the line that the fault is to name; line 1 where it stands nowhere."""

PINK = '[[colours]]\nname = "pink"<here>\nneeds = 3\nsource = "own"\n\n[[lines]]'
SECOND = '[[meter]]<here>\nleast = 1\nmost = 9\nsource = "own"\n\n[[areas]]'

CASES: list[tuple[str, str, str, str, str]] = [
    # reason, file, text as it was, text as it is, what the fault is about
    ("not-toml", "lines.toml", "b = 12\n", "b =<here>\n", "Invalid value"),
    ("twice", "cards.toml", "payoff = 15", "payoff = 15\npayoff = 15<here>", ""),
    ("unknown-table", "meter.toml", "[[areas]]", "[[zones]]<here>", "zones"),
    ("not-rows", "meter.toml", "[[meter]]", "[meter]<here>", "meter"),
    ("missing-field", "lines.toml", "[[lines]]\na = 11\nb = 12", "[[lines]]<here>\na = 11", "b"),
    ("unknown-field", "lines.toml", "a = 11\nb = 12", "c = 3<here>\na = 11\nb = 12", "c"),
    ("wrong-type", "worlds.toml", "x = 119", 'x = "far"<here>', "x"),
    ("wrong-type", "worlds.toml", "core = true", 'core = "yes"<here>', "core"),
    ("wrong-type", "luck.toml", 'when = ["turn", "die"]', 'when = "turn"<here>', "when"),
    ("no-source", "lines.toml", '[[lines]]\na = 11\nb = 12\ncolour = "orange"\nsource = "own"',
     '[[lines]]<here>\na = 11\nb = 12\ncolour = "orange"', "source"),
    ("unknown-source", "lines.toml", 'needs = 2\nsource = "rulebook"',
     'needs = 2\nsource = "me"<here>', "me"),
    ("no-class", "cards.toml", '[[cards]]\nid = "N11"\nset = "N"', '[[cards]]<here>\nid = "N11"',
     "set"),
    ("no-class", "cards.toml", 'id = "N11"\nset = "N"', 'id = "N11"\nset = ""<here>', "set"),
    ("no-class", "cards.toml", 'luck = "Jettison"', 'luck = ""<here>', "luck"),
    ("no-class", "luck.toml", 'when = ["turn", "die"]', "when = []<here>", "when"),
    ("duplicate", "worlds.toml", 'name = "Asimov"', 'name = "BRADBURY"<here>', "BRADBURY"),
    ("duplicate", "worlds.toml", "number = 13", "number = 12<here>", "12"),
    ("duplicate", "worlds.toml", '"Towels"', '"Free Lunches"<here>', "Free Lunches"),
    ("duplicate", "lines.toml", "[[lines]]\na = 11\nb = 13", "[[lines]]<here>\na = 12\nb = 11",
     "11-12"),
    ("duplicate", "luck.toml", 'name = "Jettison"', 'name = "Zap"<here>', "Zap"),
    ("duplicate", "cards.toml", 'id = "N12"', 'id = "N11"<here>', "N11"),
    ("duplicate", "personalities.toml", '"Hero"', '"Builder"<here>', "Builder"),
    ("out-of-range", "worlds.toml", "number = 12", "number = 17<here>", "17"),
    ("out-of-range", "lines.toml", "needs = 2", "needs = 1<here>", "1"),
    ("out-of-range", "cards.toml", "payoff = 15", "payoff = 0<here>", "0"),
    ("out-of-range", "cards.toml", "prestige = 2", "prestige = 5<here>", "5"),
    ("out-of-range", "cards.toml", "value = 2\n", "value = 99<here>\n", "99"),
    ("out-of-range", "cards.toml", "fee = 7\n", "fee = -1<here>\n", "-1"),
    ("out-of-range", "meter.toml", "least = 1\nmost = 30", "least = 0<here>\nmost = 30", "0"),
    ("out-of-range", "personalities.toml", "actions = 6", "actions = 0<here>", "0"),
    ("missing-world", "worlds.toml", "number = 12", "number = 17", "12"),
    ("wrong-core", "worlds.toml", "core = true", "core = false<here>", "61"),
    ("wrong-star", "worlds.toml", 'star = "red"', 'star = "blue"<here>', "blue"),
    ("star-count", "worlds.toml", 'star = "red"\n', "", "1x"),
    ("star-count", "worlds.toml", 'number = 14\n', 'number = 14\nstar = "red"<here>\n', "1x"),
    ("dangling-line", "lines.toml", "b = 12\n", "b = 77<here>\n", "77"),
    ("line-to-itself", "lines.toml", "b = 12\n", "b = 11<here>\n", "11"),
    ("unknown-colour", "lines.toml", 'b = 12\ncolour = "orange"', 'b = 12\ncolour = "pink"<here>',
     "pink"),
    ("unused-colour", "lines.toml", "[[lines]]", PINK, "pink"),
    ("unknown-set", "cards.toml", 'id = "N11"\nset = "N"', 'id = "N11"\nset = "X"<here>', "X"),
    ("set-count", "cards.toml", 'id = "N11"\nset = "N"', 'id = "N11"\nset = "F"<here>', "F: 37"),
    ("unknown-luck", "cards.toml", 'luck = "Zap"', 'luck = "Zip"<here>', "Zip"),
    ("unused-luck", "luck.toml", 'name = "Jettison"', 'name = "Dump"<here>', "Dump"),
    ("unknown-effect", "luck.toml", 'effect = "zap"', 'effect = "zip"<here>', "zip"),
    ("unknown-moment", "luck.toml", '["turn", "die"]', '["turn", "noon"]<here>', "noon"),
    ("unknown-target", "luck.toml", 'target = "die"', 'target = "moon"<here>', "moon"),
    ("unknown-world", "cards.toml", "destination = 44\n", "destination = 67<here>\n", "67"),
    ("unknown-world", "cards.toml", "pickup = 11\n", "pickup = 10<here>\n", "10"),
    ("contract-to-itself", "cards.toml", "destination = 44\n", "destination = 11<here>\n", "11"),
    ("wrong-cargo", "cards.toml", '"Fireproof Paper"', '"Towels"<here>', "Towels"),
    ("second-contract", "cards.toml", "pickup = 12\n", "pickup = 11<here>\n", "11 in N"),
    ("out-of-range", "meter.toml", "least = 1", "least = 5<here>", "5"),
    ("out-of-range", "meter.toml", "most = 30", "most = 5<here>", "5"),
    ("out-of-range", "personalities.toml", "keep = 3\nhold = 4", "keep = 9<here>\nhold = 1", "9"),
    ("out-of-range", "cards.toml", "payoff = ", f"payoff = 0x{'F' * 5000}<here> #", "0xfffffff..."),
    ("not-toml", "cards.toml", "payoff = ", f"payoff = {'9' * 5000}<here> #", ""),
    ("wrong-area", "meter.toml", "low = 25", "low = 24<here>", "gold"),
    ("wrong-area", "meter.toml", "low = 20\nhigh = 24", "low = 20<here>\nhigh = 19", "red"),
    ("one-meter", "meter.toml", "[[areas]]", SECOND, "meter"),
    ("duplicate", "worlds.toml", 'name = "Asimov"', 'name = "Brádbury"<here>', "Brádbury"),
    ("duplicate", "lines.toml", "needs = 3", "needs = 2<here>", "2"),
    ("out-of-range", "worlds.toml", "x = 119", "x = 119000<here>", "x 119000..."),
    ("out-of-range", "meter.toml", "bonus = 2", "bonus = 9<here>", "9"),
    ("out-of-range", "cards.toml", 'luck = "Salvage Rights"\nsource = "own"\nvalue = 4',
     'luck = "Salvage Rights"\nsource = "own"\nvalue = -4<here>', "-4"),
    ("bad-name", "worlds.toml", '"Asimov"', r'"Asi\nmov"<here>', r"'Asi\nmov'"),
    ("bad-name", "worlds.toml", '"Asimov"', '"; PASS"<here>', "'; PASS'"),
    ("bad-name", "worlds.toml", '"Asimov"', '"61 Cygni"<here>', "'61 Cygni'"),
    ("bad-name", "luck.toml", 'name = "Jettison"', 'name = "Zap 2"<here>', "Zap 2"),
    ("bad-name", "cards.toml", 'id = "N11"', 'id = "?"<here>', "'?'"),
    ("reserved-name", "worlds.toml", '"Asimov"', '"Mission"<here>', "Mission"),
    ("reserved-name", "luck.toml", 'name = "Jettison"', 'name = "Last"<here>', "Last"),
    ("reserved-name", "luck.toml", 'name = "Jettison"', 'name = "Except"<here>', "Except"),
    ("reserved-name", "worlds.toml", '"Asimov"', '"Ship"<here>', "Ship"),
    ("wrong-target", "luck.toml", 'target = "die"', 'target = "other"<here>', "other"),
    ("wrong-calamity", "luck.toml", 'effect = "zap"', 'effect = "zap"\ncalamity = true<here>',
     "Zap"),
    ("wrong-moment", "luck.toml", 'when = ["turn", "die"]', 'when = ["gap", "die"]<here>', "gap"),
]  # fmt: skip


def faults_of(given: dict[str, str]) -> tuple[Fault, ...]:
    with pytest.raises(DataFaults) as caught:
        read(given)
    return caught.value.faults


def edited(file: str, was: str, becomes: str) -> dict[str, str]:
    given = texts()
    assert was in given[file]
    return given | {file: given[file].replace(was, becomes.replace(HERE, ""), 1)}


def cut(text: str, *worlds: int) -> str:
    """The lines without those that touch one of these worlds."""
    rows = text.split("\n\n")
    ends = [f"{end} = {world}\n" for end in "ab" for world in worlds]
    return "\n\n".join(row for row in rows if not any(end in row for end in ends))


@pytest.mark.parametrize(("code", "file", "was", "becomes", "detail"), CASES)
def test_a_fault_is_named_by_file_line_and_reason(
    code: str, file: str, was: str, becomes: str, detail: str
) -> None:
    before = texts()[file].partition(was)[0] + becomes.partition(HERE)[0]
    line = before.count("\n") + 1 if HERE in becomes else 1
    assert Fault(file, line, code, detail) in faults_of(edited(file, was, becomes))


@pytest.mark.parametrize("file", list(TABLES))
def test_a_file_that_is_missing_or_empty(file: str) -> None:
    given = texts()
    assert faults_of(given | {file: ""})[0].code == "missing-table"
    del given[file]
    assert faults_of(given) == (Fault(file, 1, "missing-file", file),)


def test_a_file_that_does_not_belong() -> None:
    assert faults_of(texts() | {"ships.toml": ""}) == (
        Fault("ships.toml", 1, "unknown-file", "ships.toml"),
    )


def test_text_that_ends_too_early_is_no_toml() -> None:
    text = texts()["meter.toml"] + "note = "
    (fault,) = faults_of(texts() | {"meter.toml": text})
    assert (fault.code, fault.line) == ("not-toml", text.count("\n") + 1)


def test_nesting_without_end_is_no_toml() -> None:
    (fault,) = faults_of(edited("worlds.toml", "x = 119", f"x = {'[' * 5000}"))
    assert fault.code == "not-toml"


def test_a_world_without_a_line() -> None:
    given = texts()
    line = given["worlds.toml"].partition("number = 16\n")[0].count("\n") + 1
    given["lines.toml"] = cut(given["lines.toml"], 16)
    assert faults_of(given) == (Fault("worlds.toml", line, "no-line", "16"),)


def test_worlds_that_cannot_be_reached() -> None:
    """15 and 16 have a line, but to each other only."""
    given = texts()
    only = '\n\n[[lines]]\na = 15\nb = 16\ncolour = "orange"\nsource = "own"\n'
    given["lines.toml"] = cut(given["lines.toml"], 15, 16).rstrip() + only
    assert [(fault.code, fault.detail) for fault in faults_of(given)] == [
        ("unreachable", "15"),
        ("unreachable", "16"),
    ]


def test_all_faults_are_told_in_order() -> None:
    """Files in their order, lines ascending, each fault once."""
    given = edited("cards.toml", "destination = 44\n", "destination = 67\n")
    given["lines.toml"] = given["lines.toml"].replace("b = 12\n", "b = 77\n", 1)
    given["worlds.toml"] = given["worlds.toml"].replace("core = true", "core = false", 2)
    faults = faults_of(given)
    assert [fault.code for fault in faults] == [
        "wrong-star", "wrong-core", "wrong-star", "wrong-core", "dangling-line", "unknown-world",
    ]  # fmt: skip
    assert [fault.detail for fault in faults] == ["blue", "61", "blue", "62", "77", "67"]
    assert len(set(faults)) == len(faults)


def test_a_row_that_cannot_be_read_brings_no_others_in_its_train() -> None:
    """World 12 is on lines and cards; they are not blamed for its x."""
    (fault,) = faults_of(edited("worlds.toml", "x = 119", 'x = "far"'))
    assert (fault.code, fault.detail) == ("wrong-type", "x")


def test_a_table_that_cannot_be_read_hides_no_fault_of_the_others() -> None:
    """All mistakes at once: what needs only the tables that could be read is checked."""
    given = edited("meter.toml", "least = 1", 'least = "one"')
    given["lines.toml"] = given["lines.toml"].replace("b = 12\n", "b = 77\n", 1)
    given["cards.toml"] = given["cards.toml"].replace('set = "N"\n', "", 1)
    found = [fault.code for fault in faults_of(given)]
    assert found == ["dangling-line", "no-class", "wrong-type"]


def test_each_trader_may_want_a_personality() -> None:
    """ST-SET-14: six Traders may sit at the table."""
    given = texts()
    given["personalities.toml"] = '[[personalities]]\nname = "Hero"\nsource = "own"\n'
    assert faults_of(given) == (Fault("personalities.toml", 1, "few-personalities", "1"),)


def test_a_missing_source_hides_no_other_fault() -> None:
    given = edited("meter.toml", 'most = 30\nsource = "rulebook"', "most = 30")
    given["lines.toml"] = given["lines.toml"].replace("b = 12\n", "b = 77\n", 1)
    assert {fault.code for fault in faults_of(given)} >= {"no-source", "dangling-line"}


def test_the_message_names_places() -> None:
    """What a person reads who gets the bare error."""
    with pytest.raises(DataFaults, match=r"lines\.toml:\d+: dangling-line 77"):
        read(edited("lines.toml", "b = 12\n", "b = 77\n"))


def test_every_reason_has_a_test_and_its_wording(checkout: Path) -> None:
    by_themselves = {
        "missing-file",
        "unknown-file",
        "missing-table",
        "no-line",
        "unreachable",
        "few-personalities",
    }
    assert {case[0] for case in CASES} | by_themselves == set(FAULTS)
    path = checkout / "templates" / "en" / "star_traders" / "faults.toml"
    wording = tomllib.loads(path.read_text(encoding="utf-8"))
    assert list(wording) == list(FAULTS)
    jinja = Environment(undefined=StrictUndefined, autoescape=False)
    assert all(jinja.from_string(text).render(detail="x") for text in wording.values())


def test_export_reads_back_equal() -> None:
    data = load()
    again = read(export(data))
    assert again == data
    assert export(again) == export(data)


def test_export_keeps_what_toml_must_escape() -> None:
    """An owner's notes may hold quotes, backslashes, accents and control characters."""
    odd = edited(
        "worlds.toml",
        "number = 12\n",
        r'number = 12{}note = "A\"s\\i\tm\u007fö\nv"{}'.replace("{}", "\n"),
    )
    data = read(odd)
    assert data.world[12].note == 'A"s\\i\tm\x7fö\nv'
    assert read(export(data)) == data


def test_the_hash_is_of_the_tables_not_of_the_text() -> None:
    """Comments and blanks do not count; one number does."""
    plain = data_hash(load())
    assert len(plain) == 64
    assert data_hash(read(export(load()))) == plain
    assert data_hash(read(edited("cards.toml", "payoff = 15", "payoff = 16"))) != plain


def test_lines_in_long_quotes_are_no_headings() -> None:
    text = 'a = """\n[[rows]]\nb = 1\n"""\n[[rows]] # one\nb = 2\n[table]\nc = 3\n'
    assert places(text) == {"rows": [{"": 5, "b": 6}]}


def test_load_gives_the_same_tables_each_time() -> None:
    assert load() is load()
    assert load().kind_of("N34").name == load().card["N34"].luck
