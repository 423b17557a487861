"""Single words of letters, read as a player reads them."""

from __future__ import annotations

import pytest

from engine.decision import Decision
from engine.fact import Answered, Fact, Missed
from engine.state import change
from engine.window import PASS
from games import GAMES
from games.star_traders.facts.court import Denied, Praised, Quarantined
from games.star_traders.facts.setup import Played
from games.star_traders.game import STAR_TRADERS
from games.star_traders.state import Quarantine
from pbem.letters import Library, compose
from pbem.letters.context import Asked, Final, Happened, Reader
from tests.conversations.star_traders.stars import AVOID, fall, lay, place, told
from tests.conversations.star_traders.test_told import section, voice
from tests.conversations.table import Table
from tests.games.star_traders.scene import luck, position

SAID = (
    (Praised("p1", 0), "Your Prestige stays as it is."),
    (Praised("p2", 0), "Bob's Prestige stays as it is."),
    (Praised("p2", 2), "Bob gained 2 Prestige."),
    (Denied("p2", 5, 0, 4, (5, 0, 0), "unable", (20, 6)), "The petition would have been granted"),
    (Denied("p1", 5, 0, 4, (5, 0, 0), "unpaid", (20, 6)), "The petition would have been granted"),
    (Played("p1", (AVOID,), ("p1",)), "You played Avoid a Calamity on yourself."),
    (Played("p1", (AVOID,), ("p1", "p3")), "You played Avoid a Calamity on yourself and Cleo."),
    (Played("p2", (AVOID,), ("p1", "p3")), "Bob played Avoid a Calamity on you and Cleo."),
    (Played("p2", (AVOID,), ("p2",)), "Bob played Avoid a Calamity."),
    (Played("p2", (AVOID,), ("p1",)), "Bob played Avoid a Calamity on you."),
    (Quarantined(13, "p1"), "13 Heinlein is in Quarantine; you roll first to lift it."),
    (Quarantined(13, "p2"), "13 Heinlein is in Quarantine; Bob rolls first to lift it."),
)


@pytest.mark.parametrize(("fact", "words"), SAID, ids=lambda x: x if isinstance(x, str) else "")
def test_a_fact_is_told_to_whom_it_concerns(fact: Fact, words: str) -> None:
    assert words in voice("p1").happened([Happened(1, fact)])


@pytest.mark.parametrize(
    ("variant", "petition", "quarantine"),
    [("nova", False, False), ("family", True, False), ("imperial", True, True)],
)
def test_st_luc_1_cards_speak_of_what_the_campaign_knows(
    empty: Table, variant: str, petition: bool, quarantine: bool
) -> None:
    """Nova knows no petitions, and the Quarantine is a card of the Imperial set."""
    table = lay(empty, variant, 3)
    hand = (luck("Zap", sets="N"), luck("Avoid a Calamity", sets="N"), luck("Scandal"))
    place(table, hands={"p1": (*hand, luck("Triumphal Parade")), "p2": (), "p3": ()})
    table.say("p1", "CARD Zap\nCARD Avoid\nCARD Scandal")
    held = table.newest["st1", "p1"].flat.partition("Hand:")[2].partition("ON OFFER")[0]
    table.tick()
    for text in (held, table.to("p1").flat):
        assert ("petition" in text) is petition
        assert ("Quarantine" in text) is quarantine


def test_st_mov_1_the_map_names_the_readers_own_ship(stars: Table) -> None:
    place(stars, at={"p1": 23, "p2": 33, "p3": 33})
    stars.say("p1", "MAP")
    stars.tick()
    assert "; your ship)" in stars.to("p1")
    assert "ship of Bob and Cleo" in stars.to("p1")
    assert "ship of you" not in stars.to("p1")


def test_st_blk_5_imperial_stations_are_told_of_everybody(black_hole: Table) -> None:
    """The map writes them in capitals, says so, and the table lists them."""
    place(black_hole, stations={13: "p1", 23: "p2", 33: "p3"}, imperial=(13, 23))
    cleo = black_hole.newest["st1", "p3"]
    assert "letters: stations, capital: Imperial" in cleo
    table = section(cleo, "TABLE")
    assert "Imperial Stations: 13" in table
    assert "Imperial Stations: 23" in table


def test_st_ver_1_the_map_has_no_capitals_elsewhere(stars: Table) -> None:
    place(stars)
    assert "capital" not in stars.newest["st1", "p1"]


@pytest.mark.parametrize(
    ("now", "words"), [(29, "1 Prestige"), (30, "your Prestige is at its most")]
)
def test_st_pre_1_a_suggested_plan_promises_what_the_meter_has_room_for(
    stars: Table, now: int, words: str
) -> None:
    place(stars, prestige={"p1": now}, money={"p1": 0})
    plans = section(stars.newest["st1", "p1"], "SUGGESTED PLANS")
    assert words in " ".join(plans.split())


def test_st_win_5_the_result_ranks_as_the_final_positions_do() -> None:
    """The winner first though others have more Prestige, each figure with its unit."""
    s = position(3, "black-hole", prestige={"p1": 30, "p2": 30, "p3": 12}, money={"p2": 90})
    s = change(s, winners=("p3",), ended="mission")
    of = voice("p1", "black-hole")
    final = Final(
        data=STAR_TRADERS.final(s),
        reason="mission",
        winners=s.winners,
        scores=STAR_TRADERS.score(s),
        seed="0f" * 32,
        commitment="a7" * 32,
    )
    book = Library(GAMES).book(STAR_TRADERS)
    text = compose(book, of.campaign, Reader("p1", "Anna"), (final,), marker="## x").text
    result = text.partition("THE RESULT\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[:3] for line in result] == [
        ["Cleo", "12", "Prestige"],
        ["Bob", "30", "Prestige"],
        ["Anna", "30", "Prestige"],
    ]
    positions = text.partition("FINAL POSITIONS\n")[2].splitlines()[:6]
    assert [x.split()[0] for x in positions if x[1:2].isupper()] == ["Cleo", "Bob", "Anna"]
    assert "\n\nTHE DICE" in text


def test_st_qua_9_who_is_kept_is_told_that_his_avoid_frees_him(
    imperial: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the position, the choice and the suggested plan, in the words of an order."""
    fall(monkeypatch, {"die:p1": [6] * 20})
    kept = (Quarantine(world=13, first="p2"),)
    place(imperial, hands={"p1": (AVOID,), "p2": (), "p3": ()}, quarantines=kept)
    anna = imperial.newest["st1", "p1"]
    assert "Your Avoid frees you: ; PLAY Avoid a Calamity ON Anna" in anna
    assert "Lines from here, once the Quarantine holds you no more: 11" in anna
    choices = section(anna, "YOUR CHOICES")
    assert "; ANSWER PLAY Avoid a Calamity ON Anna\n" in choices
    assert "an Avoid on yourself lets you leave the Quarantine" in " ".join(choices.split())
    line = "; WHEN HOLDS Avoid a Calamity: PLAY Avoid a Calamity ON Anna"
    assert line in section(anna, "SUGGESTED PLANS")
    imperial.say("p1", "PLAN A")
    imperial.tick()
    assert "You played Avoid a Calamity on yourself." in told(imperial, "p1")
    assert "The Quarantine of 13 Heinlein holds you no more." in told(imperial, "p1")


def test_st_qua_9_others_are_not_told_of_an_avoid(imperial: Table) -> None:
    """Nobody is kept, or nobody who is kept holds one."""
    kept = (Quarantine(world=13, first="p2"),)
    place(imperial, hands={"p1": (), "p2": (AVOID,), "p3": ()}, quarantines=kept)
    for seat in ("p1", "p2"):
        assert "Avoid frees" not in imperial.newest["st1", seat]
        assert "PLAY Avoid" not in imperial.newest["st1", seat]


@pytest.mark.parametrize("missed", [(), (Missed("goal", 2, "RUN BEST"),)])
def test_st_trn_11_the_end_of_a_turn_without_actions_is_no_news(missed: tuple[Missed, ...]) -> None:
    """ELSE BUSINESS answers what is asked when no action is left, too."""
    over = Answered("9.p1", "p1", "act", "FINISH", (), "plan", "3", "ELSE BUSINESS", missed)
    silent = Answered("9.p1", "p1", "act", "FINISH", (), "default")
    assert voice("p1").happened([Happened(1, over), Happened(1, silent)]) == ""
    said = Answered("9.p1", "p1", "act", "FINISH", (), "plan", "3", "ELSE FINISH")
    assert "; ELSE FINISH" in voice("p1").happened([Happened(1, said)])


def test_st_luc_10_a_suggested_plan_plays_for_a_certain_delivery_before_it_is_made(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bank pays the payoff again, and the plan goes on behind the card."""
    fall(monkeypatch, {"die:p1": [1] * 9})
    bonus = luck("Bonus Clause")
    place(
        stars,
        hands={"p1": (bonus,), "p2": (), "p3": ()},
        cargo={"p1": (1,)},
        stations={44: "p1"},
        at={"p1": 45},
    )
    stars.say("p1", "PLAN A")
    stars.tick()
    said = told(stars, "p1")
    assert said.index("You played Bonus Clause") < said.index("You delivered Fireproof Paper")
    assert "Fireproof Paper 11 > 44 (Contract 1): $15" not in said


def test_st_car_6_a_cargo_loses_its_contract_by_a_race_or_a_glitch() -> None:
    """The question and its subject fit both, and goods of which there are several."""
    info = {"good": "Minidrags", "boxes": (1, 3)}
    d = Decision(
        id="9.p1", seat="p1", kind="shift", choices=(), default=PASS, sealed=True, info=info
    )
    asked = voice("p1").ask(Asked(d))
    assert asked.startswith("Your cargo, Minidrags, has no Contract any more; Contract 1 or 3")
    assert voice("p1").kind("shift") == "Cargo without a Contract"


def test_st_per_1_help_on_a_card_or_a_personality_is_what_card_tells(stars: Table) -> None:
    """HELP finds every name that CARD knows; a verb goes first, though a card be called so."""
    place(stars)
    stars.say("p1", "HELP Tycoon\nHELP ion storm\nHELP ZAP")
    stars.tick()
    told = stars.to("p1").flat
    assert "| HELP Tycoon The Tycoon is a personality; none are played in this campaign." in told
    assert "| HELP ion storm This is Ion Storm" in told
    assert "| ZAP <UP or DOWN>" in told


def test_help_tells_how_to_pass_for_good(stars: Table) -> None:
    """README.md, "Questions between turns": the gap after each turn asks, and may ask in vain."""
    place(stars)
    stars.say("p1", "HELP PASS")
    stars.tick()
    assert "; ANSWER PASS ; STANDING ; PASS" in stars.to("p1")
    assert "so that nobody waits for you" in stars.to("p1")


def test_a_card_is_told_by_a_word_within_its_name(imperial: Table) -> None:
    """RULES and HELP speak of a Glitch; the card is called A Glitch in the System."""
    place(imperial)
    imperial.say("p1", "CARD Glitch\nSTANDING\nDISCARD Glitch")
    imperial.tick()
    told = imperial.to("p1")
    assert "This is A Glitch in the System" in told
    assert "Nearest: A Glitch in the System" in told


def test_st_mov_1_a_word_that_stands_within_orders_is_told_with_them(stars: Table) -> None:
    """RULES say that SHIP says which ship acts; alone in front it is no slip for SLIP."""
    place(stars)
    stars.say("p1", "HELP SHIP\nHELP WITH\nSHIP 2 RUN 2")
    stars.tick()
    told = stars.to("p1").flat
    assert "These orders have SHIP in them: | JUMP <world> [SHIP <ship>]" in told
    assert "Of JUMP: WITH is for the Strategist" in told
    assert "WITHDRAW" not in told
    assert "SHIP is no order of its own but part of others, such as these" in told
    assert "Nearest" not in told


def test_a_setting_without_a_value_is_nothing(stars: Table) -> None:
    stars.say("p1", "OPTIONS")
    stars.tick()
    assert "| novices = nothing" in stars.to("p1").flat
