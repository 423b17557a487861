"""The map that comes with the game: known facts, shape, distances, equal starts."""

from __future__ import annotations

import itertools
import math

import pytest

from games.star_traders.tables.data import load
from games.star_traders.tables.records import NUMBERS, Line
from tests.games.star_traders.galaxy import ARMS, expected_actions, mean_to_others, turned

DATA = load()
PLACE = {world.number: (world.x, world.y) for world in DATA.worlds}
COLOUR = {frozenset((line.a, line.b)): line.colour for line in DATA.lines}


def length(line: Line) -> float:
    return math.dist(PLACE[line.a], PLACE[line.b])


def side(a: int, b: int, c: int) -> float:
    """Positive when ``c`` lies to the left of the way from ``a`` to ``b``."""
    (ax, ay), (bx, by), (cx, cy) = PLACE[a], PLACE[b], PLACE[c]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def crosses(one: Line, other: Line) -> bool:
    if {one.a, one.b} & {other.a, other.b}:
        return False
    return (
        side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0
        and side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0
    )


def off_line(world: int, line: Line) -> float:
    """Distance on paper of a world from a line."""
    (ax, ay), (bx, by), (x, y) = PLACE[line.a], PLACE[line.b], PLACE[world]
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length(line) ** 2
    near = max(0.0, min(1.0, along))
    return math.dist((x, y), (ax + near * (bx - ax), ay + near * (by - ay)))


def test_the_worlds_are_11_to_66() -> None:
    """ST-CMP-1."""
    assert tuple(world.number for world in DATA.worlds) == NUMBERS
    assert len({world.name for world in DATA.worlds}) == 36
    assert len({world.export for world in DATA.worlds}) == 36
    assert [world.number for world in DATA.worlds if world.core] == [61, 62, 63, 64, 65, 66]


@pytest.mark.parametrize(
    ("number", "name", "export"),
    [
        (11, "Bradbury", "Fireproof Paper"),
        (15, "Schmitz", None),
        (16, "Anderson", "Solar Spice"),
        (26, "Wilhelm", None),
        (34, "Foster", "Minidrags"),
        (56, "Asaro", "Quis Dice"),
        (61, "Shelley", "Essence of Life"),
        (62, "Verne", "Nautilus Submarines"),
        (63, "Wells", "Time Machines"),
        (66, "Laumer", "Diplomats"),
    ],
)
def test_known_worlds(number: int, name: str, export: str | None) -> None:
    """Known facts; ST-MOV-10 names 26 Wilhelm."""
    world = DATA.world[number]
    assert world.name == name
    assert export is None or world.export == export
    assert world.source in ("rulebook", "public")


def test_known_names_without_a_number() -> None:
    """Adams exports Towels; the rulebook's example Contract is Gibson to Cherryh."""
    exports = {world.name: world.export for world in DATA.worlds}
    assert exports["Adams"] == "Towels"
    assert {"Gibson", "Cherryh"} <= set(exports)


def test_stars() -> None:
    """ST-SET-8, ST-SET-10: a red star in each arm, blue ones in the Core."""
    assert DATA.starred("red") == (13, 23, 33, 43, 53)
    assert DATA.starred("blue") == (61, 62, 63, 64, 65, 66)


def test_colours_and_their_rolls() -> None:
    """ST-MOV-3."""
    needs = {colour.name: colour.needs for colour in DATA.colours}
    assert needs == {"orange": 2, "red": 3, "purple": 4, "blue": 5, "green": 6}


def test_what_one_arm_has_all_have() -> None:
    """Turned by a fifth the map is the same map, so no arm is worth more than another."""
    assert {frozenset(map(turned, ends)): colour for ends, colour in COLOUR.items()} == COLOUR
    assert {turned(world) for world in DATA.starred("red")} == set(DATA.starred("red"))
    fifth = math.tau / 5
    for number, (x, y) in PLACE.items():
        there = (
            x * math.cos(fifth) + y * math.sin(fifth),
            y * math.cos(fifth) - x * math.sin(fifth),
        )
        assert math.dist(there, PLACE[turned(number)]) < 2


def test_drawn_on_paper_it_is_a_spiral() -> None:
    """Along each arm the worlds move outwards and always the same way round, a quarter in all."""
    for arm in ARMS:
        places = [PLACE[10 * arm + k] for k in range(1, 7)]
        radii = [math.hypot(*place) for place in places]
        angles = [math.atan2(y, x) for x, y in places]
        steps = [(a - b) % math.tau for a, b in itertools.pairwise(angles)]
        assert radii == sorted(radii)
        assert all(0 < step < math.radians(40) for step in steps)
        assert math.radians(80) < sum(steps) < math.radians(120)
    core = [math.hypot(*PLACE[number]) for number in range(61, 67)]
    assert max(core) < min(math.hypot(*PLACE[number]) for number in NUMBERS if number < 60)
    assert PLACE[66] == (0, 0)


def test_no_two_lines_cross_and_no_world_lies_on_a_strange_line() -> None:
    assert not [pair for pair in itertools.combinations(DATA.lines, 2) if crosses(*pair)]
    for line in DATA.lines:
        strangers = set(NUMBERS) - {line.a, line.b}
        assert min(off_line(world, line) for world in strangers) > 20


def test_the_shorter_the_line_the_easier_the_jump() -> None:
    """ST-MOV-2, ST-MOV-3: on paper every colour is shorter than the next."""
    lengths = [
        [length(line) for line in DATA.lines if line.colour == colour.name]
        for colour in sorted(DATA.colours, key=lambda colour: colour.needs)
    ]
    assert all(max(short) < min(long) for short, long in itertools.pairwise(lengths))


def test_no_world_is_more_than_seven_jumps_from_another() -> None:
    assert all(len(found) == 36 for found in DATA.jumps.values())
    assert max(max(found.values()) for found in DATA.jumps.values()) == 6


def test_every_arm_has_its_own_line_into_the_core() -> None:
    for arm in ARMS:
        assert any(
            line.a // 10 == arm and line.b // 10 == 6 and line.colour == "red"
            for line in DATA.lines
        )


def test_neighbourhoods_are_dense_enough_for_networks() -> None:
    """ST-BLK-10: everywhere a network of four can be built along orange and red lines alone, and
    from each start in more than one direction.
    """
    easy = {a: {way.world for way in ways if way.needs <= 3} for a, ways in DATA.ways.items()}
    for world in NUMBERS:
        reached = {world}
        for _ in range(3):
            reached |= {b for a in reached for b in easy[a]}
        assert len(reached) - 1 >= 3
    for world in (*DATA.starred("red"), *DATA.starred("blue")):
        pairs = {frozenset((a, b)) for a in easy[world] for b in easy[a] if b != world}
        assert len(pairs) >= 2


def test_starts_are_equally_far_from_everything() -> None:
    """Red starts are alike; the Core start saves no more than a tenth."""
    mean = mean_to_others(DATA)
    red = [mean[world] for world in DATA.starred("red")]
    blue = [mean[world] for world in DATA.starred("blue")]
    assert max(red) - min(red) < 1e-6
    assert 1 <= max(red) / min(blue) < 1.12
    assert max(red) < sum(mean.values()) / 36


def test_expected_actions_of_known_ways() -> None:
    """An orange line alone takes 6/5 actions; roll, then decide makes two ways better than one."""
    assert expected_actions(DATA.ways, 15)[16] == pytest.approx(1.2, abs=1e-6)
    assert expected_actions(DATA.ways, 15)[34] == pytest.approx(8.92, abs=0.01)
