"""The demonstration: a whole campaign by letters over loopback, and what it leaves."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from sqlmodel import select

from pbem.cli import app
from pbem.demo.checking import check_letters
from pbem.demo.folder import FIRST_LINE, DemoFolder, claim
from pbem.demo.mailprogram import MailProgram
from pbem.demo.play import run
from pbem.demo.servers import start
from pbem.errors import PbemError, UsageFault
from pbem.office import Office
from pbem.store.models import CampaignRow, LetterRow, OrderedRow, OutboxRow


class Played:
    """A demonstration that has been played."""

    def __init__(self, path: Path) -> None:
        printed = StringIO()
        run(path, seed="7", console=Console(file=printed, width=100))
        self.folder = DemoFolder(path)
        self.printed = printed.getvalue()
        self.office = Office.open(self.folder.office)

    def outbox(self) -> list[tuple[str, str, str]]:
        """Kind, address and status of every letter that went out."""
        with self.office.reading() as session:
            columns = select(OutboxRow.kind, OutboxRow.address, OutboxRow.status)
            return [(kind, address, status) for kind, address, status in session.exec(columns)]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    made = Played(tmp_path_factory.mktemp("demo") / "pbem-demo")
    yield made
    made.office.close()


def test_it_comes_to_its_end_and_the_file_proves_it(played: Played) -> None:
    data = json.loads(played.folder.export.read_text("utf-8"))
    assert data["campaign"]["status"] == "ended"
    assert len(data["seats"]) == 3
    assert data["dice"]["seed"]
    app(["verify", str(played.folder.export)], standalone_mode=False)


def test_one_report_and_one_receipt_are_printed_whole(played: Played) -> None:
    letters = re.findall(r"^A (report|receipt), whole.*\n((?:  \|.*\n)+)", played.printed, re.M)
    shown = dict(letters)
    assert sorted(what for what, _ in letters) == ["receipt", "report"]
    assert "Write above this line." in shown["report"]
    assert "You may also ask, one question a line:" in shown["report"]
    assert "REFUSED  line" in shown["receipt"]
    assert "Nearest: DELIVER" in shown["receipt"]


def test_the_players_write_in_all_the_ways_that_people_do(played: Played) -> None:
    """The receipts of the ledger: plans, answers, offers, a question, a refused line."""
    with played.office.reading() as session:
        rows = session.exec(select(OrderedRow)).all()
        kept = {row.text.split()[0] for row in rows if row.outcome in ("kept", "done")}
        refused = [row.text for row in rows if row.outcome == "refused"]
        raw = [row.raw for row in session.exec(select(LetterRow))]
    assert {"ANSWER", "OFFER", "DELIVER", "WHEN", "ELSE"} <= kept
    assert any("DELIVR" in text for text in refused)
    for how in (b"text/html", b"HELP DELIVER", b"PLAN A", b"\n> ## sf1"):
        assert any(how in letter for letter in raw), how


def test_silence_is_shown_too(played: Played) -> None:
    """One player waits for the reminder, one lets the deadline pass."""
    assert len({address for kind, address, _ in played.outbox() if kind == "reminder"}) == 2
    assert "a reminder goes out" in played.printed


def test_every_letter_of_the_outbox_was_sent_and_the_gm_was_told(played: Played) -> None:
    rows = played.outbox()
    assert {status for _, _, status in rows} == {"sent"}
    # That all have answered the trial letter, and that the campaign is over.
    assert [address for kind, address, _ in rows if kind == "gm"] == ["gm@demo.invalid"] * 2
    assert sorted(address for kind, address, _ in rows if kind == "final") == [
        f"{name}@demo.invalid" for name in ("anna", "bob", "cleo")
    ]


def test_the_mailboxes_lie_there(played: Played) -> None:
    found = {box.name for box in played.folder.mailboxes.iterdir() if box.is_dir()}
    assert found >= {"anna", "bob", "cleo", "games", "gm"}
    for name in found:
        box = played.folder.mailboxes / name
        assert [*(box / "new").iterdir(), *(box / "cur").iterdir()], name


def test_every_command_of_the_note_works(
    played: Played, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(played.folder.path)
    note = played.folder.note.read_text("utf-8")
    assert note.startswith(FIRST_LINE)
    commands = re.findall(r"^  pbem (.+?)(?:  .*)?$", note, re.MULTILINE)
    assert len(commands) == 6
    for command in commands:
        assert app(shlex.split(command), standalone_mode=False) in (None, 0), command
        assert capsys.readouterr().out, command


def test_it_may_be_played_again_in_its_own_folder(tmp_path: Path) -> None:
    folder = claim(tmp_path)
    (folder.mailboxes / "anna").mkdir(parents=True)
    folder.office.mkdir()
    claim(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.txt"]


@pytest.mark.parametrize("name", ["README.txt", "letters"])
def test_another_folder_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine\n", "utf-8")
    with pytest.raises(UsageFault, match="Nothing was changed") as refused:
        run(tmp_path, console=Console(file=StringIO()))
    assert refused.value.code == "not-a-demo"
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {name: "mine\n"}


class TestAstray:
    """A demonstration in which a letter went astray fails, and names it."""

    @pytest.fixture
    def programs(self, played: Played) -> Iterator[dict[str, MailProgram]]:
        """What the players sent and got, from the folder."""
        with ExitStack() as stack:
            servers = stack.enter_context(start(played.folder.mailboxes))
            programs = {name: MailProgram(servers, name) for name in ("Anna", "Bob", "Cleo")}
            for program in programs.values():
                stack.callback(program.close)
                program.new_letters()
                with played.office.reading() as session:
                    sent = select(LetterRow.message_id).where(LetterRow.sender == program.address)
                    program.sent += session.exec(sent)
            yield programs

    def test_nothing_is_wrong_with_a_good_one(
        self, played: Played, programs: dict[str, MailProgram]
    ) -> None:
        tally = check_letters(played.office, programs)
        assert tally.refused == 1
        assert tally.accepted == sum(len(program.sent) for program in programs.values()) - 1

    def test_a_lost_report(self, played: Played, programs: dict[str, MailProgram]) -> None:
        lost = programs["Bob"].got.pop()
        with pytest.raises(PbemError, match=re.escape(lost)) as told:
            check_letters(played.office, programs)
        assert told.value.exit_code == 1

    def test_a_report_that_came_twice(
        self, played: Played, programs: dict[str, MailProgram]
    ) -> None:
        twice = programs["Bob"].got[3]
        programs["Bob"].got.append(twice)
        with pytest.raises(PbemError, match=re.escape(twice)):
            check_letters(played.office, programs)

    def test_a_lost_order(self, played: Played, programs: dict[str, MailProgram]) -> None:
        programs["Anna"].sent.append("<anna.999@demo.invalid>")
        with pytest.raises(PbemError, match=r"anna\.999"):
            check_letters(played.office, programs)


def test_a_campaign_without_an_end_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.demo.playing.MOST_TICKS", 3)
    with pytest.raises(PbemError, match="No end after 3 runs") as told:
        run(tmp_path / "demo", console=Console(file=StringIO()))
    assert told.value.exit_code == 1


def test_the_same_seed_gives_the_same_game(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to where this stops: the draws and what the players make of them."""
    monkeypatch.setattr("pbem.demo.playing.MOST_TICKS", 12)
    with pytest.raises(PbemError, match="No end"):
        run(tmp_path / "demo", seed="7", console=Console(file=StringIO()))
    office = Office.open(tmp_path / "demo" / "office")
    with office.reading() as one, played.office.reading() as other:
        texts = [
            [(row.seat, row.text, row.outcome) for row in session.exec(select(OrderedRow))]
            for session in (one, other)
        ]
        turn = one.get_one(CampaignRow, "sf1").turn
    office.close()
    assert turn > 3
    assert texts[0]
    assert texts[1][: len(texts[0])] == texts[0]
