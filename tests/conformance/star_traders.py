"""What the laws need to know of Star Traders."""

from __future__ import annotations

from engine.laws import Golden, Lines, Setting
from games.star_traders.facts import FACTS

PRIVATE = {"Drew", "Exchanged", "Unsold", "Overbid"}

GOLDEN: Golden = {
    **{kind.__name__: ("all", "-") for kind in FACTS if kind.__name__ not in PRIVATE},
    "Drew": ("seat", "card"),
    "Unsold": ("seat", "nothing"),
    "Overbid": ("seat", "nothing"),
    "Exchanged": (
        ("giver+taker", "give"),
        ("giver+taker", "give, want"),
        ("giver+taker", "want"),
    ),
}
"""Hands are hidden, all else lies on the table (ST-SET-16)."""

FILES = (
    Lines(
        standing=(
            "AVOID ANY",
            "ZAP MY PETITION IF IT WINS",
            "ZAP Bob",
            "SHIFT BEST",
            "DISCARD NEWEST",
            "PAY UPTO 2",
        ),
        plan=("RUN 1", "GOTO 34", "WHEN NO STATION AND MONEY >= 8: BUILD", "ELSE BUSINESS"),
    ),
    Lines(
        standing=("AVOID ANY EXCEPT Ion Storm", "PLAY Scandal ON Bob", "BID 13 UPTO 4", "DENY"),
        between=("PLAY Engine Trouble ON NEXT", "PLAY Force Field"),
        plan=("JUMP BEST", "PICKUP 1", "ELSE FINISH"),
    ),
    Lines(
        standing=(
            "PASS IF TURN > 9",
            "AVOID ANY IF PRESTIGE < 3 AND HOLDS Zap",
            "PLAY Scandal ON Bob IF HOLDS Zap",
            "PLAY Engine Trouble ON Bob IF MONEY > 12",
            "ZAP Bob IF DELIVERING",
        ),
        plan=tuple(
            f"WHEN ACTIONS >= {least}: JUMP {world} WITH {dice}"
            for world in (61, 24, 53)
            for least, dice in ((2, "1+3"), (2, "2+4"), (1, "5"))
        ),
    ),
    Lines(),
)


def _game(
    variant: str,
    seats: int,
    seed: int,
    options: dict[str, str | int | bool],
    orders: float = 0.0,
) -> Setting:
    return Setting(variant=variant, seats=seats, seed=seed, options=options, orders=orders)


EASY: dict[str, str | int | bool] = {"prestige": 2, "fee": 0, "stations": 1}

RECORDED = {
    "mission": _game("family", 2, 209, EASY),
    "petition": _game("imperial", 3, 80, {**EASY, "short-ending": True}),
    "nova": _game("super-nova", 3, 21, {"prestige": 8, "money": 30}, 0.4),
    "alone": _game("black-hole", 2, 149, {**EASY, "prestige": 4, "network": 2}, 0.08),
    "limit": _game("super-nova", 4, 295, {"prestige": 30, "money": 999, "rounds": 40}, 0.08),
}
"""A game for each way to end; among them what random play of 400 points hardly ever comes to: a
station that becomes Imperial, a petition that is not heard, a Contract that is not replaced.
"""
