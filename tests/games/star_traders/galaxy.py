"""Figures of the map that the tests of the tables share."""

from __future__ import annotations

from collections.abc import Mapping

from games.star_traders.tables.records import StarData, Way

ARMS = range(1, 6)

Ways = Mapping[int, tuple[Way, ...]]


def expected_actions(ways: Ways, destination: int) -> dict[int, float]:
    """Expected actions to ``destination`` from each world by Regular Jumps (ST-MOV-2..5).

    Each action throws a die and then takes the best line that it allows, or waits: value
    iteration to 1e-9.
    """
    value = {world: 0.0 if world == destination else 50.0 for world in ways}
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for world in ways:
            if world != destination:
                better = 1 + sum(_best(ways, value, world, roll) for roll in range(1, 7)) / 6
                change = max(change, abs(better - value[world]))
                value[world] = better
    return value


def _best(ways: Ways, value: dict[int, float], world: int, roll: int) -> float:
    return min([value[world], *(value[way.world] for way in ways[world] if way.needs <= roll)])


def turned(number: int) -> int:
    """The world in the same place one arm on; the capital stays."""
    first, second = divmod(number, 10)
    if first == 6:
        return number if second == 6 else 60 + second % 5 + 1
    return 10 * (first % 5 + 1) + second


def mean_to_others(data: StarData) -> dict[int, float]:
    """For each world the mean of the expected actions from it to the 35 others."""
    to = {number: expected_actions(data.ways, number) for number in data.ways}
    return {here: sum(to[there][here] for there in to) / (len(to) - 1) for here in to}
