"""The cards, meter and personalities that come with the game, and the cards' texts."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined

from games.star_traders.luck import effects
from games.star_traders.luck.calamity import SUFFER
from games.star_traders.tables.data import load
from games.star_traders.tables.galaxy import like
from games.star_traders.tables.records import EFFECTS, MANNERS, NUMBERS, ORDINARY, SETS
from tests.games.star_traders.galaxy import ARMS, expected_actions, turned

DATA = load()
TO = {number: expected_actions(DATA.ways, number) for number in NUMBERS}


@pytest.fixture(scope="module")
def wording(checkout: Path) -> dict[str, dict[str, str]]:
    path = checkout / "templates" / "en" / "star_traders" / "cards.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def kinds_in(letters: str) -> set[str]:
    return {card.luck for card in DATA.cards if card.set in letters}


@pytest.mark.parametrize(("sets", "size"), [("N", 36), ("NF", 72), ("NFI", 108)])
def test_decks(sets: str, size: int) -> None:
    """ST-VER-2, ST-VER-4: Nova 36 cards, Family 72, Imperial 108."""
    deck = DATA.deck(sets)
    assert len(set(deck)) == size
    assert list(deck) == sorted(deck)


def test_each_set_has_one_contract_of_every_world() -> None:
    for letter in SETS:
        assert sorted(c.pickup for c in DATA.cards if c.set == letter) == list(NUMBERS)
    assert all(card.cargo == DATA.world[card.pickup].export for card in DATA.cards)
    for world in NUMBERS:
        assert len({c.destination for c in DATA.cards if c.pickup == world}) == 3


def test_the_printed_contract() -> None:
    """ST-CON-4: Minidrags from Foster to Schmitz: payoff 23, fee 11, Prestige 4."""
    (card,) = [c for c in DATA.cards if (c.pickup, c.destination) == (34, 15)]
    assert (card.cargo, card.payoff, card.fee, card.prestige) == ("Minidrags", 23, 11, 4)
    assert card.set in "NF"
    assert card.source == "rulebook"


def test_one_cargo_goes_from_gibson_to_cherryh() -> None:
    """ST-CON-4."""
    number = {world.name: world.number for world in DATA.worlds}
    ends = [(c.pickup, c.destination) for c in DATA.cards]
    assert ends.count((number["Gibson"], number["Cherryh"])) == 1


def test_contracts_are_priced_by_distance() -> None:
    """The formula in the table's heading, for every card."""
    for card in DATA.cards:
        payoff = int(2 + 2.35 * TO[card.destination][card.pickup] + 0.5)
        assert card.payoff == payoff
        assert card.fee == payoff // 2
        assert card.prestige == 1 + (payoff >= 13) + (payoff >= 17) + (payoff >= 21)
        assert card.star == (payoff >= 20)


def test_figures_of_contracts() -> None:
    """ST-CON-1: payoffs of 8 to 30, Prestige 1 to 4; stars on a third, spread over the sets."""
    assert min(card.payoff for card in DATA.cards) == 8
    assert max(card.payoff for card in DATA.cards) == 26
    stars = Counter(card.set for card in DATA.cards if card.star)
    assert stars.total() == 36
    assert min(stars[letter] for letter in SETS) >= 10
    for letter in SETS:
        cards = [card for card in DATA.cards if card.set == letter]
        assert {card.prestige for card in cards} == {1, 2, 3, 4}
        assert 16 <= sum(card.payoff for card in cards) / 36 <= 18


def test_contracts_treat_all_arms_alike() -> None:
    """Turned by a fifth, each set of Contracts is the same, but for those of the capital."""
    for letter in SETS:
        runs = {
            (c.pickup, c.destination, c.payoff)
            for c in DATA.cards
            if c.set == letter and c.pickup != 66
        }
        assert {(turned(a), turned(b), payoff) for a, b, payoff in runs} == runs
    capital = [c.destination // 10 for c in DATA.cards if c.pickup == 66]
    assert len(set(capital)) == len(capital)


def test_no_arm_gets_more_fees_than_another() -> None:
    fees = Counter[int]()
    for card in DATA.cards:
        fees[card.destination // 10] += card.fee
    arms = [fees[arm] for arm in ARMS]
    assert max(arms) <= 1.1 * min(arms)


@pytest.mark.parametrize("sets", ["N", "NF", "NFI"])
def test_first_contracts_pay_alike_from_every_start(sets: str) -> None:
    """Mean $tarBucks an action, from a start to a pickup and on to its destination."""
    runs = [card for card in DATA.cards if card.set in sets]
    pay = {
        start: sum(
            run.payoff / (TO[run.pickup][start] + 1 + TO[run.destination][run.pickup])
            for run in runs
        )
        / len(runs)
        for start in (*DATA.starred("red"), *DATA.starred("blue"))
    }
    red = [pay[start] for start in DATA.starred("red")]
    assert max(red) < 1.001 * min(red)
    assert max(pay.values()) < 1.05 * min(pay.values())


def test_kinds_of_luck() -> None:
    """At least 25 kinds; those that the rulebook names are there (ST-LUC-14, ST-LUC-15)."""
    assert len(DATA.luck) >= 25
    assert {"Zap", "Avoid a Calamity", "Lost in Space"} <= kinds_in("N")
    assert {"Imperial Envoy", "Stargate"} <= kinds_in("F")
    assert {
        "Quarantine",
        "A Glitch in the System",
        "Ion Storm",
        "Warp in the Space-Time Continuum",
    } <= kinds_in("I")
    assert not kinds_in("NF") & {"Quarantine", "A Glitch in the System"}
    assert {kind.effect for kind in DATA.luck} == set(EFFECTS)


def test_the_nova_set_has_no_hard_cards() -> None:
    """Nova: plain cards, whose key words are Calamity, Zap and Lost in Space (ST-LUC-14)."""
    effects = {DATA.kind[name].effect for name in kinds_in("N")}
    assert effects == {
        "zap", "avoid", "lost", "actions", "prestige", "money", "perfect",
    }  # fmt: skip


def test_the_example_card() -> None:
    """ST-LUC-10: a Calamity on a Trader not taking a turn, one action less in the next."""
    found = [
        card
        for card in DATA.cards
        if DATA.kind_of(card.id).effect == "actions" and card.value == -1 and card.set == "N"
    ]
    assert found
    for card in found:
        kind = DATA.kind_of(card.id)
        assert kind.calamity
        assert kind.target == "other"
        assert set(kind.when) == {"turn", "gap"}


def test_zap() -> None:
    """ST-LUC-11: a die whose use is announced changes, by 1 or 2, up or down."""
    assert {card.value for card in DATA.cards if card.luck == "Zap"} == {2}
    assert "die" in DATA.kind["Zap"].when
    assert {c.set for c in DATA.cards if c.luck == "Zap"} == set(SETS)


def test_calamities() -> None:
    """ST-LUC-4: on opponents; a Quarantine is on a world, and Avoid a Calamity meets it."""
    for kind in DATA.luck:
        if kind.calamity:
            assert kind.target == ("world" if kind.effect == "quarantine" else "other")
    plain = ("Zap", "Avoid a Calamity", "Warp in the Space-Time Continuum", "Stargate")
    assert not any(DATA.kind[name].calamity for name in plain)
    for letter in SETS:
        avoid = sum(c.luck == "Avoid a Calamity" for c in DATA.cards if c.set == letter)
        calamities = sum(DATA.kind_of(c.id).calamity for c in DATA.cards if c.set == letter)
        assert 0 < avoid < calamities


def test_prestige_cards_can_be_played_before_a_petition_roll() -> None:
    """ST-WIN-3, ST-LUC-8."""
    kinds = [kind for kind in DATA.luck if kind.effect == "prestige"]
    assert {kind.calamity for kind in kinds} == {True, False}
    assert all("petition" in kind.when for kind in kinds)


@pytest.mark.parametrize(
    ("prestige", "bonus"), [(1, 0), (15, 0), (19, 0), (20, 1), (24, 1), (25, 2), (30, 2)]
)
def test_meter(prestige: int, bonus: int) -> None:
    """ST-PRE-1, ST-PRE-4."""
    assert (DATA.meter.least, DATA.meter.most) == (1, 30)
    assert DATA.bonus(prestige) == bonus


def test_meter_areas_are_named_red_and_gold() -> None:
    """ST-PRE-4."""
    assert [(area.name, area.bonus) for area in DATA.areas] == [("red", 1), ("gold", 2)]


PERSONALITIES: list[tuple[str, dict[str, Any]]] = [
    ("Builder", {"build": 3, "remote": 3}),  # ST-PER-1
    ("Engineer", {"actions": 6}),  # ST-PER-2
    ("Hero", {"acclaim": 2}),  # ST-PER-3
    ("Insider", {"petition": 1, "core_stations": 2, "core_jumps": True}),  # ST-PER-4
    ("Maverick", {"keep": 3, "hold": 4, "refill": 2}),  # ST-PER-5
    ("Navigator", {"hardest": 4}),  # ST-PER-6
    ("Negotiator", {"payoff": 1, "fee": 1}),  # ST-PER-7
    ("Rogue", {"beacons": 1}),  # ST-PER-8
    ("Strategist", {"combine": True}),  # ST-PER-9
    ("Tycoon", {"ships": 2}),  # ST-PER-10
]


@pytest.mark.parametrize(("name", "numbers"), PERSONALITIES)
def test_personalities(name: str, numbers: dict[str, Any]) -> None:
    """ST-PER-1 to ST-PER-10; in all else he is like everyone."""
    one = DATA.personality[name]
    for field in ORDINARY.__struct_fields__:
        if field not in ("name", "source", "note"):
            assert getattr(one, field) == numbers.get(field, getattr(ORDINARY, field))


def test_there_are_ten_personalities() -> None:
    """ST-SET-15."""
    assert list(DATA.personality) == [name for name, _ in PERSONALITIES]


def test_what_everyone_has() -> None:
    """ST-TRN-1, ST-STA-3, ST-LUC-1, ST-TRN-8."""
    assert (ORDINARY.actions, ORDINARY.build) == (5, 5)
    assert (ORDINARY.keep, ORDINARY.hold, ORDINARY.refill, ORDINARY.ships) == (2, 3, 1, 1)


def test_every_kind_has_its_text(wording: dict[str, dict[str, str]]) -> None:
    assert list(wording) == sorted(wording, key=list(DATA.kind).index)
    assert set(wording) == set(DATA.kind)
    assert all(set(entry) == {"when", "text"} for entry in wording.values())


def test_texts_fit_the_cards_numbers(wording: dict[str, dict[str, str]]) -> None:
    """Every card's text can be made; where values differ the text tells which."""
    jinja = Environment(undefined=StrictUndefined, autoescape=False)
    made: dict[str, dict[int, str]] = {}
    for card in DATA.cards:
        d = {"value": card.value, "without": []}
        text = jinja.from_string(wording[card.luck]["text"]).render(d=d)
        assert "-" not in text.replace("Space-Time", "")
        assert len(text) < 250
        made.setdefault(card.luck, {})[card.value] = text
    for texts in made.values():
        assert len(set(texts.values())) == len(texts)


def test_texts_begin_with_no_guard(wording: dict[str, dict[str, str]]) -> None:
    """A line of a letter may not begin with a word of the order language."""
    guards = ("when", "if", "roll", "else", "plan", "standing", "between", "check")
    for entry in wording.values():
        for text in entry.values():
            assert not text.lower().startswith(guards)


def test_every_manner_of_playing_a_card_has_words() -> None:
    """A kind of own data is told in the words of the packaged kind that is played as it is."""
    packaged = {(kind.effect, kind.target) for kind in DATA.luck}
    manners = {(effect, manner.target) for effect, ways in MANNERS.items() for manner in ways}
    assert packaged == manners
    assert MANNERS.keys() == EFFECTS.keys()
    assert all(like(kind) is kind for kind in DATA.luck)


def test_the_rules_can_play_every_manner() -> None:
    """What the data may say of a card, the rules have code for."""
    for effect, ways in MANNERS.items():
        for manner in ways:
            if manner.calamity:
                assert effect in SUFFER or effect == "quarantine"
            else:
                assert effect in effects.EFFECTS or effect == "zap"
