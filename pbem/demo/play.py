"""`pbem demo`: a whole campaign by real letters, in under a minute."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.console import Console

from pbem.clock import SetClock
from pbem.demo import servers as mail
from pbem.demo.checking import Tally, check_letters
from pbem.demo.folder import DemoFolder, claim
from pbem.demo.gm import ZONE, GameMaster
from pbem.demo.note import note
from pbem.demo.people import CAST
from pbem.demo.playing import Campaign, Players
from pbem.demo.serving import serve as keep_serving
from pbem.demo.show import Show

CAMPAIGN: Final = "sf1"

BEGIN: Final = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
"""When the made-up days of the demonstration begin: a Monday."""


def run(
    folder: Path, *, serve: bool = False, seed: str | None = None, console: Console | None = None
) -> None:
    """Play the campaign in `folder`; with `serve` keep the servers up for a person until Ctrl-C.

    `seed`: any text; the same one gives the same game. Raises `UsageFault` when the folder holds
    anything but a demonstration, and `PbemError` (exit 1) when the campaign did not end or a letter
    went astray.
    """
    made = claim(folder)
    clock = SetClock(BEGIN)
    with ExitStack() as stack:
        show = Show(console or Console(highlight=False), ZONE)
        users = ("games", "gm")
        servers = stack.enter_context(mail.start(made.mailboxes, users, clock=clock.now))
        show.heading("The mail servers are up, on this machine only")
        show.line(
            f"  IMAP {servers.host}:{servers.imap_port}, SMTP {servers.host}:{servers.smtp_port}"
        )
        master = GameMaster(made, servers, clock, show)
        stack.callback(master.close)
        players = Players(servers, CAST, clock, show)
        stack.callback(players.close)
        with show:
            _play(made, master, players, clock, show, seed)
        if serve:
            keep_serving(master, servers, clock, show)


def _play(
    folder: DemoFolder,
    master: GameMaster,
    players: Players,
    clock: SetClock,
    show: Show,
    seed: str | None,
) -> None:
    show.heading("The game master makes an office and a campaign")
    master.open_office(seed)
    master.command("new", CAMPAIGN, "space-freighter")
    if seed is not None:
        master.fix_seed(CAMPAIGN, seed)
    campaign = Campaign(master, players, clock, show, CAMPAIGN)
    campaign.seat_all()
    show.heading("The campaign; of what the players write, each kind is shown once")
    campaign.play()
    show.heading("The end")
    show.event(clock.now(), f"{CAMPAIGN} is over after turn {campaign.turn}")
    for line in campaign.result:
        show.line(f"    {line}")
    tally = check_letters(master.office, players.programs)
    master.command("export", CAMPAIGN, str(folder.export))
    master.command("verify", str(folder.export))
    folder.note.write_text(note(campaign.turn, tally), encoding="utf-8")
    _sum_up(folder, tally, campaign, show)


def _sum_up(folder: DemoFolder, tally: Tally, campaign: Campaign, show: Show) -> None:
    show.line(
        f"  {campaign.ticks} runs of pbem process; {tally.accepted + tally.refused} letters from"
        f" the players, {tally.posted} to them; all arrived once."
    )
    show.line(f"  All of it is in {folder.path}; begin with {folder.note.name}.", "bold")
