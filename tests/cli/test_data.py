"""Own data (issue 3, point 2): `pbem data`, `pbem new --data`, `pbem simulate --data`."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.star_traders.tables.galaxy import PACKAGED
from pbem.office import Office
from pbem.referee.tables import kept_tables
from pbem.store.models import CampaignRow, TableRow
from tests.cli.conftest import Run

GAME = "star-traders"
FILES = {
    "worlds.toml", "lines.toml", "luck.toml", "cards.toml", "meter.toml", "personalities.toml",
}  # fmt: skip

Edit = Callable[[str, str, str], None]


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packaged tables of Star Traders."""
    folder = tmp_path_factory.mktemp("exported") / "data"
    folder.mkdir()
    for name, text in _packaged().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _packaged() -> dict[str, str]:
    from games.star_traders.tables.data import texts

    return texts()


@pytest.fixture
def folder(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of an owner's own, `mine`, in the current one."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(exported, tmp_path / "mine")
    return Path("mine")


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Writes other text into a file of the folder, once."""

    def edited(file: str, was: str, becomes: str) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert was in text
        path.write_text(text.replace(was, becomes, 1), encoding="utf-8")

    return edited


def cut_off(folder: Path, world: int) -> None:
    """No line goes to this world any more."""
    path = folder / "lines.toml"
    rows = path.read_text(encoding="utf-8").split("\n\n")
    ends = (f"a = {world}\n", f"b = {world}\n")
    path.write_text("\n\n".join(r for r in rows if not any(end in r for end in ends)) + "\n")


def line_of(path: Path, text: str, after: str = "") -> int:
    """The number of the first line that says this, below one that says `after`."""
    lines = path.read_text(encoding="utf-8").split("\n")
    start = next(i for i, line in enumerate(lines) if after in line)
    return next(i for i in range(start, len(lines)) if text in lines[i]) + 1


def test_what_export_writes_is_good(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "mine"
    told = run("data", "export", GAME, str(folder)).stdout
    assert {path.name for path in folder.iterdir()} == FILES
    assert all(name in told for name in FILES)
    assert "good, 6 files" in run("data", "check", GAME, str(folder)).stdout
    found = json.loads(run("data", "check", GAME, str(folder), "--json").stdout)
    assert found == {"good": True, "data_hash": PACKAGED.hash, "mistakes": []}
    assert stat.S_IMODE((folder / "cards.toml").stat().st_mode) == 0o600


def test_export_without_a_folder_makes_one_named_after_the_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("data", "export", GAME)
    assert {path.name for path in Path("star-traders-data").iterdir()} == FILES


def test_export_writes_over_nothing_unasked(run: Run, folder: Path, edit: Edit) -> None:
    """One file in the way, and none is written."""
    edit("cards.toml", "payoff = 15", "payoff = 16")
    (folder / "luck.toml").unlink()
    assert "holds worlds.toml" in run("data", "export", GAME, str(folder), code=2).stderr
    assert not (folder / "luck.toml").exists()
    run("data", "export", GAME, str(folder), "--force")
    assert json.loads(run("data", "check", GAME, str(folder), "--json").stdout)["good"]


BAD = [
    # file, text, what stands there instead, a word of the faulty line, the reason
    ("lines.toml", "b = 12\n", "b = 77\n", "b = 77", "a jumpline to 77, which is no world"),
    ("cards.toml", 'luck = "Jettison"\n', 'luck = ""\n', 'luck = ""', "has no class: luck"),
    ("luck.toml", 'when = ["turn", "die"]', "when = []", "when = []", "has no class: when"),
    ("worlds.toml", '"Asimov"', '"Bradbury"', '"Bradbury"', "Bradbury was there before"),
    ("cards.toml", "payoff = 15", "payoff = 0", "payoff = 0", "0 is too small or too great"),
    ("cards.toml", 'luck = "Zap"', 'luck = "Zip"', '"Zip"', "Zip is no kind of Trader's Luck"),
    ("worlds.toml", "x = 119", 'x = "far"', '"far"', "x is not the kind of value"),
    ("worlds.toml", "x = 119", "x =", "x =", "this is not TOML (Invalid value)"),
    ("cards.toml", "payoff = 15", "payoff = 15\npayoff = 16", "payoff = 16", "stands in its row"),
    ("luck.toml", 'target = "die"', 'target = "self"', '"self"', "not played on: self"),
    ("worlds.toml", '"Asimov"', '"Core"', '"Core"', "Core means something else in orders"),
]


@pytest.mark.parametrize(("file", "was", "becomes", "faulty", "reason"), BAD)
def test_a_mistake_is_named_by_file_line_and_reason(
    file: str, was: str, becomes: str, faulty: str, reason: str, run: Run, folder: Path, edit: Edit
) -> None:
    """Issue 3, Bad input: a dangling line, a card without a class, and others."""
    edit(file, was, becomes)
    told = run("data", "check", GAME, "mine", code=2).stderr
    (line,) = [text for text in told.split("\n") if reason in text and text.startswith(file)]
    number = int(line.split(":")[1])
    shown = (folder / file).read_text(encoding="utf-8").split("\n")[number - 1]
    assert faulty in shown
    assert f"{line}\n    | {shown}\n" in told
    assert "pbem data check star-traders mine" in told


def test_a_world_without_a_line(run: Run, folder: Path) -> None:
    """Issue 3, Bad input."""
    cut_off(folder, 16)
    number = line_of(folder / "worlds.toml", "number = 16")
    told = run("data", "check", GAME, "mine", code=2).stderr
    assert f"worlds.toml:{number}: no jumpline goes to world 16" in told
    assert "mine has one mistake" in told


def test_a_card_without_its_class_at_all(run: Run, edit: Edit) -> None:
    """The row is named, since no line of it is wrong."""
    edit("cards.toml", '[[cards]]\nid = "N11"\nset = "N"\n', '[[cards]]\nid = "N11"\n')
    told = run("data", "check", GAME, "mine", code=2).stderr
    assert "this has no class: set is missing\n    | [[cards]]" in told


def test_all_mistakes_are_told_at_once(run: Run, folder: Path, edit: Edit) -> None:
    edit("lines.toml", "b = 12\n", "b = 77\n")
    edit("cards.toml", 'luck = "Jettison"\n', 'luck = ""\n')
    edit("meter.toml", "most = 30", "most =")
    (folder / "personalities.toml").unlink()
    (folder / "ships.toml").write_text("")
    found = json.loads(run("data", "check", GAME, "mine", "--json", code=2).stdout)
    assert not found["good"]
    assert [(m["file"], m["code"]) for m in found["mistakes"]] == [
        ("lines.toml", "dangling-line"),
        ("cards.toml", "no-class"),
        ("meter.toml", "not-toml"),
        ("personalities.toml", "missing-file"),
        ("ships.toml", "unknown-file"),
    ]


def test_files_that_are_no_text_or_no_file(run: Run, folder: Path) -> None:
    (folder / "meter.toml").write_bytes(b"# one\n# Pr\xe4mie\n")
    (folder / "luck.toml").unlink()
    (folder / "luck.toml").mkdir()
    (folder / "cards.toml").write_bytes(b"#" * 1_000_001)
    told = run("data", "check", GAME, "mine", code=2).stderr
    assert "meter.toml:2: this line holds characters that are not UTF-8" in told
    assert "luck.toml:1: this file cannot be read: Is a directory" in told
    assert "cards.toml:1: this file is longer than 1000 KB" in told
    assert "mine has 3 mistakes" in told


def test_a_mark_in_front_and_other_line_ends_do_no_harm(run: Run, folder: Path) -> None:
    """As editors on Windows save; and notes beside the tables are left alone."""
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    (folder / "notes.txt").write_text("typed in on Sunday")
    found = json.loads(run("data", "check", GAME, "mine", "--json").stdout)
    assert found["data_hash"] == PACKAGED.hash


CALLS = [
    (("data", "check", GAME, "nowhere"), "nowhere cannot be read: No such file", "data export"),
    (("data", "check", GAME), "Which folder?", "pbem data check star-traders FOLDER"),
    (("data", "chekc", GAME, "mine"), "pbem data has no 'chekc'", "Did you mean check?"),
    (("data", "check", "star-trader", "mine"), "There is no game 'star-trader'", GAME),
    (("data", "export", "space-freighter"), "has no tables that could be replaced", "its rules"),
    (("data", "check", "space-freighter", "mine"), "has no tables that could be replaced", ""),
    (("new", "x1", "space-freighter", "--data", "mine"), "no tables that could be replaced", ""),
    (("simulate", "space-freighter", "--data", "mine"), "no tables that could be replaced", ""),
    (("new", "x1", GAME, "--data", "nowhere"), "nowhere cannot be read", "pbem data export"),
    (("new", "x1", GAME, "--option", "data=00"), "has no option 'data'", "pbem games"),
]


@pytest.mark.parametrize(("words", "message", "hint"), CALLS)
def test_wrong_calls(
    words: tuple[str, ...], message: str, hint: str, run: Run, office: Office, folder: Path
) -> None:
    told = run(*words, code=2).stderr
    assert message in told
    assert hint in told


def test_new_refuses_bad_data_and_makes_nothing(run: Run, office: Office, edit: Edit) -> None:
    edit("lines.toml", "b = 12\n", "b = 77\n")
    told = run("new", "st1", GAME, "--data", "mine", code=2).stderr
    assert "a jumpline to 77, which is no world" in told
    with office.reading() as session:
        assert session.get(CampaignRow, "st1") is None
        assert kept_tables(session, "st1") == {}


def started(run: Run, name: str = "st1", *more: str) -> None:
    """A campaign of two that has begun."""
    run("new", name, GAME, *more)
    run("join", name, "Anna", "anna@example.org")
    run("join", name, "Bob", "bob@example.org")
    run("start", name, "--unconfirmed")


@pytest.fixture
def owned(run: Run, office: Office, folder: Path, edit: Edit) -> Office:
    """An office with a campaign by own tables, `st1`, the folder of which is gone, and one by the
    packaged ones, `st2`.
    """
    edit("worlds.toml", '"Asimov"', '"Zamonia"')
    edit("cards.toml", "payoff = 15", "payoff = 16")
    started(run, "st1", "--data", "mine")
    started(run, "st2")
    shutil.rmtree(folder)
    return office


def test_the_tables_are_kept_with_the_campaign(run: Run, owned: Office) -> None:
    """Also after the folder is gone; and the other campaign knows nothing of them."""
    with owned.reading() as session:
        one, two = (session.get_one(CampaignRow, name) for name in ("st1", "st2"))
        own = one.data_hash
        assert one.data_hash != PACKAGED.hash == two.data_hash
        assert json.loads(one.options)["data"] == one.data_hash
        assert "data" not in json.loads(two.options)
        assert set(kept_tables(session, "st1")) == FILES
        assert kept_tables(session, "st2") == {}
    sheet = run("show", "st1").stdout
    assert f"its own, SHA-256 {own}" in sheet
    assert "data " not in sheet.partition("options")[2].partition("\n")[0]
    assert "its own" not in run("show", "st2").stdout


def test_maps_say_what_each_campaign_is_played_on(run: Run, owned: Office) -> None:
    """In one process: tables never leak from one campaign into another."""
    for name, here, there in (("st1", "Zamonia", "Asimov"), ("st2", "Asimov", "Zamonia")) * 2:
        run("submit", name, "Anna", text="MAP LIST\n")
        shown = run("outbox", "show", _last(run)).stdout
        assert here in shown
        assert there not in shown


def _last(run: Run) -> str:
    newest: dict[str, Any] = json.loads(run("outbox", "--json").stdout)[0]
    return str(newest["id"])


def test_verify_replay_and_export_of_such_a_campaign(
    run: Run, owned: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file carries the tables: whoever checks it needs neither the office nor the folder."""
    assert all(one["good"] for one in json.loads(run("verify", "--json").stdout))
    replayed = json.loads(run("replay", "st1", "--json").stdout)
    with owned.reading() as session:
        row = session.get_one(CampaignRow, "st1")
        assert replayed["view"]["fields"]["data"] == row.data_hash
        assert replayed["hash"] == row.state_hash
    run("export", "st1", "st1.json")
    run("export", "st2", "st2.json")
    monkeypatch.delenv("PBEM_OFFICE")
    assert "st1: good." in run("verify", "st1.json").stdout
    assert "st2: good." in run("verify", "st2.json").stdout
    # Another process knows of no tables but its own.
    code = "from pbem.cli import app; app()"
    command = [sys.executable, "-c", code, "verify", "st1.json"]
    assert "st1: good." in subprocess.run(command, capture_output=True, text=True).stdout
    data = json.loads(Path("st1.json").read_text())
    assert set(data["tables"]) == FILES
    assert data["campaign"]["options"]["data"] == data["campaign"]["data_hash"]
    assert "tables" not in json.loads(Path("st2.json").read_text())


def test_commands_tell_that_tables_differ(run: Run, owned: Office) -> None:
    """In words; and verify halts the campaign, so that nothing is played on top of it."""
    with owned.session() as session:
        row = session.get_one(TableRow, ("st1", "worlds.toml"))
        row.text = row.text.replace("Zamonia", "Atlantis")
        session.add(row)
    differ = "its own tables are not those it was started with"
    for words in (("show", "st1"), ("export", "st1"), ("replay", "st1")):
        assert differ in run(*words, code=1).stderr
    told = run("verify", code=1)
    assert f"st1: Campaign st1 cannot be played: {differ}" in told.stderr
    assert "st1 is halted now" in told.stderr
    assert "st2: good." in told.stdout
    assert differ in run("retry", "st1", code=1).stderr
    assert "halted" in run("status").stdout


def _without_tables(data: dict[str, Any]) -> None:
    del data["tables"]


def _another_payoff(data: dict[str, Any]) -> None:
    data["tables"]["cards.toml"] = data["tables"]["cards.toml"].replace("= 16", "= 17", 1)


def _another_hash(data: dict[str, Any]) -> None:
    data["campaign"]["options"]["data"] = "00" * 32


def _a_dangling_line(data: dict[str, Any]) -> None:
    data["tables"]["lines.toml"] = data["tables"]["lines.toml"].replace("b = 12\n", "b = 77\n", 1)


def _of_another_game(data: dict[str, Any]) -> None:
    data["campaign"]["game"] = "space-freighter"
    data["campaign"]["variant"] = "default"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_without_tables, "played with own tables, which are not in the file"),
        (_another_payoff, "its own tables are not those whose hash is kept"),
        (_another_hash, "its own tables are not those whose hash is kept"),
        (_a_dangling_line, "its own tables cannot be used: lines.toml:"),
        (_of_another_game, "those of space-freighter cannot be replaced"),
    ],
)
def test_a_file_whose_tables_were_changed_is_told(
    change: Callable[[dict[str, Any]], None], message: str, run: Run, owned: Office
) -> None:
    data = json.loads(run("export", "st1", "-").stdout)
    change(data)
    Path("bad.json").write_text(json.dumps(data))
    (found,) = json.loads(run("verify", "bad.json", "--json", code=1).stdout)
    assert any(message in fault["message"] for fault in found["faults"])


def test_games_between_bots_by_own_tables(run: Run, folder: Path, edit: Edit) -> None:
    """simulate --data; its file verifies by itself."""
    edit("worlds.toml", '"Asimov"', '"Zamonia"')
    edit("personalities.toml", "hardest = 4", "hardest = 5")
    words = ("simulate", GAME, "--games", "1", "--bots", "trader", "--option", "rounds=6")
    more = ("--option", "personalities=random", "--seats", "6")
    run(*words, *more, "--data", "mine", "--export", "own.json", "--json")
    run(*words, "--data", "mine", "--waits", "--json")
    data = json.loads(Path("own.json").read_text())
    assert "Zamonia" in data["tables"]["worlds.toml"]
    assert json.loads(run("verify", "own.json", "--json").stdout)[0]["good"]


def test_a_pipe_among_the_tables_is_not_waited_for(folder: Path, run: Run) -> None:
    """Only regular files are opened."""
    (folder / "meter.toml").unlink()
    os.mkfifo(folder / "meter.toml")
    result = run("data", "check", GAME, "mine", code=2)
    assert "meter.toml:1:" in result.output
    assert "it is a pipe or a device" in result.output
