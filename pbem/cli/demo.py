"""`pbem demo`: a campaign by real letters on this machine."""

from __future__ import annotations

from pbem.cli.group import examples

EPILOG = examples("pbem demo", "pbem demo --serve")


def demo() -> None:
    """Play."""
