"""Who wrote a letter: its token, its sender, and what the mail server says of both.

| token | sender | outcome |
|---|---|---|
| good | registered, not denied by our server | accepted |
| good | registered, denied (DMARC fails) | refused, the registered address is told |
| good | another address | held, the registered address and the game master are told |
| wrong or old | registered there | refused, the registered address is told |
| wrong or old | a stranger | ignored |
| none | registered at one seat only | accepted if the account has no plus addresses, else refused |
| none | a stranger | ignored |

Automatic mail is never read for orders and never answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, col, select

from pbem import token as tokens
from pbem.reading.letter import Letter
from pbem.store.models import AddressRow, CampaignRow, OutboxRow, SeatRow


@dataclass(frozen=True)
class Verdict:
    """The outcome, its code, and the seat it concerns where one is known."""

    status: Literal["accepted", "refused", "held", "ignored"]
    reason: str
    campaign: str | None = None
    seat: str | None = None
    turn: int | None = None
    """The turn that was open when the letter was written; ``None``: take the open one."""


def identify(session: Session, letter: Letter, key: bytes, *, plus: bool) -> Verdict:
    """The verdict on one letter. ``key``: the office's token key; ``plus``: see ``[office]``."""
    if letter.automatic.strength != "none":
        status: Literal["ignored", "held"] = (
            "ignored" if letter.automatic.strength == "strong" else "held"
        )
        return Verdict(status, f"automatic-{letter.automatic.reason}")
    found = _tokens(letter)
    good = next((t for t in found if _epoch_fits(session, t, key)), None)
    if good is not None:
        return _with_token(session, letter, good)
    if found:
        return _with_bad_token(session, letter, found[0], key)
    return _without_token(session, letter, plus)


def _tokens(letter: Letter) -> list[tokens.Token]:
    """Every token in the letter: addresses first, then subject, then marker."""
    found = [tokens.find_in_address(address) for address in letter.recipients]
    found.append(tokens.find_in_subject(letter.subject))
    found.append(tokens.parse_token(letter.marker) if letter.marker else None)
    return [t for t in found if t is not None]


def _epoch_fits(session: Session, token: tokens.Token, key: bytes) -> bool:
    seat = session.get(SeatRow, (token.campaign, token.seat))
    return seat is not None and tokens.verify(token, key, seat.epoch)


def _with_token(session: Session, letter: Letter, token: tokens.Token) -> Verdict:
    campaign, seat = token.campaign, token.seat
    if letter.sender is None:
        return Verdict("held", "no-sender", campaign, seat)
    if not _registered(session, campaign, seat, letter.sender.address):
        return Verdict("held", "other-address", campaign, seat)
    if denied(letter):
        return Verdict("refused", "sender-denied", campaign, seat)
    turn = token.turn if token.turn is not None else _turn_answered(session, letter, campaign)
    return Verdict("accepted", "", campaign, seat, turn)


def _with_bad_token(session: Session, letter: Letter, token: tokens.Token, key: bytes) -> Verdict:
    seat = session.get(SeatRow, (token.campaign, token.seat))
    sender = letter.sender.address if letter.sender else ""
    if seat is None or not _registered(session, token.campaign, token.seat, sender):
        return Verdict("ignored", "wrong-token")
    old = any(tokens.verify(token, key, epoch) for epoch in range(1, seat.epoch))
    return Verdict("refused", "old-token" if old else "wrong-token", token.campaign, token.seat)


def _without_token(session: Session, letter: Letter, plus: bool) -> Verdict:
    if letter.sender is None:
        return Verdict("ignored", "stranger")
    seats = session.exec(
        select(AddressRow)
        .join(CampaignRow, col(CampaignRow.id) == col(AddressRow.campaign))
        .where(AddressRow.address == letter.sender.address, CampaignRow.status != "ended")
    ).all()
    if not seats:
        return Verdict("ignored", "stranger")
    if len(seats) > 1:
        return Verdict("refused", "no-token", seats[0].campaign, seats[0].seat)
    at = seats[0]
    if plus:
        return Verdict("refused", "no-token", at.campaign, at.seat)
    if denied(letter):
        return Verdict("refused", "sender-denied", at.campaign, at.seat)
    turn = _turn_answered(session, letter, at.campaign)
    return Verdict("accepted", "", at.campaign, at.seat, turn)


def _registered(session: Session, campaign: str, seat: str, address: str) -> bool:
    return session.get(AddressRow, (campaign, seat, address)) is not None


def denied(letter: Letter) -> bool:
    """Whether our own mail server says that the sender's domain did not send it (RFC 7489).

    ``letter.auth`` holds the results of the pinned server only; none at all denies nothing.
    """
    return any(r.method == "dmarc" and r.result == "fail" for r in letter.auth)


def _turn_answered(session: Session, letter: Letter, campaign: str) -> int | None:
    """The turn of the letter of ours that this one answers."""
    if not letter.in_reply_to:
        return None
    return session.exec(
        select(OutboxRow.turn).where(
            OutboxRow.message_id == letter.in_reply_to, OutboxRow.campaign == campaign
        )
    ).first()
