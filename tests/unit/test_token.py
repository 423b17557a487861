"""Reply tokens (conventions, "Mail")."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import token

SECRET = b"an office's secret"


def test_the_mac_is_ten_characters_of_base32_of_the_hmac() -> None:
    digest = hmac.new(SECRET, b"st7|p2|3", hashlib.sha256).digest()
    assert token.make_mac(SECRET, "st7", "p2", 3) == base64.b32encode(digest)[:10].decode().lower()


def test_the_four_forms() -> None:
    made = token.Token("st7", "p2", "k3f7q2m6xa", 31)
    assert made.text == "st7.t31.p2.k3f7q2m6xa"
    assert token.reply_address("gm@example.org", made) == "gm+st7.t31.p2.k3f7q2m6xa@example.org"
    assert token.subject_tag(made) == "[st7-p2-k3f7q2m6xa]"
    assert token.marker_line(made) == "## st7 turn 31 seat 2 k3f7q2m6xa ## Write above this line."
    assert token.marker_line(made, "") == "## st7 turn 31 seat 2 k3f7q2m6xa ##"


@given(
    campaign=st.from_regex(r"[a-z0-9]{1,10}", fullmatch=True),
    seat=st.sampled_from(("p1", "p2", "p6")),
    epoch=st.integers(0, 99),
    turn=st.integers(1, 99999),
    shout=st.booleans(),
)
def test_every_form_is_found_again_in_any_case(
    campaign: str, seat: str, epoch: int, turn: int, shout: bool
) -> None:
    made = token.make_token(SECRET, campaign, seat, epoch, turn)

    def said(text: str) -> str:
        return text.upper() if shout else text

    assert token.parse_token(said(made.text)) == made
    assert token.find_in_address(said(token.reply_address("gm@example.org", made))) == made
    assert token.find_marker("> > " + said(token.marker_line(made))) == made
    found = token.find_in_subject("Re: " + said(token.subject_tag(made)) + " Turn")
    assert found == token.Token(made.campaign, made.seat, made.mac)
    assert token.verify(made, SECRET, epoch)


def test_another_seat_campaign_epoch_or_secret_does_not_verify() -> None:
    made = token.make_token(SECRET, "st7", "p2", 0, 31)
    assert token.verify(made, SECRET, 0)
    assert not token.verify(made, SECRET, 1)
    assert not token.verify(made, b"another", 0)
    assert not token.verify(token.Token("st8", "p2", made.mac, 31), SECRET, 0)
    assert not token.verify(token.Token("st7", "p3", made.mac, 31), SECRET, 0)


def test_the_turn_is_no_part_of_the_mac() -> None:
    one = token.make_token(SECRET, "st7", "p2", 0, 1)
    assert one.mac == token.make_token(SECRET, "st7", "p2", 0, 2).mac


@pytest.mark.parametrize(
    "text",
    [
        "",
        "st7.t31.p2",
        "st7.t31.p2.k3f7q2m6x",
        "st7.t31.p2.k3f7q2m6xa9",
        "st7.t31.p2.k3f7q2m6x1",
        "st 7.t31.p2.k3f7q2m6xa",
        "st7.t.p2.k3f7q2m6xa",
        "xst7.t31.p2.k3f7q2m6xa ",
    ],
)
def test_what_is_no_token(text: str) -> None:
    assert token.parse_token(text) is None


def test_addresses_without_a_token() -> None:
    for address in ("gm@example.org", "gm+news@example.org", "gm+@example.org", "", "gm"):
        assert token.find_in_address(address) is None


def test_a_token_may_come_without_a_turn() -> None:
    found = token.find_in_address("gm+st7.p2.k3f7q2m6xa@example.org")
    assert found == token.Token("st7", "p2", "k3f7q2m6xa")
    assert found is not None
    assert found.text == "st7.p2.k3f7q2m6xa"


def test_a_local_part_has_at_most_64_octets() -> None:
    made = token.Token("st7", "p2", "k3f7q2m6xa", 31)
    room = token.LOCAL_PART_MAX - len(made.text) - 1
    assert token.reply_address("g" * room + "@example.org", made)
    with pytest.raises(ValueError, match="local part"):
        token.reply_address("g" * (room + 1) + "@example.org", made)


@pytest.mark.parametrize("account", ["gm", "@example.org", "gm@"])
def test_an_account_must_be_an_address(account: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        token.reply_address(account, token.Token("st7", "p2", "k3f7q2m6xa", 31))


def test_a_marker_line_needs_a_turn() -> None:
    with pytest.raises(ValueError, match="turn"):
        token.marker_line(token.Token("st7", "p2", "k3f7q2m6xa"))
