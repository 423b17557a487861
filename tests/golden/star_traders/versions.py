"""The five campaigns: who plays which version, with what options, seed and manners."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

AHEAD, LIVE = "ahead", "live"
"""Players who send a plan ahead of each turn, and players who answer once they are asked."""

ORDERLY: Final = """\
STANDING
  AVOID ANY
  ZAP MY PETITION IF IT WINS
  SHIFT BEST
  DISCARD NEWEST
  PAY UPTO 3
  PASS
BEACON OTHERS 2"""
"""Standing orders that are total: whoever has them is asked in no window."""

POOR: Final = "STANDING\n  SHIFT BEST\n  PAY UPTO 3\nBEACON OTHERS 2"
"""The same without hands (Super Nova)."""


@dataclass(frozen=True)
class Version:
    """One campaign. ``first``: the first letter of each seat; ``cues``: letters by occasion;
    ``roles``: personalities that are picked; ``plans``: the one plan that a seat always writes."""

    name: str
    seed: int
    players: tuple[str, ...]
    """Manner of each seat."""
    options: dict[str, str] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    cues: tuple[tuple[int, str, str], ...] = ()
    """Round from which on, seat, text; a seat sends one cue in a run."""
    roles: dict[str, str] = field(default_factory=dict)
    plans: dict[str, str] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats."""
        return tuple(f"p{i + 1}" for i in range(len(self.players)))


LOOSE: Final = "\n  ".join(
    ("WHEN ACTIONS >= 1: PICKUP BEST", "WHEN ACTIONS >= 1: JUMP BEST", "ELSE BUSINESS")
)
"""A plan that is good for every turn."""

TRADE: Final = (
    (2, "p2", "OFFER Anna: STATION {station} FOR 4"),
    (2, "p1", "ACCEPT Bob"),
)
"""A station for money."""

VERSIONS: Final = {
    v.name: v
    for v in (
        Version(
            "family",
            61,
            (LIVE, AHEAD, AHEAD, AHEAD, AHEAD),
            {"personalities": "chosen"},
            {
                "p1": "BEACON OTHERS 2",
                "p2": ORDERLY.replace("  PASS", "  BID 13 UPTO 4\n  PASS"),
                "p3": ORDERLY.replace("  PASS", "  ZAP Anna IF DELIVERING\n  PASS"),
                "p4": ORDERLY,
                "p5": ORDERLY,
            },
            (*TRADE, (4, "p5", "RESIGN st1")),
            {
                "p1": "Navigator",
                "p2": "Insider",
                "p3": "Negotiator",
                "p4": "Builder",
                "p5": "Tycoon",
            },
        ),
        Version(
            "imperial",
            1376,
            (LIVE, AHEAD),
            {"personalities": "chosen"},
            {"p1": "BEACON OTHERS 2", "p2": ORDERLY},
            roles={"p1": "Hero", "p2": "Rogue"},
        ),
        Version(
            "black-hole",
            47,
            (AHEAD, AHEAD, AHEAD),
            {"personalities": "chosen", "pace": "rounds", "network": "2"},
            dict.fromkeys(("p1", "p2", "p3"), ORDERLY),
            TRADE,
            {"p1": "Maverick", "p2": "Strategist", "p3": "Engineer"},
        ),
        Version("nova", 2, (LIVE, LIVE, AHEAD), {}, {"p3": ORDERLY}),
        Version(
            "super-nova",
            1,
            (AHEAD, AHEAD, AHEAD),
            {"pace": "rounds", "declared": "on"},
            {"p1": POOR, "p2": POOR},
            plans={"p3": LOOSE},
        ),
    )
}
