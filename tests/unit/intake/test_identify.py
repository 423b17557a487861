"""Who wrote a letter: the table of verdicts, row by row."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

import pytest
from sqlmodel import Session

from pbem import token as tokens
from pbem.intake.identify import identify
from pbem.intake.registry import Registry
from pbem.reading.letter import AuthResult, Automatic, Letter, Sender

KEY = b"k" * 32
PLACE = ("sf1", "p1")


def registry(**at: list[tuple[str, str]]) -> Registry:
    """Two campaigns; Anna sits in one, Bob in both, sf9 is over."""
    usual = {
        "anna@x.org": [PLACE],
        "bob@x.org": [("sf1", "p2"), ("sf2", "p1")],
        "cleo@x.org": [("sf9", "p1")],
    }
    epochs = {PLACE: 2, ("sf1", "p2"): 1, ("sf2", "p1"): 1, ("sf9", "p1"): 1}
    return Registry(epochs, defaultdict(list, {**usual, **at}), frozenset({"sf9"}))


def letter(
    sender: str | None = "anna@x.org",
    *,
    epoch: int | None = 2,
    mac: str = "",
    strength: Literal["strong", "weak", "none"] = "none",
    **more: Any,
) -> Letter:
    """A letter to the seat's address; ``epoch``: of the token, ``None`` for no token."""
    to: tuple[str, ...] = ("gm@x.org",)
    if epoch is not None:
        token = tokens.make_token(KEY, *PLACE, epoch, 7)
        to = (f"gm+sf1.t7.p1.{mac or token.mac}@x.org",)
    return Letter(
        sender=Sender(sender, "") if sender else None,
        recipients=to,
        automatic=Automatic(strength, "sign" if strength != "none" else ""),
        **more,
    )


DENIED = (AuthResult("dmarc", "fail"),)


@pytest.mark.parametrize(
    ("one", "verdict"),
    [
        (letter(), ("accepted", "")),
        (letter("eve@x.org"), ("held", "other-address")),
        (letter(None), ("held", "no-sender")),
        (letter(auth=DENIED), ("refused", "sender-denied")),
        (letter(epoch=1), ("refused", "old-token")),
        (letter(mac="aaaaaaaaaa"), ("refused", "wrong-token")),
        (letter("eve@x.org", mac="aaaaaaaaaa"), ("ignored", "wrong-token")),
        (letter("eve@x.org", epoch=None), ("ignored", "stranger")),
        (letter(None, epoch=None), ("ignored", "stranger")),
        (letter(epoch=None), ("refused", "no-token")),
        (letter("bob@x.org", epoch=None), ("refused", "no-token")),
        (letter("cleo@x.org", epoch=None), ("ignored", "stranger")),
        (letter(strength="strong"), ("ignored", "automatic-sign")),
        (letter(strength="weak"), ("held", "automatic-sign")),
        (letter("eve@x.org", epoch=None, strength="weak"), ("ignored", "stranger")),
    ],
)
def test_verdicts(one: Letter, verdict: tuple[str, str]) -> None:
    """The table of the module (mail-facts, 3; test_report_28, test_report_33)."""
    found = identify(Session(), registry(), one, KEY, plus=True)
    assert (found.status, found.reason) == verdict


@pytest.mark.parametrize(
    ("one", "verdict"),
    [
        (letter(epoch=None), ("accepted", "")),
        (letter(epoch=None, auth=DENIED), ("refused", "sender-denied")),
        (letter("bob@x.org", epoch=None), ("refused", "no-token")),
    ],
)
def test_mailfact_34_without_plus_addresses_one_seat_needs_no_token(
    one: Letter, verdict: tuple[str, str]
) -> None:
    """But who sits in two places must say which."""
    found = identify(Session(), registry(), one, KEY, plus=False)
    assert (found.status, found.reason) == verdict


def test_mailfact_34_the_token_may_stand_in_subject_or_marker() -> None:
    """For programs that answer the From address; the turn is then the answered letter's."""
    token = tokens.make_token(KEY, *PLACE, 2, 7)
    subject = letter(epoch=None, subject=f"Re: {tokens.subject_tag(token)} Turn 7")
    marker = letter(epoch=None, marker=token.text)
    assert identify(Session(), registry(), subject, KEY, plus=True).turn is None
    assert identify(Session(), registry(), marker, KEY, plus=True).turn == 7


def test_mailfact_35_a_right_token_from_a_wrong_sender_is_held() -> None:
    """A token in the subject lets nobody in who is not registered for the seat."""
    token = tokens.make_token(KEY, *PLACE, 2, 7)
    one = letter("bob@x.org", epoch=None, subject=tokens.subject_tag(token))
    assert identify(Session(), registry(), one, KEY, plus=True).status == "held"


def test_the_good_token_counts_where_there_are_two() -> None:
    """A forwarded Cc, an old tag in the subject."""
    old = tokens.make_token(KEY, *PLACE, 1, 3)
    one = letter(subject=tokens.subject_tag(old))
    assert identify(Session(), registry(), one, KEY, plus=True).status == "accepted"
