"""Delivery: SF-DEL."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from engine.decision import Order
from games.space_freighter.cards import BONUSES, GOODS, WORLDS
from games.space_freighter.facts import Delivered
from games.space_freighter.values import best_delivery, deliver
from tests.games.space_freighter import scene as play
from tests.games.space_freighter.scene import PASS, scene

HELD = {
    "p1": ("Hive World", "Star Base", "Designer Clones", "Alien Specimens", "Dark Matter"),
    "p2": ("Gas Giant", "Core Planet"),
}


def test_sf_del_1_optional_and_at_most_one_world() -> None:
    """SF-DEL-1: PASS is legal, and after a delivery the turn goes on to its end."""
    game = scene("Smuggling", "Repairs", hands=HELD)
    assert game.asked.has(PASS)
    assert game.asked.default == PASS
    game.say(play.deliver("Hive World", "Dark Matter"))
    assert game.asked.seat == "p2"
    assert len(game.all(Delivered)) == 1


@pytest.mark.parametrize(
    ("order", "legal"),
    [
        (play.deliver("Hive World", "Designer Clones"), True),
        (play.deliver("Hive World", "Designer Clones", "Dark Matter"), True),
        (play.deliver("Star Base", "Dark Matter", "Smuggling"), True),
        (play.deliver("Hive World"), False),
        (play.deliver("Hive World", "Smuggling"), False),
        (play.deliver("Hive World", "Star Base"), False),
        (play.deliver("Hive World", "Dark Matter", "Star Base"), False),
        (play.deliver("Hive World", "Dark Matter", "Dark Matter"), False),
        (play.deliver("Hive World", "Anti-Matter"), False),
        (play.deliver("Gas Giant", "Dark Matter"), False),
        (play.deliver("Dark Matter", "Designer Clones"), False),
        (Order("DELIVER", ("Hive World", ("Dark Matter",), 3)), False),
    ],
)
def test_sf_del_2_one_world_and_goods_of_the_hand(order: Order, legal: bool) -> None:
    """SF-DEL-2, SF-DEL-6: at least one good, of any types; all out of the own hand."""
    assert scene("Smuggling", hands=HELD).asked.has(order) == legal


def test_sf_del_2_what_is_delivered_is_discarded() -> None:
    """SF-DEL-2: world and cards lie on the pile."""
    game = scene("Smuggling", hands=HELD).say(
        play.deliver("Hive World", "Dark Matter", "Smuggling")
    )
    assert game.s.hands["p1"] == ("Alien Specimens", "Designer Clones", "Star Base")
    assert set(game.s.pile[-3:]) >= {"Hive World"}
    assert {"Hive World", "Dark Matter", "Smuggling"} <= set(game.s.pile)


@pytest.mark.parametrize("count", [0, 1])
def test_sf_del_2_with_fewer_than_two_cards_nothing_is_asked(count: int) -> None:
    """SF-DEL-2: a delivery takes two cards, and how many a seat holds is public."""
    held = {"p1": ("Hive World",)[:count], "p2": ("Gas Giant", "Core Planet")}
    assert scene("Repairs", hands=held).asked.seat == "p2"


@pytest.mark.parametrize("good", GOODS)
def test_sf_del_3_price_and_value(good: str) -> None:
    """SF-DEL-3: on every world."""
    for name, world in WORLDS.items():
        assert deliver(name, (good,)).total == world.prices[GOODS[good].type] + GOODS[good].value


ORGANICS = tuple(g for g in GOODS if GOODS[g].type == "organics")


@pytest.mark.parametrize("count", range(1, 8))
def test_sf_del_4_each_further_card_of_a_type_earns_one_less(count: int) -> None:
    """SF-DEL-4, SF-AMB 3: prices and values less k(k-1)/2, for the type and not the name."""
    for goods in combinations(ORGANICS, count):
        total = 12 * count + sum(GOODS[g].value for g in goods) - count * (count - 1) // 2
        assert deliver("Agro Station", goods).total == total


def test_sf_del_4_types_do_not_discount_one_another() -> None:
    """SF-DEL-4: one of each type earns the full price."""
    one_of_each = ("Designer Clones", "Teleportation Pads", "Psionic Snuff", "Anti-Matter")
    assert deliver("Hive World", one_of_each).total == 11 + 9 + 7 + 12 + 8


def test_sf_del_4_by_the_example_of_the_sample_orders() -> None:
    """SF-DEL-4: Clones 13, Specimens 12 - 1, Dark Matter 13, Smuggling 7."""
    game = scene("Smuggling", hands=HELD).say(
        play.deliver("Hive World", "Designer Clones", "Alien Specimens", "Dark Matter", "Smuggling")
    )
    d = game.one(Delivered)
    amounts = dict(zip(d.cards, d.amounts, strict=True))
    expected = {"Designer Clones": 13, "Alien Specimens": 11, "Dark Matter": 13, "Smuggling": 7}
    assert amounts == expected
    assert d.total == game.s.money["p1"] == 44


def by_hand(world: str, order: tuple[str, ...]) -> int:
    """What these goods earn when they are sold one after another in this order."""
    sold: dict[str, int] = {}
    total = 0
    for good in order:
        kind = GOODS[good].type
        mc = WORLDS[world].prices[kind] + GOODS[good].value - sold.get(kind, 0)
        sold[kind] = sold.get(kind, 0) + 1
        total += max(0, mc)
    return total


@pytest.mark.parametrize("world", ["Capital World", "Alien World", "Hive World"])
def test_sf_del_5_no_card_below_nothing_and_the_best_order(world: str) -> None:
    """SF-DEL-5, SF-AMB 4: the best of all orders of selling, each card at 0 or more."""
    for goods in combinations((*ORGANICS, "Dark Matter"), 5):
        best = max(by_hand(world, order) for order in permutations(goods))
        assert deliver(world, goods).total == best


def test_sf_del_5_a_card_that_would_earn_less_than_nothing() -> None:
    """SF-DEL-5: 2 - 2 - 1 is 0."""
    d = deliver("Capital World", ("Nutrient Bars", "Genetic Samples"))
    assert dict(zip(d.cards, d.amounts, strict=True)) == {"Genetic Samples": 1, "Nutrient Bars": 0}


@pytest.mark.parametrize("count", range(5))
def test_sf_del_6_any_number_of_bonuses(count: int) -> None:
    """SF-DEL-6, SF-AMB 16: each brings its own MC."""
    for bonuses in combinations(BONUSES, count):
        total = sum(BONUSES[b] for b in bonuses)
        assert deliver("Hive World", ("Dark Matter", *bonuses)).total == 13 + total


# -- the best delivery ---------------------------------------------------------------------------


def every_delivery(hand: tuple[str, ...]) -> list[int]:
    loads = [c for c in hand if c in GOODS or c in BONUSES]
    return [
        deliver(world, cards).total
        for world in hand
        if world in WORLDS
        for size in range(1, len(loads) + 1)
        for cards in combinations(loads, size)
        if any(c in GOODS for c in cards)
    ]


@pytest.mark.parametrize(
    "hand",
    [
        ("Hive World", "Designer Clones", "Dark Matter", "Smuggling"),
        ("Capital World", "Nutrient Bars", "Genetic Samples", "Alien Specimens"),
        ("Capital World", "Nutrient Bars", "Contraband"),
        ("Hive World", "Star Base", "Gas Giant", "Sapient Computers", "Old Earth Art"),
        ("Rebel World", "Alien World", "Trans-Metalloid Alloys", "Ceramic Composites"),
    ],
)
def test_the_best_delivery_is_the_best_of_all(hand: tuple[str, ...]) -> None:
    """BEST: nothing that the hand can deliver earns more."""
    found = best_delivery(hand)
    assert found is not None
    assert found.total == max(every_delivery(hand))
    assert found.total == deliver(found.world, found.cards).total


def test_the_best_delivery_spends_no_card_for_nothing() -> None:
    """BEST: a good that earns 0 stays, unless it is the one that a bonus needs."""
    hand = ("Capital World", "Nutrient Bars", "Genetic Samples")
    found = best_delivery(hand)
    assert found is not None
    assert found.cards == ("Genetic Samples",)
    found = best_delivery(("Capital World", "Nutrient Bars", "Contraband"))
    assert found is not None
    assert set(found.cards) == {"Nutrient Bars", "Contraband"}


@pytest.mark.parametrize(
    "hand", [(), ("Hive World",), ("Dark Matter",), ("Hive World", "Shortage")]
)
def test_no_delivery_without_world_and_good(hand: tuple[str, ...]) -> None:
    assert best_delivery(hand) is None
