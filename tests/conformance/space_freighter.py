"""What the laws need to know of Space Freighter."""

from __future__ import annotations

from engine.laws import Golden, Lines, Setting

GOLDEN: Golden = {
    "Flipped": ("all", "-"),
    "Rolled deck": ("all", "-"),
    "Rolled look": ("to", "result, to"),
    # The place of a card among those of a hand says something about the others.
    "Rolled loss": ("to", "result, to"),
    "Looked": ("seat", "cards"),
    "Fined": ("all", "-"),
    "Stranded": ("all", "-"),
    "TurnSkipped": ("all", "-"),
    "Lost": ("all", "-"),
    "Trimmed": ("all", "-"),
    "HandLeft": ("all", "-"),
    "Negated": ("all", "-"),
    "Delivered": ("all", "-"),
    "Exchanged": ("giver+taker", "give, want"),
    "Revealed": ("all", "-"),
}

FILES = (
    Lines(standing=("NEGATE ANY IF HAND >= 4", "DISCARD LOWEST")),
    Lines(),
)

RECORDED = {
    "deck": Setting(variant="default", seats=2, seed=4, options={"pace": "turns"}, orders=0.0),
    "alone": Setting(variant="default", seats=2, seed=18, options={"pace": "rounds"}, orders=0.6),
}
