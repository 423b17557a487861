"""A game master who plays sees what his seat sees; a sealed question tells nobody who answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlmodel import Session, select

from pbem.office import Office
from pbem.store.models import AddressRow, PendingRow, SeatRow
from tests.cli.conftest import Run

HIDDEN = [
    ("show", "mine", "--seat", "Anna"),
    ("show", "mine", "--turn", "1"),
    ("show", "mine", "--seat", "p1", "--turn", "1", "--json"),
    ("replay", "mine"),
    ("replay", "mine", "--seat", "Anna"),
    ("export", "mine", "-"),
    ("export", "--all", "all.json"),
]


@pytest.mark.parametrize("words", HIDDEN, ids=" ".join)
def test_what_his_seat_may_not_see_is_hidden_unless_he_asks(
    words: tuple[str, ...],
    playing: Office,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """conventions, Processes: hidden unless `--spoilers`."""
    monkeypatch.chdir(tmp_path)
    got = run(*words, code=2)
    assert got.stdout == ""
    assert "You hold seat p2 in mine" in got.stderr
    assert list(tmp_path.glob("*.json")) == []
    run(*words, "--spoilers")


@pytest.mark.parametrize(
    "words",
    [
        ("show", "mine", "--seat", "Bob"),
        ("replay", "mine", "--seat", "p2", "--turn", "1"),
        ("show", "mine"),
        ("show", "open", "--seat", "Anna"),
        ("replay", "open"),
        ("replay", "over", "--seat", "Anna"),
        ("export", "open", "-"),
    ],
    ids=" ".join,
)
def test_his_own_seat_other_campaigns_and_what_is_over_are_open(
    words: tuple[str, ...], playing: Office, run: Run
) -> None:
    assert run(*words).stdout


def test_after_the_end_his_own_table_is_open_too(playing: Office, run: Run) -> None:
    with playing.session() as session:
        seat = session.get_one(SeatRow, ("over", "p2"))
        seat.address = "gm@example.org"
        session.add(AddressRow(campaign="over", seat="p2", address="gm@example.org"))
        session.add(seat)
    assert run("show", "over", "--seat", "Anna").stdout


def test_his_view_holds_nothing_of_the_other_hand(playing: Office, run: Run) -> None:
    """What is printed for scripts is the seat's own view, masked."""
    own = json.loads(run("show", "mine", "--seat", "Bob", "--json").stdout)["view"]["fields"]
    all_of_it = json.loads(run("show", "mine", "--turn", "4", "--json", "--spoilers").stdout)
    assert set(own["hands"]["p1"]) <= {"?"}
    assert own["hands"]["p2"] == all_of_it["view"]["fields"]["hands"]["p2"]


def test_letters_of_the_others_at_his_table_are_hidden(playing: Office, run: Run) -> None:
    """Who has written is not told, nor what; of other tables it is."""
    letter = b"From: anna@example.org\nSubject: x\n\nANSWER PASS\n"
    run("deliver", text=letter)
    number = json.loads(run("inbox", "--json").stdout)[0]["id"]
    assert json.loads(run("inbox", "--json").stdout)[0]["sender"] == "(a player)"
    assert "anna" not in run("inbox").stdout
    got = run("inbox", "show", str(number), code=2)
    assert "another player" in got.stderr
    assert "ANSWER PASS" in run("inbox", "show", str(number), "--spoilers").stdout


def test_reports_to_the_others_at_his_table_are_hidden(playing: Office, run: Run) -> None:
    letters = json.loads(run("outbox", "--json", "--campaign", "mine").stdout)
    reports = {letter["seat"]: letter["id"] for letter in letters if letter["kind"] == "report"}
    run("outbox", str(reports["p2"]))
    assert "another player" in run("outbox", str(reports["p1"]), code=2).stderr
    run("outbox", str(reports["p1"]), "--spoilers")


def test_a_receipt_to_another_at_his_table_does_not_tell_who_wrote(
    playing: Office, run: Run
) -> None:
    run("submit", "mine", "Anna", text="PLAN\nDELIVER BEST\n")
    newest = json.loads(run("outbox", "--json").stdout)[0]
    assert (newest["kind"], newest["seat"], newest["address"]) == ("receipt", None, "(a player)")


def test_of_a_sealed_question_all_who_were_asked_are_named(playing: Office, run: Run) -> None:
    """conventions, Engine: who has answered is never shown for sealed windows."""
    with playing.session() as session:
        for seat in ("p1", "p2"):
            row = session.get_one(PendingRow, ("open", f"{_window(session)}.{seat}"))
            row.sealed, row.kind = True, "negate"
            session.add(row)
    before = run("status", "open").stdout
    assert "all were asked, in secret: Anna, Bob (question w" in before
    run("submit", "open", "Anna", text="PLAN\nDELIVER BEST\n")
    assert run("status", "open").stdout.splitlines()[:3] == before.splitlines()[:3]
    (waits,) = json.loads(run("status", "open", "--json").stdout)["campaigns"][0]["waits_for"]
    assert waits["names"] == ["Anna", "Bob"]
    assert set(waits) == {"window", "kind", "sealed", "seats", "names", "since", "deadline"}


def _window(session: Session) -> int:
    return session.exec(select(PendingRow.window).where(PendingRow.campaign == "open")).first() or 0
