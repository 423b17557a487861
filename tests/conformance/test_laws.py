"""Every game under every law, at every point at which seeded random play waits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.codec import Codec
from engine.dice import KeyedDice
from engine.fact import Told
from engine.laws import LAWS, Law, Setting, Stream, transcript, walk
from engine.laws.audience import Audience, rows, takes
from engine.laws.filing import Desks, Filed
from engine.laws.leaks import Timing
from engine.selfplay import play
from games import GAMES
from tests.conformance.cases import CASES, Case

EVERY_GAME = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def hold(case: Case, *makers: object) -> None:
    """All games of the case under fresh laws; the first violation fails, with its seed."""
    for setting in case.settings():
        laws = [make() for make in makers if callable(make)]
        _, found = walk(case.game, setting, laws)
        assert not found, "\n".join(map(str, found))


def test_every_game_is_under_the_laws() -> None:
    """A new game adds a module of what the laws need to know of it."""
    assert {game.id for game in GAMES} | {"lanterns"} == set(CASES)


@EVERY_GAME
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_law(case: Case, law: type[Law]) -> None:
    hold(case, law)


@EVERY_GAME
def test_audience_golden_table(case: Case) -> None:
    """Each fact takes its row, and each class of facts has one."""
    hold(case, lambda: Audience(case.audiences))
    classes = {name.partition(" ")[0] for name in case.audiences}
    assert classes == {kind.__name__ for kind in case.game.all_facts}


@EVERY_GAME
def test_every_kind_of_fact_comes_under_the_laws(case: Case) -> None:
    """A law sees nothing of what random play never does; ``Game.likely`` helps it on."""
    settings = [*case.settings(), *case.recorded.values()]
    seen = {type(t.fact) for s in settings for t in walk(case.game, s, ())[0].told}
    assert set(case.game.fact_types) <= seen


@EVERY_GAME
def test_timing_with_lines_on_file(case: Case) -> None:
    """Total standing orders, partial ones, plans, orders for the gap: none tells of a hand.

    test_report_64: a window opens whoever holds the card that fits, for all who could respond.
    """
    hold(case, lambda: Timing(Desks(case.game, case.files)))


@EVERY_GAME
def test_plans_and_standing_orders_are_pure(case: Case) -> None:
    """Evaluating twice is evaluating once; the desk survives JSON; what is kept is given."""
    hold(case, *(lambda lines=lines: Filed(lines) for lines in case.files))


@EVERY_GAME
def test_every_reason_to_end_has_a_recorded_game(case: Case) -> None:
    assert set(case.recorded) == set(case.game.endings)
    for reason, setting in case.recorded.items():
        point, found = walk(case.game, setting, [law() for law in LAWS if law.name != "worded"])
        assert not found, "\n".join(map(str, found))
        assert point.s.ended == reason, f"{setting} ended by {point.s.ended}"


@EVERY_GAME
def test_every_game_ends_within_its_cap(case: Case) -> None:
    for setting in case.settings():
        dice, chance = KeyedDice(setting.seed.to_bytes(32, "big")), Stream(setting.seed)
        played = play(
            case.game, setting.variant, setting.seats, dice, chance, options=setting.options
        )
        assert played.state.ended in case.game.endings
        assert played.state.turn <= case.game.cap(setting.seats)


@EVERY_GAME
def test_the_same_seed_is_the_same_game(case: Case) -> None:
    for setting in case.settings()[:3]:
        assert transcript(case.game, setting) == transcript(case.game, setting)
    first, second = case.settings()[:2]
    assert transcript(case.game, first) != transcript(case.game, second)


def digests(game: str) -> list[str]:
    """What the two processes of the next test compare."""
    case = CASES[game]
    return [transcript(case.game, setting) for setting in case.settings()[:3]]


def test_the_same_seed_is_the_same_game_under_two_hash_seeds(checkout: Path) -> None:
    """Sets and dicts of strings fall in another order in each of the two processes."""
    script = (
        "from tests.conformance.test_laws import CASES, digests\n"
        "for game in CASES: print(game, *digests(game))"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=checkout,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(checkout)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0].split()) == 4 * len(CASES)


@EVERY_GAME
def test_every_fact_is_stored_with_its_audience(case: Case) -> None:
    """The row of a fact read back from JSON is that of the fact told."""
    codec = Codec(case.game)
    point, _ = walk(case.game, case.settings()[0], ())
    for told in point.told:
        data = codec.fact(told.fact)
        back = codec.read_fact(data["kind"], data["v"], data["fields"])
        again = Told(back, told.audience)
        assert any(takes(again, one) for one in rows(case.audiences, back))


def test_a_violation_says_how_to_come_there_again() -> None:
    """Law, game, seed and number of the fact."""

    class Never(Law):
        name = "never"

        def at(self, point: object) -> list[str]:
            return ["so"]

    setting = Setting(variant="plain", seats=2, seed=7)
    _, (violation,) = walk(CASES["lanterns"].game, setting, [Never()])
    text = str(violation)
    assert text.startswith("[never] lanterns ")
    assert "seed=7" in text
    assert text.endswith(f"after fact {violation.fact}: so")
