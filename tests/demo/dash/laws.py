"""What the laws need to know of Dash."""

from __future__ import annotations

from engine.laws import Golden, Lines, Setting

GOLDEN: Golden = {"Ran": ("all", "-")}

FILES = (Lines(), Lines())

RECORDED = {
    "home": Setting(
        variant="default", seats=2, seed=0, options={"pace": "turns", "length": 12}, orders=0.0
    ),
    "alone": Setting(
        variant="default", seats=2, seed=0, options={"pace": "turns", "length": 60}, orders=0.9
    ),
}
