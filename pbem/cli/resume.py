"""`pbem resume`: go on after the clock brake, or after a round in which nobody was heard of."""

from __future__ import annotations

from pbem.cli.common import OfficeOption, now, open_office, say
from pbem.cli.group import examples

EPILOG = examples("pbem resume")


def resume(office: OfficeOption = None) -> None:
    """Go on after the clock jumped, or nobody was heard of in a round.

    Deadlines that passed meanwhile are moved on, so that everybody has at least the minimum notice;
    the players are told.
    """
    from pbem.clock import CLOCK_SEEN, from_utc_text, read_clock
    from pbem.holds import silent_campaigns
    from pbem.run import mending
    from pbem.store.marks import mark

    opened = open_office(office)
    with opened.reading() as session:
        silent = silent_campaigns(session)
        seen = mark(session, CLOCK_SEEN)
    gap = opened.settings.brakes.clock_gap.delta
    jumped = read_clock(now(), from_utc_text(seen) if seen else None, gap).jump != "none"
    if not jumped and not silent:
        say("Nothing was held: the clock has not jumped, and every round is played in its time.")
        return
    moved = mending.resume(opened, now())
    if silent:
        say(f"The round of {', '.join(silent)} is waited for again, though nobody was heard of.")
    if jumped:
        say("The clock is believed again.")
    if moved:
        say(f"Deadlines were moved on in {', '.join(moved)}; the players are told.")
