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

Automatic mail is never read for orders and never answered. What only may be automatic is held for
the game master, unless it is a stranger's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, col, select

from pbem import token as tokens
from pbem.intake.registry import Place, Registry
from pbem.reading.letter import Letter
from pbem.store.models import OutboxRow


@dataclass(frozen=True)
class Verdict:
    """The outcome, its code, and the seat it concerns where one is known."""

    status: Literal["accepted", "refused", "held", "ignored"]
    reason: str
    campaign: str | None = None
    seat: str | None = None
    turn: int | None = None
    """The turn that was open when the letter was written; ``None``: take the open one."""


def identify(
    session: Session, registry: Registry, letter: Letter, key: bytes, *, plus: bool
) -> Verdict:
    """The verdict on one letter. ``key``: the office's token key; ``plus``: see ``[office]``."""
    reason = f"automatic-{letter.automatic.reason}"
    if letter.automatic.strength == "strong":
        return Verdict("ignored", reason)
    verdict = _written(session, registry, letter, key, plus)
    if letter.automatic.strength == "weak" and verdict.status != "ignored":
        return Verdict("held", reason, verdict.campaign, verdict.seat)
    return verdict


def _written(
    session: Session, registry: Registry, letter: Letter, key: bytes, plus: bool
) -> Verdict:
    """The verdict on a letter that a person wrote."""
    found = _tokens(letter)
    for token in found:
        epoch = registry.epochs.get((token.campaign, token.seat))
        if epoch is not None and tokens.verify(token, key, epoch):
            return _with_token(session, registry, letter, token)
    if found:
        return _with_bad_token(registry, letter, found[0], key)
    return _without_token(session, registry, letter, plus)


def _tokens(letter: Letter) -> list[tokens.Token]:
    """Every token in the letter: addresses first, then subject, then marker."""
    found = [tokens.find_in_address(address) for address in letter.recipients]
    found.append(tokens.find_in_subject(letter.subject))
    found.append(tokens.parse_token(letter.marker) if letter.marker else None)
    return [t for t in found if t is not None]


def _with_token(
    session: Session, registry: Registry, letter: Letter, token: tokens.Token
) -> Verdict:
    place = (token.campaign, token.seat)
    if letter.sender is None:
        return Verdict("held", "no-sender", *place)
    if not registry.registered(place, letter.sender.address):
        return Verdict("held", "other-address", *place)
    if denied(letter):
        return Verdict("refused", "sender-denied", *place)
    turn = token.turn if token.turn is not None else _turn_answered(session, letter, place)
    return Verdict("accepted", "", *place, turn)


def _with_bad_token(registry: Registry, letter: Letter, token: tokens.Token, key: bytes) -> Verdict:
    place = (token.campaign, token.seat)
    sender = letter.sender.address if letter.sender else ""
    if not registry.registered(place, sender):
        return Verdict("ignored", "wrong-token")
    old = any(tokens.verify(token, key, epoch) for epoch in range(1, registry.epochs[place]))
    return Verdict("refused", "old-token" if old else "wrong-token", *place)


def _without_token(session: Session, registry: Registry, letter: Letter, plus: bool) -> Verdict:
    seats = registry.playing(letter.sender.address) if letter.sender else []
    if not seats:
        return Verdict("ignored", "stranger")
    if len(seats) > 1 or plus:
        return Verdict("refused", "no-token", *seats[0])
    if denied(letter):
        return Verdict("refused", "sender-denied", *seats[0])
    return Verdict("accepted", "", *seats[0], _turn_answered(session, letter, seats[0]))


def denied(letter: Letter) -> bool:
    """Whether our own mail server says that the sender's domain did not send it (RFC 7489).

    ``letter.auth`` holds the results of the pinned server only; none at all denies nothing.
    """
    return any(r.method == "dmarc" and r.result == "fail" for r in letter.auth)


def _turn_answered(session: Session, letter: Letter, place: Place) -> int | None:
    """The turn of the letter of ours that this one answers."""
    if not letter.in_reply_to:
        return None
    return session.exec(
        select(OutboxRow.turn).where(
            col(OutboxRow.message_id) == letter.in_reply_to, col(OutboxRow.campaign) == place[0]
        )
    ).first()
