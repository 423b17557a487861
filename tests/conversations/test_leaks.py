"""No letter tells what its reader may not see; nothing about letters hangs on a hidden hand."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from engine.state import change
from games.space_freighter.cards import CARGO
from pbem.run import opening
from tests.conversations.lanterns import to_the_gap
from tests.conversations.table import NAMES, SEED, Post, Table


def canaries(post: Post, seats: tuple[str, ...]) -> list[str]:
    """Strings that only another seat may see, found in a letter."""
    found = []
    for seat in seats:
        if seat != post.seat:
            found += [word for word in (f"canary-{seat}", f"addr-{seat}") if word in str(post.raw)]
    return found


def test_report_36_canary_over_a_whole_campaign(empty: Table) -> None:
    """Addresses, private lines, plans and answers of one seat stand in no letter to another."""
    table = empty.new(address=lambda name: f"addr-p{NAMES.index(name) + 1}@example.org").start()
    turns = 0
    while table.campaign().status == "running":
        turns += 1
        for seat in ("p1", "p2", "p3"):
            if turns % 5 == 1:
                table.say(
                    seat,
                    f"canary-{seat} is a line of mine\nSTANDING\nDELIVER BEST ATLEAST 12\nPASS\n"
                    f"SUFFER\nDISCARD LOWEST ; canary-{seat}\nHELP canary-{seat}\nSTATUS\nREPORT",
                )
        table.tick(hours=6)
        if table.campaign().status == "running" and turns % 3 == 0:
            table.until()
    posts = [post for post in table.letters if post.seat]
    assert any(f"canary-{post.seat}" in str(post.raw) for post in posts), "the canaries sing"
    assert [words for post in posts if (words := canaries(post, ("p1", "p2", "p3")))] == []
    before = [post for post in posts if post.kind != "final"]
    assert not any(SEED.hex() in post.text for post in before)
    macs = {post.seat: re.findall(r"-([a-z2-7]{10})\]", post.subject)[0] for post in posts}
    for post in posts:
        others = [mac for seat, mac in macs.items() if seat != post.seat]
        assert not any(mac.encode() in post.raw for mac in others)


def test_a_hand_is_printed_for_its_owner_alone(table: Table) -> None:
    """Cards that came into a hand unseen by the others are in no letter to them."""
    hands = {
        "p1": ("Frozen World", "Laser Turret", "Dark Matter"),
        "p2": ("Star Base", "Missile Salvo", "Anti-Matter"),
        "p3": ("Hive World", "Solar Sail", "Radioactives"),
    }

    def dealt(s: Any) -> Any:
        taken = {card for hand in hands.values() for card in hand}
        deck = tuple(c for c in (*s.deck, *(c for h in s.hands.values() for c in h)) if c in CARGO)
        return change(
            s,
            hands={seat: tuple(sorted(cards)) for seat, cards in hands.items()},
            deck=tuple(sorted((c for c in deck if c not in taken), key=CARGO.index)),
            ahead=(),
        )

    table.rig(dealt)
    table.say("p1", "ANSWER PASS")
    table.say("p2", "PLAN\nPASS")
    table.tick()
    for post in table.fresh:
        report = post.text.partition("YOU  ")[2].partition("DECK")[0]
        for seat, cards in hands.items():
            for card in cards:
                assert (card in report) == (seat == post.seat), (post.seat, card)


SWAPS = [
    (("Avoid", "Avoid"), ("Zap", "Storm")),
    (("Feast", "Envoy"), ("Storm", "Storm")),
]


@pytest.mark.parametrize("hands", SWAPS, ids=lambda pair: "-".join(pair[0]))
def test_swap_letters_do_not_hang_on_a_hidden_hand(
    with_toy: None, empty: Table, hands: tuple[tuple[str, ...], ...]
) -> None:
    """Two tables that differ only in what Cleo holds: who is written to, when and what is the
    same for all others, through questions, reminders and the settlement by silence.
    """
    told: list[list[tuple[str, str, bytes]]] = []
    for number, cards in enumerate(hands):
        table = Table.copy(empty, empty.office.folder.parent / f"swap{number}")
        table.new("la1", game="lanterns").start()
        to_the_gap(table, p1=("Envoy", "Zap"), p2=("Feast", "Zap"), p3=cards)
        table.say("p1", "STATUS\nREPORT\nHISTORY")
        table.tick()
        table.say("p2", "ANSWER PASS")
        table.tick()
        table.until()
        told.append([(post.seat, post.kind, post.raw) for post in table.letters])
    assert [one[:2] for one in told[0]] == [one[:2] for one in told[1]]
    for one, other in zip(*told, strict=True):
        if one[0] != "p3":
            assert one == other


def test_what_is_on_file_shows_in_nothing_that_others_get(with_toy: None, empty: Table) -> None:
    """Cleo has answered or not: the others' letters and the moment they come are the same, as
    long as somebody else is waited for.
    """
    told: list[list[tuple[str, str, bytes]]] = []
    for text in ("STATUS", "ANSWER PASS", "STANDING\nSELL 3\nZAP up"):
        table = Table.copy(empty, empty.office.folder.parent / f"file{len(told)}")
        table.new("la1", game="lanterns").start()
        to_the_gap(table)
        table.say("p3", text)
        table.tick()
        table.say("p1", "STATUS")
        table.tick()
        table.until()
        told.append([(p.seat, p.kind, p.raw) for p in table.letters if p.seat in ("p1", "p2")])
    assert told[0] == told[1] == told[2]


def test_an_offer_between_two_is_in_no_letter_to_a_third(table: Table) -> None:
    """Nor does it wake him, nor does its end; and numbers count for each pair."""
    hand = table.state().hands["p2"][0]
    for _ in range(3):
        table.say("p2", f"OFFER Anna: {hand} FOR NOTHING UNTIL tomorrow")
        table.tick()
        assert "p3" not in table.addressed
    table.tick(hours=23)
    table.tick(hours=14)
    assert "p3" not in table.addressed
    table.say("p3", f"OFFER Anna: {table.state().hands['p3'][0]} FOR NOTHING\nSTATUS\nREPORT")
    table.tick()
    assert "(offer 1)" in table.to("p3")
    assert hand not in table.to("p3").text.partition("WHAT HAS HAPPENED")[0]


def test_run_logs_and_the_ledger_hold_no_secret(table: Table) -> None:
    """What a run writes about itself names no token, no address, no seed."""
    table.say("p1", "ANSWER PASS")
    table.tick()
    rows = table.read(lambda s: s.connection().exec_driver_sql("SELECT summary FROM run").all())
    text = json.dumps([row[0] for row in rows])
    macs = [re.findall(r"-([a-z2-7]{10})\]", post.subject) for post in table.letters if post.seat]
    for secret in (*(mac[0] for mac in macs), "example.org", SEED.hex()):
        assert secret not in text


def test_before_the_start_nobody_sees_anothers_address(empty: Table) -> None:
    """The trial letters name the players, not where they can be reached."""
    empty.new()
    opening.start(empty.office, "sf1", empty.now, unconfirmed=True)
    empty.out()
    for post in empty.letters:
        others = [n.lower() for i, n in enumerate(NAMES[:3], 1) if f"p{i}" != post.seat]
        assert not any(f"{name}@example.org" in post.raw.decode() for name in others)
