"""export, verify and replay over the database of an office."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from engine.codec import Codec
from pbem.office import Office
from pbem.store.models import CampaignRow, FactRow, SnapshotRow
from tests.cli.conftest import Run


def verified(run: Run, *words: str, code: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("verify", *words, "--json", code=code).stdout)
    return found


def test_the_whole_office_verifies(playing: Office, run: Run) -> None:
    """Every roll is made again, also of campaigns whose seed is not published yet."""
    found = {one["campaign"]: one for one in verified(run)}
    assert set(found) == {"mine", "open", "over"}
    assert all(
        one["good"] and one["seed"] and one["facts"] and one["rolls"] for one in found.values()
    )
    assert "over: good." in run("verify", "--campaign", "over").stdout


def test_an_export_verifies_without_an_office(
    playing: Office, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """conventions, Processes: `verify FILE` needs no database."""
    monkeypatch.chdir(tmp_path)
    run("export", "over")
    run("export", "open", "some.json")
    monkeypatch.delenv("PBEM_OFFICE")
    (over,) = verified(run, "over.json")
    (running,) = verified(run, "some.json")
    assert over["good"]
    assert over["seed"]
    assert over["rolls"] > 50
    assert running["good"]
    assert not running["seed"]


def test_the_seed_is_in_the_file_only_once_the_campaign_is_over(playing: Office, run: Run) -> None:
    assert json.loads(run("export", "over", "-").stdout)["dice"]["seed"]
    assert json.loads(run("export", "open", "-").stdout)["dice"]["seed"] is None


def test_a_file_holds_no_addresses_tokens_or_letters(playing: Office, run: Run) -> None:
    """conventions, Processes, "Export"."""
    run("submit", "open", "Anna", text="PLAN\nDELIVER BEST\nDear GM, nice weather\n")
    text = run("export", "open", "-").stdout
    assert "DELIVER BEST" in text
    for secret in ("example.org", "@", "nice weather"):
        assert secret not in text
    with playing.reading() as session:
        seed = session.get_one(CampaignRow, "open").seed
    assert seed.hex() not in text


def test_orders_stand_in_the_file_with_what_became_of_them(playing: Office, run: Run) -> None:
    run("submit", "open", "Anna", text="PLAN\nDELIVER BEST\n")
    (order,) = json.loads(run("export", "open", "-").stdout)["orders"]
    assert order["text"] == "DELIVER BEST"
    assert (order["n"], order["seat"], order["receipt"], order["outcome"]) == (1, "p1", 1, "kept")
    assert len(order["letter_sha256"]) == 64


def test_a_file_is_its_owners_and_never_written_over_unasked(
    playing: Office, run: Run, tmp_path: Path
) -> None:
    """While a campaign is open its file holds hands."""
    path = tmp_path / "open.json"
    run("export", "open", str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    first = path.read_text()
    assert "is there already" in run("export", "over", str(path), code=2).stderr
    assert path.read_text() == first
    run("export", "over", str(path), "--force")
    assert path.read_text() != first
    got = run("export", "open", str(tmp_path / "nowhere" / "open.json"), code=1)
    assert "cannot be written" in got.stderr


def test_all_campaigns_in_one_file(playing: Office, run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "all.json")
    run("export", "--all", path, "--spoilers")
    assert [one["campaign"] for one in verified(run, path)] == ["mine", "open", "over"]


def test_a_campaign_that_has_not_started_can_be_exported(office: Office, run: Run) -> None:
    run("new", "sf1", "space-freighter")
    text = run("export", "sf1", "-").stdout
    data = json.loads(text)
    assert (data["facts"], data["hashes"]) == ([], {"state": "", "facts": []})
    got = run("verify", "-", text=text)
    assert "sf1: good. 0 facts" in got.stdout


def test_report_86_a_stored_state_that_the_facts_do_not_lead_to_holds_the_campaign(
    playing: Office, run: Run
) -> None:
    """Stored hash differs from the replayed one: the game is held, the GM told at which event."""
    with playing.session() as session:
        snapshots = session.exec(select(SnapshotRow).where(SnapshotRow.campaign == "open")).all()
        row = sorted(snapshots, key=lambda snapshot: snapshot.n)[1]
        state = json.loads(row.state)
        state["fields"]["money"]["p1"] += 1
        row.state = json.dumps(state, separators=(",", ":"), sort_keys=True)
        row.hash = Codec.digest_of(row.state.encode())
        session.add(row)
        before, at = sorted(s.n for s in snapshots)[0], row.n
    got = run("verify", code=1)
    assert f"open: fact {at}: " in got.stderr
    assert f"the facts {before + 1} to {at} lead to another state" in got.stderr
    assert "money differ" in got.stderr
    assert "open is halted now" in got.stderr
    assert "mine: good." in got.stdout
    status = json.loads(run("status", "open", "--json").stdout)["campaigns"][0]
    assert status["status"] == "halted"
    assert status["halted"].startswith("pbem verify: fact ")
    assert "lead to another state" in run("show", "open", "--at-halt").stdout


def test_report_86_a_roll_that_was_changed_is_named(playing: Office, run: Run) -> None:
    with playing.session() as session:
        row = session.exec(
            select(FactRow).where(FactRow.campaign == "open", FactRow.kind == "Rolled")
        ).first()
        assert row is not None
        fields = json.loads(row.fields)
        fields["result"] = (fields["result"] + 1) % fields["n"]
        row.fields = json.dumps(fields)
        session.add(row)
        n = row.n
    (found,) = verified(run, "--campaign", "open", code=1)
    assert found["faults"][0]["fact"] == n
    assert "the seed gives" in found["faults"][0]["message"]


@pytest.mark.parametrize("hole", ["gone", "unreadable", "unknown"])
def test_facts_that_do_not_fit_are_named_not_raised(hole: str, playing: Office, run: Run) -> None:
    with playing.session() as session:
        row = session.get_one(FactRow, ("open", 10))
        if hole == "gone":
            session.delete(row)
        else:
            row.fields = "{" if hole == "unreadable" else '{"strange": 1}'
            session.add(row)
    got = run("verify", "--campaign", "open", code=1)
    assert "fact 10: " in got.stderr
    for words in (("export", "open", "-"), ("replay", "open")):
        if hole != "gone":
            run(*words, code=1)


def test_a_state_that_was_changed_by_hand_is_told(playing: Office, run: Run) -> None:
    with playing.session() as session:
        row = session.get_one(CampaignRow, "over")
        row.state = (row.state or "").replace('"p1"', '"p2"', 1)
        session.add(row)
    (found,) = verified(run, "--campaign", "over", code=1)
    assert "the stored state is not the one" in found["faults"][0]["message"]


def test_replay_folds_to_a_turn_and_prints_what_a_seat_saw(playing: Office, run: Run) -> None:
    """conventions, Processes: `replay` folds to turn N and prints a seat's or the GM's view."""
    text = run("replay", "over", "--turn", "3", "--seat", "Bob").stdout
    assert "report of turn 3 again" in text
    assert "Bob (you)" in text
    whole = run("replay", "over", "--turn", "3").stdout
    assert "=== p1 Anna" in whole
    assert "=== p2 Bob" in whole
    data = json.loads(run("replay", "over", "--turn", "3", "--json").stdout)
    assert (data["turn"], data["seat"]) == (3, None)
    with playing.reading() as session:
        stored = session.get_one(CampaignRow, "over").state_hash
    assert data["view"]["fields"]["turn"] == 3
    assert json.loads(run("replay", "over", "--json").stdout)["hash"] == stored


def test_replay_agrees_with_show(playing: Office, run: Run) -> None:
    """Folded from the first fact, and from the last snapshot: the same view."""
    words = ("open", "--turn", "2", "--seat", "Anna", "--json")
    assert (
        json.loads(run("show", *words).stdout)["view"]
        == (json.loads(run("replay", *words).stdout)["view"])
    )


def test_replay_of_what_is_over_shows_the_result(playing: Office, run: Run) -> None:
    assert "is over" in run("replay", "over", "--seat", "Anna").stdout


def test_verify_says_what_its_hashes_are_of(playing: Office, run: Run, tmp_path: Path) -> None:
    """The office keeps a state for each turn, an export a hash for each fact."""
    path = str(tmp_path / "over.json")
    run("export", "over", path)
    assert "right (of the state after each turn)" in run("verify", "--campaign", "over").stdout
    assert "right (of the state after each fact)" in run("verify", path).stdout


@pytest.mark.parametrize("text", ["{}", "[]", "7", '{"campaign": {"id": "sf1"}}'])
def test_what_is_no_export_is_called_so(office: Office, run: Run, text: str) -> None:
    got = run("verify", "-", text=text, code=1).stderr
    assert "The file: this is JSON, but no exported campaign" in got
    assert "it is missing" not in got
