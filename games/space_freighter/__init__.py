"""Space Freighter: carry goods to far worlds for Mega Credits (MC), 2 to 6 seats.

The rules are numbered ``SF-...``; ``RULES.md`` beside this file holds the rulings.
"""

from __future__ import annotations

from games.space_freighter.game import SPACE_FREIGHTER

__all__ = ["SPACE_FREIGHTER"]
