"""A Random Jump ends the actions of the turn, and there is one a turn."""

from __future__ import annotations

from games.star_traders.facts.travel import Jumped
from games.star_traders.facts.turn import Built, Delivered, PickedUp
from tests.games.star_traders.scene import Scene, luck, scene

ENVOY, OVERDRIVE = luck("Imperial Envoy"), luck("Overdrive")
MUTINY = [luck("Mutiny"), luck("Mutiny", nth=1)]


def jumping(*worlds: int, **fields: object) -> Scene:
    """p1 may come to these worlds by Random Jumps."""
    dice = {"die:p1": [1] * 9, "random:p1": [int(n) for w in worlds for n in str(w)]}
    return scene(dice, **({"stations": {}} | fields))


def test_nova_only_picks_up_after_it() -> None:
    """ST-MOV-11, ST-MOV-12, ST-NOV-4: no card gives actions again; the station builds itself."""
    held = {"p1": [luck("Overdrive", sets="N")]}
    table = jumping(34, 26, variant="nova", boxes=["N34", "N21", "N31"], hands=held).say("RANDOM")
    assert (table.waiting, table.verbs) == ({"p1": "act"}, {"PICKUP", "FINISH"})
    table.say("PICKUP 1")
    assert [f.box for f in table.all(PickedUp)] == [1]
    assert [f.world for f in table.all(Built)] == [34]
    assert table.waiting == {"p2": "act"}


def test_nova_delivers_after_it() -> None:
    """ST-MOV-11, ST-NOV-4."""
    table = jumping(
        15, variant="nova", options={"sets": "NF"}, at={"p1": 34}, boxes=["N11", "F34", "N31"],
        cargo={"p1": [2]},
    ).say("RANDOM")  # fmt: skip
    assert (table.one(Delivered).box, table.one(Built).world) == (2, 15)


def test_a_turn_without_actions_is_over_with_it() -> None:
    """ST-MOV-11, ST-MOV-12, ST-RUL-2: who was given an action by a card and drifts is not asked."""
    two = [OVERDRIVE, luck("Overdrive", nth=1)]
    table = scene(
        {"die:p1": [1] * 9, "die:p2": [1] * 9, "random:p2": [2, 6, 3, 4]}, variant="imperial",
        hands={"p1": [*MUTINY, luck("Engine Trouble")], "p2": two}, stations={},
    )  # fmt: skip
    table.say("PLAY Mutiny ON Bob", "PLAY Mutiny ON Bob", 'PLAY "Engine Trouble" ON Bob').turn()
    assert (table.waiting, table.s.left["turn"]) == ({"p2": "act"}, 0)
    table.say("PLAY Overdrive", "RANDOM")
    assert table.s.ships["p2"] == (26,)
    assert table.waiting == {"p1": "act"}


def test_an_envoys_is_the_one_of_the_own_turn() -> None:
    """ST-MOV-12, ST-LUC-12: it ends the journey, whose actions are the card's, and no other is made
    in this turn; in the next there is one again.
    """
    table = jumping(55, 26, hands={"p1": [ENVOY]}).say('PLAY "Imperial Envoy" TO 36', "RANDOM")
    assert (table.s.ships["p1"], table.s.left["envoy"]) == ((55,), 0)
    assert (table.waiting, table.s.left["turn"]) == ({"p1": "act"}, 5)
    assert "RANDOM" not in table.verbs
    table.turn().turn()
    assert table.legal("RANDOM")


def test_an_envoy_cannot_make_a_second_one() -> None:
    """ST-MOV-12: two envoys in one turn."""
    held = [ENVOY, luck("Imperial Envoy", nth=1)]
    table = jumping(55, hands={"p1": held}).say('PLAY "Imperial Envoy" TO 36', "RANDOM")
    table.say('PLAY "Imperial Envoy" TO 36')
    assert table.waiting == {"p1": "travel"}
    assert "RANDOM" not in table.verbs


def test_an_envoys_in_the_gap_is_no_ones_turns() -> None:
    """ST-MOV-12: between turns, after the Random Jump of the own one and before the next."""
    table = scene(
        {"die:p1": [1] * 9, "die:p2": [1] * 9, "random:p1": [5, 5, 2, 6]}, hands={"p1": [ENVOY]},
        stations={}, stops=("between",),
    ).say("RANDOM")  # fmt: skip
    table.answers(p1='PLAY "Imperial Envoy" TO 36')
    table.say("RANDOM")
    assert [f.world for f in table.all(Jumped)] == [55, 26]
