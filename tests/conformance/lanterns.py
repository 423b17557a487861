"""What the laws need to know of the toy."""

from __future__ import annotations

from engine.laws import Golden, Lines, Setting

GOLDEN: Golden = {
    "Started": ("all", "-"),
    "Assigned": ("all", "-"),
    "Granted": ("all", "-"),
    "Threw": ("all", "-"),
    "Zapped": ("all", "-"),
    "Spent": ("all", "-"),
    "Moved": ("all", "-"),
    "Scored": ("all", "-"),
    "Paid": ("all", "-"),
    "StallTo": ("all", "-"),
    "Refused": ("all", "-"),
    "Laid": ("all", "-"),
    "Discarded": ("all", "-"),
    "HandLeft": ("all", "-"),
    "Showed": ("all", "-"),
    "Rolled deck": ("to", "result, to"),
    "Drew": ("seat", "card"),
    "Shuffled": ("all", "-"),
    "Traded": ("giver+taker", "given, got"),
    "Vacated": ("all", "-"),
}

FILES = (
    Lines(standing=("AVOID", "ZAP up", "PASS")),
    Lines(standing=("ZAP down",), plan=("GOTO Elm", "PLAY Feast", "ELSE WORK")),
    Lines(standing=("AVOID",), between=("PLAY Feast", "PLAY Storm ON Bob")),
    Lines(standing=("AVOID IF MONEY > 3", "ZAP up IF HOLDS Storm", "PASS IF MONEY > 5")),
)


def _game(seed: int, pace: str, orders: float) -> Setting:
    options: dict[str, str | int | bool] = {"pace": pace, "length": 1}
    return Setting(variant="plain", seats=2, seed=seed, options=options, orders=orders)


RECORDED = {
    "goal": _game(20, "turns", 0.15),
    "feast": _game(19, "turns", 0.15),
    "last": _game(24, "rounds", 0.6),
    "cap": _game(20, "rounds", 0.0),
}
