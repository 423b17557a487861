"""Campaigns of Star Traders by mail, from the trial letters to the final reports.

`python -m tests.golden.star_traders.campaign [--again] [VERSION ...]` keeps them anew: with
``--again``, for new wording, from the same letters of the players, else the players write them
anew. The folder of a version holds the players' letters, every line of orders with what became of
it, every fact (packed), SHA-256 and subject (without its tag) of each of our letters, and whole
(packed, a mailbox that mail programs open) those of the first two rounds, of the listed events and
of the end.

What each must show is in ``shows``. Where a change of the rules lets one miss something, try other
seeds in ``versions``: of a few dozen, one does.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlmodel import col, select

from pbem.run import opening
from pbem.store.models import FactRow
from tests.conversations.table import Post, Table
from tests.golden.star_traders import events
from tests.golden.star_traders.players import Players, Said
from tests.golden.star_traders.versions import VERSIONS, Version

KEPT: Final = Path(__file__).parent
START: Final = datetime(2024, 5, 6, 10, 0, tzinfo=UTC)
WHOLE_ROUNDS: Final = 2
"""Rounds whose letters are kept whole."""

SAID: Final = "said.txt"
"""The players' letters."""
LONG: Final = ("facts.txt", "whole.mbox")
"""Files that are kept packed."""
PACKED: Final = ".xz"

SETTINGS: Final = """\
[office]
name = "The game master"
address = "golden@pbem.test"
[deadlines]
zone = "Europe/Berlin"
"""

Source = Callable[[Table], list[Said]]
"""What the players write before the next run; nothing: the deadline comes first."""


@dataclass
class Played:
    """A campaign as it was played."""

    said: list[list[Said]] = field(default_factory=list)
    """The letters before each run."""
    posts: list[tuple[int, int, int, Post]] = field(default_factory=list)
    """Our letters, each with the round in which its run ended and the facts of its run."""
    facts: list[Any] = field(default_factory=list)
    orders: list[Any] = field(default_factory=list)


def seat_table(version: Version, folder: Path) -> Table:
    """The campaign, begun."""
    table = Table(folder, top=SETTINGS)
    table.now = START
    table.new(
        "st1",
        game="star-traders",
        variant=version.name,
        players=len(version.players),
        seed=version.seed.to_bytes(32, "big"),
        options=version.options,
        deadlines={"waits": version.waits} if version.waits else None,
    )
    return table


def play(version: Version, folder: Path, source: Source) -> Played:
    """To the end of the game."""
    table, played = seat_table(version, folder), Played()
    _note(table, played, 0)
    for seat in version.seats:
        table.say(seat, "READY")
    table.tick()
    _note(table, played, 0)
    opening.start(table.office, "st1", table.now)
    table.out()
    _note(table, played, 0)
    while table.campaign().status == "running":
        said = source(table)
        played.said.append(said)
        before = len(played.facts)
        table.wait(hours=1)
        for seat, text in said:
            table.say(seat, text)
        if said:
            table.tick(minutes=0)
        else:
            table.until()
        _note(table, played, before)
    played.orders = [[o.seat, o.line_no, o.text, o.outcome, o.reason] for o in table.ordered()]
    table.office.close()
    return played


def _note(table: Table, played: Played, before: int) -> None:
    # The facts so far are many, and each run adds a few.
    later = select(FactRow).order_by(col(FactRow.n)).offset(len(played.facts))
    rows = table.read(lambda s: list(s.exec(later).all()))
    played.facts += [[f.turn, f.kind, json.loads(f.fields), f.via] for f in rows]
    number = table.campaign().round
    for post in table.fresh:
        played.posts.append((number, before, len(played.facts), post))


# -- the files -------------------------------------------------------------------------------------


def files(played: Played) -> dict[str, bytes]:
    """What is kept of a campaign, by the name of the file."""
    named = events.dice_named(played.facts, [text for _, _, text, _, _ in played.orders])
    shown = {*events.shown(played.facts).values(), *islice(named, 1)}
    digests, whole = [], []
    for n, (number, before, after, post) in enumerate(played.posts, 1):
        name = f"{n:03}-{post.seat or 'gm'}-{post.kind}"
        subject = post.subject.rpartition("] ")[2]
        digests.append(f"{name} {hashlib.sha256(post.raw).hexdigest()} {subject}\n")
        event = any(before <= at < after for at in shown)
        if number <= WHOLE_ROUNDS or event or post.kind == "final":
            whole.append(f"From {name}\n".encode() + post.raw.replace(b"\r\n", b"\n") + b"\n")
    return {
        SAID: _said_text(played.said),
        "orders.txt": _lines(played.orders),
        "digests.txt": "".join(digests).encode(),
        "facts.txt": _lines(played.facts),
        "whole.mbox": b"".join(whole),
    }


def _lines(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows).encode()


def _said_text(said: list[list[Said]]) -> bytes:
    lines = []
    for letters in said:
        lines.append("=== a run later")
        for seat, text in letters:
            lines += [f"--- {seat}", text]
    return "".join(f"{line}\n" for line in lines).encode()


def read_said(text: str) -> Iterator[list[Said]]:
    """The letters before each run, as they were kept."""
    for run in text.split("=== a run later\n")[1:]:
        letters = run.split("--- ")[1:]
        yield [(x[:2], x[3:].removesuffix("\n")) for x in letters]


def kept(version: str) -> dict[str, bytes]:
    """What the files of a version hold, by their names without ``.xz``."""
    found = {path.name: path.read_bytes() for path in sorted((KEPT / version).iterdir())}
    return {
        name.removesuffix(PACKED): lzma.decompress(raw) if name.endswith(PACKED) else raw
        for name, raw in found.items()
    }


def replayed(version: str, folder: Path) -> Played:
    """The campaign played from the players' letters that were kept."""
    runs = read_said((KEPT / version / SAID).read_text())
    return play(VERSIONS[version], folder, lambda table: next(runs))


def write(version: str, *, again: bool) -> Played:
    """Play, and keep what comes of it. ``again``: from the players' letters that are kept."""
    with tempfile.TemporaryDirectory() as folder:
        office = Path(folder) / "office"
        players = Players(VERSIONS[version])
        if again:
            played = replayed(version, office)
        else:
            played = play(VERSIONS[version], office, players.letters)
    shutil.rmtree(KEPT / version, ignore_errors=True)
    (KEPT / version).mkdir()
    for name, raw in files(played).items():
        packed = name in LONG
        path = KEPT / version / (f"{name}{PACKED}" if packed else name)
        path.write_bytes(lzma.compress(raw, preset=9) if packed else raw)
    return played


def main(args: list[str]) -> None:
    """See the module's text."""
    wanted = [arg for arg in args if arg != "--again"]
    for version in wanted or list(VERSIONS):
        played = write(version, again="--again" in args)
        print(version, *events.shown(played.facts), sep=", ")


if __name__ == "__main__":
    main(sys.argv[1:])
