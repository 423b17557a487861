"""State, facts of the engine, the table and the codec by themselves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.codec import Codec, UnknownShape
from engine.dice import KeyedDice, ScriptedDice
from engine.fact import (
    ENGINE_FACTS,
    DroppedOut,
    Ended,
    Fact,
    ModGiven,
    ModTaken,
    Moment,
    Resigned,
    RoundEnded,
    Swapped,
    Told,
    TurnBegan,
    pair_of,
)
from engine.game import Game
from engine.laws import Stream
from engine.replay import fold, picture, shown
from engine.selfplay import play
from engine.state import Mod, Offer, Phase, State, change, without
from engine.table import GameOver, Table, decision_id
from tests.toy.game import LANTERNS
from tests.unit.engine.core.simple import CHAT, Chat, Echo, Said, Turn, chat


def table(*stack: Phase, **fields: Any) -> Table[Chat]:
    return Table(chat(*stack, **fields), ScriptedDice({}))


# -- seats -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "order"),
    [
        ("p1", ("p2", "p4", "p1")),
        ("p4", ("p1", "p2", "p4")),
        ("p3", ("p4", "p1", "p2")),
        ("", ("p1", "p2", "p4")),
    ],
)
def test_clockwise_goes_round_to_the_seat_itself(after: str, order: tuple[str, ...]) -> None:
    """Without who is gone, also from a seat that is gone."""
    s = chat(seats=("p1", "p2", "p3", "p4"), gone=("p3",))
    assert s.clockwise(after) == order
    assert s.present() == ("p1", "p2", "p4")


def test_without_takes_one_of_each() -> None:
    assert without(("a", "b", "a"), ("a",)) == ("b", "a")
    with pytest.raises(ValueError, match="not in list"):
        without(("a",), ("b",))


# -- modifiers ---------------------------------------------------------------------------------


def test_a_moment_ends_the_modifiers_that_last_until_it() -> None:
    mods = (
        Mod(kind="lost", seat="p1", value=1, until="end:p1"),
        Mod(kind="lost", seat="p1", value=2, until="end:p1"),
        Mod(kind="lost", seat="p2", value=4, until="end:p2"),
        Mod(kind="calm"),
    )
    s = fold(chat(), [ModGiven(m) for m in mods])
    assert (s.mod("lost", "p1"), s.mod("lost", "p2"), s.has_mod("calm")) == (3, 4, True)
    s = fold(s, [Moment("end:p1")])
    assert (s.mod("lost", "p1"), s.mod("lost", "p2"), s.has_mod("calm")) == (0, 4, True)
    s = fold(s, [ModTaken(mods[3])])
    assert not s.has_mod("calm")


def test_a_modifier_used_up_is_one_of_its_equals() -> None:
    mod = Mod(kind="lost", seat="p1", value=1)
    s = fold(chat(), [ModGiven(mod), ModGiven(mod), ModTaken(mod)])
    assert s.mods == (mod,)


# -- the stack ---------------------------------------------------------------------------------


def test_serials_grow_and_are_never_given_twice() -> None:
    t = table(Turn(seat="p1"))
    t.push(Echo(word="a"), Echo(word="b"))
    assert [p.n for p in t.state.stack] == [1, 2, 3]
    t.pop()
    t.swap(Echo(word="c"))
    assert [p.n for p in t.state.stack] == [1, 4]
    t.swap(Echo(word="d"), keep=True)
    assert [p.n for p in t.state.stack] == [1, 4]
    assert t.state.serial == 4


def test_amend_replaces_a_phase_beneath_others() -> None:
    t = table(Turn(seat="p1"), Turn(seat="p2"), Turn(seat="p3"))
    t.amend(Turn(n=2, seat="p9"))
    assert [getattr(p, "seat", "") for p in t.state.stack] == ["p1", "p9", "p3"]
    assert [p.n for p in t.state.stack] == [1, 2, 3]
    folded = fold(chat(Turn(seat="p1"), Turn(seat="p2"), Turn(seat="p3")), shown(t.facts, ""))
    assert folded == t.state


def test_a_swap_is_stored_with_its_phase() -> None:
    codec = Codec(CHAT)
    fact = Swapped(Turn(n=7, seat="p2"))
    data = codec.fact(fact)
    assert data == {
        "kind": "Swapped",
        "v": 1,
        "fields": {"phase": {"kind": "Turn", "v": 1, "fields": {"n": 7, "seat": "p2"}}},
    }
    assert codec.read_fact("Swapped", 1, data["fields"]) == fact


def test_ids_of_decisions() -> None:
    phase = Turn(n=41, seat="p2")
    assert [decision_id(phase, "p2"), decision_id(phase, "p2", 1)] == ["41.p2", "41.p2.1"]


# -- the end -----------------------------------------------------------------------------------


def test_the_end_comes_at_once() -> None:
    t = table(Turn(seat="p1"), offers=(Offer(id="p1>p2:1", giver="p1", taker="p2"),))
    with pytest.raises(GameOver):
        t.end("done", ["p2", "p1"])
    s = t.state
    assert (s.ended, s.winners, s.stack, s.offers) == ("done", ("p2", "p1"), (), ())
    assert t.facts[-1].fact == Ended("done", ("p2", "p1"))


def test_leaving_and_dropping_out() -> None:
    s = fold(chat(), [Resigned("p2"), Resigned("p3"), DroppedOut("p2")])
    assert (s.leaving, s.gone, s.present()) == (("p3",), ("p2",), ("p1", "p3"))


def test_turns_and_rounds() -> None:
    s = TurnBegan(5, "p2").apply(chat())
    assert (s.turn, s.active) == (5, "p2")
    assert RoundEnded().apply(s).active == ""


# -- audiences ---------------------------------------------------------------------------------


def test_a_fact_must_name_its_audience() -> None:
    class Forgetful(Fact, frozen=True):
        pass

    with pytest.raises(TypeError, match="Forgetful names no audience"):
        table().emit(Forgetful())


def test_the_audience_is_worked_out_before_the_fact() -> None:
    """A gift is seen by who had it."""

    class Secret(Said, frozen=True):
        public = False

        def seen_by(self, s: Any) -> tuple[str, ...]:
            return tuple(x.partition(":")[0] for x in s.said)

    t = table(said=("p2:aye",))
    t.emit(Secret("p1", "nay"))
    (told,) = t.facts
    assert told.audience == ("p2",)
    assert (told.to("p2"), told.to("p1")) == (told.fact, None)


def test_nobody_and_everybody() -> None:
    fact = Said("p1", "aye")
    assert [Told(fact, audience).to("p1") for audience in (None, ())] == [fact, None]


def test_pair_of_an_offer() -> None:
    assert pair_of("p1>p3:12") == ("p1", "p3")


def test_every_fact_of_the_engine_can_be_told_and_stored() -> None:
    """Their names are unique; each class has an audience of its own."""
    names = [kind.__name__ for kind in ENGINE_FACTS]
    assert len(set(names)) == len(names)
    assert all(kind.seen_by is not Fact.seen_by for kind in ENGINE_FACTS)


# -- replay ------------------------------------------------------------------------------------


def test_a_game_is_folded_for_all_and_pictured_for_each() -> None:
    played = play(LANTERNS, "plain", 3, KeyedDice(bytes(32)), Stream(6))
    facts = [told.fact for told in played.facts]
    assert fold(played.beginning, facts) == played.state
    for seat in (*played.state.seats, ""):
        seen = picture(LANTERNS, played.beginning, played.facts, seat)
        assert seen == LANTERNS.hide(played.state, seat)
    assert played.decisions > 50


# -- odd shapes --------------------------------------------------------------------------------


class Numbered(State, frozen=True, kw_only=True):
    """Keys that are numbers, sets of names."""

    boxes: dict[int, str] = {}  # noqa: RUF012 - msgspec copies it
    names: frozenset[str] = frozenset()


class NumberedGame(Game[Numbered]):
    id = "numbered"
    state_type = Numbered
    fact_types = ()
    phase_types = ()
    forms = ()


def test_keys_that_are_numbers_and_sets_come_back() -> None:
    codec = Codec(NumberedGame())
    s = Numbered(
        variant="",
        seats=(),
        options={"pace": "turns", "most": 3, "open": True},
        boxes={10: "x", 2: "y"},
        names=frozenset(("b", "a", "c")),
    )
    raw = codec.state(s)
    assert codec.read_state(raw) == s
    assert codec.state(codec.read_state(raw)) == raw
    assert b'"names":["a","b","c"]' in raw


def test_the_digest_is_that_of_the_bytes() -> None:
    codec = Codec(CHAT)
    one, other = chat(Turn(seat="p1")), chat(Turn(seat="p2"))
    assert codec.digest(one) == codec.digest(change(one))
    assert codec.digest(one) != codec.digest(other)


def test_a_phase_that_the_game_does_not_know_is_refused() -> None:
    codec = Codec(CHAT)
    with pytest.raises(UnknownShape, match="phase Nowhere"):
        codec.read_phase({"kind": "Nowhere", "v": 1, "fields": {}})
    with pytest.raises(UnknownShape):
        codec.read_phase({})


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        [],
        {"kind": [], "v": 1, "fields": {}},
        {"kind": "Turn", "v": "1", "fields": {}},
        {"kind": "Turn", "v": True, "fields": {}},
        {"kind": "Turn", "v": 1, "fields": 7},
        {"kind": "Turn", "v": 1, "fields": {"seat": 1}},
        {"kind": "Turn", "v": 1, "fields": {}, "more": 1},
    ],
)
def test_a_broken_phase_is_refused_wherever_it_stands(data: object) -> None:
    """An export comes from strangers: whatever is wrong with it, one exception says so."""
    codec = Codec(CHAT)
    state = msgspec.json.encode({"v": 1, "fields": {"stack": [data]}})
    with pytest.raises(UnknownShape):
        codec.read_phase(data)
    with pytest.raises(UnknownShape):
        codec.read_state(state)
    with pytest.raises(UnknownShape):
        codec.read_fact("Pushed", 1, {"phase": data})


@pytest.mark.parametrize(
    ("kind", "v", "fields"),
    [
        (None, 1, {}),
        ("TurnBegan", None, {}),
        ("TurnBegan", 1, None),
        ("TurnBegan", 1, {"turn": "x", "seat": "p1"}),
        ("TurnBegan", 0, {"turn": 1, "seat": "p1"}),
        ("Pushed", 1, {"phase": {"kind": "Turn", "v": 1, "fields": {"seat": "p1"}}, "more": 1}),
    ],
)
def test_a_broken_fact_is_refused(kind: object, v: object, fields: object) -> None:
    with pytest.raises(UnknownShape):
        Codec(CHAT).read_fact(kind, v, fields)


@pytest.mark.parametrize("raw", [b"", b"[]", b"\xff", b'{"v":1,"fields":{"stack":5}}', b'{"v":{}}'])
def test_a_broken_state_is_refused(raw: bytes) -> None:
    with pytest.raises(UnknownShape):
        Codec(CHAT).read_state(raw)
