"""What letters say of the position and of what happened, read as a player reads them."""

from __future__ import annotations

import re
import tomllib

import pytest

from engine.fact import Answered, Fact, Missed, ModGiven
from engine.state import Mod
from games import GAMES
from games.star_traders.court.merits import need
from games.star_traders.facts.court import Allowed, Denied, Spared
from games.star_traders.facts.setup import Claimed, Drew, Overbid, Revealed, TookRole
from games.star_traders.facts.turn import Delivered, StationTo
from games.star_traders.game import STAR_TRADERS
from games.star_traders.state import Quarantine
from games.star_traders.tables.galaxy import PACKAGED
from games.star_traders.tables.records import Card
from pbem.letters import Library
from pbem.letters.context import Campaign, Happened, Needs, Reader
from pbem.letters.voice import Voice
from pbem.resources import packaged
from pbem.store.models import SeatRow
from tests.conversations.star_traders.stars import asked, fall, kinds, lay, pass_gap, place, told
from tests.conversations.table import Post, Table
from tests.games.star_traders.scene import NAMES, luck, position, scene
from tests.games.star_traders.test_bots import game

SECTION = re.compile(r"\n\n[A-Z]")


def voice(me: str, variant: str = "family") -> Voice:
    """Speaks to this seat."""
    book = Library(GAMES).book(STAR_TRADERS)
    names = {seat: NAMES[seat] for seat in ("p1", "p2", "p3", "p4")}
    lexicon = STAR_TRADERS.lexicon(position(4), names)
    campaign = Campaign("st1", names, lexicon, variant=variant)
    return Voice(book, campaign, Reader(me, names.get(me, "gm")), Needs())


def section(post: Post, head: str) -> str:
    """A letter's section, from its title on."""
    return SECTION.split(post.text.replace("\r\n", "\n").partition(f"\n{head}")[2])[0]


def _laid(kind: str, seat: str, value: int) -> ModGiven:
    return ModGiven(Mod(kind=kind, seat=seat, value=value, about="31"))


# -- grammar ---------------------------------------------------------------------------------------

SAID = (
    (TookRole("p1", "Tycoon"), "You play the Tycoon."),
    (Claimed("p1", "start"), "You take a world of the Core"),
    (StationTo(31, "p1", "deal"), "The station at 31 Saberhagen is yours now."),
    (StationTo(31, "p2", "deal"), "The station at 31 Saberhagen is Bob's now."),
    (Denied("p1", 4, 0, 5, (3, 1, 0)), "denied with 3 +1 (Prestige area) = 4: you lost 5"),
    (Denied("p1", 5, 0, 5, (2, 2, 1)), "with 2 +2 (Prestige area) +1 (personality) = 5: you"),
    (Denied("p2", 3, 0, 5, (3, 0, 0)), "needs 5 or more, was denied with 3: Bob lost 5"),
    (Allowed("p2", 5, 0, 0, (4, 1, 0)), "which needs 5 or more, was granted with 4 +1 (Prestige"),
    (Allowed("p2", 5, 20, 6, (5, 0, 0)), "was granted with 5, for $20 and 6 Prestige."),
    (
        Denied("p1", 5, 0, 4, (5, 0, 0), "unpaid", (20, 6)),
        "with 5 for $20 and 6 Prestige, which you",
    ),
    (
        Denied("p2", 5, 0, 4, (5, 0, 0), "unable", (20, 6)),
        "which Bob could not pay: denied, and Bob",
    ),
    (Spared("p2", luck("Customs Fine"), "money"), " found nothing: Bob had no money."),
    (Spared("p1", luck("Ion Storm"), "there"), " found nothing: your ship was there already."),
    (Spared("p1", luck("Jettison"), "cargo"), "Jettison found nothing: you had no such cargo any"),
    (Revealed("p2", luck("Scandal", -3)), "Bob showed Scandal 3 to all."),
    (_laid("less", "p2", 1), "Bob will have 1 action less next turn."),
    (_laid("less", "p1", 2), "You will have 2 actions less next turn."),
    (_laid("rolls", "p1", -1), "Your dice will count 1 less for jumps next turn."),
    (_laid("rolls", "p2", 1), "Bob's dice count 1 more for jumps this turn."),
    (_laid("jam", "p2", 1), "Bob will make no Station Jumps next turn."),
    (_laid("worm", "p1", 2), "Your next 2 jumps along lines need no roll this turn."),
    (_laid("shield", "p1", 1), "No Calamity can be played on you until your next turn."),
    (_laid("free", "p2", 1), "The Quarantine of 31 Saberhagen holds Bob no more."),
)


@pytest.mark.parametrize(("fact", "words"), SAID, ids=lambda x: str(x)[:40])
def test_what_happened_is_told_in_whole_sentences(fact: Fact, words: str) -> None:
    (text,) = voice("p1").texts([fact])
    assert words in text


def test_a_delivery_without_a_fee_names_none() -> None:
    (text,) = voice("p1").texts([Delivered("p1", 1, "N11", 5, 2, "p1", 0, ())])
    assert "$0" not in text


@pytest.mark.parametrize(
    ("seat", "owner", "fee"),
    [
        ("p1", "p1", "2 Prestige, and the Station Fee of $7 (your own station)."),
        ("p2", "p2", "2 Prestige, and the Station Fee of $7 (own station)."),
        ("p2", "p1", "2 Prestige; Station Fee $7 to you."),
    ],
)
def test_st_con_3_the_fee_of_the_own_station_goes_to_nobody_else(
    seat: str, owner: str, fee: str
) -> None:
    (text,) = voice("p1").texts([Delivered(seat, 1, "N11", 5, 2, owner, 7, ())])
    assert text.endswith(fee)


@pytest.mark.parametrize("number", range(3))
def test_nobody_is_told_that_you_does(number: int) -> None:
    """All that happens in games between bots, as each of them is told it."""
    for version in ("imperial", "black-hole"):
        facts = [t.to("p1") for t in game(version, number).facts]
        for text in voice("p1").texts(f for f in facts if f is not None):
            # Neither "You plays" nor "is your now"; a verb in s behind "you" is another's.
            assert not re.search(r"\b[Yy]ou [a-z]*[^s\W]s\b|\byour( now)?\.", text), text
            assert ": You " not in text


WAYS = (
    ("plan", "3", (), "Taken from Bob's plan, line 3"),
    ("plan", "BETWEEN 2", (), "Taken from Bob's list for between the turns, line 2"),
    ("plan", "3", (Missed("low", 1, "JUMP 14"),), "Line 3 of Bob's plan was used instead"),
    ("standing", "PASS", (), "Taken from Bob's standing orders"),
    ("suggested", "AVOID any", (), "Taken from Bob's suggested standing orders"),
    (
        "standing",
        "rest",
        (),
        "Nothing that Bob has on file fitted here",
    ),
    ("default", "", (), "No orders from Bob were on file"),
    ("default", "spent", (), "Bob's plan gave nothing more"),
    ("default", "", (Missed("low", 1, "JUMP 14"),), "Nothing else of Bob's was on file, so:"),
    ("gm", "", (), "The GM gave the order for Bob:"),
    ("letter", "14", (), "Taken from Bob's letter 14"),
)


@pytest.mark.parametrize(("via", "cause", "missed", "words"), WAYS)
@pytest.mark.parametrize("game_id", ["star-traders", ""])
def test_who_reads_everything_is_not_you(
    via: str, cause: str, missed: tuple[Missed, ...], words: str, game_id: str
) -> None:
    """`pbem replay` without --seat: all seats by name, also in what only its owner is told."""
    one = Answered("7.p2", "p2", "act", "BUSINESS", (), via, cause, "", missed)
    speaker = voice("")
    if not game_id:
        if via == "letter":
            return
        general = tomllib.loads((packaged("templates") / "en/facts.toml").read_text())
        speaker.book.facts["Answered"] = general["Answered"]
    (text,) = speaker.texts([one])
    assert words in text
    assert not re.search(r"\b[Yy]our?\b", text.replace("(Your turn)", "")), text


@pytest.mark.parametrize("version", ["imperial", "black-hole"])
def test_nothing_of_a_whole_game_is_told_to_you_where_nobody_is(version: str) -> None:
    """Whatever happens in a game between bots, nothing hidden."""
    facts = [t.fact for t in game(version, 0).facts]
    void = [Overbid("p2", 31, 5, why) for why in ("rings", "purse")]
    for text in voice("").texts([*facts, *void]):
        assert not re.search(r"\b[Yy]our?s?\b", text), text


@pytest.mark.parametrize("variant", ["family", "imperial", "black-hole"])
def test_st_win_4_the_result_that_a_petition_needs_is_told(variant: str) -> None:
    (text,) = voice("p1", variant).texts([Denied("p2", 2, 5, 4, (2, 0, 0))])
    assert f"which needs {need(position(4, variant))} or more, was denied with 2" in text


def test_st_luc_4_whatever_a_card_does_is_told() -> None:
    """Also what only lasts: no card of a game between bots leaves it to its name what it did."""
    lasting = set()
    for version in ("family", "imperial", "black-hole"):
        for fact in (t.fact for t in game(version, 0).facts):
            if isinstance(fact, ModGiven):
                assert voice("p1").texts([fact]), fact
                lasting.add(fact.mod.kind)
    assert {"less", "rolls", "jam"} <= lasting


@pytest.mark.parametrize("variant", ["family", "super-nova"])
def test_st_mov_15_where_jumps_are_declared_no_die_is_said_to_come_first(
    empty: Table, variant: str
) -> None:
    table = empty.new(
        "st1",
        game="star-traders",
        variant=variant,
        players=2,
        options={"declared": "true"},
    ).start()
    while "act" not in asked(table).values():
        table.until()
    letter = table.newest["st1", "p1"].flat
    first = letter.partition("YOUR FIRST TURN")[2]
    assert "rolled first" not in first
    assert "for which a die is rolled then" in first
    assert ("lost, but pays $1" in first) == (variant == "super-nova")
    assert "the die is rolled then, and one that is too low loses the action;" in letter
    assert "that your roll allows" not in letter


def test_st_per_2_the_first_turn_has_the_numbers_of_the_personality(empty: Table) -> None:
    table = empty.new(
        "st1",
        game="star-traders",
        variant="imperial",
        players=2,
        options={"personalities": "chosen"},
    ).start()
    table.say("p2", "ANSWER PICK Builder")
    table.tick()
    table.say("p1", "ANSWER PICK Engineer")
    table.tick()
    while "act" not in asked(table).values():
        table.until()
    first = table.newest["st1", "p1"].flat.partition("YOUR FIRST TURN")[2]
    assert "You have 6 actions a turn." in first


def test_st_set_16_cards_that_nobody_sees_are_told_as_one() -> None:
    """Others read how many were drawn, their owner which."""
    drawn = [Drew("p2", "?"), Drew("p2", "?"), Drew("p3", "?"), Drew("p1", luck("Zap"))]
    said = voice("p1").happened([Happened(1, fact) for fact in drawn])
    assert [line.partition("\t")[2] for line in said.splitlines()] == [
        "Bob drew 2 cards.",
        "Cleo drew a card.",
        "You drew Zap.",
    ]


# -- positions -------------------------------------------------------------------------------------


def test_st_con_1_goods_and_worlds_are_printed_whole(stars: Table) -> None:
    """The longest there are, within 72 columns."""

    def longest(card: Card) -> int:
        return max(len(PACKAGED.data.world[w].name) for w in (card.pickup, card.destination))

    cards = [c for c in PACKAGED.data.cards if c.set in "NF"]
    by_goods = sorted(cards, key=lambda c: (-len(c.cargo), c.id))[:3]
    by_worlds = sorted(cards, key=lambda c: (-longest(c), c.id))[:3]
    boxes = tuple(dict.fromkeys(c.id for c in (*by_goods, *by_worlds)))
    place(stars, boxes=boxes)
    offer = section(stars.newest["st1", "p1"], "ON OFFER")
    assert all(len(line) <= 72 for line in offer.splitlines())
    assert "Pr: Prestige as printed, + what you get besides\n (VIP, race, " in offer
    for deal in (PACKAGED.card[card] for card in boxes):
        ends = (PACKAGED.data.world[w] for w in (deal.pickup, deal.destination))
        for name in (deal.cargo, *(f"{w.number} {w.name}" for w in ends)):
            assert f"{name} " in offer, name


def test_long_names_turn_the_table_into_a_list_and_are_printed_whole(empty: Table) -> None:
    """No name is cut off for its column."""
    table = lay(empty, "family", 3)
    with table.office.session() as session:
        row = session.get(SeatRow, ("st1", "p2"))
        assert row is not None
        row.name = "Bartholomew of the Long Name"
        session.add(row)
        session.commit()
    place(table)
    assert "Bartholomew of the Long Name: $10, Prestige 1" in table.newest["st1", "p1"]


def test_what_a_trader_is_and_does_has_a_line_of_its_own(stars: Table) -> None:
    """Neither personality nor turn is broken into the column of the stations."""
    place(stars, roles={"p1": "Tycoon"}, at={"p1": (13, 21)}, missions={"p1": "N33"})
    table = section(stars.newest["st1", "p2"], "TABLE")
    assert "\n   the Tycoon, on an Imperial Mission, has the turn\n" in table
    assert "delivered it wins the game" in table


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_st_ver_4_where_nobody_has_a_hand_no_column_counts_its_cards(
    empty: Table, variant: str
) -> None:
    """ST-VER-4: Super Nova is played without Trader's Luck."""
    letter = place(lay(empty, variant, 2)).newest["st1", "p1"]
    head, first = section(letter, "TABLE").splitlines()[:2]
    assert ("cards" in head) == (variant != "super-nova")
    assert first.index("13", 40) == len("TABLE") + head.index("stations")


def test_st_per_10_the_tycoon_reads_what_each_ship_may_do(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ships by number, cargo with its ship, jumps by ship; the lines printed are legal."""
    fall(monkeypatch, {"die:p1": [6]})
    boxes = ("N11", "F34", "N31")
    place(stars, boxes=boxes, roles={"p1": "Tycoon"}, at={"p1": (13, 21)}, cargo={"p1": (2,)})
    anna = stars.newest["st1", "p1"]
    assert "ship 1 at 13 Heinlein and ship 2 at 21 Piper" in anna
    assert "Cargo: Minidrags (Contract 2, on ship 1), room for one more." in anna
    assert "Lines of ship 1 from 13: 11 needs 4," in anna
    assert "Lines of ship 2 from 21:" in anna
    assert "world: 11, 12, 14, 56 (ship: 1, 2)" not in anna
    found = re.search(r"world: ([\d, ]+) \(ship: 1\); ([\d, ]+) \(ship: 2\)", anna.flat)
    assert found is not None
    first, second = (part.split(", ") for part in found.groups())
    state = stars.state()
    asked = scene({"die:p1": [6]}, at={"p1": (13, 21)}, roles={"p1": "Tycoon"}, seats=3)
    assert state.ships["p1"] == (13, 21)
    for ship, worlds in ((1, first), (2, second)):
        assert all(asked.legal(f"JUMP {world} SHIP {ship}") for world in worlds)


def test_st_qua_2_who_is_held_is_told_by_what_and_until_when(stars: Table) -> None:
    place(stars, quarantines=(Quarantine(world=23, first="p3"),))
    bob = stars.newest["st1", "p2"]
    assert "You are held at 23 Herbert, which is in Quarantine: no jump leads away." in bob
    assert "At the end of Cleo's turn, and of every turn after it, a die is rolled: 1" in bob
    assert "It ends at the latest as Cleo's fourth turn from now begins." in bob
    assert "999" not in bob.text
    assert "which holds Bob. At the end of" in stars.newest["st1", "p1"]


def test_st_luc_1_a_hand_says_what_its_cards_do(stars: Table) -> None:
    place(stars, hands={"p1": (luck("Overdrive", 2), luck("Overdrive", 1), luck("Scandal", -3))})
    anna = stars.newest["st1", "p1"]
    assert "one Overdrive 2: You have 2 actions more this turn. In your turn." in anna
    assert "one Overdrive 1: You have 1 action more this turn." in anna
    assert "one Scandal 3, a Calamity: its victim is told: You lose 3 Prestige." in anna
    stars.say("p1", "CARD Scandal")
    stars.tick()
    for value in (1, 2, 3):
        assert f"number {value}: You lose {value} Prestige." in stars.to("p1")


def test_st_luc_10_who_adopts_the_suggested_plan_plays_his_good_cards(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the words PLAN A: the Overdrive is played, and the hand keeps the Zap and the Avoid."""
    fall(monkeypatch, {"die:p1": [1] * 9})
    hand = (luck("Zap"), luck("Avoid a Calamity"), luck("Overdrive", 2))
    place(stars, hands={"p1": hand, "p2": (), "p3": ()})
    assert "; WHEN HOLDS Overdrive: PLAY Overdrive" in stars.newest["st1", "p1"].text
    stars.say("p1", "PLAN A\nSTANDING\nPASS")
    stars.tick()
    pass_gap(stars)
    assert "Played" in kinds(stars)
    assert "You played Overdrive 2." in told(stars, "p1")
    assert set(stars.state().hands["p1"]) >= {luck("Zap"), luck("Avoid a Calamity")}


# -- the campaign ----------------------------------------------------------------------------------


def test_st_set_14_each_personality_is_explained_as_it_is_picked(empty: Table) -> None:
    """One line each; CARD and HELP tell of them, the table who plays which."""
    table = empty.new("st1", game="star-traders", variant="family", options=CHOSEN).start()
    cleo = table.newest["st1", "p3"]
    question = section(cleo, "YOUR CHOICES").splitlines()
    for one in PACKAGED.data.personalities:
        assert any(line.startswith(f"   the {one.name}: ") for line in question)
    assert "ANSWER PICK <personality>" in cleo.text
    assert "world or personality" not in cleo.text
    assert "After you Bob and Anna will choose." in cleo
    assert "Silence means you play the Builder." in cleo
    table.say("p3", "ANSWER PICK Rogue\nCARD Builder\nCARD rogue\nOPTIONS")
    table.tick()
    pages = table.to("p3")
    assert "The Builder is a personality. What he may do: stations cost $3;" in pages
    assert "CARD and a name tells what each may do." in pages
    assert "c Cleo 10 1 - 2 - the Rogue" in table.newest["st1", "p2"]


CHOSEN = {"personalities": "chosen"}


def test_a_stray_mark_takes_no_line_of_the_options_out_of_its_column(stars: Table) -> None:
    """Names of windows are words of the orders, too."""
    stars.say("p1", "OPTIONS")
    stars.tick()
    text = stars.to("p1").text.replace("\r\n", "\n").partition("DEADLINES,")[2]
    lines = text.partition("RULINGS")[0].split("\n")[1:]
    assert [x for x in lines if x and not x.startswith((" ", "THE GAME"))] == []
    assert "for these only what is on file counts: Zap," in stars.to("p1")


def test_nova_knows_no_local_business(empty: Table) -> None:
    """Its silence stays where it is."""
    table = lay(empty, "nova", 3)
    place(table)
    anna = table.newest["st1", "p1"]
    assert "Silence means staying where you are four times (+$4)." in anna
    table.until()
    assert not any("local business" in post.flat for post in table.letters)


def test_the_result_has_its_unit(stars: Table) -> None:
    for seat in ("p1", "p2"):
        stars.say(seat, "RESIGN st1")
    for _ in range(9):
        stars.tick()
        if stars.campaign().status == "ended":
            break
        stars.until()
    final = stars.newest["st1", "p3"]
    assert re.search(r"Cleo +1 Prestige +\(you\) +wins", section(final, "THE RESULT"))
    assert ": All others" not in final
    assert "The game ended. All others have left." in final
    assert any("st1 is over: All others have left." in post for post in stars.letters)


def test_st_luc_15_two_traders_of_a_warp_are_listed_once_and_named_as_one_likes(
    imperial: Table,
) -> None:
    """Who is named first makes no difference."""
    place(imperial, hands={"p1": (luck("Warp in the Space-Time Continuum"),)})
    listed = imperial.newest["st1", "p1"].text
    assert listed.count(" WITH ") == 3
    assert "ON Bob WITH Cleo" in listed
    assert "ON Cleo WITH Bob" not in listed
    imperial.say("p1", 'ANSWER PLAY "Warp in the Space-Time Continuum" ON Cleo WITH Bob')
    imperial.tick()
    assert kinds(imperial).count("Moved") == 2


KINDS = ("zap", "between", "calamity")


def test_passes_from_lines_on_file_are_told_in_one_line() -> None:
    """A standing PASS answers every window of a lap: once is enough, with how often."""

    def passed(turn: int, kind: str, via: str, cause: str, line: str = "") -> Happened:
        return Happened(turn, Answered(f"{turn}.p2", "p2", kind, "PASS", (), via, cause, line))

    facts = [passed(turn, kind, "standing", "PASS", "PASS") for turn in (4, 5) for kind in KINDS]
    facts += [passed(turn, "between", "standing", "rest") for turn in (4, 5, 6)]
    facts += [passed(6, "bid", "standing", "rest")]
    said = voice("p2").happened(facts)
    assert said.count("Taken from your standing orders") == 1
    assert "Taken from your standing orders, six times: ; PASS" in said
    assert "fitted here (Between turns), so you passed, three times." in said
    assert "fitted here (Auction), so you passed." in said
