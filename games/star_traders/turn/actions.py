"""Actions at a world: picking up, building, petitioning; and what is done with cargo aboard."""

from __future__ import annotations

from engine.decision import LEFT_OUT, Args, Choice, Order, Pick
from engine.table import Table
from games.star_traders.cargo.cargo import pickups, within
from games.star_traders.cargo.contracts import shifts
from games.star_traders.court import petition
from games.star_traders.facts.turn import Built, Dropped, PickedUp, Shifted
from games.star_traders.orders.forms import BUILD, MISSION_WORD, PICKUP, SHIFT_OWN
from games.star_traders.rules import RINGS, RULES
from games.star_traders.state import MISSION, TURN, Stars, carries, rings, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.moves import idle, ship_of, ships_slot

T = Table[Stars]


def choices(s: Stars, seat: str) -> list[Choice]:
    """What an action may be used for besides jumps and local business."""
    found = loads(s, seat)
    if RULES[s.variant].nova:
        return found
    if build := building(s, seat):
        found.append(build)
    return found + petition.choices(s, seat)


# -- picking up ------------------------------------------------------------------------------


def may_load(s: Stars, seat: str) -> bool:
    """Whether there is a cargo to pick up here."""
    return bool(pickups(s, seat))


def loads(s: Stars, seat: str) -> list[Choice]:
    """PICKUP, with the ship that takes the cargo aboard."""
    ready = pickups(s, seat)
    if not ready:
        return []
    fleet = len(s.ships[seat])
    boxes = tuple(dict.fromkeys(box_name(b) for b, _ in ready))
    if fleet == 1:
        return [Choice(PICKUP, (Pick(boxes), LEFT_OUT))]

    def ship(args: Args) -> Pick:
        return ships_slot([k for b, k in ready if box_name(b) == args[0]], fleet)

    return [Choice(PICKUP, (Pick(boxes), ship))]


def box_name(box: int) -> int | str:
    """A box as an argument: the mission has a word."""
    return MISSION_WORD if box == MISSION else box


def box_of(arg: object) -> int:
    """The box that an argument means."""
    return arg if isinstance(arg, int) else MISSION


# -- building --------------------------------------------------------------------------------


def sites(s: Stars, seat: str, ship: int) -> dict[str, int]:
    """Worlds where this ship may build, with the price: here, and for a Builder one line off."""
    g, one = galaxy(s), role(s, seat)
    here = s.ships[seat][ship]
    price = RULES[s.variant].price + one.build - 5
    found = {} if here in s.stations else {str(here): price}
    if one.remote:
        for to, needs in g.lines[6][here]:
            if to not in s.stations:
                found[str(to)] = one.remote * needs
    money = s.money[seat]
    return {w: p for w, p in found.items() if p <= money}


def building(s: Stars, seat: str) -> Choice | None:
    """BUILD here (without a world), or at a named one (ST-STA-3, ST-PER-1)."""
    if s.money[seat] < min(3, RULES[s.variant].price) or len(rings(s, seat)) >= RINGS:
        return None
    fleet = s.ships[seat]
    each = [sites(s, seat, i) for i in range(len(fleet))]
    here = [i for i, w in enumerate(fleet) if str(w) in each[i]]
    own = {str(w) for w in fleet}
    worlds = tuple(dict.fromkeys(w for found in each for w in found if w not in own))
    if not worlds and not here:
        return None
    if len(fleet) == 1:
        return Choice(BUILD, (Pick((None, *worlds) if here else worlds), LEFT_OUT))

    def ship(args: Args) -> Pick:
        able = here if args[0] is None else [i for i, x in enumerate(each) if args[0] in x]
        return ships_slot(able, len(fleet))

    return Choice(BUILD, (Pick((None, *worlds) if here else worlds), ship))


def _build(t: T, seat: str, order: Order) -> None:
    s = t.state
    fleet = s.ships[seat]
    where, ship_arg = order.args
    each = [sites(s, seat, i) for i in range(len(fleet))]
    if where is None:
        able = [i for i, w in enumerate(fleet) if str(w) in each[i]]
        ship = ship_of(ship_arg, able)
        where = str(fleet[ship])
    else:
        ship = ship_of(ship_arg, [i for i, found in enumerate(each) if where in found])
    price = each[ship][str(where)]
    gain = within(s, seat, RULES[s.variant].built)
    t.emit(Built(seat, int(str(where)), price, gain, idle(s, TURN)))


# -- cargo aboard ----------------------------------------------------------------------------


def own_shifts(s: Stars, seat: str) -> list[Choice]:
    """SHIFT n TO m in the own turn (ST-CAR-6)."""
    g = galaxy(s)
    to = {c.box: shifts(s, seat, g.card[s.boxes[c.box - 1]].cargo, c.box) for c in s.cargo[seat]}
    able = tuple(box for box, boxes in to.items() if boxes)
    if not able:
        return []
    return [Choice(SHIFT_OWN, (Pick(able), lambda a: Pick(to[int(str(a[0]))])))]


def carry_out(t: T, seat: str, order: Order) -> None:
    """PICKUP, BUILD, ABANDON, SHIFT or PETITION. May push."""
    s, verb = t.state, order.verb
    if verb == "PICKUP":
        box = box_of(order.args[0])
        able = [k for b, k in pickups(s, seat) if b == box]
        free = RULES[s.variant].nova
        ship = ship_of(order.args[1], able)
        t.emit(PickedUp(seat, box, ship, () if free else idle(s, TURN), free))
    elif verb == "BUILD":
        _build(t, seat, order)
    elif verb == "PETITION":
        petition.declare(t, seat, order)
    else:
        box = box_of(order.args[0])
        cargo = carries(s, seat, box)
        assert cargo is not None
        if verb == "ABANDON":
            t.emit(Dropped(seat, box, "abandoned"))
        else:
            t.emit(Shifted(seat, cargo.ship, box, box_of(order.args[1])))
