"""Jumps: which are possible with the dice on the table, and making them (ST-MOV)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.decision import LEFT_OUT, Args, Choice, Pick, SlotValues
from engine.fact import ModGiven, ModTaken
from engine.state import change
from engine.table import Table
from games.star_traders.facts.travel import FellShort, Jumped
from games.star_traders.facts.turn import Paid
from games.star_traders.orders.forms import BEG, JUMP, JUMP_WITH, RANDOM, SLIP, STATION
from games.star_traders.rules import RULES
from games.star_traders.state import ASK, TURN, Stars, in_turn, role, tariff, trapped
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE, Personality
from games.star_traders.travel.dice import Dice, enough, text, total

T = Table[Stars]


class Use(NamedTuple):
    """How a jump is made: ``how`` of ``Jumped``, and the dice that are used."""

    how: str
    dice: tuple[int, ...]
    needs: int = 0


def idle(s: Stars, pool: str) -> tuple[int, ...]:
    """The die of an action that rolls none: the lowest on the table."""
    dice = s.dice[pool]
    return (min(dice),) if dice else ()


def bonus(s: Stars, seat: str) -> int:
    """What cards add to this seat's dice for jumps."""
    return s.mod("rolls", seat) if s.mods else 0


def declared(s: Stars, one: Personality) -> bool:
    """Whether jumps are declared before the die is thrown (ST-MOV-15).

    Not for who throws all dice at the start of his turn.
    """
    return bool(s.options.get("declared")) and not one.combine


def reach(s: Stars, one: Personality, pool: str) -> int:
    """The highest roll that the dice make, one alone or two together (ST-PER-9)."""
    dice = s.dice[pool]
    if not dice:
        return 0
    if one.combine and may_add(s, one, pool):
        return total(tuple(sorted(dice)[-2:]))
    return max(dice)


def may_add(s: Stars, one: Personality, pool: str) -> bool:
    """Whether two dice may be used as one: once a turn, for two actions (ST-RUL-9)."""
    return one.combine and not s.combined and s.left[pool] > 1 and len(s.dice[pool]) > 1


def chosen_dice(s: Stars, one: Personality, pool: str, needs: int) -> Dice:
    """The lowest die that will do, else the lowest sum of two; empty: none."""
    dice = s.dice[pool]
    if len(dice) == 1:
        return dice if dice[0] >= needs else ()
    return next(enough(dice, needs, pairs=may_add(s, one, pool)), ())


def may_use(s: Stars, seat: str, ship: int, world: int, pool: str) -> tuple[str, ...]:
    """The dice that an order to jump to this world may name (ST-PER-9): those that reach it; where
    it needs no roll, any one.
    """
    made = use(s, seat, ship, world, pool)
    if made is None:
        return ()
    pairs = made.how == "regular" and may_add(s, role(s, seat), pool)
    needs = made.needs - bonus(s, seat) if made.how == "regular" else 0
    return tuple([text(dice) for dice in enough(s.dice[pool], needs, pairs=pairs)])


NO_PRICES: Mapping[str, int] = MappingProxyType({})


class Options(NamedTuple):
    """Where one ship may jump, by kind of jump; worlds as text."""

    jump: tuple[str, ...]
    station: Mapping[str, int] = NO_PRICES
    """Posted price by world."""
    ask: tuple[str, ...] = ()
    slip: tuple[str, ...] = ()


NOWHERE = Options(())


def options(s: Stars, seat: str, ship: int, one: Personality, pool: str) -> Options:
    """All jumps of a ship that this action allows, but the random one."""
    g = galaxy(s)
    here = s.ships[seat][ship]
    if s.quarantines and trapped(s, seat, here):
        return NOWHERE
    lines = g.lines[one.hardest][here]
    mods = s.mods
    if (mods and s.has_mod("worm", seat)) or (declared(s, one) and not s.dice[pool]):
        jump = g.reach[one.hardest][here][15]
    else:
        roll = reach(s, one, pool)
        if mods and roll:
            roll = max(0, roll + bonus(s, seat))
        jump = g.reach[one.hardest][here][min(roll, 15)]
    if one.core_jumps and here // 10 == CORE:
        jump = tuple(dict.fromkeys((*jump, *(g.texts[w] for w in g.core if w != here))))
    if mods and s.has_mod("jam", seat):
        return Options(jump)
    return _beacons(s, seat, one, lines, jump)


def _beacons(
    s: Stars,
    seat: str,
    one: Personality,
    lines: tuple[tuple[int, int], ...],
    jump: tuple[str, ...],
) -> Options:
    """With Station Jumps (ST-MOV-6)."""
    stations = s.stations
    near = [to for to, _ in lines if to in stations]
    if not near:
        return Options(jump)
    codes = bool(s.mods) and s.has_mod("codes", seat)
    prices: dict[str, int] = {}
    ask: list[str] = []
    slip: list[str] = []
    for to in near:
        text = str(to)
        owner = stations[to]
        price = 0 if codes else tariff(s, owner, seat)
        if price == 0:
            if text not in jump:
                jump = (*jump, text)
            continue
        if one.beacons > s.slipped:
            slip.append(text)
        if 0 < price <= s.money[seat]:
            prices[text] = price
        elif price == ASK and to not in s.refused and owner not in s.leaving:
            ask.append(text)
    return Options(jump, prices, tuple(ask), tuple(slip))


def choices(
    s: Stars, seat: str, one: Personality, pool: str, only: int | None = None
) -> list[Choice]:
    """The jumps of all ships, or of one ``only``, as choices."""
    fleet = s.ships[seat]
    found: list[Choice] = []
    if only is not None:
        fleet = fleet[only : only + 1]
    if len(fleet) == 1:
        o = options(s, seat, only or 0, one, pool)
        if o.jump:
            found.append(Choice(JUMP, (Pick(o.jump), LEFT_OUT)))
            if one.combine and s.dice[pool]:
                found.append(_with_dice(s, seat, only or 0, o.jump, pool))
        if o.station:
            prices = o.station
            at = Pick(tuple(prices))
            found.append(Choice(STATION, (at, lambda a: Pick((prices[str(a[0])],)), LEFT_OUT)))
        if o.ask:
            found.append(Choice(BEG, (Pick(o.ask), Pick(_limits(s.money[seat])), LEFT_OUT)))
        if o.slip:
            found.append(Choice(SLIP, (Pick(o.slip), LEFT_OUT)))
    else:
        found += _of_fleet(s, seat, one, pool)
    if may_drift(s, seat) and not (s.quarantines and all(trapped(s, seat, w) for w in fleet)):
        free = [i for i, w in enumerate(fleet) if not (s.quarantines and trapped(s, seat, w))]
        found.append(Choice(RANDOM, (ships_slot(free, len(fleet)),)))
    return found


def _with_dice(s: Stars, seat: str, ship: int, worlds: tuple[str, ...], pool: str) -> Choice:
    """The same jumps with dice that are named."""
    return Choice(
        JUMP_WITH,
        (Pick(worlds), lambda a: Pick(may_use(s, seat, ship, int(str(a[0])), pool))),
    )


def _limits(money: int) -> tuple[int, ...]:
    return tuple(range(money + 1))


def ships_slot(able: list[int], fleet: int) -> Pick:
    """The slot for a ship: left out with one ship, or where one alone is able."""
    if fleet == 1:
        return LEFT_OUT
    named: tuple[int | None, ...] = tuple(i + 1 for i in able)
    return Pick((None, *named) if len(able) == 1 else named)


def ship_of(arg: object, able: list[int]) -> int:
    """The ship that an order's slot means."""
    return arg - 1 if isinstance(arg, int) else able[0]


def _of_fleet(s: Stars, seat: str, one: Personality, pool: str) -> list[Choice]:
    """ST-PER-10: which ship goes hangs on where it is to go."""
    fleet = s.ships[seat]
    each = [options(s, seat, i, one, pool) for i in range(len(fleet))]

    def ship(kind: str) -> SlotValues:
        def values(args: Args) -> Pick:
            able = [i for i, o in enumerate(each) if str(args[0]) in getattr(o, kind)]
            return ships_slot(able, len(fleet))

        return values

    def worlds(kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(w for o in each for w in getattr(o, kind)))

    prices = {w: p for o in each for w, p in o.station.items()}
    found: list[Choice] = []
    if to := worlds("jump"):
        found.append(Choice(JUMP, (Pick(to), ship("jump"))))
    if prices:
        at = Pick(tuple(prices))
        found.append(Choice(STATION, (at, lambda a: Pick((prices[str(a[0])],)), ship("station"))))
    if to := worlds("ask"):
        found.append(Choice(BEG, (Pick(to), Pick(_limits(s.money[seat])), ship("ask"))))
    if to := worlds("slip"):
        found.append(Choice(SLIP, (Pick(to), ship("slip"))))
    return found


def able_ships(s: Stars, seat: str, one: Personality, pool: str, kind: str, to: str) -> list[int]:
    """The ships that can make this jump."""
    return [
        i for i in range(len(s.ships[seat])) if to in getattr(options(s, seat, i, one, pool), kind)
    ]


def use(s: Stars, seat: str, ship: int, world: int, pool: str, dice: Dice = ()) -> Use | None:
    """How a JUMP to this world is made now, with these dice or with those that will do; ``None``:
    not any more.

    A beacon that is free needs no die; only a die that is used can be Zapped (ST-AMB 6).
    """
    one = role(s, seat)
    g = galaxy(s)
    here = s.ships[seat][ship]
    if s.quarantines and trapped(s, seat, here):
        return None
    how = _without_roll(s, g, one, seat, here, world)
    if how:
        return Use(how, (min(dice),) if dice else idle(s, pool))
    if not g.joined(here, world):
        return None
    needs = g.needs(here, world, one.hardest)
    least = needs - bonus(s, seat)
    dice = dice or chosen_dice(s, one, pool, least)
    return Use("regular", dice, needs) if dice and total(dice) >= least else None


def _without_roll(s: Stars, g: Galaxy, one: Personality, seat: str, here: int, world: int) -> str:
    """How a jump is made for which the die does not matter; empty: it does."""
    if _free_beacon(s, g, seat, here, world):
        return "station"
    if s.mods and s.has_mod("worm", seat) and g.joined(here, world):
        return "worm"
    return "core" if one.core_jumps and here // 10 == CORE == world // 10 else ""


def _free_beacon(s: Stars, g: Galaxy, seat: str, here: int, world: int) -> bool:
    owner = s.stations.get(world)
    if not owner or not g.joined(here, world):
        return False
    if s.mods:
        if s.has_mod("jam", seat):
            return False
        if s.has_mod("codes", seat):
            return True
    return tariff(s, owner, seat) == 0


def jump(t: T, seat: str, ship: int, world: int, pool: str, made: Use) -> None:
    """The ship jumps."""
    s = t.state
    here = s.ships[seat][ship]
    t.emit(Jumped(seat, ship, here, world, made.how, made.dice, pool, made.needs))
    if made.how == "worm":
        _use_up(t, seat)


def _use_up(t: T, seat: str) -> None:
    """One jump of a Wormhole is used."""
    mod = next(m for m in t.state.mods if m.kind == "worm" and m.seat == seat)
    t.emit(ModTaken(mod))
    if mod.value > 1:
        t.emit(ModGiven(change(mod, value=mod.value - 1)))


def pay(t: T, payer: str, payee: str, amount: int, why: str) -> None:
    """Money changes hands, if any does."""
    if amount:
        t.emit(Paid(payer, payee, amount, why))


def may_drift(s: Stars, seat: str) -> bool:
    """Whether the one Random Jump of the own turn is still to be made (ST-MOV-12)."""
    return not (s.drifted and in_turn(s, seat))


def random_jump(t: T, seat: str, ship: int, pool: str) -> None:
    """ST-MOV-10: two dice, one after the other, name the world."""
    arm, place = (t.roll(f"random:{seat}") for _ in range(2))
    here = t.state.ships[seat][ship]
    world = 10 * arm + place
    t.emit(Jumped(seat, ship, here, world, "random", idle(t.state, pool), pool))


def fall_short(
    t: T, seat: str, world: int, dice: tuple[int, ...], pool: str, *, lost: bool
) -> None:
    """The announced jump cannot be made. In Nova it was a roll without a move (ST-NOV-5)."""
    t.emit(FellShort(seat, world, dice, pool, lost))
    if lost and pool == TURN and RULES[t.state.variant].nova:
        pay(t, "", seat, 1, "stayed")
