"""Everything that the sample orders of the checklists express is read, and printed so that it is
read again as the same (engine/README.md).
"""

from __future__ import annotations

import pytest

from engine.language.block import (
    BetweenBlock,
    Item,
    Now,
    PlanBlock,
    SourceLine,
    StandingLine,
    read_lines,
)
from engine.language.line import Line, parse_line
from tests.unit.engine.language.vocabulary import FREIGHTER, SOLAR, STELKOMERCO, TRADERS, Game

FREIGHTER_TEXT = """\
STANDING
  NEGATE ROCK, ENERGY
  NEGATE PIRATE IF HAND >= 4
  KEEP "Smuggling"
  USE "Force Field" BEFORE "Ion Thrusters"
OFFER ANY: "Gas Giant" FOR "Core Planet"
ACCEPT Carl 2                          ; his "Dark Matter" for my "Solar Sail"
PLAN
  DELIVER "Hive World" WITH "Designer Clones", "Alien Specimens", "Dark Matter", "Smuggling"
  ELSE DELIVER BEST ATLEAST 15
  WHEN DECK <= 8: DELIVER BEST ATLEAST 1
  DISCARD LOWEST KEEP "Agro Station", "Psionic Snuff"
"""
TRADERS_TEXT = """\
BEACON Blue FREE                       ; posted prices
BEACON Green 3
BEACON OTHERS NO
STANDING
  PAY UPTO 2                           ; for others' beacons, without asking
  AVOID ANY EXCEPT "Ion Storm"
  ZAP PETITION Blue IF TOTAL >= 5
  ZAP MY PETITION IF IT WINS
  WHEN PETITION Blue: PLAY "Scandal" ON Blue
  BID 13 UPTO 9
  SHIFT BEST
  DISCARD LAST "Zap"
BETWEEN                                ; cards for the gap after my turn, in order
  PLAY "Engine Trouble" ON NEXT
PLAN
  GOTO 34
  PICKUP 2
  GOTO 15
  ROLL 6: JUMP 44 IF ON THE WAY
  ROLL 3+: JUMP BEST
  ELSE BUSINESS
  WHEN AT 15 AND NO STATION AND MONEY >= 8: BUILD
  WHEN PRESTIGE >= 25 AND MONEY >= 50: PETITION
  WHEN CONTRACT 2 GONE: RUN 1            ; pick up and deliver
  RANDOM NEVER
"""
SOLAR_TEXT = """\
STANDING
  WORMHOLE DUMP food, water, oxygen KEEP gold, silver, diamonds ELSE WORMHOLE ENTER
  HOLE EXIT 1, 2, 5, 9 ELSE HOLE STAY
  HOLE TAKE gold, silver
  FAILURE PAY IF CASH >= 200
  OVERHEAT EJECT food
  STORM Saturn
  JAM LEADER
  BEAM gold FROM Bob
  WARP Earth
  DISTRESS YES
  CONFISCATE KEEP water
OFFER Bob: 2 oxygen FOR 1 silver
PLAN
  SELL oxygen ALL                      ; docked now
  BUY fuel 3
  DIE d20 IF DISTANCE > 8 ELSE DIE d10
  GOTO Venus
  BRANCH 2 LEFT
  STOP FOR silver                      ; ejected units
  WHEN AT Venus: SELL food ALL
  WHEN AT Venus: BUY oxygen ALL UPTO 5
  WHEN AT Moon: BUY LICENCE
  WHEN AT Mars AND CASH >= 250: BUY BOOSTER
  AGAIN SAME                           ; extra rolls
"""
STELKOMERCO_TEXT = """\
PLAN
  PLAY m31 PATH H8 I8 I7 J6            ; a 4
  WHEN AT I7: PICKUP c17
  WHEN BLOCKED: PLAY m31 PATH H9 I8 I7
  WHEN c17 GONE: PLAY m08 PATH G9 F9
  WHEN DELIVERED: TAKE NEW IF PAYOFF >= 400 ELSE TAKE c05
  ELSE PLAY m22 PATH G9
  ELSE GOTO Hejmo
STANDING
  INSPECTION AVOID IF DETOUR <= 1
  SHIFT BEST
  ABANDON NO
"""


def read(game: Game, text: str) -> tuple[Item, ...]:
    lines = [SourceLine(i, line) for i, line in enumerate(text.splitlines(), 1)]
    return read_lines(lines, game.forms, game.predicates, game.lexicon)


def lines_of(items: tuple[Item, ...]) -> list[Line]:
    found: list[Line] = []
    for item in items:
        if isinstance(item, PlanBlock | BetweenBlock):
            found += item.lines
        elif isinstance(item, StandingLine):
            found.append(item.line)
    return found


SAMPLES = [
    pytest.param(FREIGHTER, FREIGHTER_TEXT, 1, 5, 2, id="space-freighter"),
    pytest.param(TRADERS, TRADERS_TEXT, 2, 8, 3, id="star-traders"),
    pytest.param(SOLAR, SOLAR_TEXT, 1, 11, 1, id="solar-trader"),
    pytest.param(STELKOMERCO, STELKOMERCO_TEXT, 1, 3, 0, id="stelkomerco"),
]


@pytest.mark.parametrize(("game", "text", "blocks", "standing", "now"), SAMPLES)
def test_samples_are_read_whole(
    game: Game, text: str, blocks: int, standing: int, now: int
) -> None:
    items = read(game, text)
    assert [i for i in items if isinstance(i, PlanBlock | BetweenBlock)].__len__() == blocks
    assert len([i for i in items if isinstance(i, StandingLine)]) == standing
    assert len([i for i in items if isinstance(i, Now)]) == now
    assert len(items) == blocks + standing + now


@pytest.mark.parametrize(("game", "text", "blocks", "standing", "now"), SAMPLES)
def test_printed_lines_are_read_as_the_same(
    game: Game, text: str, blocks: int, standing: int, now: int
) -> None:
    for line in lines_of(read(game, text)):
        again = parse_line(line.text, game.forms, game.predicates, game.lexicon)
        assert again == line
        assert not line.shortened


def test_a_list_in_a_key_slot_is_one_line_for_each_member() -> None:
    standing = [i for i in read(FREIGHTER, FREIGHTER_TEXT) if isinstance(i, StandingLine)]
    assert [(i.head, i.line.text) for i in standing[:3]] == [
        ("NEGATE rock", "NEGATE rock"),
        ("NEGATE energy", "NEGATE energy"),
        ("NEGATE pirate", "NEGATE pirate IF HAND >= 4"),
    ]


def test_parts_of_a_line() -> None:
    (plan,) = [i for i in read(STELKOMERCO, STELKOMERCO_TEXT) if isinstance(i, PlanBlock)]
    take = plan.lines[4]
    assert take.guarded
    assert take.order is not None
    assert take.order.args == ("NEW",)
    assert [(c.word, c.op, c.value) for c in take.iff] == [("PAYOFF", ">=", 400)]
    assert take.otherwise is not None
    assert take.otherwise.args == ("c05",)
    assert plan.lines[3].when[0].word == "GONE"
    assert plan.lines[3].when[0].args == ("c17",)
    assert [line.only_else for line in plan.lines] == [False] * 5 + [True] * 2


def test_items_of_an_offer_with_counts_and_amounts() -> None:
    """``2 oxygen`` is twice the good; ``10`` and ``$10`` are money; a name may hold a number."""
    (offer,) = [i for i in read(SOLAR, SOLAR_TEXT) if isinstance(i, Now)]
    assert offer.order.args == ("p2", ("oxygen", "oxygen"), ("silver",))
    for text in ("OFFER Bob: 10 FOR STATION 23", "offer bob $10 for station 23"):
        (item,) = read(TRADERS, text)
        assert isinstance(item, Now)
        assert item.order.args == ("p2", ("$10",), ("station 23",))


def test_an_offer_until_a_moment() -> None:
    (item,) = read(TRADERS, "OFFER Bob: 10 FOR STATION 23 UNTIL Fri 20:00   ; or so")
    assert isinstance(item, Now)
    assert item.until == "Fri 20:00"
    assert item.order.args[2] == ("station 23",)
