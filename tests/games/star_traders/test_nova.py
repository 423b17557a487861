"""Nova and Super Nova."""

from __future__ import annotations

from engine.fact import Ended
from games.star_traders.facts.setup import Drew
from games.star_traders.facts.travel import FellShort
from games.star_traders.facts.turn import Built, Delivered, PickedUp, Worked
from games.star_traders.game import STAR_TRADERS
from tests.games.star_traders.scene import luck, position, scene

BOXES = ["N34", "N21", "N31"]


def nova(rolls: list[int], **fields: object):  # type: ignore[no-untyped-def]
    settings: dict[str, object] = {"variant": "nova", "boxes": BOXES} | fields
    return scene({"die:p1": rolls, "die:p2": [1] * 9}, **settings)


def test_four_actions() -> None:
    """ST-NOV-1, ST-NOV-2: 36 cards, no personalities, 4 jump rolls."""
    table = nova([1])
    assert table.s.left["turn"] == 4
    assert "personalities" not in {o.name for o in STAR_TRADERS.options("nova")}
    assert "BUILD" not in table.verbs


def test_a_roll_without_a_move_pays() -> None:
    """ST-NOV-3, ST-NOV-5, ST-NOV-7, ST-AMB 40: $1, also with a good roll."""
    table = nova([6, 1, 1, 1]).say("STAY")
    assert table.one(Worked).seat == "p1"
    assert (table.s.money["p1"], table.s.left["turn"]) == (11, 3)


def test_a_declared_jump_that_fails_pays() -> None:
    """ST-NOV-5, ST-MOV-15: a roll without a move, too; in Family it is just lost."""
    settings: dict[str, object] = {"options": {"declared": True}, "at": {"p1": 13}, "stations": {}}
    table = nova([1], **settings).say("JUMP 14")
    assert table.one(FellShort).lost
    assert (table.s.money["p1"], table.s.left["turn"]) == (11, 3)
    family = nova([1], variant="family", **settings).say("JUMP 14")
    assert (family.s.money["p1"], family.s.left["turn"]) == (10, 4)


def test_picking_up_is_free() -> None:
    """ST-NOV-2."""
    table = nova([1], at={"p1": 34}).say("PICKUP 1")
    assert table.one(PickedUp).free
    assert table.s.left["turn"] == 4


def test_it_is_free_after_the_last_action_too() -> None:
    """ST-NOV-2."""
    table = nova([1, 1, 1, 3], at={"p1": 33}, stations={}).say(*["BUSINESS"] * 3, "JUMP 34")
    assert table.s.left["turn"] == 0
    assert table.verbs == {"PICKUP", "FINISH"}


def test_the_automatic_station() -> None:
    """ST-NOV-4, ST-NOV-6, ST-NOV-14: free, +2 Prestige, after a Random Jump too."""
    table = scene({"die:p1": [1], "random:p1": [5, 5]}, variant="nova", boxes=BOXES).say("RANDOM")
    built = table.one(Built)
    assert (built.world, built.price, built.prestige) == (55, 0, 2)
    assert table.s.prestige["p1"] == 3
    assert nova([1]).turn().all(Built) == []


def test_payoffs_are_familys() -> None:
    """ST-NOV-8: fee, VIP and race as in Family."""
    table = nova(
        [6, 1], boxes=["N11", "N21", "N31"], cargo={"p1": [1], "p2": [1]}, at={"p1": 43},
        stations={},
    ).say("JUMP 44")  # fmt: skip
    assert table.one(Delivered).prestige == 2 + 2 + 1


def test_the_draw() -> None:
    """ST-NOV-9, ST-NOV-10: one card, down to two; deals as in Family."""
    table = nova([1]).turn()
    assert [f.seat for f in table.all(Drew)] == ["p1"]
    opened = STAR_TRADERS.open(table.s, "p1")
    assert opened is not None
    assert "OFFER" in {c.form.verb for c in opened.choices}


def test_the_win() -> None:
    """ST-NOV-11, ST-NOV-12, ST-AMB 42: 15 Prestige and $60 in the own turn, at once."""
    rich = {"money": {"p1": 59}, "prestige": {"p1": 15}}
    table = nova([1], **rich)
    assert table.s.ended == ""
    table.say("STAY")
    assert table.one(Ended).reason == "nova"
    start = nova([], money={"p1": 60}, prestige={"p1": 15})
    assert start.s.ended == "nova"
    other = nova([1], money={"p2": 60}, prestige={"p2": 15})
    assert other.s.ended == ""
    assert other.turn().s.winners == ("p2",)


def test_the_last_test_is_after_the_station() -> None:
    """ST-NOV-12: the automatic station may bring the win, before the draw."""
    table = nova([1], money={"p1": 60}, prestige={"p1": 13}, at={"p1": 12}).turn()
    assert table.s.winners == ("p1",)
    assert table.all(Drew) == []


def test_nova_setup() -> None:
    """ST-NOV-13: $10, 1 Prestige, as Family."""
    s = position(variant="nova")
    assert (s.money["p1"], s.prestige["p1"], len(s.boxes)) == (10, 1, 3)


def test_super_nova() -> None:
    """ST-SUP-1, ST-SUP-2, ST-SUP-3, ST-AMB 43: no hands, no VIP, no race; Prestige stays."""
    table = scene(
        {"die:p1": [6, 1]}, variant="super-nova", boxes=["N11", "N21", "N31"],
        cargo={"p1": [1], "p2": [1]}, at={"p1": 43}, stations={},
    ).say("JUMP 44")  # fmt: skip
    assert table.one(Delivered).prestige == 2
    table.turn()
    assert table.all(Drew) == []
    assert table.waiting == {"p2": "act"}


def test_super_nova_is_won_as_nova() -> None:
    """ST-SUP-4."""
    table = scene({"die:p1": [1]}, variant="super-nova", money={"p1": 59}, prestige={"p1": 15})
    assert table.say("STAY").s.ended == "nova"


def test_no_card_hurts_who_has_won() -> None:
    """ST-NOV-11: the game is over before anything else."""
    table = nova(
        [1], hands={"p2": [luck("Scandal", sets="N")]}, money={"p1": 59}, prestige={"p1": 15}
    )
    assert table.say("STAY").s.ended == "nova"
