"""Runs of an office that kill themselves: `python -m tests.crash.child`.

Each line of standard input, OFFICE NOW [PLACE WHEN NTH] between tabs, is a run in a process of its
own, split off from this one, which has imported all that it takes; its exit code is the answer.
PLACE is a function, as `module:name` or `module:Class.name`, or the name of a step of a run. WHEN
is `before` or `after`: the NTH call of it kills this process as a power cut would (SIGKILL), and
nothing of it runs on. Without a place the run is an ordinary one.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pbem.outbox.smtp
import pbem.sources.maildir  # noqa: F401 - what a run imports when it first needs it
from pbem.clock import from_utc_text
from pbem.errors import PbemError
from pbem.office import Office
from pbem.run import tick as running


def die() -> None:
    """At once, with nothing tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)


def deadly(good: Callable[..., Any], when: str, nth: int) -> Callable[..., Any]:
    """The function, which kills at its nth call."""
    calls = 0

    def count(now: str) -> None:
        nonlocal calls
        calls += now == "before"
        if calls == nth and now == when:
            die()

    if asyncio.iscoroutinefunction(good):

        async def awaited(*args: Any, **kwargs: Any) -> Any:
            count("before")
            result = await good(*args, **kwargs)
            count("after")
            return result

        return awaited

    def called(*args: Any, **kwargs: Any) -> Any:
        count("before")
        result = good(*args, **kwargs)
        count("after")
        return result

    return called


def arm(place: str, when: str, nth: int) -> None:
    """Put the death in its place."""
    names = [name for name, _ in running.STEPS]
    if place in names:
        at = names.index(place)
        running.STEPS[at] = (place, deadly(running.STEPS[at][1], when, nth))
        return
    module, _, path = place.partition(":")
    owner: Any = importlib.import_module(module)
    *outer, name = path.split(".")
    for part in outer:
        owner = getattr(owner, part)
    setattr(owner, name, deadly(getattr(owner, name), when, nth))


def main(office: str, now: str, place: str = "", when: str = "", nth: str = "1") -> int:
    """One run; its exit code is that of `pbem process`."""
    if place:
        arm(place, when, int(nth))
    try:
        return running.tick(Office.open(Path(office)), from_utc_text(now)).exit_code
    except PbemError as error:
        print(error, file=sys.stderr)
        return error.exit_code


def serve() -> None:
    """One run after the other, until there are no more lines."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os._exit(main(*line.rstrip("\n").split("\t")))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve()
