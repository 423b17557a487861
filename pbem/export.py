"""A campaign, or a game that bots played, as one JSON file that anybody can check.

The file holds all that happened and how the dice fell, so that the state can be folded from it and,
with the seed, every draw be made again (`pbem.verify`). It holds no addresses, tokens or letters.
Its shape is `export.schema.json`; the README says what the fields mean.

    format      "pbem-campaign", or "pbem-office" for a list of campaigns
    tables      the campaign's own tables as text, where it was played by such
    facts       everything that happened, in order
    hashes      of the state after the last fact, and the first 8 digits after each fact; `fields`:
                what of the state they are made of, since later versions may know more

While a campaign is open its file holds hands, so it is the game master's; the seed is in it only
once the campaign is over.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.codec import Codec, UnknownShape
from engine.dice import SCHEME, commitment
from engine.fact import Audience, Fact, Told, TurnBegan
from engine.game import Game
from engine.selfplay import Played
from engine.state import OptionValue
from engine.tables import DATA
from pbem.errors import PbemError
from pbem.referee.record import read_audience
from pbem.referee.seated import Seated, load
from pbem.referee.tables import kept_tables
from pbem.referee.unfit import UNFIT
from pbem.store.models import CampaignRow, FactRow, LetterRow, OrderedRow

CAMPAIGN_FORMAT: Final = "pbem-campaign"
OFFICE_FORMAT: Final = "pbem-office"
VERSION: Final = 1
TRAIL_DIGITS: Final = 8
"""Hex digits of the state's hash that are kept for each fact."""

Export = dict[str, Any]
"""A file's content, as the schema has it."""


def export_campaign(session: Session, campaign: str, *, trail: bool = True) -> Export:
    """A campaign of the office; `trail`: with the hash after each fact, for which they are folded.

    Raises `UsageFault` when there is none of this name, `engine.codec.UnknownShape` for what a
    newer version wrote, and `PbemError` for a game that this installation does not have
    (`game-missing`) or facts that do not fit each other (`not-foldable`).
    """
    seated = load(session, campaign, looking=True)
    row = seated.row
    facts = [_stored_fact(fact) for fact in _fact_rows(session, campaign)]
    return _export(
        seated.game,
        {
            "id": row.id,
            "variant": row.variant,
            "options": seated.options,
            "data_hash": row.data_hash,
            "status": row.status,
        },
        [{"seat": seat.seat, "name": seat.name} for seat in seated.seats.values()],
        {"id": row.ruleset, "fixes": json.loads(row.fixes)},
        row.commitment,
        row.seed if row.status == "ended" else None,
        facts,
        _hashes(seated, facts if trail else []),
        list(_orders(session, campaign)),
        kept_tables(session, campaign),
    )


def export_office(session: Session) -> Export:
    """All campaigns of the office in one file."""
    ids = session.exec(select(CampaignRow.id).order_by(CampaignRow.id)).all()
    campaigns = [export_campaign(session, campaign) for campaign in ids]
    return {"format": OFFICE_FORMAT, "version": VERSION, "campaigns": campaigns}


def export_played(
    game: Game[Any],
    played: Played[Any],
    seed: bytes,
    names: Mapping[str, str],
    name: str = "game",
    tables: Mapping[str, str] | None = None,
) -> Export:
    """A game that was played to its end without mail; `names` gives each seat's name, `tables`
    the text of own tables that its option `data` names."""
    codec: Codec[Any] = Codec(game)
    beginning, end = played.beginning, played.state
    facts, turn = [], beginning.turn
    for n, told in enumerate(played.facts, 1):
        if isinstance(told.fact, TurnBegan):
            turn = told.fact.turn
        facts.append(_fact(codec, n, turn, told))
    trail = trail_of(codec, beginning, (told.fact for told in played.facts))
    return _export(
        game,
        {
            "id": name,
            "variant": beginning.variant,
            "options": dict(beginning.options),
            "data_hash": beginning.options.get(DATA) or game.data_hash,
            "status": "ended" if end.ended else "running",
        },
        [{"seat": seat, "name": names.get(seat, seat)} for seat in beginning.seats],
        {"id": game.ruleset, "fixes": list(end.fixes)},
        commitment(seed),
        seed,
        facts,
        _hashed(codec.digest(end), codec.names, trail),
        [],
        tables or {},
    )


def export_text(data: Export) -> str:
    """The file's text: each fact and each order on a line of its own."""
    return f"{_text(data, '')}\n"


def shown_audience(audience: Audience) -> str | list[str]:
    """An audience as the file has it: "all", "none" or a list of seats."""
    if audience is None:
        return "all"
    return list(audience) or "none"


def trail_of(
    codec: Codec[Any],
    beginning: Any,
    facts: Iterable[Fact],
    names: Container[str] | None = None,
) -> list[str]:
    """The first digits of the state's hash, of these fields, after each fact."""
    state, trail = beginning, []
    for fact in facts:
        state = fact.apply(state)
        trail.append(codec.digest(state, names)[:TRAIL_DIGITS])
    return trail


def _hashed(state: str, names: Iterable[str], trail: list[str]) -> dict[str, Any]:
    return {"state": state, "fields": sorted(names), "facts": trail}


def _export(
    game: Game[Any],
    campaign: dict[str, Any],
    seats: list[dict[str, str]],
    ruleset: dict[str, Any],
    committed: str,
    seed: bytes | None,
    facts: list[dict[str, Any]],
    hashes: dict[str, Any],
    orders: list[dict[str, Any]],
    tables: Mapping[str, str],
) -> Export:
    named = {"id": campaign.pop("id"), "game": game.id, **campaign}
    return {
        "format": CAMPAIGN_FORMAT,
        "version": VERSION,
        "campaign": named,
        "seats": seats,
        "ruleset": ruleset,
        **({"tables": dict(tables)} if tables else {}),
        "dice": {
            "scheme": SCHEME,
            "commitment": committed,
            "seed": seed.hex() if seed is not None else None,
        },
        "facts": facts,
        "hashes": hashes,
        "orders": orders,
    }


def _fact_rows(session: Session, campaign: str) -> Sequence[FactRow]:
    return session.exec(
        select(FactRow).where(FactRow.campaign == campaign).order_by(col(FactRow.n))
    ).all()


def _stored_fact(row: FactRow) -> dict[str, Any]:
    try:
        return _as_stored(row)
    except ValueError as error:
        raise UnknownShape(f"fact {row.n}: {error}") from error


def _as_stored(row: FactRow) -> dict[str, Any]:
    return {
        "n": row.n,
        "turn": row.turn,
        "kind": row.kind,
        "v": row.v,
        "fields": json.loads(row.fields),
        "audience": shown_audience(read_audience(row.audience)),
    }


def _fact(codec: Codec[Any], n: int, turn: int, told: Told) -> dict[str, Any]:
    audience = shown_audience(told.audience)
    return {"n": n, "turn": turn, **codec.fact(told.fact), "audience": audience}


def _hashes(seated: Seated, facts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The stored hash of the state, and the trail as the facts fold now: of the fields that the
    stored state has, which an older version may have written.
    """
    if seated.state is None:
        return {"state": "", "facts": []}
    game, row, codec = seated.game, seated.row, seated.codec
    options: Mapping[str, OptionValue] = seated.options
    beginning = game.begin(row.variant, tuple(seated.seats), options)
    told = (codec.read_fact(f["kind"], f["v"], f["fields"]) for f in facts)
    names = codec.names_in(row.state or "")
    try:
        return _hashed(row.state_hash, names, trail_of(codec, beginning, told, names))
    except UNFIT as error:
        raise PbemError(
            "not-foldable",
            f"The facts of {row.id} do not fit each other: {type(error).__name__} {error}.",
            "pbem verify names the first one that differs.",
        ) from error


def _orders(session: Session, campaign: str) -> Iterable[dict[str, Any]]:
    rows = session.exec(
        select(OrderedRow, LetterRow)
        .join(LetterRow, col(OrderedRow.letter) == col(LetterRow.id))
        .where(OrderedRow.campaign == campaign)
        .order_by(col(OrderedRow.n))
    )
    for order, letter in rows:
        yield {
            "n": order.n,
            "seat": order.seat,
            "receipt": letter.receipt,
            "letter_sha256": letter.sha256,
            "line": order.line_no,
            "text": order.text,
            "outcome": order.outcome,
            "reason": order.reason,
            "facts": json.loads(order.facts),
        }


def _text(value: Any, indent: str) -> str:
    """JSON with lists of objects one to a line, and small things on one line."""
    inner = f"{indent}  "
    if isinstance(value, dict) and not indent.startswith("    "):
        items = ",\n".join(f"{inner}{_short(k)}: {_text(v, inner)}" for k, v in value.items())
        return f"{{\n{items}\n{indent}}}" if items else "{}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        deep = "format" in value[0]
        items = ",\n".join(f"{inner}{_text(v, inner) if deep else _short(v)}" for v in value)
        return f"[\n{items}\n{indent}]"
    return _short(value)


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
