"""What players of Star Traders write and are told: first letters, plans, errors, deals."""

from __future__ import annotations

import pytest

from games.star_traders.game import STAR_TRADERS
from pbem.run.seating import drop
from tests.conversations.star_traders.stars import (
    AVOID,
    OTHER,
    PARADE,
    TROUBLE,
    ZAP,
    all_say,
    asked,
    fall,
    kinds,
    lay,
    pass_gap,
    place,
    told,
)
from tests.conversations.table import Post, Table, codes
from tests.games.star_traders.scene import luck

# -- the first letters -----------------------------------------------------------------------------


def narrow(post: Post) -> bool:
    """Whether every line fits into 72 columns."""
    return max(map(len, post.text.splitlines())) <= 72


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_the_first_letters_teach_a_newcomer(empty: Table, variant: str) -> None:
    """Point 6: what the game is about, then what a turn is, with words to answer with."""
    lay(empty, variant, 2)
    cleo = empty.newest["st1", "p2"]
    assert "THE GAME" in cleo
    assert "wins." in cleo.flat.partition("THE GAME")[2]
    assert "; ANSWER PICK 13" in cleo.text
    assert narrow(cleo)
    while asked(empty).keys() & {"p1", "p2"} and "act" not in asked(empty).values():
        empty.until()
    anna = empty.newest["st1", "p1"]
    assert narrow(anna)
    first = anna.flat.partition("YOUR FIRST TURN")[2]
    assert "For each a die is rolled first" in first
    assert ("builds itself" in first) == ("nova" in variant)
    assert "the words PLAN A adopt it" in first
    assert "SUGGESTED PLANS" in first
    empty.say("p1", "PLAN A")
    empty.tick()
    assert {outcome for _, outcome, _ in codes(empty.ordered())} == {"kept"}
    assert "Taken from your plan, line" in told(empty, "p1")


def test_deals_while_starts_are_picked(stars: Table) -> None:
    """ST-TRD-1, ST-LUC-2, ST-SET-16: from the deal on, whoever is asked where to begin."""
    assert asked(stars) == {"p3": "start"}
    first = stars.newest["st1", "p3"].flat
    assert "Your first station goes there." in first
    # The Core is for the further stations of three Traders.
    assert "CORE" not in first
    held = [STAR_TRADERS.lexicon(stars.state(), {}).shown("title", c) for c in hand(stars, "p1")]
    stars.say("p1", f'OFFER Bob: "{held[0]}" FOR $3\nBEACON OTHERS 2\nREVEAL "{held[1]}"')
    stars.tick()
    assert {outcome for _, outcome, _ in codes(stars.ordered())} == {"done"}
    assert "We wait for Cleo" in stars.newest["st1", "p2"]
    stars.say("p2", f'ACCEPT Anna\nTHROW "{held[0]}"')
    stars.tick()
    assert stars.state().money == {"p1": 13, "p2": 7, "p3": 10}
    assert (len(hand(stars, "p1")), len(hand(stars, "p2"))) == (1, 2)
    stars.say("p3", "ANSWER PICK 33")
    stars.tick()
    assert asked(stars) == {"p2": "start"}


def test_leaving_while_starts_are_picked(stars: Table) -> None:
    """ST-AMB 51, ST-DRO-2: what is the leaver's to pick is picked for him; then he drops out."""
    stars.say("p3", "RESIGN st1")
    stars.tick()
    for seat, kind in (("p2", "start"), ("p1", "start"), ("p2", "extra"), ("p1", "core")):
        assert asked(stars) == {seat: kind}
        stars.until()
    assert (stars.state().gone, stars.state().round) == (("p3",), 0)
    assert set(asked(stars).values()) == {"bid"}
    stars.until()
    assert set(asked(stars).values()) == {"act"}


def test_the_gm_drops_a_seat_while_starts_are_picked(stars: Table) -> None:
    """ST-AMB 51: as by RESIGN; what is his to pick is picked for him."""
    drop(stars.office, "st1", "p2", stars.now)
    stars.out()
    assert "Your GM has taken Bob out of st1" in stars.to("p3")
    stars.say("p3", "ANSWER PICK 33")
    stars.tick()
    assert asked(stars) == {"p1": "start"}
    assert stars.state().ships["p2"] == (13,)


def hand(table: Table, seat: str) -> tuple[str, ...]:
    """The cards that this seat holds."""
    return tuple(table.state().hands[seat])


def test_where_to_begin_is_asked_one_after_another(empty: Table) -> None:
    """ST-W13, ST-SET-7, ST-SET-10, ST-SET-14: in reverse order, each seeing what is taken."""
    empty.new(
        "st1",
        game="star-traders",
        variant="family",
        players=6,
        options={"personalities": "chosen"},
    ).start()
    seats = ("p6", "p5", "p4", "p3", "p2", "p1")
    roles = ("Hero", "Rogue", "Tycoon", "Maverick", "Engineer", "Navigator")
    for seat, role in zip(seats, roles, strict=True):
        assert asked(empty) == {seat: "role"}
        assert f"{role}: " in empty.newest["st1", seat], "what it may do"
        empty.say(seat, f"ANSWER PICK {role}")
        empty.tick()
    for seat, world in zip(seats[:-1], ("53", "43", "CORE", "33", "23"), strict=True):
        assert asked(empty) == {seat: "start"}
        if seat == "p5":
            assert "ANSWER PICK 53" not in empty.newest["st1", seat].text
            empty.say(seat, "ANSWER PICK 53")
            empty.tick()
            assert asked(empty) == {seat: "start"}, "taken; told, and asked again"
            assert "This is not possible now." in empty.to(seat)
        empty.say(seat, f"ANSWER PICK {world}")
        empty.tick()
    assert asked(empty) == {"p4": "core"}, "one star was left for Anna"
    assert "ON OFFER" in empty.to("p4"), "once the Contracts lie"
    empty.say("p4", "ANSWER PICK 62")
    empty.tick()
    assert asked(empty) == {"p1": "act"}
    assert empty.state().ships["p4"] == (62, 62)


def test_silence_picks_where_to_begin(empty: Table) -> None:
    """ST-W13, ST-AMB 1: a letter to each, and at its deadline what is on top of the list."""
    lay(empty, "family", 3)
    order = [("p3", "start"), ("p2", "start"), ("p1", "start")]
    order += [("p3", "extra"), ("p2", "extra"), ("p1", "core")]
    for seat, kind in order:
        assert asked(empty) == {seat: kind}
        assert "Silence means" in empty.newest["st1", seat]
        empty.until()
    s = empty.state()
    assert [s.ships[x] for x in ("p3", "p2", "p1")] == [(13,), (23,), (33,)]
    assert sorted(w // 10 for w in s.stations) == [1, 2, 3, 4, 5, 6]


def test_at_pace_rounds_everybody_is_asked_where_to_begin(empty: Table) -> None:
    """ST-W13: the setup waits for its answers; plans are collected once it is over."""
    empty.new(
        "st1",
        game="star-traders",
        variant="family",
        players=4,
        options={"pace": "rounds", "personalities": "chosen"},
    ).start()
    for seat, role in (("p4", "Hero"), ("p3", "Rogue"), ("p2", "Tycoon"), ("p1", "Maverick")):
        assert asked(empty) == {seat: "role"}
        empty.say(seat, f"ANSWER PICK {role}")
        empty.tick()
    for seat, world in (("p4", 53), ("p3", 43), ("p2", 33), ("p1", 23)):
        assert asked(empty) == {seat: "start"}
        empty.say(seat, f"ANSWER PICK {world}")
        empty.tick()
    assert asked(empty) == dict.fromkeys(("p1", "p2", "p3", "p4"), "ready")
    assert empty.state().ships["p2"] == (33, 33)


def test_who_jumped_is_told_to_the_others(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report of somebody else's turn says whose jumps these were."""
    fall(monkeypatch, {"die:p1": [6, 1]})
    place(stars, hands={"p3": (OTHER,)})
    stars.say("p1", "PLAN\nJUMP 12\nELSE FINISH")
    stars.tick()
    assert "Anna jumped 13 Heinlein > 12 Asimov: needs 2, used 6." in told(stars, "p3")
    assert "You jumped 13 Heinlein > 12 Asimov" in told(stars, "p1")


# -- plans -----------------------------------------------------------------------------------------


def test_a_plan_that_becomes_impossible_half_way_says_which_else_was_used(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bad input: told, with its ELSE. A station stands at 12 by the time Anna comes there."""
    fall(monkeypatch, {"die:p1": [6, 6, 1]})
    place(stars, stations={13: "p1", 12: "p2", 33: "p3"}, hands={"p3": (OTHER,)})
    stars.say("p1", "PLAN\nJUMP 12\nBUILD ELSE BUSINESS\nPICKUP 1\nELSE FINISH")
    stars.tick()
    anna = told(stars, "p1")
    own = "Taken from your plan, line 2 (BUILD ELSE BUSINESS): ; BUSINESS"
    assert own in anna, "its own ELSE"
    assert (
        "Line 3 of your plan was not possible, as its cargo lies at 11 Bradbury: ; PICKUP 1"
        " Line 4 was used instead: ; ELSE FINISH" in anna
    )
    assert "of your plan" not in told(stars, "p3")


def test_the_suggested_plan_goes_for_the_mission(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-AMB 13, ST-MIS-4, ST-MIS-6: PLAN A of the petitioner's report, and nothing else."""
    fall(monkeypatch, {"petition:p1": [6], "die:p1": [2, *[6, 1] * 40]})
    place(
        stars,
        options={"stations": 1},
        money={"p1": 60},
        prestige={"p1": 17},
        at={"p1": 33},
        stations={33: "p1", 14: "p1"},
        hands={"p1": (), "p2": (), "p3": ()},
        deck=("F34",),
    )
    assert "; WHEN MISSION: RUN MISSION ELSE BUSINESS" in stars.newest["st1", "p1"].text
    stars.say("p1", "PLAN A\nSTANDING\nPASS")
    all_say(stars, "STANDING\nPASS", "p2", "p3")
    stars.tick()
    assert stars.state().missions == {"p1": "F34"}
    for _ in range(60):
        if stars.state().ended:
            break
        assert "p1" not in asked(stars), "his plan answers for him"
        all_say(stars, "ANSWER FINISH", *asked(stars))
        stars.tick()
    assert (stars.state().ended, stars.state().winners) == ("mission", ("p1",))
    assert "PickedUp" in kinds(stars)
    assert "Taken from your plan, line" in told(stars, "p1")


def test_a_plan_without_else_stops_and_asks(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """At pace turns the player is asked what to do instead."""
    fall(monkeypatch, {"die:p1": [6, 1]})
    place(stars)
    stars.say("p1", "PLAN\nJUMP 12\nPICKUP 3")
    stars.tick()
    assert asked(stars) == {"p1": "act"}
    assert (
        "Your plan could not go on at line 2, as its cargo lies at 31 Saberhagen: ; PICKUP 3"
        in stars.to("p1")
    )


def test_report_79_a_line_ahead_is_checked_for_form_now_and_for_legality_then(
    stars: Table,
) -> None:
    """PICKUP 3 is no pickup here and now, yet a good line; PICKUP 9 is none."""
    place(stars, hands={"p3": (OTHER,)})
    stars.say("p2", "PLAN\nPICKUP 3\nPICKUP 9\nELSE FINISH")
    stars.tick()
    outcomes = {text: outcome for text, outcome, _ in codes(stars.ordered())}
    assert outcomes["PICKUP 3"] == "kept"
    assert outcomes["PICKUP 9"] == "refused"


def test_per_roll_lists(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ROLL n+ with its ELSE: what was rolled decides."""
    fall(monkeypatch, {"die:p1": [2, 5, 1]})
    place(stars, hands={"p3": (OTHER,)})
    stars.say("p1", "PLAN\nROLL 5+: JUMP 21\nROLL 2: BUSINESS\nELSE FINISH")
    stars.tick()
    assert stars.state().ships["p1"] == (21,)
    assert stars.state().money["p1"] == 11


# -- three kinds of error --------------------------------------------------------------------------


def test_the_three_kinds_of_error_and_what_would_be_legal(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No such word; a form that is wrong; an order that is not legal now."""
    fall(monkeypatch, {"die:p1": [2]})
    place(stars)
    stars.say("p1", "BIULD\nANSWER JUMP\nANSWER JUMP 66\nANSWER PLAY Zap")
    stars.tick()
    outcomes = [(text, outcome) for text, outcome, _ in codes(stars.ordered())]
    assert [outcome for _, outcome in outcomes] == ["refused"] * 4
    anna = stars.to("p1")
    assert "There is no such order. Nearest: BUILD." in anna
    assert "| ANSWER JUMP Something is missing here: world. ; ANSWER JUMP 12" in anna
    assert (
        "| ANSWER JUMP 66 This is not possible now: no jumpline joins 13 Heinlein and 66 " in anna
    )
    assert "Nearest: ANSWER JUMP 12. ; ANSWER JUMP 12" in anna
    assert "| ANSWER PLAY Zap This is not possible now: Zap is not in your hand." in anna
    assert asked(stars) == {"p1": "act"}


def test_an_ambiguous_name_is_refused_with_its_candidates(stars: Table) -> None:
    """Nothing is guessed."""
    place(stars)
    stars.say("p2", "PLAN\nGOTO Sa\nELSE FINISH")
    stars.tick()
    assert "GOTO Sa" in stars.to("p2")
    assert [o for t, o, _ in codes(stars.ordered()) if t == "GOTO Sa"] == ["refused"]


def test_a_card_that_is_not_held_tells_nothing_of_where_it_is(stars: Table) -> None:
    """The same refusal whether Bob or nobody has the Zap."""
    place(stars, hands={"p1": (OTHER,), "p2": (ZAP,)})
    stars.say("p1", "ANSWER PLAY Lost in Space ON Bob")
    stars.tick()
    assert "Zap" not in stars.to("p1").text.partition("WHAT")[0]


# -- deals -----------------------------------------------------------------------------------------


def test_a_station_for_money(stars: Table) -> None:
    """ST-STA-5, ST-STA-7: whole and at once, in anybody's turn, without Prestige."""
    place(stars, stations={13: "p1", 23: "p2", 22: "p2", 33: "p3"})
    stars.say("p2", "OFFER Anna: STATION 22 FOR 4")
    stars.tick()
    assert "; ACCEPT Bob 1" in stars.newest["st1", "p1"].text
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    s = stars.state()
    assert s.stations[22] == "p1"
    assert (s.money["p1"], s.money["p2"], s.prestige["p1"]) == (6, 14, 1)
    assert not [post for post in stars.fresh if post.seat == "p3" and "OFFER" in post.text]


def test_an_offer_that_cannot_be_carried_out_any_more_ends_with_the_reason(stars: Table) -> None:
    """ST-AMB 46: checked when it is accepted; nothing of it happens."""
    place(stars, stations={13: "p1", 23: "p2", 22: "p2", 33: "p3"})
    stars.say("p2", "OFFER Anna: STATION 22 FOR 4\nTHROW STATION 22")
    stars.tick()
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    assert stars.state().money["p1"] == 10
    assert stars.state().offers == ()
    assert "Bob" in stars.to("p1")


@pytest.mark.parametrize(("held", "full"), [(2, False), (3, True)])
def test_cards_within_the_hand_limit(stars: Table, held: int, full: bool) -> None:
    """ST-LUC-1, ST-LUC-2: three at any other time; a fourth makes the deal fail."""
    place(stars, hands={"p1": (OTHER, PARADE, TROUBLE)[:held], "p2": (ZAP, AVOID)})
    stars.say("p2", "OFFER Anna: Zap FOR 2")
    stars.tick()
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    s = stars.state()
    assert (ZAP in s.hands["p1"]) != full
    assert s.money["p2"] == (10 if full else 12)
    assert "Zap" not in told(stars, "p3").partition("YOUR FIRST TURN")[2].partition("ON FILE")[0]


@pytest.mark.parametrize("together", [True, False])
def test_cargo_changes_ships_at_the_same_world_only(stars: Table, together: bool) -> None:
    """ST-CAR-8, ST-TRD-3."""
    place(stars, at={"p2": 13 if together else 23}, cargo={"p2": (1,)})
    stars.say("p2", "OFFER Anna: CARGO 1 FOR 3")
    stars.tick()
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    assert bool(stars.state().cargo["p1"]) == together
    assert stars.state().money["p2"] == (13 if together else 10)


def test_an_offer_lapses_at_its_time(stars: Table) -> None:
    """UNTIL is a time of the post office; an ACCEPT after it is refused."""
    place(stars)
    stars.say("p2", "OFFER Anna: 3 FOR STATION 13 UNTIL 2 Dec 12:00")
    stars.tick()
    assert len(stars.state().offers) == 1
    stars.tick(hours=12)
    stars.tick(hours=12)
    assert stars.state().offers == ()
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    assert stars.state().stations[13] == "p1"


# -- what others see -------------------------------------------------------------------------------

PARADE2, OTHER2 = luck("Triumphal Parade", nth=1), luck("Overdrive", nth=1)
STRIKE = luck("Lost in Space")
COMMON = ("F11", "F12", "F13", "F14")
HANDS = [(AVOID, TROUBLE), (ZAP, TROUBLE), (OTHER, PARADE)]


def test_report_62_no_letter_hangs_on_a_hidden_hand(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever Cleo holds: text, recipients and time of all letters to the others are the same,
    through a Calamity, a Zap from what is on file, the gap, reminders and silence.
    """
    letters = []
    for number, hand in enumerate(HANDS):
        table = Table.copy(stars, stars.office.folder.parent / f"swap{number}")
        fall(monkeypatch, {"die:p1": [3, 1, 1, 1, 1, 1], "deck": [1, 1, 1, 1]})
        # What anybody draws lies in front of what differs.
        deck = (*COMMON, *(card for other in HANDS for card in other if card not in hand))
        place(table, hands={"p1": (PARADE2, STRIKE), "p2": (OTHER2,), "p3": hand}, deck=deck)
        table.say("p1", "ANSWER PLAY Lost in Space ON Bob\nSTATUS\nHISTORY")
        table.tick()
        table.say("p2", "ANSWER PASS")
        table.tick()
        table.until()
        table.say("p1", "PLAN\nJUMP 14\nELSE FINISH\nOFFER Cleo: 2 FOR Zap\nREPORT")
        table.tick()
        table.until()
        pass_gap(table)
        letters.append([(post.seat, post.kind, post.raw) for post in table.letters])
    for other in letters[1:]:
        assert [x[:2] for x in other] == [x[:2] for x in letters[0]]
        assert [x for x in other if x[0] != "p3"] == [x for x in letters[0] if x[0] != "p3"]
    assert any(x != y for x, y in zip(letters[0], letters[1], strict=True)), "Cleo sees her hand"


def test_st_w13_in_rounds_no_gap_waits_not_even_the_first(empty: Table) -> None:
    """Round 1 begins in the same run as its windows come; they take what is on file."""
    _rounds(empty)
    assert set(asked(empty).values()) == {"ready"}
    all_say(empty, "PLAN\nBUSINESS\nREADY", "p1", "p2", "p3")
    empty.tick()
    assert (empty.state().round, empty.state().turn) == (1, 3)
    assert set(asked(empty).values()) == {"ready"}
    assert "No orders from you were on file, so: ; PASS" not in empty.to("p1"), "nobody was asked"


def test_st_w13_a_silent_round_is_told_in_two_lines(empty: Table) -> None:
    """What nobody was asked for is not told; five times the same is told once."""
    _rounds(empty)
    empty.say("p1", "STATUS")
    empty.tick()
    empty.until()
    assert empty.state().round == 1
    post = empty.to("p2")
    assert "You had not said READY; the deadline came." in post
    assert post.flat.count("No orders from you were on file") == 1
    assert "No orders from you were on file, so five times: ; BUSINESS" in post


def test_st_w13_options_tell_that_no_window_waits_in_rounds(empty: Table) -> None:
    """And the game by its name, which no player need know as a word of the command line."""
    _rounds(empty)
    empty.say("p1", "OPTIONS")
    empty.tick()
    assert "these wait for mail" not in empty.to("p1")
    assert "Star Traders, the Imperial game; campaign st1" in empty.to("p1")


def test_st_w13_silence_without_a_plan_is_a_turn_of_business(empty: Table) -> None:
    _rounds(empty)
    silence = "so your turn is spent in local business, $1 an action."
    assert silence in empty.newest["st1", "p1"]
    empty.say("p1", "PLAN\nRUN BEST\nSTATUS")
    empty.tick()
    assert silence not in empty.to("p1")


def test_before_turn_1_the_subject_says_so_and_a_number_out_of_range_is_told(empty: Table) -> None:
    empty.new("st1", game="star-traders", variant="family", players=3).start()
    assert "Before turn 1: your move" in empty.newest["st1", "p3"].subject
    empty.say("p3", "PLAN\nRUN 9")
    empty.tick()
    assert "The number is out of range: 1 to 6." in empty.to("p3")


def _rounds(table: Table) -> None:
    """Three players at pace rounds, with the first round to be planned."""
    table.new(
        "st1", game="star-traders", variant="imperial", players=3, options={"pace": "rounds"}
    ).start()
    while "ready" not in asked(table).values():
        ((seat, _),) = asked(table).items()
        table.say(seat, "ANSWER PICK BEST")
        table.tick()
