"""`pbem resume`: go on after the clock brake."""

from __future__ import annotations

from pbem.cli.common import OfficeOption, now, open_office, say
from pbem.cli.group import examples

EPILOG = examples("pbem resume")


def resume(office: OfficeOption = None) -> None:
    """Go on after the clock jumped: believe it again.

    Deadlines that passed meanwhile are moved on, so that everybody has at least the minimum notice;
    the players are told.
    """
    from pbem.run import mending

    moved = mending.resume(open_office(office), now())
    say("The clock is believed again.")
    if moved:
        say(f"Deadlines were moved on in {', '.join(moved)}; the players are told.")
