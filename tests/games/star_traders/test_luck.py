"""Trader's Luck: limits, moments, Calamities, Zaps, and what each card does."""

from __future__ import annotations

import pytest

from engine.dice import KeyedDice
from engine.fact import ModGiven, TurnBegan
from engine.table import Table
from games.star_traders.facts.court import Commissioned, Glitched, Praised, Spared
from games.star_traders.facts.setup import Drew, Played, TurnedUp
from games.star_traders.facts.travel import FellShort, Jumped, Moved, Turned
from games.star_traders.facts.turn import Built, Delivered, Paid, StationTo
from games.star_traders.game import STAR_TRADERS
from games.star_traders.luck.calamity import SUFFER, Blow, suffer
from games.star_traders.luck.effects import EFFECTS
from games.star_traders.luck.targets import TARGETS
from tests.games.star_traders.scene import DATA, SEED, Scene, luck, position, scene

ZAP, AVOID = luck("Zap"), luck("Avoid a Calamity")


def playing(card: str, order: str, variant: str = "imperial", **fields: object) -> Scene:
    """p1 plays a card in his turn."""
    settings: dict[str, object] = {"variant": variant, "hands": {"p1": [card]}, "stations": {}}
    return scene({"die:p1": [1] * 9}, **(settings | fields)).say(order)


def test_hand_limits() -> None:
    """ST-LUC-1, ST-LUC-2, ST-AMB 34: two after the own turn, else three; more is refused."""
    full = {"p2": [luck("Overdrive"), luck("Fanfare"), luck("Wormhole")], "p1": [ZAP]}
    table = scene({"die:p1": [1] * 3}, variant="imperial", hands=full)
    table.now("p1", "OFFER Bob: Zap FOR NOTHING").now("p2", "ACCEPT Anna")
    assert len(table.s.hands["p2"]) == 3
    assert any(getattr(f, "reason", "") == "taker-hand-full" for f in table.facts)


def test_cards_cost_no_action() -> None:
    """ST-TRN-7, ST-LUC-3: played when they say so, then discarded."""
    table = playing(luck("Salvage Rights", 3), 'PLAY "Salvage Rights"')
    assert table.s.money["p1"] == 13
    assert table.s.left["turn"] == 5
    assert luck("Salvage Rights", 3) in table.s.discard


def test_moments() -> None:
    """ST-LUC-8, ST-AMB 35, ST-AMB 50: in the own turn and in windows, never in between."""
    table = scene(
        {"die:p1": [1]}, hands={"p1": [luck("Overdrive")], "p2": [luck("Engine Trouble")]}
    )
    assert "PLAY" in table.verbs
    opened = STAR_TRADERS.open(table.s, "p2")
    assert opened is not None
    assert "PLAY" not in {c.form.verb for c in opened.choices}


def test_a_card_just_drawn_is_played_in_the_gap() -> None:
    """ST-LUC-9, ST-LUC-10, ST-AMB 36: the example card, on the next Trader, one action less."""
    table = scene(
        {"die:p1": [1], "die:p2": [1]}, hands={}, stops=("between",), draws=[luck("Engine Trouble")]
    ).turn()  # fmt: skip
    table.answers(p1='PLAY "Engine Trouble" ON NEXT')
    assert table.one(ModGiven).mod.seat == "p2"
    assert (table.waiting, table.s.left["turn"]) == ({"p2": "act"}, 4)


def test_losses_add_up() -> None:
    """ST-RUL-2: a Trader with no actions still draws, and may play cards."""
    mutiny = [luck("Mutiny"), luck("Mutiny", nth=1)]
    table = scene(
        {"die:p1": [1]}, variant="imperial", hands={"p1": [*mutiny, luck("Engine Trouble")],
        "p2": [luck("Salvage Rights", 3)]},
    )  # fmt: skip
    for name in ("Mutiny", "Mutiny", '"Engine Trouble"'):
        table.say(f"PLAY {name} ON Bob")
    table.turn()
    assert table.waiting == {"p2": "act"}
    assert (table.s.left["turn"], table.verbs) == (0, {"PLAY", "FINISH"})
    table.say('PLAY "Salvage Rights"')
    assert [f.seat for f in table.all(Drew)] == ["p1", "p2"]


# -- Calamities --------------------------------------------------------------------------------


def struck(**fields: object) -> Scene:
    """p1 plays Engine Trouble on p2."""
    held = {"p1": [luck("Engine Trouble")]} | fields.pop("also", {})  # type: ignore[operator]
    table = scene(
        {"die:p1": [1, 1]}, seats=3, hands=held, stops=("calamity",), **fields,
    )  # fmt: skip
    return table.say('PLAY "Engine Trouble" ON Bob')


def test_calamities_are_for_others() -> None:
    """ST-LUC-4: never on oneself; at once."""
    table = scene({"die:p1": [1]}, hands={"p1": [luck("Engine Trouble")]})
    assert not table.legal('PLAY "Engine Trouble" ON Anna')
    hit = struck().answers()
    assert hit.s.mod("less", "p2") == 1


def test_avoiding() -> None:
    """ST-LUC-5, ST-W2: at once, without effect, both cards discarded."""
    table = struck(also={"p2": [AVOID]})
    assert set(table.waiting) == {"p2", "p1", "p3"} - {
        x for x in ("p1", "p3") if not table.s.hands[x]
    }
    table.answers(p2="AVOID")
    assert table.s.mod("less", "p2") == 0
    assert AVOID in table.s.discard


def test_buying_an_avoid() -> None:
    """ST-LUC-6, ST-W3: the cheapest within the limit is paid; the victim need not accept."""
    sold = struck(also={"p3": [AVOID]}).answers(p2="BUY UPTO 6", p3="SELL 4")
    assert sold.one(Paid).amount == 4
    assert sold.s.mod("less", "p2") == 0
    assert sold.s.money == {"p1": 10, "p2": 6, "p3": 14}
    dear = struck(also={"p3": [AVOID]}).answers(p2="BUY UPTO 3", p3="SELL 4")
    assert dear.s.mod("less", "p2") == 1
    assert dear.s.hands["p3"] == (AVOID,)
    declined = struck(also={"p3": [AVOID]}).answers(p3="SELL 0")
    assert declined.s.mod("less", "p2") == 1


@pytest.mark.parametrize(
    ("money", "most", "price", "sold"),
    [
        (6, 8, 5, True),
        (6, 8, 7, False),
        (0, 0, 0, True),
        (0, 4, 1, False),
        (10, 4, 5, False),
    ],
)
def test_a_limit_beyond_the_purse(money: int, most: int, price: int, sold: bool) -> None:
    """ST-W2, ST-W3, ST-LUC-6: the price is tested when it is paid; a gift is taken for nothing."""
    table = scene(
        {"die:p1": [1]}, seats=3, hands={"p1": [luck("Engine Trouble", -1)], "p3": [AVOID]},
        money={"p2": money}, stops=("calamity",),
    ).say("PLAY Engine Trouble ON Bob")  # fmt: skip
    table.answers(p2=f"BUY UPTO {most}", p3=f"SELL {price}")
    assert table.s.mod("less", "p2") == (0 if sold else 1)
    assert table.s.money["p2"] == money - (price if sold else 0)


def test_a_limit_outlives_a_smaller_purse() -> None:
    """ST-W2, ST-LUC-6: the money went after BUY was kept; the price can still be paid."""
    table = scene(
        {"die:p1": [1]}, seats=4, hands={"p1": [luck("Engine Trouble", -1)], "p3": [AVOID]},
        stops=("calamity",),
    ).say("PLAY Engine Trouble ON Bob")  # fmt: skip
    asked = {d.seat: d for d in table.pending}
    buy = table.read("BUY UPTO 10", asked["p2"])
    table.now("p2", "OFFER Dan: $5 FOR NOTHING").now("p4", "ACCEPT Bob")
    assert {d.seat: d for d in table.pending}["p2"].has(buy)
    table.answers(p2="BUY UPTO 10", p3="SELL 3")
    assert (table.s.mod("less", "p2"), table.s.money["p2"]) == (0, 2)


def test_an_offer_accepted_while_the_window_is_open() -> None:
    """ST-LUC-6: an Avoid that comes by a deal is one's own."""
    table = struck(also={"p3": [AVOID]})
    table.now("p3", 'OFFER Bob: "Avoid a Calamity" FOR $2').now("p2", "ACCEPT Cleo")
    assert table.s.hands["p2"] == (AVOID,)
    table.answers(p2="AVOID")
    assert table.s.mod("less", "p2") == 0


def test_what_is_no_calamity_cannot_be_avoided() -> None:
    """ST-LUC-7: Warp takes effect without a window."""
    warp = luck("Warp in the Space-Time Continuum")
    order = 'PLAY "Warp in the Space-Time Continuum" ON Anna WITH Bob'
    held = {"p1": [warp], "p2": [AVOID]}
    table = playing(warp, order, stops=("calamity",), hands=held)
    assert table.s.ships == {"p1": (23,), "p2": (13,)}


def test_a_force_field() -> None:
    table = scene(
        {"die:p1": [1], "die:p2": [1]},
        hands={"p1": [luck("Force Field")], "p2": [luck("Engine Trouble")]},
    ).say('PLAY "Force Field"').turn()  # fmt: skip
    assert "PLAY" not in table.verbs


# -- Zap -----------------------------------------------------------------------------------------


def announced(*rolls: int, hands: dict[str, list[str]] | None = None, **fields: object) -> Scene:
    held = hands or {"p2": [ZAP]}
    settings: dict[str, object] = {"at": {"p1": 14}, "stations": {}, "stops": ("zap",)}
    return scene({"die:p1": rolls}, hands=held, **(settings | fields))


def test_rulebook_example_a_six_for_a_green_line() -> None:
    """ST-LUC-11, ST-W4, ST-AMB 47: Zapped at the announcement, a shorter jump may be made."""
    table = announced(6, 1).say("JUMP 56")
    assert table.waiting == {"p2": "zap"}
    table.answers(p2="ZAP DOWN BY 1")
    assert table.one(Turned).now == 5
    assert table.one(FellShort).lost is False
    assert (table.waiting, table.asked.info["roll"]) == ({"p1": "act"}, (5,))
    table.say("JUMP 22")
    assert table.s.ships["p1"] == (22,)


def test_with_declared_jumps_there_is_no_shorter_one() -> None:
    """ST-LUC-11."""
    table = announced(6, options={"declared": True}).say("JUMP 56").answers(p2="ZAP DOWN")
    assert table.s.ships["p1"] == (14,)
    assert table.s.left["turn"] == 4


def test_zaps_on_each_other() -> None:
    """ST-RUL-8: clockwise from the roller, asked again after one; a die shows 1 to 6."""
    both = {"p1": [luck("Zap", nth=1)], "p2": [ZAP]}
    table = announced(6, hands=both).say("JUMP 56")
    assert list(table.waiting) == ["p1", "p2"]
    assert not any(o.args[0] == "up" for d in table.pending for o in d.legal() if o.verb == "ZAP")
    table.answers(p2="ZAP DOWN BY 2")
    assert table.waiting == {"p1": "zap"}
    assert table.asked.deadline == "AGAIN"
    table.answers(p1="ZAP UP BY 2")
    assert table.s.ships["p1"] == (56,)


def test_an_own_die_before_it_is_used() -> None:
    """ST-LUC-11: in the own turn on a die that lies there."""
    table = announced(5, hands={"p1": [ZAP]}).say("ZAP UP BY 1")
    assert table.legal("JUMP 56")


def test_zap_names_the_roller_in_a_standing_order() -> None:
    """ST-W4: ZAP Bob, ZAP Bob IF DELIVERING."""
    table = announced(6).say("JUMP 56")
    assert table.read("ZAP Anna", table.asked).args == ("down", 1)


# -- an envoy and other journeys -----------------------------------------------------------------


def test_an_imperial_envoy_travels_by_jumps() -> None:
    """ST-LUC-12, ST-LUC-13: no delivery out of turn; it waits (ST-CAR-10)."""
    envoy = luck("Imperial Envoy")
    table = scene(
        {"die:p1": [1], "die:p2": [2, 1]}, seats=2, hands={"p2": [envoy]}, stops=("between",),
        at={"p2": 14}, boxes=["N11", "F34", "N31"], cargo={"p2": [2]}, stations={},
    ).turn()  # fmt: skip
    table.answers(p2='PLAY "Imperial Envoy" TO 15')
    assert table.waiting == {"p2": "travel"}
    table.say("JUMP 15")
    assert table.s.ships["p2"] == (15,)
    order = [type(f) for f in table.facts if isinstance(f, Jumped | TurnBegan | Delivered)]
    assert order == [TurnBegan, Jumped, TurnBegan, Delivered]
    assert table.s.money["p2"] == 33


def test_an_envoy_in_the_own_turn_delivers() -> None:
    """ST-LUC-12, ST-CAR-9: in the own turn nothing passes by its destination."""
    table = scene(
        {"die:p1": [2, 2, 1]}, hands={"p1": [luck("Imperial Envoy", 4)]}, at={"p1": 14},
        boxes=["N11", "F34", "N31"], cargo={"p1": [2]}, stations={},
    )  # fmt: skip
    table.say('PLAY "Imperial Envoy" TO 36')
    assert table.waiting == {"p1": "travel"}
    table.say("JUMP 15")
    assert (table.one(Delivered).box, table.s.money["p1"]) == (2, 33)
    # The journey goes on, with its own actions.
    assert table.waiting == {"p1": "travel"}
    assert table.s.left == {"turn": 5, "envoy": 3}


EACH = [
    ("Stargate", "PLAY Stargate TO 15", Jumped),
    ("Overdrive", "PLAY Overdrive", None),
    ("Perfect Course", 'PLAY "Perfect Course"', Turned),
    ("Guest Codes", 'PLAY "Guest Codes"', ModGiven),
    ("Wormhole", "PLAY Wormhole", ModGiven),
    ("Slipstream", "PLAY Slipstream", ModGiven),
    ("Bonus Clause", 'PLAY "Bonus Clause"', ModGiven),
    ("Fanfare", "PLAY Fanfare", ModGiven),
    ("Prefab Station", 'PLAY "Prefab Station"', Built),
    ("Triumphal Parade", 'PLAY "Triumphal Parade"', Praised),
    ("Customs Fine", 'PLAY "Customs Fine" ON Bob', Paid),
    ("Pirate Toll", 'PLAY "Pirate Toll" ON Bob', Paid),
    ("Solar Flare", 'PLAY "Solar Flare" ON Bob', ModGiven),
    ("Jammed Beacons", 'PLAY "Jammed Beacons" ON Bob', ModGiven),
    ("Lost in Space", 'PLAY "Lost in Space" ON Bob', Moved),
    ("Inside Tip", 'PLAY "Inside Tip"', Drew),
    ("A Glitch in the System", 'PLAY "A Glitch in the System" BOX 2', Glitched),
    ("Cargo Drone", 'PLAY "Cargo Drone" BOX 1', None),
]


@pytest.mark.parametrize(("kind", "order", "fact"), EACH, ids=[row[0] for row in EACH])
def test_what_cards_do(kind: str, order: str, fact: type | None) -> None:
    """ST-LUC-14, ST-LUC-15: each card that is played does something."""
    card = luck(kind)
    table = playing(card, order, boxes=["N12", "N21", "N31"])
    assert table.all(Played)[0].cards == (card,)
    assert fact is None or table.all(fact)


def test_cards_that_hit_what_others_have() -> None:
    """ST-LUC-15: Ion Storm, Falling Debris, Homing Beacon, Jettison."""
    storm = playing(luck("Ion Storm", 1), 'PLAY "Ion Storm" ON Bob TO 22')
    assert storm.s.ships["p2"] == (22,)
    debris = playing(
        luck("Falling Debris"), 'PLAY "Falling Debris" ON Bob AT 23', stations={23: "p2"}
    )
    assert (debris.one(StationTo).why, debris.s.money["p2"]) == ("debris", 13)
    home = playing(luck("Homing Beacon"), 'PLAY "Homing Beacon" TO 55', stations={55: "p1"})
    assert home.s.ships["p1"] == (55,)
    thrown = playing(luck("Jettison"), "PLAY Jettison ON Bob BOX 2", cargo={"p2": [2]})
    assert thrown.s.cargo["p2"] == ()


@pytest.mark.parametrize(
    ("kind", "value", "world", "why"),
    [
        ("Customs Fine", None, 0, "money"),
        ("Pirate Toll", None, 0, "money"),
        ("Falling Debris", None, 22, "station"),
        ("Jettison", None, 0, "cargo"),
        ("Ion Storm", 1, 23, "there"),
    ],
)
def test_a_calamity_that_finds_nothing_says_so(
    kind: str, value: int | None, world: int, why: str
) -> None:
    """ST-LUC-4: an empty purse; what went by a deal while the Avoid was waited for."""
    card = luck(kind, value)
    t = Table(position(money={"p2": 0}), KeyedDice(SEED))
    suffer(t, Blow("p1", card, "p2", world, 2, 0))
    assert [told.fact for told in t.facts] == [Spared("p2", card, why)]


def test_every_effect_is_played() -> None:
    kinds = {kind.effect for kind in DATA.luck}
    assert kinds <= set(TARGETS)
    assert kinds - {"zap", "quarantine"} <= set(EFFECTS) | set(SUFFER)


def test_an_empty_deck_is_made_of_the_discards() -> None:
    """ST-RUL-1, ST-AMB 39."""
    table = scene({"die:p1": [1]}, deck=[]).turn()
    assert table.one(Drew).seat == "p1"


# -- the gap, a Glitch ---------------------------------------------------------------------------


def test_the_gap_goes_round() -> None:
    """ST-RUL-7, ST-W7: one card a lap from the seat that ended; who played is asked again."""
    held = {
        "p1": [luck("Force Field")],
        "p2": [luck("Engine Trouble"), luck("Customs Fine")],
        "p3": [ZAP],
    }
    table = scene({"die:p1": [1]}, seats=3, hands=held, stops=("between",), draws=["N12"]).turn()
    assert list(table.waiting) == ["p1", "p2", "p3"]
    table.answers(p1='PLAY "Force Field"', p2='PLAY "Engine Trouble" ON Cleo')
    assert list(table.waiting) == ["p1", "p2"]
    table.answers(p2='PLAY "Customs Fine" ON Cleo')
    # The second lap is over for all but Bob, who holds no card any more.
    assert [f.seat for f in table.all(Played)] == ["p1", "p2", "p2"]


GLITCH = luck("A Glitch in the System"), luck("A Glitch in the System", nth=1)
QUARANTINE = luck("Quarantine"), luck("Quarantine", nth=1)
WARP = tuple(luck("Warp in the Space-Time Continuum", nth=n) for n in (0, 1))
STORM = luck("Ion Storm"), luck("Ion Storm", nth=1)


def gap(first: str, second: str, order: str, other: str = "", **fields: object) -> Scene:
    """Between turns p2 and p3 have both answered, sealed; ``other``: the order of p3."""
    table = scene(
        {"die:p1": [1]}, seats=3, variant="imperial", stops=("between",),
        hands={"p2": [first, luck("Overdrive")], "p3": [second]}, **fields,
    ).turn()  # fmt: skip
    return table.answers(p2=order, p3=other or order)


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        (GLITCH, "PLAY A Glitch in the System BOX 2"),
        (GLITCH, "PLAY A Glitch in the System ON Anna"),
        (QUARANTINE, "PLAY Quarantine AT 23"),
        (WARP, 'PLAY "Warp in the Space-Time Continuum" ON Anna WITH Bob'),
        (STORM, "PLAY Ion Storm ON Anna TO 12"),
    ],
    ids=["box", "mission", "quarantine", "warp", "storm"],
)
def test_a_card_is_for_what_was_there_when_it_was_answered(
    cards: tuple[str, str], order: str
) -> None:
    """ST-RUL-7, ST-W7, ST-QUA-10: the second is kept, and its owner asked in the next lap."""
    table = gap(*cards, order, missions={"p1": "F34"}, stations={})
    assert [f.seat for f in table.all(Played)] == ["p2"]
    assert table.s.hands["p3"] == cards[1:]
    assert table.waiting == {"p2": "between", "p3": "between"}
    table.answers(p3=order if "Storm" not in order else "PLAY Ion Storm ON Anna TO 11")
    assert [f.seat for f in table.all(Played)] == ["p2", "p3"]


def test_a_card_for_something_else_is_played() -> None:
    """ST-RUL-7: only what the order names counts."""
    table = gap(*GLITCH, "PLAY A Glitch in the System BOX 2", "PLAY A Glitch in the System BOX 3")
    assert [f.seat for f in table.all(Played)] == ["p2", "p3"]
    plain = gap(luck("Scandal"), luck("Fanfare"), "PLAY Scandal ON Anna", "PASS")
    assert plain.waiting == {"p2": "between"}, "a card that moves nothing gives no further say"


def test_a_glitch_on_a_contract() -> None:
    """ST-W12, ST-IMP-2: as it is turned up; the window is gone once the card is."""
    table = scene(
        {"die:p1": [2, 1]}, variant="imperial", boxes=["N11", "F34", "N31"], cargo={"p1": [2]},
        at={"p1": 14}, stations={}, draws=["N46", "N45"], stops=("glitch",),
        hands={"p2": [luck("A Glitch in the System")]},
    ).say("JUMP 15")  # fmt: skip
    assert table.waiting == {"p2": "glitch"}
    table.answers(p2='PLAY "A Glitch in the System" BOX 2')
    assert [f.card for f in table.all(TurnedUp)] == ["N46", "N45"]


def test_a_glitch_on_a_mission() -> None:
    """ST-IMP-2, ST-MIS-2: also on one's own; the new one has a Star again."""
    table = playing(
        luck("A Glitch in the System"),
        'PLAY "A Glitch in the System" ON Anna',
        missions={"p1": "F34"},
    )
    assert table.all(Commissioned)[-1].passed is False
    assert DATA.card[table.s.missions["p1"]].star
