"""The 88 cards: SF-DCK."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.space_freighter.cards import (
    AGAINST,
    AID,
    CARDS,
    CARGO,
    DECK,
    EVENTS,
    GOODS,
    HASH,
    TYPES,
    WORLDS,
    kind_of,
)
from games.space_freighter.values import PAYS

# Organics, tech, luxury, materials.
PRICES = {
    "Prison Planet": (6, 6, 10, 6),
    "Frozen World": (10, 10, 3, 7),
    "Radioactive World": (7, 12, 9, 9),
    "Star Base": (12, 6, 2, 8),
    "Research Station": (6, 9, 6, 7),
    "Hive World": (11, 9, 7, 12),
    "Fringe World": (6, 10, 7, 6),
    "Core Planet": (4, 6, 5, 12),
    "Mega Metropolis": (8, 8, 6, 8),
    "Jungle Planet": (7, 4, 9, 7),
    "Double Planet": (11, 11, 4, 6),
    "Gas Giant": (5, 9, 5, 6),
    "Robot World": (8, 7, 8, 7),
    "Shipyards": (11, 6, 7, 9),
    "Agro Station": (12, 6, 9, 3),
    "Pleasure Planet": (4, 8, 6, 12),
    "Capital World": (2, 8, 3, 7),
    "Rebel World": (7, 10, 4, 2),
    "Alien World": (3, 10, 6, 10),
    "War Torn World": (5, 3, 9, 8),
}


def test_sf_dck_1_one_card_of_each_of_88_names() -> None:
    """SF-DCK-1: 20 worlds, 28 goods, 16 aid, 24 events, no name twice."""
    counts = (len(DECK.worlds), len(DECK.goods), len(DECK.aid), len(DECK.events))
    assert counts == (20, 28, 16, 24)
    assert len(set(CARDS)) == 88
    assert len(CARGO) == 64
    assert list(CARDS) == sorted(CARDS)


def test_sf_dck_1_every_row_says_where_it_comes_from() -> None:
    """SF-DCK-1: the tables are the rulebook's, and a fingerprint stands for them."""
    rows: list[Any] = [*DECK.worlds, *DECK.goods, *DECK.aid, *DECK.events]
    assert {row.source for row in rows} == {"rulebook"}
    assert len(bytes.fromhex(HASH)) == 32


@pytest.mark.parametrize(("world", "prices"), PRICES.items(), ids=PRICES)
def test_sf_dck_2_prices(world: str, prices: tuple[int, ...]) -> None:
    """SF-DCK-2: the columns are organics, tech, luxury, materials."""
    assert TYPES == ("organics", "tech", "luxury", "materials")
    assert tuple(WORLDS[world].prices[t] for t in TYPES) == prices


def test_sf_dck_2_no_other_world() -> None:
    """SF-DCK-2: twenty worlds."""
    assert set(WORLDS) == set(PRICES)


@pytest.mark.parametrize("kind", TYPES)
def test_sf_dck_3_seven_goods_a_type(kind: str) -> None:
    """SF-DCK-3: of each type +2, +1, three of 0, -1 and -2."""
    values = sorted(g.value for g in GOODS.values() if g.type == kind)
    assert values == [-2, -1, 0, 0, 0, 1, 2]


@pytest.mark.parametrize(
    ("good", "kind", "value"),
    [
        ("Designer Clones", "organics", 2),
        ("Nutrient Bars", "organics", -2),
        ("Teleportation Pads", "tech", 2),
        ("Cybernetic Implants", "tech", -1),
        ("Psionic Snuff", "luxury", 2),
        ("Betelgeuse Beer", "luxury", -2),
        ("Anti-Matter", "materials", 2),
        ("Radioactives", "materials", 0),
    ],
)
def test_sf_dck_4_a_good_meets_the_column_of_its_type(good: str, kind: str, value: int) -> None:
    """SF-DCK-4: luxury goods earn luxury prices although the lists name the types differently."""
    assert (GOODS[good].type, GOODS[good].value) == (kind, value)
    for world, prices in PRICES.items():
        assert PAYS[world][good] == prices[TYPES.index(kind)] + value


@pytest.mark.parametrize(
    ("kinds", "names"),
    [
        (
            {"pirate", "rock"},
            {"Laser Turret", "Missile Salvo", "Disruptor Beam", "Particle Cannon"},
        ),
        (
            {"energy", "rock"},
            {"Force Field", "Repulsor Field", "Inertia Screen", "Deflector Shields"},
        ),
        (
            {"pirate", "energy"},
            {"Ion Thrusters", "Solar Sail", "Ram Scoop", "Sling Shot Effect"},
        ),
    ],
)
def test_sf_dck_5_aid_against_two_kinds(kinds: set[str], names: set[str]) -> None:
    """SF-DCK-5: twelve cards, four for each pair of kinds."""
    assert {a.name for a in AID.values() if set(a.negates) == kinds} == names
    for kind in kinds:
        assert names <= set(AGAINST[kind])


def test_sf_dck_5_shipment_bonuses() -> None:
    """SF-DCK-5: four bonuses, which negate nothing."""
    bonuses = {a.name: a.bonus for a in AID.values() if not a.negates}
    assert bonuses == {
        "Secretive Passenger": 9,
        "Smuggling": 7,
        "Contraband": 5,
        "Shortage": 3,
    }


@pytest.mark.parametrize(
    ("effect", "names"),
    [
        (
            "stranded",
            {
                "Lost in Space": 0,
                "Malfunction": 0,
                "Rescue Mission": 6,
                "Salvage Mission": 9,
                "Discover Alien Artifact": 12,
            },
        ),
        ("look", {"Scanner Sweep": 7, "Passive Sensors": 5}),
        (
            "fine",
            {
                "Repairs": 7,
                "Replace Fuel Cells": 6,
                "Pay Crew Bonuses": 5,
                "Interstellar Tariffs": 4,
                "Docking Fees": 3,
            },
        ),
    ],
)
def test_sf_dck_6_events(effect: str, names: dict[str, int]) -> None:
    """SF-DCK-6: what each event does, and how much."""
    assert {e.name: e.amount for e in EVENTS.values() if e.effect == effect} == names


def test_sf_dck_6_hazards() -> None:
    """SF-DCK-6: four hazards of each kind, each for three cards."""
    hazards = [e for e in EVENTS.values() if e.effect == "hazard"]
    assert Counter(e.hazard for e in hazards) == {"rock": 4, "pirate": 4, "energy": 4}
    assert {e.amount for e in hazards} == {3}
    rocks = {e.name for e in hazards if e.hazard == "rock"}
    assert rocks == {"Asteroid Field", "Micro Meteor Storm", "Space Junk", "Comet Debris"}


def test_kind_of_knows_every_card_and_no_other_word() -> None:
    assert Counter(kind_of(c) for c in CARDS) == {"world": 20, "good": 28, "aid": 16, "event": 24}
    with pytest.raises(LookupError):
        kind_of("?")
