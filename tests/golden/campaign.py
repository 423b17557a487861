"""One campaign of Space Freighter, played by mail from the trial letters to the final reports.

The players' letters are written down here; where the script ends they answer what the newest
letter offers first. `python -m tests.golden.campaign` writes the exchange to `tests/golden/letters`
anew; with a folder behind it, there.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from pbem.run import opening
from tests.conversations.table import Post, Table

LETTERS: Final = Path(__file__).parent / "letters"
ADDRESS: Final = "golden@pbem.test"
SEED: Final = bytes.fromhex("15" * 32)
START: Final = datetime(2024, 5, 6, 10, 0, tzinfo=UTC)
"""In the past of every machine: a real server's letters must not seem to come from the future."""

SETTINGS: Final = f"""\
[office]
name = "The game master"
address = "{ADDRESS}"
[deadlines]
zone = "Europe/Berlin"
"""

FIRST: Final = """\
STANDING
DELIVER BEST ATLEAST 15
PASS
DISCARD LOWEST
"""

SCRIPT: Final[tuple[tuple[tuple[str, str], ...], ...]] = (
    (("p1", "READY"), ("p2", "Hello, this is Bob.\n\nBob"), ("p3", "READY\nSET COLUMNS 60")),
    (("p1", "HELP DELIVER\nSTATUS"), ("p2", "PLAN\n  DELIVER BEST ATLEAST 20\n  ELSE PASS")),
    (("p1", "OFFER ANY: NOTHING FOR Star Base UNTIL 8 May 20:00"), ("p3", "BIULD 3\nHi GM,")),
    (("p2", "DECLINE Anna"), ("p3", "SET ZONE America/New_York\nOPTIONS")),
    (("p1", "ANSWER PASS\n\nCheers, Anna\n-- \nsent from a ship"),),
    (("p2", "PLAN\nPASS"), ("p2", "CANCEL"), ("p3", "CHECK\nPLAN\nDELIVER BEST\nBOGUS")),
    (("p1", "PLAN A"), ("p3", "PLAN A\nMAP LIST"), ("p2", "SET TEXT ONLY\nREPORT\nHISTORY")),
    (("p2", FIRST), ("p3", FIRST + "KEEP Star Base"), ("p1", FIRST)),
)
"""Letters by run. A run without letters is one of those that the deadlines need."""

_OFFERED: Final = re.compile(
    r"^  ; (?:ANSWER )?(?:w\d+ )?(?P<order>[^;\r\n]+?) *(?:;.*)?\r?$", re.M
)


class Mail:
    """How letters travel: here straight into the office."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def bring(self, raw: bytes) -> None:
        """A player's letter comes in."""
        self.table.bring(raw)

    def run(self) -> list[Post]:
        """A run of the office; what it wrote."""
        self.table.tick(minutes=0)
        return self.table.fresh


def seat_table(folder: Path, settings: str = "") -> Table:
    """The campaign in setup, its trial letters not yet posted."""
    table = Table(folder, settings, top=SETTINGS)
    table.now = START
    table.new(seed=SEED, address=lambda name: f"golden-{name.lower()}@pbem.test")
    return table


def play(mail: Mail) -> Iterator[tuple[str, bytes]]:
    """Every letter of the campaign in order: what to call it, and its bytes."""
    table = mail.table
    yield from _ours(table.letters)
    for step, letters in enumerate(SCRIPT):
        table.wait(hours=2)
        for seat, text in letters:
            raw = table.letter(table.newest["sf1", seat], text)
            mail.bring(raw)
            yield f"{seat}-letter", raw
        yield from _ours(mail.run())
        if step == 0:
            opening.start(table.office, "sf1", table.now)
            yield from _ours(table.out())
    yield from _rest(mail)


def _rest(mail: Mail) -> Iterator[tuple[str, bytes]]:
    """To the end: who is asked answers, but every fourth question is left to the deadline."""
    table, asked_for = mail.table, 0
    while table.campaign().status == "running":
        asked_for += 1
        table.wait(hours=3)
        (seat,) = {row.seat for row in table.read_pending()}
        if asked_for % 4:
            raw = table.letter(table.newest["sf1", seat], f"ANSWER {obvious(table, seat)}")
            mail.bring(raw)
            yield f"{seat}-letter", raw
        else:
            while table.deadline() - table.now > timedelta(hours=13):
                table.wait(hours=12)
                yield from _ours(mail.run())
            table.now = table.deadline() + timedelta(minutes=5)
        yield from _ours(mail.run())


def obvious(table: Table, seat: str) -> str:
    """The first answer that the newest letter with choices offers."""
    for post in reversed(table.letters):
        _, found, choices = post.text.partition("YOUR CHOICES")
        if post.seat == seat and found:
            offered = _OFFERED.search(choices)
            assert offered is not None, post.text
            return offered["order"]
    raise AssertionError(f"{seat} was never asked")


def _ours(posts: list[Post]) -> Iterator[tuple[str, bytes]]:
    for post in posts:
        yield f"{post.seat or 'gm'}-{post.kind}", post.raw


def write(folder: Path) -> None:
    """Play, and write every letter to a file of its own, with plain line ends."""
    with tempfile.TemporaryDirectory() as office:
        letters = list(play(Mail(seat_table(Path(office) / "office"))))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for number, (name, raw) in enumerate(letters, 1):
        (folder / file_name(number, name)).write_bytes(raw.replace(b"\r\n", b"\n"))


def file_name(number: int, name: str) -> str:
    """`017-p2-report.eml`."""
    return f"{number:03}-{name}.eml"


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else LETTERS)
