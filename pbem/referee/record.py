"""Writing a step: its facts, the new state, a snapshot for each settled turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.advance import Step
from engine.fact import Answered, Audience, DroppedOut, Fact, Told, TurnBegan
from pbem.errors import PbemError
from pbem.referee.seated import Seated
from pbem.store.models import FactRow
from pbem.store.plain import first, plain

_FACT: Final = (
    "INSERT INTO fact (campaign, n, turn, kind, v, fields, audience, via)"
    " VALUES (:campaign, :n, :turn, :kind, :v, :fields, :audience, :via)"
)
_SNAPSHOT: Final = (
    "INSERT INTO snapshot (campaign, n, turn, state, hash)"
    " VALUES (:campaign, :n, :turn, :state, :hash)"
)
_VERSION: Final = "SELECT version FROM campaign WHERE id = :id"


def audience_text(audience: Audience) -> str:
    """The column ``audience``: ``"all"``, ``"none"`` or a list of seats, as JSON."""
    if audience is None:
        return '"all"'
    return json.dumps(list(audience)) if audience else '"none"'


def read_audience(text: str) -> Audience:
    """The audience of a stored fact."""
    value = json.loads(text)
    if value == "all":
        return None
    return () if value == "none" else tuple(value)


def write_step(session: Session, seated: Seated, step: Step[Any]) -> list[int]:
    """Write a step's facts and the state after it; the numbers of the facts.

    The row's version guards against a second writer: ``PbemError`` when it moved meanwhile.
    """
    row = seated.row
    if not step.facts:
        seated.state = step.state
        if row.state is None:
            # At pace rounds the first question comes before the first fact.
            _write_state(session, seated, step.state, 0)
        return []
    numbers = list(range(row.next_fact, row.next_fact + len(step.facts)))
    turn = seated.state.turn
    rows = []
    for n, told in zip(numbers, step.facts, strict=True):
        if type(told.fact) is TurnBegan:
            turn = told.fact.turn
            seated.seats[told.fact.seat].turn = turn
        elif type(told.fact) is DroppedOut:
            seated.seats[told.fact.seat].status = "dropped"
        rows.append(_fact_row(seated, n, turn, told))
        seated.new_facts.append((n, turn, told))
    # Past the ORM, here and below: nothing else is written back before the whole is.
    plain(session, _FACT, rows)
    _write_state(session, seated, step.state, numbers[-1])
    return numbers


def _fact_row(seated: Seated, n: int, turn: int, told: Told) -> dict[str, Any]:
    data = seated.codec.fact(told.fact)
    return {
        "campaign": seated.id,
        "n": n,
        "turn": turn,
        "kind": data["kind"],
        "v": data["v"],
        "fields": json.dumps(data["fields"], separators=(",", ":"), sort_keys=True),
        "audience": audience_text(told.audience),
        "via": told.fact.via if isinstance(told.fact, Answered) else "",
    }


def _write_state(session: Session, seated: Seated, state: Any, last: int) -> None:
    row = seated.row
    if not seated.guarded:
        stored = first(session, _VERSION, {"id": row.id})
        seated.guarded = stored == row.version
    if not seated.guarded:
        raise PbemError(
            "changed-meanwhile",
            f"Campaign {row.id} was changed by another process meanwhile; this step was dropped.",
            "Nothing is lost: run pbem process again.",
        )
    raw = seated.codec.state(state)
    settled = state.turn != row.turn or bool(state.ended)
    seated.state = state
    row.state = raw.decode()
    row.state_hash = seated.codec.digest_of(raw)
    row.version += 1
    row.next_fact = last + 1
    row.turn = state.turn
    row.round = state.round
    session.add(row)
    if settled:
        values = {"campaign": row.id, "n": last, "turn": state.turn, "hash": row.state_hash}
        plain(session, _SNAPSHOT, values | {"state": row.state})


def told_since(session: Session, seated: Seated, after: int) -> Iterator[tuple[FactRow, Told]]:
    """Facts numbered above ``after``, oldest first, with their audiences."""
    rows = session.exec(
        select(FactRow)
        .where(FactRow.campaign == seated.id, col(FactRow.n) > after)
        .order_by(col(FactRow.n))
    )
    for row in rows:
        yield row, Told(read_fact(seated, row), read_audience(row.audience))


def read_fact(seated: Seated, row: FactRow) -> Fact:
    """A stored fact."""
    return seated.codec.read_fact(row.kind, row.v, json.loads(row.fields))
