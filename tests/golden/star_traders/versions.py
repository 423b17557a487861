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
  ZAP Anna IF DELIVERING
  SHIFT BEST
  DISCARD WORST
  PAY UPTO 3
  PASS"""
"""Standing orders that are total: whoever has them is asked in no window."""

WARY: Final = ORDERLY.replace("ZAP Anna", "ZAP Bob")
"""The same for who fears another more."""

MATTERS: Final = {"zap": True, "discard": True}
"""Kinds of question that wait here, so that letters answer them, too."""

COURT: Final = {**MATTERS, "travel": True, "verdict": True}
"""The same where there are petitions and envoys."""

GLITCH: Final = {**COURT, "glitch": True}
"""The same where Contracts may be glitched."""


@dataclass(frozen=True)
class Version:
    """One campaign. ``first``: the first letter of each seat; ``cues``: letters by occasion;
    ``roles``: personalities that are picked; ``plans``: the one plan that a seat always writes.
    """

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
    waits: dict[str, bool] = field(default_factory=dict)
    """Kinds of window that wait for letters, or do not, other than usual."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats."""
        return tuple(f"p{i + 1}" for i in range(len(self.players)))


LOOSE: Final = "\n  ".join(
    ("WHEN ACTIONS >= 1: PICKUP BEST", "WHEN ACTIONS >= 1: JUMP BEST", "ELSE BUSINESS")
)
"""A plan that is good for every turn."""

CHEAP, ASKS = "BEACON OTHERS 2", "BEACON OTHERS ASK"
"""How beacons are let."""

TRADE: Final = (
    (2, "p2", "OFFER Anna: STATION {station} FOR 4"),
    (2, "p1", "ACCEPT Bob"),
)
"""A station for money."""


def first(*seats: str, more: str = "") -> dict[str, str]:
    """First letters: of p1 his price, of the others their standing orders, too."""
    found = {"p1": CHEAP}
    for seat in seats:
        orders = WARY if seat == "p4" else ORDERLY
        orders = orders.replace("\n  PASS", f"{more}\n  PASS")
        found[seat] = f"{orders}\n{ASKS if seat == 'p2' else CHEAP}"
    return found


VERSIONS: Final = {
    v.name: v
    for v in (
        Version(
            "family",
            102,
            (LIVE, AHEAD, LIVE, AHEAD, AHEAD),
            {"personalities": "chosen"},
            first("p2", "p4", "p5"),
            (*TRADE, (4, "p5", "RESIGN st1")),
            {
                "p1": "Navigator",
                "p2": "Insider",
                "p3": "Negotiator",
                "p4": "Tycoon",
                "p5": "Builder",
            },
            waits=COURT,
        ),
        Version(
            "imperial",
            310,
            (LIVE, AHEAD, LIVE, AHEAD, AHEAD),
            {"personalities": "chosen"},
            first("p2", "p4", "p5"),
            (*TRADE, (5, "p5", "RESIGN st1")),
            {
                "p1": "Hero",
                "p2": "Rogue",
                "p3": "Negotiator",
                "p4": "Builder",
                "p5": "Maverick",
            },
            waits=GLITCH,
        ),
        Version(
            "black-hole",
            25761,
            (AHEAD, AHEAD, AHEAD, AHEAD, AHEAD),
            {"personalities": "chosen", "pace": "rounds"},
            first("p2", "p3", "p4", "p5", more="\n  GRANT 3\n  PAY PETITION UPTO 40"),
            (*TRADE, (6, "p5", "RESIGN st1"), (10, "p4", "RESIGN st1")),
            {
                "p1": "Rogue",
                "p2": "Strategist",
                "p3": "Engineer",
                "p4": "Hero",
                "p5": "Maverick",
            },
            waits=dict.fromkeys(
                ("zap", "calamity", "quarantine", "petition", "verdict", "glitch", "shift", "bid"),
                True,
            ),
        ),
        Version(
            "nova",
            3,
            (LIVE, LIVE, AHEAD),
            {},
            first("p2", "p3"),
            (*TRADE, (5, "p3", "RESIGN st1")),
            waits=MATTERS,
        ),
        Version(
            "super-nova",
            59,
            (AHEAD, AHEAD, AHEAD, AHEAD, AHEAD),
            {"pace": "rounds", "declared": "on"},
            {
                "p1": CHEAP,
                **dict.fromkeys(
                    ("p2", "p3", "p4", "p5"),
                    f"STANDING\n  SHIFT BEST\n  GRANT 3\n  PAY UPTO 3\n{ASKS}",
                ),
            },
            (*TRADE, (4, "p5", "RESIGN st1")),
            plans={"p3": LOOSE},
            waits={"shift": True, "bid": True},
        ),
    )
}
