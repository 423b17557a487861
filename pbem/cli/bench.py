"""`pbem bench`: the figures of the README, measured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from pbem.cli.common import JsonOption
from pbem.cli.group import examples
from pbem.errors import UsageFault

EPILOG = examples("pbem bench idle", "pbem bench decisions space-freighter --json")

BENCHES: Final = ("idle", "thousand", "decisions", "game", "settle", "age", "memory")


def bench(
    name: Annotated[str, typer.Argument(metavar="NAME", help=" | ".join(BENCHES))],
    what: Annotated[
        str, typer.Argument(metavar="GAME", help="decisions: the game that is played.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Measure speed or memory, from a checkout.

    Each is held against a bare program that does the same. idle: a run with nothing to do.
    thousand: a run with a thousand letters. decisions: of one game. game: a whole Family game of
    Star Traders between bots. settle: a mailed turn of it with 20,000 facts. age: an old campaign
    against a young one. memory: of the thousand letters.
    """
    from pbem.near import did_you_mean

    if name not in BENCHES:
        raise UsageFault(
            "no-bench", f"There is no bench '{name}'.", did_you_mean(name, BENCHES, "")
        )
    if name == "decisions":
        from pbem.campaigns import find_game

        if not what:
            raise UsageFault("no-game", "Which game?", "pbem bench decisions space-freighter")
        what = find_game(what).id
    elif what:
        raise UsageFault("no-game", f"{name} takes no game.", f"pbem bench {name}")
    code = f"import sys; from tests.bench.{name} import main; sys.exit(main(sys.argv[1:]))"
    arguments = [*([what] if what else []), *(["--json"] if json else [])]
    # A program of its own: what this one has imported must not be measured.
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=_checkout(name), check=False
    )
    raise typer.Exit(done.returncode)


def _checkout(name: str) -> Path:
    import pbem

    top = Path(pbem.__file__).resolve().parent.parent
    if not (top / "tests" / "bench" / f"{name}.py").is_file():
        raise UsageFault(
            "no-checkout",
            "The benches stand in tests/bench of a checkout, and this is an installed copy.",
            "Run it from a clone of the sources: make bench",
        )
    return top
