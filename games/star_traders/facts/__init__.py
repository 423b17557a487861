"""What can happen in Star Traders."""

from __future__ import annotations

from engine.fact import Fact
from games.star_traders.facts import court, setup, travel, turn

FACTS: tuple[type[Fact], ...] = (*setup.FACTS, *turn.FACTS, *travel.FACTS, *court.FACTS)
