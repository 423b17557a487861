"""`pbem demo --serve`: the servers stay up, and a person plays with his own mail program."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import sleep
from typing import ClassVar, Final

from pbem.cli.common import counted
from pbem.clock import Clock, SetClock, SystemClock
from pbem.demo.gm import GameMaster
from pbem.demo.mailprogram import DOMAIN
from pbem.demo.people import Anna, Bob
from pbem.demo.playing import Players
from pbem.demo.servers import PASSWORD, Servers
from pbem.demo.show import Show
from pbem.errors import PbemError

CAMPAIGN: Final = "sf2"
PERSON: Final = "Dora"
SECONDS: Final = 3.0
"""Between two ticks."""

_ACCOUNT: Final = """\
  An account for your mail program:

    address    {address}   (name: {name})
    user       {user}
    password   {password}
    incoming   IMAP, server {host}, port {imap}, no encryption, normal password
    outgoing   SMTP, server {host}, port {smtp}, no encryption, any login

  A trial letter waits in its inbox: answer it, and the game begins. Anna and
  Bob are played by the demonstration. A tick comes every {seconds:.0f} seconds.
  Ctrl-C stops everything; the mailboxes stay."""


class PromptAnna(Anna):
    """Anna, who leaves nothing lying: here a reminder takes real days."""

    waits_for_reminder: ClassVar[int] = 0


def serve(
    master: GameMaster,
    servers: Servers,
    clock: SetClock,
    show: Show,
    *,
    real: Clock | None = None,
    wait: Callable[[float], object] = sleep,
) -> None:
    """Make a campaign with a seat for the person, and tick until Ctrl-C.

    From here on the time is the machine's. `wait` sleeps between two ticks.
    """
    time = real or SystemClock()
    _keep_time(clock, time)
    show.heading("A campaign with a seat for you")
    master.command("resume")
    players = Players(servers, (PromptAnna, Bob), clock, show, pause=timedelta(0))
    servers.mailboxes.add(PERSON.lower())
    try:
        players.pass_over()
        _seat(master, players)
        show.heading("The mail servers stay up: play with your own mail program")
        show.line(account(servers))
        while True:
            _keep_time(clock, time)
            _tick(master, players, clock, show)
            wait(SECONDS)
    except KeyboardInterrupt:
        show.line("\n  Stopped; the mailboxes stay.")
    finally:
        players.close()


def account(servers: Servers) -> str:
    """The settings of the person's mail account, in words."""
    return _ACCOUNT.format(
        address=f"{PERSON.lower()}@{DOMAIN}",
        name=PERSON,
        user=PERSON.lower(),
        password=PASSWORD,
        host=servers.host,
        imap=servers.imap_port,
        smtp=servers.smtp_port,
        seconds=SECONDS,
    )


def _keep_time(clock: SetClock, time: Clock) -> None:
    """The machine's time, but never back behind the demonstration's days."""
    clock.moment = max(clock.moment, time.now())


def _seat(master: GameMaster, players: Players) -> None:
    master.command("new", CAMPAIGN, "space-freighter")
    for person in players.people:
        address = players.programs[person.name].address
        master.command("join", CAMPAIGN, person.name, address)
    master.command("join", CAMPAIGN, PERSON, f"{PERSON.lower()}@{DOMAIN}")


def _tick(master: GameMaster, players: Players, clock: SetClock, show: Show) -> None:
    """One tick, and the scripted players' replies; a fault is told, and the next tick comes."""
    try:
        summary = master.tick()
    except PbemError as fault:
        show.event(clock.now(), str(fault))
        return
    if summary.letters or summary.sent:
        read = counted(summary.letters, "letter")
        show.event(clock.now(), f"{read} applied, {summary.sent} posted")
    if master.status(CAMPAIGN) == "setup" and master.ready(CAMPAIGN, len(players.people) + 1):
        master.command("start", CAMPAIGN)
    players.read_and_write()
