"""`pbem status`: whom every campaign waits for, and what needs the game master."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pbem.cli.common import (
    JsonOption,
    OfficeOption,
    SpoilersOption,
    counted,
    now,
    open_office,
    say,
    say_json,
    when,
)
from pbem.cli.group import examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlmodel import Session

    from pbem.office import Office
    from pbem.store.models import CampaignRow, PendingRow, SeatRow

EPILOG = examples("pbem status", "pbem status sf1", "pbem status --json")


def status(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Only this one.")] = "",
    as_json: JsonOption = False,
    spoilers: SpoilersOption = False,
    office: OfficeOption = None,
) -> None:
    """Say whom each campaign waits for, and what needs you.

    Also since when, letters that wait, and letters of ours that failed. Of a question that all
    answer in secret it says who was asked, never who has answered.
    """
    from pbem.cli.near import campaign_named

    opened = open_office(office)
    with opened.reading() as session:
        only = campaign_named(session, campaign).id if campaign else ""
        data = status_data(session, opened, only, spoilers=spoilers)
    if as_json:
        say_json(data)
    else:
        kinds = _kinds(opened, data["campaigns"])
        say(_told(data, opened.settings.deadlines.zone, kinds))


def status_data(
    session: Session, office: Office, only: str = "", *, spoilers: bool = False
) -> dict[str, Any]:
    """The state of the office, or of one campaign, for scripts."""
    from sqlmodel import select

    from pbem.store.models import CampaignRow

    statement = select(CampaignRow).order_by(CampaignRow.id)
    if only:
        statement = statement.where(CampaignRow.id == only)
    return {
        "campaigns": [campaign_data(session, row) for row in session.exec(statement)],
        "letters": _letters(session, only),
        "outbox": _outbox(session, office, only, spoilers=spoilers),
        **({} if only else {"office": _office(session, office)}),
    }


def campaign_data(session: Session, row: CampaignRow) -> dict[str, Any]:
    """One campaign: how far it is, and whom it waits for."""
    from pbem.campaigns import leaving_of
    from pbem.clock import utc_text
    from pbem.holds import hold_on
    from pbem.referee.seated import seat_rows
    from pbem.referee.waiting import pending_rows

    seats, leaving = seat_rows(session, row.id), leaving_of(row)
    data: dict[str, Any] = {
        "id": row.id,
        "game": row.game,
        "variant": row.variant,
        "status": row.status,
        "turn": row.turn,
        "round": row.round,
        "zone": row.zone,
        "seats": [
            {"seat": s.seat, "name": s.name, "status": s.status, "leaving": s.seat in leaving}
            for s in seats.values()
        ],
        "waits_for": _waiting(pending_rows(session, row.id), seats, answered_of(session, row.id)),
    }
    if row.status == "halted":
        data["halted"] = row.halted_reason
    hold = hold_on(session, row.id)
    if hold is not None and row.status == "running":
        data["held"] = {"by": hold.kind, "since": utc_text(hold.since)}
    if row.status == "ended" and row.state:
        winners = json.loads(row.state)["fields"]["winners"]
        data["winners"] = [seats[seat].name for seat in winners]
    return data


def answered_of(session: Session, campaign: str) -> frozenset[str]:
    """Questions of a campaign to which an answer has come that is not taken yet, by id."""
    from engine.filing import read_desk
    from pbem.store.models import DeskRow

    row = session.get(DeskRow, campaign)
    return frozenset(read_desk(row.body).direct if row else ())


def _waiting(
    rows: Sequence[PendingRow], seats: dict[str, SeatRow], answered: frozenset[str]
) -> list[dict[str, Any]]:
    """One for each question. Of one that is answered in secret all who were asked are named, and no
    more is public; of READY those who have not said it, and as ``ready`` those who have.
    """
    by_window: dict[int, list[PendingRow]] = {}
    for row in rows:
        by_window.setdefault(row.window, []).append(row)
    return [_question(window, together, seats, answered) for window, together in by_window.items()]


def _question(
    window: int,
    asked: Sequence[PendingRow],
    names: dict[str, SeatRow],
    answered: frozenset[str],
) -> dict[str, Any]:
    known = not asked[0].sealed
    ready = sorted({row.seat for row in asked if known and row.decision in answered})
    missing = sorted({row.seat for row in asked} - set(ready))
    return {
        "window": f"w{window}",
        "kind": asked[0].kind,
        "sealed": asked[0].sealed,
        "seats": missing,
        "names": [names[seat].name for seat in missing],
        **({"ready": [names[seat].name for seat in ready]} if known else {}),
        "since": min(row.asked_at for row in asked),
        "deadline": min((row.deadline_utc for row in asked if row.deadline_utc), default=None),
    }


def _letters(session: Session, campaign: str) -> dict[str, Any]:
    """Letters without an outcome, held ones, and those that a fault of ours set aside."""
    from sqlmodel import col, select

    from pbem.store.models import LetterRow

    statement = select(LetterRow.id, LetterRow.status).where(
        col(LetterRow.status).in_(("new", "held", "shunted"))
    )
    if campaign:
        statement = statement.where(LetterRow.campaign == campaign)
    found: dict[str, list[int | None]] = {"new": [], "held": [], "shunted": []}
    for number, state in session.exec(statement.order_by(col(LetterRow.id))):
        found[state].append(number)
    return {"waiting": len(found["new"]), "held": found["held"], "shunted": found["shunted"]}


def _outbox(session: Session, office: Office, campaign: str, *, spoilers: bool) -> dict[str, Any]:
    """Letters of ours that have not gone out, and those that failed or are in doubt."""
    from sqlmodel import col, select

    from pbem.cli.outbox import letter_data
    from pbem.cli.sight import sight_of
    from pbem.store.models import OutboxRow

    sight = sight_of(session, office, spoilers=spoilers)
    statement = select(OutboxRow).where(col(OutboxRow.status) != "sent")
    if campaign:
        statement = statement.where(OutboxRow.campaign == campaign)
    rows = session.exec(statement.order_by(col(OutboxRow.id))).all()
    return {
        "waiting": sum(row.status in ("pending", "sending") for row in rows),
        "posted": office.settings.smtp is not None,
        "failed": [letter_data(row, sight) for row in rows if row.status == "failed"],
        "doubt": [letter_data(row, sight) for row in rows if row.status == "doubt"],
    }


def _office(session: Session, office: Office) -> dict[str, Any]:
    """When a run last worked, when something falls due, and whether the clock is believed."""
    from sqlmodel import col, select

    from pbem.clock import CLOCK_SEEN, from_utc_text, read_clock
    from pbem.run.dues import next_work
    from pbem.store.marks import mark
    from pbem.store.models import RunRow

    seen = mark(session, CLOCK_SEEN)
    gap = office.settings.brakes.clock_gap.delta
    reading = read_clock(now(), from_utc_text(seen) if seen else None, gap)
    due, work, campaign = next_work(session, posts=office.settings.smtp is not None)
    last_good, last = None, None
    for run in session.exec(select(RunRow).order_by(col(RunRow.id).desc()).limit(50)):
        summary = json.loads(run.summary)
        last = last or {"at": run.started_at, "errors": summary.get("errors", [])}
        if run.ended_at and not summary.get("errors"):
            last_good = run.ended_at
            break
    return {
        "last_run": seen,
        "last_work": last,
        "last_good_work": last_good,
        "next_due": due or None,
        "next_due_work": work or None,
        "next_due_campaign": campaign or None,
        "clock": reading.jump,
    }


_HELD: Final = {
    "clock": "the clock jumped; pbem resume, if it is right",
    "inbox": "the mailbox could not be read; pbem doctor",
    "silence": "nobody was heard of in this round; the next letter, or pbem resume, ends it",
}


_DUE: Final = {
    "deadline": "the deadline",
    "reminder": "a reminder",
    "offer": "the end of an offer",
    "digest": "a daily letter",
    "post": "letters to go out",
}


def _told(data: dict[str, Any], zone: str, kinds: dict[str, dict[str, str]]) -> str:
    lines: list[str] = []
    for campaign in data["campaigns"]:
        lines += _campaign_lines(campaign, kinds)
    if not data["campaigns"]:
        lines.append("There is no campaign yet: pbem new makes one, pbem games lists the games.")
    lines += ["", *_letter_lines(data), *_outbox_lines(data["outbox"])]
    if "office" in data:
        lines += _office_lines(data["office"], zone)
    return "\n".join(lines).strip("\n")


def _kinds(office: Office, campaigns: list[dict[str, Any]]) -> dict[str, dict[str, str]]:
    """Kinds of question in words, by campaign, as its letters name them."""
    from games import GAMES, game_named
    from pbem.letters import Library
    from pbem.office import TEMPLATES

    library = Library(GAMES, office.folder / TEMPLATES)
    games = {c["id"]: game_named(c["game"]) for c in campaigns if c["waits_for"]}
    return {
        name: library.book(game, name, "en").words["kinds"]
        for name, game in games.items()
        if game is not None
    }


def _campaign_lines(campaign: dict[str, Any], kinds: dict[str, dict[str, str]]) -> list[str]:
    from pbem.cli.seat import leaves

    state = campaign["status"]
    turn = f", turn {campaign['turn']}" if campaign["turn"] else ""
    lines = [f"{campaign['id']}  {campaign['game']}, {state}{turn}"]
    if state == "halted":
        lines.append(f"  HALTED: {campaign['halted']}")
        lines.append(f"  pbem show {campaign['id']} --at-halt; then pbem retry {campaign['id']}")
    if "held" in campaign:
        since = when(campaign["held"]["since"], campaign["zone"])
        lines.append(f"  HELD since {since}: {_HELD[campaign['held']['by']]}")
    if state == "ended":
        lines.append(f"  won by {', '.join(campaign['winners']) or 'nobody'}")
    if state == "setup":
        lines.append(f"  {_setup(campaign)}")
    for seat in campaign["seats"]:
        if seat["leaving"]:
            lines.append(f"  {seat['name']} {leaves(campaign['turn'])}")
    for waits in campaign["waits_for"]:
        names = ", ".join(waits["names"])
        asked = "all were asked, in secret: " if waits["sealed"] else "waits for "
        since = when(waits["since"], campaign["zone"])
        until = when(waits["deadline"], campaign["zone"]) if waits["deadline"] else "further notice"
        about = kinds.get(campaign["id"], {}).get(waits["kind"], waits["kind"])
        lines.append(f"  {asked}{names or 'the next run'} (question {waits['window']}: {about})")
        if waits.get("ready"):
            lines.append(f"    ready: {', '.join(waits['ready'])}")
        lines.append(f"    since {since}; until {until}")
    return lines


def _setup(campaign: dict[str, Any]) -> str:
    """How far a campaign is that has not started, and what comes next."""
    from games import game_named

    name, seats = campaign["id"], campaign["seats"]
    join = f"pbem join {name} NAME ADDRESS"
    if not seats:
        return f"nobody is seated yet: {join}"
    missing = [seat["name"] for seat in seats if seat["status"] == "waiting"]
    told = f"trial letters not answered: {', '.join(missing)}" if missing else "all confirmed"
    game = game_named(campaign["game"])
    if game is not None and len(seats) < game.least_seats:
        told += f"; it takes {game.least_seats} or more: {join}"
    elif not missing:
        told += f": pbem start {name}"
    return f"{counted(len(seats), 'seat')}; {told}"


def _letter_lines(data: dict[str, Any]) -> list[str]:
    letters = data["letters"]
    lines = []
    if letters["waiting"]:
        lines.append(f"{counted(letters['waiting'], 'letter')} to be read by the next run")
    for name, words in (("held", "held for you"), ("shunted", "set aside by a fault")):
        if letters[name]:
            numbers = ", ".join(map(str, letters[name]))
            lines.append(f"{counted(len(letters[name]), 'letter')} {words}: pbem inbox {numbers}")
    return lines


def _outbox_lines(outbox: dict[str, Any]) -> list[str]:
    from pbem.cli.process import unposted

    lines = []
    if outbox["waiting"] and not outbox["posted"]:
        lines.append(unposted(outbox["waiting"]))
    elif outbox["waiting"]:
        lines.append(f"{counted(outbox['waiting'], 'letter')} to go out")
    for letter in outbox["failed"]:
        lines.append(f"FAILED  letter {letter['id']} to {letter['address']}: {letter['error']}")
    for letter in outbox["doubt"]:
        lines.append(f"IN DOUBT  letter {letter['id']} to {letter['address']}: {letter['error']}")
    return lines


def _first_line(office: dict[str, Any]) -> str:
    return str(office["last_work"]["errors"][0]).partition("\n")[0]


def _office_lines(office: dict[str, Any], zone: str) -> list[str]:
    from pbem.clock import utc_text

    lines = [f"Last run {when(office['last_run'], zone)}"]
    if office["last_work"] and office["last_work"]["errors"]:
        lines.append(f"  it could not do all: {_first_line(office)}")
        lines.append(f"  last one without a fault {when(office['last_good_work'], zone)}")
    if office["next_due"]:
        of = f" of {office['next_due_campaign']}" if office["next_due_campaign"] else ""
        what = f"{_DUE[office['next_due_work']]}{of}"
        late = office["next_due"] <= utc_text(now())
        at = "with the next run" if late else when(office["next_due"], zone)
        lines.append(f"Next due: {what}, {at}")
    if office["clock"] != "none":
        lines.append(
            f"The clock jumped {office['clock']}: nothing is settled. "
            "If it is right: pbem resume; else set it right."
        )
    return lines
