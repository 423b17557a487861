"""What a command says when the rules raise: the place, and that nothing was changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.errors import PbemError
from pbem.run.sorting import place_of


@contextmanager
def rules_at_work(campaign: str, code: str = "rules-fault", hint: str = "") -> Iterator[None]:
    """Whatever is raised within becomes a `PbemError`, so that the transaction is dropped."""
    try:
        yield
    except PbemError:
        raise
    except Exception as fault:
        raise PbemError(
            code,
            f"{campaign}: the rules raised {type(fault).__name__} ({fault}) at {place_of(fault)}."
            " Nothing was changed.",
            hint or "Please report this as a fault of the game.",
        ) from fault
