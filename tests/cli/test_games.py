"""games, rules, simulate, bench: what needs no office."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from games import GAMES, game_named
from pbem.simulate import Wanted, bot_names, simulate
from tests.cli.conftest import Run


def test_games_are_listed_with_their_players(run: Run) -> None:
    text = run("games").stdout
    assert all(game.id in text for game in GAMES)
    data = json.loads(run("games", "--json").stdout)
    assert [one["id"] for one in data] == [game.id for game in GAMES]


def test_a_game_tells_what_new_can_be_asked(run: Run) -> None:
    """Options with their values, kinds of question, orders, bots."""
    text = run("games", "space-freighter").stdout
    for word in ("money", "no | yes", "negate", "DELIVER", "trader"):
        assert word in text
    (data,) = json.loads(run("games", "space-freighter", "--json").stdout)
    assert data["options"]["default"]["pace"] == {
        "default": "turns",
        "allowed": ["turns", "rounds"],
    }


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_rules_prints_the_rulings(game: str, run: Run) -> None:
    assert len(run("rules", game).stdout) > 500


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("game", ["", *(game.id for game in GAMES)])
def test_what_games_are_like_fits_the_terminal(
    game: str, columns: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options that all variants share are told once, with what differs."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("games", *([game] if game else [])).stdout.splitlines()
    assert [line for line in lines if len(line) > columns] == []
    assert len([line for line in lines if "pace:" in line]) == (1 if game else 0)
    if game == "star-traders":
        text = " ".join(" ".join(lines).split())
        assert "(else NF for family; NFI for imperial, black-hole, super-nova; N for nova)" in text
        assert "network: 0 to 15 (else 0); only for black-hole" in text


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_rulings_fit_the_terminal_and_lose_no_word(
    game: str, columns: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables and code are left as they are."""
    monkeypatch.setenv("COLUMNS", str(columns))
    found = game_named(game)
    assert found is not None
    text = run("rules", game).stdout
    assert text.split() == found.rules_text().split()
    lines = [line for line in text.splitlines() if not line.startswith(("|", "    "))]
    assert max(map(len, lines)) <= columns
    assert sum(len(line) > columns - 20 for line in lines) > len(lines) / 3
    titles = [line for line in found.rules_text().splitlines() if line.startswith("#")]
    assert [line for line in lines if line.startswith("#")] == titles


def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    """conventions, Dice: draws follow from the seed; chance is seeded too."""
    words = ("simulate", "space-freighter", "--games", "5", "--seats", "3", "--json")
    one, two = (json.loads(run(*words, "--seed", "7").stdout) for _ in range(2))
    other = json.loads(run(*words, "--seed", "8").stdout)
    for data in (one, two, other):
        del data["seconds"], data["decisions_per_second"]
    assert one == two
    assert one["seats"] != other["seats"]


def test_statistics_add_up(run: Run) -> None:
    data = json.loads(
        run(
            *("simulate", "space-freighter", "--games", "10", "--seats", "3"),
            *("--bots", "trader,random", "--json"),
        ).stdout
    )
    assert [seat["bot"] for seat in data["seats"].values()] == ["trader", "random", "trader"]
    wins = sum(seat["wins"] for seat in data["seats"].values())
    assert wins >= data["games"] - data["end_reasons"].get("alone", 0)
    assert sum(data["end_reasons"].values()) == data["games"] == 10
    assert data["turns"]["least"] <= data["turns"]["mean"] <= data["turns"]["most"]
    assert data["decisions"] > 0


def test_speed_is_decisions_by_the_clock() -> None:
    """conventions, `decisions/s`: whole games, decisions with a choice only."""
    game = game_named("space-freighter")
    assert game is not None
    ticks = iter(range(0, 100, 2))
    found = simulate(Wanted(game, "default", 2, games=4), clock=lambda: float(next(ticks)))
    assert found.seconds == 8.0
    data = found.data(Wanted(game, "default", 2, games=4))
    assert data["decisions_per_second"] == round(found.decisions / 8)


def test_waits_are_counted_for_each_pace(run: Run) -> None:
    """Star Traders, point 7: stops of a campaign by mail, a turn and a round."""
    words = (
        *("simulate", "star-traders", "--variant", "super-nova", "--seats", "2"),
        *("--games", "1", "--bots", "trader", "--waits"),
    )
    data = json.loads(run(*words, "--json").stdout)
    assert list(data["waits"]) == ["turns", "turns, PASS between", "rounds"]
    assert data["waits"]["rounds"]["stops_per_round"] == 1
    text = run(*words).stdout
    assert "1 game of star-traders (super-nova)" in text
    assert "a round" in text


def test_options_reach_the_game(run: Run) -> None:
    words = ("simulate", "space-freighter", "--games", "1", "--option", "pace=rounds", "--json")
    assert json.loads(run(*words).stdout)["games"] == 1


def test_a_simulated_game_is_exported_and_verifies(run: Run, tmp_path: Path) -> None:
    """Issue, point 9: `pbem simulate ... --games 1 --export FILE`."""
    path = tmp_path / "game.json"
    words = ("simulate", "space-freighter", "--games", "1", "--bots", "trader")
    run(*words, "--export", str(path))
    (found,) = json.loads(run("verify", str(path), "--json").stdout)
    assert found["good"]
    assert found["seed"]
    assert [s["name"] for s in json.loads(path.read_text())["seats"]] == ["Trader 1", "Trader 2"]
    assert "is there already" in run(*words, "--export", str(path), code=2).stderr


def test_names_of_bots_are_split() -> None:
    assert bot_names("trader, random,") == ("trader", "random")
    assert bot_names("") == ("random",)


def test_bench_runs_a_program_of_the_checkout(
    run: Run, monkeypatch: pytest.MonkeyPatch, checkout: Path
) -> None:
    """Its exit code is handed on, and it is given what was typed."""
    calls: list[tuple[list[str], Any]] = []

    def called(command: list[str], cwd: Path, check: bool) -> SimpleNamespace:
        calls.append((command, cwd))
        return SimpleNamespace(returncode=3)

    monkeypatch.setattr("pbem.cli.bench.subprocess.run", called)
    monkeypatch.setattr("pbem.cli.bench.Path.is_file", lambda path: True)
    run("bench", "decisions", "space-freighter", "--json", code=3)
    ((command, cwd),) = calls
    assert "tests.bench.decisions import main" in command[2]
    assert command[3:] == ["space-freighter", "--json"]
    assert cwd == checkout


def test_bench_says_where_it_can_be_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """conventions: runs from a checkout and says so elsewhere."""
    monkeypatch.setattr("pbem.cli.bench.Path.is_file", lambda path: False)
    assert "installed copy" in run("bench", "idle", code=2).stderr
