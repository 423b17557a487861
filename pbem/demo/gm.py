"""The game master of the demonstration: he types commands and starts ticks, as one would."""

from __future__ import annotations

import shlex
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from io import StringIO

from engine.dice import commitment
from pbem.accounts import SETTINGS_FILE
from pbem.clock import Clock
from pbem.demo.folder import DemoFolder
from pbem.demo.mailprogram import DOMAIN
from pbem.demo.servers import PASSWORD, Servers
from pbem.demo.show import Show
from pbem.errors import PbemError
from pbem.office import SECRETS, TOKEN_KEY_FILE, Office
from pbem.run.tick import Summary, tick
from pbem.store.models import CampaignRow, SeatRow

ACCOUNT = f"games@{DOMAIN}"
ZONE = "Europe/Berlin"

_SETTINGS = """\
# The office of the demonstration. `pbem init` writes one with notes on every key.
[office]
name = "Space games by mail"
address = "{account}"
gm = "gm@{domain}"

[imap]
host = "{host}"
port = {imap}
tls = "none"
user = "games"
password = "{password}"

[smtp]
host = "{host}"
port = {smtp}
tls = "none"
connections = 1

[deadlines]
zone = "{zone}"
turn = "3 days at 20:00"
remind = ["1 day"]

[brakes]
# Who plays with --serve may write more often than people do by mail.
answers_hour = 200
answers_day = 1000
"""


class GameMaster:
    """One office, and the clock its commands go by."""

    def __init__(self, folder: DemoFolder, servers: Servers, clock: Clock, show: Show) -> None:
        self._folder = folder
        self._servers = servers
        self._clock = clock
        self._show = show
        self._office: Office | None = None

    @property
    def office(self) -> Office:
        """The office; there is one after `open_office`."""
        if self._office is None:
            self._office = Office.open(self._folder.office)
        return self._office

    def command(self, *words: str) -> str:
        """Type a command of `pbem`; what it printed. `PbemError` when it failed."""
        from pbem.cli import app
        from pbem.cli.common import CLOCK

        self._show.command(shlex.join(("pbem", *words)))
        office = [] if words[0] == "init" else ["--office", str(self._folder.office)]
        printed, failed = StringIO(), StringIO()
        CLOCK.append(self._clock)
        try:
            with redirect_stdout(printed), redirect_stderr(failed):
                code = app([*words, *office], standalone_mode=False)
        finally:
            CLOCK.remove(self._clock)
        if code:
            raise PbemError("command-failed", f"pbem {words[0]}: {failed.getvalue().strip()}")
        self._show.printed(printed.getvalue())
        return printed.getvalue()

    def open_office(self, seed: str | None) -> None:
        """Make the office, and write the servers of the demonstration into its settings."""
        self.command("init", str(self._folder.office), "--address", ACCOUNT, "--zone", ZONE)
        self.use_servers(self._servers)
        if seed is not None:
            key = sha256(f"token {seed}".encode()).hexdigest()
            (self._folder.office / SECRETS / TOKEN_KEY_FILE).write_text(f"{key}\n", "ascii")

    def use_servers(self, servers: Servers) -> None:
        """Write where the mail servers are into `pbem.toml`."""
        text = _SETTINGS.format(
            account=ACCOUNT,
            domain=DOMAIN,
            host=servers.host,
            imap=servers.imap_port,
            smtp=servers.smtp_port,
            password=PASSWORD,
            zone=ZONE,
        )
        (self._folder.office / SETTINGS_FILE).write_text(text, "utf-8")

    def fix_seed(self, campaign: str, seed: str) -> None:
        """Make the draws of a campaign follow from `seed`: the same game every time, and no
        secret. For demonstrations only; no command does this."""
        with self.office.session() as session:
            row = session.get_one(CampaignRow, campaign)
            row.seed = sha256(f"dice {seed}".encode()).digest()
            row.commitment = commitment(row.seed)
            session.add(row)

    def tick(self) -> Summary:
        """What `pbem process` does. `PbemError` when something failed."""
        summary = tick(self.office, self._clock.now())
        if summary.exit_code or summary.held or summary.failed:
            why = "; ".join(summary.errors) or summary.held or "a letter or campaign was set aside"
            raise PbemError("tick-failed", f"A run of pbem process failed: {why}")
        return summary

    def status(self, campaign: str) -> str:
        """setup, running, halted or ended."""
        with self.office.reading() as session:
            return str(session.get_one(CampaignRow, campaign).status)

    def ready(self, campaign: str, seats: int) -> bool:
        """Whether so many seats have answered their trial letters."""
        with self.office.reading() as session:
            rows = [session.get(SeatRow, (campaign, f"p{n + 1}")) for n in range(seats)]
            return all(row is not None and row.status == "ready" for row in rows)

    def close(self) -> None:
        """Close the database."""
        if self._office is not None:
            self._office.close()
