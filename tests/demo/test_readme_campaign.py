"""The README's first campaign, its ten lines typed word for word; the servers are on loopback."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.language.block import Refused, Unread, read_lines
from engine.language.items import SourceLine
from games import GAMES
from pbem.demo.mailprogram import MailProgram
from pbem.demo.servers import PASSWORD, Servers, start
from pbem.intake.words import POST_FORMS

WRITTEN = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)

CRONTAB = """#!/bin/sh
# What cron's own command does with -l and -.
file="$HOME/the-crontab"
if [ "$1" = -l ]; then cat "$file" 2>/dev/null || { echo "no crontab" >&2; exit 1; }
else cat > "$file"; fi
"""


@pytest.fixture(scope="module")
def readme(checkout: Path) -> str:
    """The whole README."""
    return (checkout / "README.md").read_text("utf-8")


def section(readme: str, heading: str) -> str:
    """One section of it."""
    return readme.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def blocks(readme: str, heading: str) -> list[list[str]]:
    """The lines that are to be typed, block by block; one that goes on counts as one."""
    found = re.findall(r"^```sh\n(.*?)^```$", section(readme, heading), re.M | re.S)
    return [block.replace("\\\n", "").splitlines() for block in found]


class Terminal:
    """A shell that is typed into: what a line exports, and where it goes, is kept for the next."""

    def __init__(self, home: Path, checkout: Path, servers: Servers | None = None) -> None:
        self.home = home
        self._checkout = checkout
        self._exports: list[str] = []
        programs = home / "programs"
        programs.mkdir()
        (programs / "crontab").write_text(CRONTAB, "utf-8")
        (programs / "pbem").write_text(
            f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c"
            " 'from pbem.entry import main; main()' \"$@\"\n",
            "utf-8",
        )
        for program in programs.iterdir():
            program.chmod(0o700)
        self._env = {
            **os.environ,
            "HOME": str(home),
            "PATH": f"{programs}:/usr/bin:/bin",
            "PYTHONPATH": str(checkout),
            "PBEM": str(programs / "pbem"),
        }
        if servers is not None:
            # The account is on loopback, and there is no TLS there.
            self._env |= {
                "PBEM_IMAP_HOST": servers.host,
                "PBEM_IMAP_PORT": str(servers.imap_port),
                "PBEM_IMAP_TLS": "none",
                "PBEM_IMAP_USER": "games",
                "PBEM_SMTP_HOST": servers.host,
                "PBEM_SMTP_PORT": str(servers.smtp_port),
                "PBEM_SMTP_TLS": "none",
            }

    def type(self, line: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run one line; `typed` is what its command reads."""
        got = subprocess.run(
            ["/bin/sh", "-c", "\n".join((*self._exports, line))],
            cwd=self._checkout,
            env=self._env,
            input=typed,
            capture_output=True,
            text=True,
        )
        if line.startswith("export "):
            self._exports.append(line)
        return got

    def tick(self) -> None:
        """What cron does every five minutes: the line's command, by /bin/sh; it must be silent."""
        (line,) = (self.home / "the-crontab").read_text("utf-8").splitlines()
        assert line.startswith("*/5 * * * * ")
        got = subprocess.run(
            ["/bin/sh", "-c", line.split(maxsplit=5)[5]],
            cwd=self.home,
            env=self._env,
            capture_output=True,
            text=True,
        )
        assert (got.returncode, got.stdout, got.stderr) == (0, "", "")


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    """The account of the office, and the players' own."""
    with start(tmp_path / "mail", ("games", "ann", "bob", "you")) as servers:
        yield servers


@pytest.fixture
def players(servers: Servers) -> Iterator[list[MailProgram]]:
    """Ann and Bob, reading their mail."""
    with ExitStack() as stack:
        programs = [MailProgram(servers, name, "example.org") for name in ("Ann", "Bob")]
        for program in programs:
            stack.callback(program.close)
        yield programs


def test_the_ten_lines(
    readme: str, checkout: Path, servers: Servers, players: list[MailProgram], tmp_path: Path
) -> None:
    """Typed one after the other, they make a campaign whose players get their first reports."""
    home = tmp_path / "home"
    home.mkdir()
    terminal = Terminal(home, checkout, servers)
    lines = blocks(readme, "A first campaign")[0]
    assert len(lines) == 10
    for line in lines:
        if line.startswith("pbem status"):
            terminal.tick()
            for player in players:
                (trial,) = player.new_letters()
                assert "please answer this trial letter" in trial.subject
                player.answer(trial, "Here I am", "above", WRITTEN)
            terminal.tick()
            for player in players:
                (thanks,) = player.new_letters()
                assert "your trial letter came" in thanks.subject
        got = terminal.type(line, typed=f"{PASSWORD}\n" if "mail-password" in line else "")
        if line.startswith("pbem doctor"):
            assert "WRONG" not in got.stdout, got.stdout
        assert got.returncode == 0, f"{line}\n{got.stdout}{got.stderr}"
    terminal.tick()
    for player in players:
        (report,) = player.new_letters()
        assert report.text.startswith("## sf1 turn ")
    assert (home / "office" / "secrets" / "mail-password").stat().st_mode & 0o077 == 0
    told = MailProgram(servers, "You", "example.org")
    subjects = [post.subject for post in told.new_letters()]
    told.close()
    assert subjects == ["pbem: sf1 can start, all have answered"]
    (stars,) = blocks(readme, "A first campaign")[1]
    assert "st1 is set up: star-traders (imperial)" in terminal.type(stars).stdout


def test_the_trial_without_a_mail_account(readme: str, checkout: Path, tmp_path: Path) -> None:
    """Line by line; then PICK BEST, PLAN A and PASS play the first turn."""
    terminal = Terminal(tmp_path, checkout)
    (lines,) = blocks(readme, "A trial without a mail account")
    for line in lines:
        got = terminal.type(line)
        assert got.returncode == 0, f"{line}\n{got.stdout}{got.stderr}"
    for _ in range(12):
        told = terminal.type("pbem status st1").stdout
        if "turn 2" in told:
            break
        ((names, kind),) = re.findall(r"(\w+(?:, \w+)*) \(question w\d+: (.*)\)", told)
        order = {"Your turn": "PLAN A", "Between turns": "PASS"}.get(kind, "PICK BEST")
        for name in names.split(", "):
            terminal.type(f"echo '{order}' | pbem submit st1 {name}")
        terminal.type("pbem process")
    assert "turn 2" in told


def test_upgrade_backup_and_the_way_back(readme: str, checkout: Path, tmp_path: Path) -> None:
    """What is typed there, but for git and the copying from another machine."""
    terminal = Terminal(tmp_path, checkout)
    terminal.type('export PBEM_OFFICE="$HOME/office"')
    assert terminal.type("pbem init ~/office --maildir ~/mail").returncode == 0
    terminal.type("pbem new sf1 space-freighter")
    for block in blocks(readme, "Upgrade, backup, moving"):
        for line in block:
            if not line.startswith("git pull"):
                got = terminal.type(line.replace(" && pbem doctor", ""))
                assert got.returncode == 0, f"{line}\n{got.stdout}{got.stderr}"
    assert "sf1" in terminal.type("pbem status").stdout
    assert (tmp_path / "office-broken").is_dir()


def test_the_sample_letter_is_understood(readme: str) -> None:
    """Every line of it but the greeting and the signature is an order that can be read."""
    (letter,) = re.findall(
        r"\n((?: {4}.*\n)+)", section(readme, "What a player writes").partition("of his own")[2]
    )[:1] or [""]
    assert letter
    game = GAMES[0]
    state = game.begin("default", ("p1", "p2"), {})
    lexicon = game.lexicon(state, {"p1": "Ann", "p2": "Bob"})
    lines = [SourceLine(i, line) for i, line in enumerate(letter.splitlines(), 1)]
    items = read_lines(lines, (*POST_FORMS, *game.all_forms), game.predicates, lexicon)
    assert [item for item in items if isinstance(item, Refused)] == []
    unread = [item.text for item in items if isinstance(item, Unread)]
    assert unread == ["Hello all,", "Cheers, Ann"]
