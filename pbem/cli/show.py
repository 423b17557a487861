"""`pbem show`: a campaign, a seat's report, or what stands still at a halt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import (
    JsonOption,
    OfficeOption,
    SpoilersOption,
    counted,
    listed,
    open_office,
    say,
    say_json,
    when,
)
from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.referee.seated import Seated

EPILOG = examples(
    "pbem show sf1",
    "pbem show sf1 --seat Ann",
    "pbem show sf1 --turn 7 --seat p2 --json",
    "pbem show sf1 --at-halt",
)


def show(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="As it stood after this turn.", show_default=False)
    ] = None,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="The report of this seat, or player.")
    ] = "",
    at_halt: Annotated[
        bool, typer.Option("--at-halt", help="Why it stands still, with the traceback.")
    ] = False,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
    office: OfficeOption = None,
) -> None:
    """Show a campaign, a seat's report, or a halt.

    Without an option it is the campaign's sheet. --seat shows what a seat sees, now or with --turn
    as that turn ended; --turn without --seat shows everything, nothing hidden. If you hold a seat
    yourself you may look at that seat only, unless you ask for --spoilers.
    """
    from pbem.cli.near import campaign_named, seat_named
    from pbem.cli.papers import Papers
    from pbem.cli.sight import sight_of
    from pbem.referee.history import state_at
    from pbem.referee.seated import load

    opened = open_office(office)
    with opened.reading() as session:
        seated = load(session, campaign_named(session, campaign).id, looking=True)
        if at_halt:
            data = halt_data(session, seated)
            say_json(data) if json else say(_halt(data))
            return
        if turn is None and not seat:
            data = sheet(seated)
            say_json(data) if json else say(_sheet(data))
            return
        chosen = seat_named(seated.id, seated.seats, seat) if seat else ""
        sight = sight_of(session, opened, spoilers=spoilers)
        sight.require(seated.id, chosen or None, "this")
        require_turn(seated, turn)
        state = seated.state if turn is None else state_at(session, seated, turn)
        papers = Papers(session, opened, seated, state)
        if json:
            head = {"campaign": seated.id, "turn": papers.turn, "seat": chosen or None}
            say_json({**head, "view": papers.view(chosen)})
        else:
            say(papers.report(chosen) if chosen else papers.whole())


def require_turn(seated: Seated, turn: int | None) -> None:
    """Raise `UsageFault` where there is nothing to see yet, or no such turn."""
    if seated.state is None:
        raise UsageFault(
            "not-started", f"{seated.id} has not started.", f"See: pbem start {seated.id}"
        )
    if turn is not None and turn > seated.row.turn:
        raise UsageFault(
            "no-turn",
            f"{seated.id} is at turn {seated.row.turn}; there is no turn {turn} yet.",
            f"Say --turn {seated.row.turn}.",
        )


def sheet(seated: Seated) -> dict[str, Any]:
    """What everybody at the table may know of the campaign's settings."""
    import json

    from pbem.campaigns import leaving_of
    from pbem.cli.seat import seat_data

    row = seated.row
    leaving = leaving_of(row)
    return {
        "id": row.id,
        "game": row.game,
        "variant": row.variant,
        "status": row.status,
        "turn": row.turn,
        "round": row.round,
        "options": seated.options,
        "pace": row.pace,
        "ruleset": row.ruleset,
        "fixes": json.loads(row.fixes),
        "zone": row.zone,
        "deadlines": json.loads(row.deadlines),
        "commitment": row.commitment,
        "seed": row.seed.hex() if row.status == "ended" else None,
        "data_hash": row.data_hash,
        "created": row.created_at,
        "started": row.started_at,
        "ended": row.ended_at,
        "seats": [seat_data(one, leaving) for one in seated.seats.values()],
    }


def halt_data(session: Session, seated: Seated) -> dict[str, Any]:
    """Where a campaign stands still, and why. Raises `UsageFault` when it does not."""
    from sqlmodel import func, select

    from engine.advance import pending
    from pbem.store.models import LetterRow

    row = seated.row
    if row.status != "halted":
        raise UsageFault(
            "not-halted", f"{row.id} is not halted ({row.status}).", f"See: pbem status {row.id}"
        )
    waiting = session.exec(
        select(func.count()).where(LetterRow.campaign == row.id, LetterRow.status == "new")
    ).one()
    return {
        "id": row.id,
        "turn": row.turn,
        "reason": row.halted_reason,
        "trace": row.halted_trace,
        "state_hash": row.state_hash,
        "last_fact": row.next_fact - 1,
        "stack": [type(phase).__name__ for phase in seated.state.stack] if seated.state else [],
        "asked": [
            {"window": f"w{d.window}", "seat": d.seat, "kind": d.kind}
            for d in (pending(seated.state) if seated.state else ())
        ],
        "letters_waiting": waiting,
    }


def _sheet(data: dict[str, Any]) -> str:
    from pbem.cli.common import table
    from pbem.cli.seat import seat_words
    from pbem.referee.tables import own_tables, shown_options

    options = data["options"]
    deadlines = {k: v for k, v in data["deadlines"].items() if isinstance(v, str)}
    waits = data["deadlines"].get("waits", {})
    variant = f" ({data['variant']})" if data["variant"] else ""
    rows: list[tuple[object, ...]] = [
        ("campaign", f"{data['id']}, {data['game']}{variant}, {data['status']}"),
        ("turn", f"{data['turn']}, round {data['round']}"),
        ("options", listed(shown_options(options))),
        ("deadlines", f"{listed(deadlines)} ({data['zone']})"),
        ("reminders", ", ".join(data["deadlines"].get("remind", ())) or "none"),
    ]
    if waits:
        words = {True: "waits", False: "settled at once"}
        rows.append(("questions", ", ".join(f"{k} {words[v]}" for k, v in waits.items())))
    rows += [
        ("rules", " ".join((data["ruleset"], *data["fixes"]))),
        *([("tables", f"its own, SHA-256 {data['data_hash']}")] if own_tables(options) else []),
        ("dice", f"SHA-256 of the seed {data['commitment']}"),
        *([("seed", data["seed"])] if data["seed"] else []),
        ("made", when(data["created"], data["zone"])),
        ("started", when(data["started"], data["zone"])),
        ("ended", when(data["ended"], data["zone"])),
    ]
    turn = data["turn"]
    seats = ((s["seat"], s["name"], s["address"], seat_words(s, turn)) for s in data["seats"])
    return f"{table(rows)}\n\n{table(seats)}".rstrip()


def _halt(data: dict[str, Any]) -> str:
    asked = ", ".join(f"{a['window']} {a['kind']} of {a['seat']}" for a in data["asked"])
    return "\n".join(
        (
            f"{data['id']} is halted at turn {data['turn']}, after fact {data['last_fact']}.",
            f"why      {data['reason']}",
            f"asking   {asked or 'nobody'}",
            f"stack    {', '.join(data['stack'])}",
            f"state    {data['state_hash']}",
            f"letters  {counted(data['letters_waiting'], 'letter')} waiting",
            f"next     after an upgrade: pbem retry {data['id']}",
            "",
            data["trace"].rstrip(),
        )
    ).rstrip()
