"""Why an order is not possible now: what keeps it off, as far as its owner knows (his own view).

The same functions that say what is legal are asked, so a reason never goes beyond the rules; of an
order that is legal there is none. ``None`` where no single thing can be named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.decision import Order, Pick
from engine.game import Remark
from games.star_traders.court.merits import PRICES, payable
from games.star_traders.hands.hand import card_named, with_effect
from games.star_traders.luck import targets
from games.star_traders.luck.cards import SPENDING
from games.star_traders.orders.forms import (
    ACT,
    APPEAL,
    BEST,
    BRIBE,
    GAP,
    MISSION_WORD,
    SHIFTS,
    TRAVEL,
    VERDICT,
    ZAPS,
)
from games.star_traders.orders.goals import meant
from games.star_traders.rules import (
    MARKERS,
    QUARANTINES,
    RINGS,
    RULES,
    fee_of,
    least_prestige,
    network_needed,
    stations_needed,
)
from games.star_traders.state import (
    ENVOY,
    MISSION,
    TURN,
    Stars,
    carries,
    contract,
    network,
    rings,
    role,
    tariff,
    trapped,
)
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.moves import bonus, declared, may_drift, reach
from games.star_traders.travel.outlook import aim
from games.star_traders.travel.routes import craft
from games.star_traders.travel.way import way
from games.star_traders.turn.actions import box_name, box_of


class Case(NamedTuple):
    """An order of a seat to a kind of question, on the seat's own view."""

    s: Stars
    seat: str
    kind: str
    order: Order

    @property
    def pool(self) -> str:
        """The dice and actions that it is about."""
        return ENVOY if self.kind == TRAVEL else TURN


def hinders(
    s: Stars, seat: str, kind: str, order: Order, *, changed: bool = False
) -> Remark | None:
    """See ``Game.hinders``."""
    case = Case(s, seat, kind, order)
    if changed:
        return _altered(case)
    find = BARS.get(order.verb)
    return find(case) if find is not None else None


def _world(world: int) -> dict[str, str]:
    return {"world": str(world)}


def _short(case: Case, price: int) -> Remark | None:
    money = case.s.money[case.seat]
    return Remark("short", {"price": price, "money": money}) if money < price else None


def _kept(case: Case, ship: object) -> Remark | None:
    """A Quarantine keeps the ship that is named, or every ship that there is."""
    s, fleet = case.s, case.s.ships[case.seat]
    named = fleet[ship - 1 : ship] if isinstance(ship, int) else fleet
    if named and all(trapped(s, case.seat, w) for w in named):
        return Remark("kept", _world(named[0]))
    return None


# -- cards ---------------------------------------------------------------------------------


def _play(case: Case) -> Remark | None:
    """A card that is not there, that may not be played now, or not on this."""
    s, seat, kind, order = case
    name = str(order.args[0])
    card = card_named(s, seat, name)
    if not card:
        return Remark("unheld", {"card": name})
    g = galaxy(s)
    effect = g.effect[card]
    if kind == APPEAL:
        on = order.args[1]
        return _victim(s, str(on)) if on else None
    if kind not in (ACT, TRAVEL, GAP):
        return None
    if (GAP_MOMENT if kind == GAP else TURN_MOMENT) not in g.kind[card].when:
        return Remark("moment", {"card": name})
    if effect in SPENDING and not s.left.get(case.pool):
        return Remark("spent")
    at = targets.At(s, seat, GAP_MOMENT if kind == GAP else TURN_MOMENT, case.pool)
    found = targets.TARGETS[effect](at, card)
    if isinstance(found, str):
        return _of_card(case, found, g.value[card])
    return _of_target(case, effect, found)


TURN_MOMENT, GAP_MOMENT = "turn", "gap"


def _of_card(case: Case, code: str, value: int) -> Remark | None:
    """What a card lacks, whatever it were played on."""
    if code == targets.SHORT:
        return _short(case, value)
    if code == targets.KEPT:
        return _kept(case, None)
    return Remark(code)


def _victim(s: Stars, seat: str) -> Remark | None:
    if s.away(seat):
        return Remark("away", {"seat": seat})
    if s.has_mod("shield", seat):
        return Remark("shielded", {"seat": seat})
    return None


def _of_target(case: Case, effect: str, found: list[targets.Slots]) -> Remark | None:
    """What keeps a card off whom or what it names."""
    s, order = case.s, case.order
    _, on, _, to, at, box, ship = order.args
    if isinstance(on, str) and on in s.seats:
        if effect not in ("glitch", "warp", "avoid") and (barred := _victim(s, on)):
            return barred
        if on in s.gone:
            return Remark("away", {"seat": on})
    allowed = [slots for slots in found if isinstance(slots[0], Pick) and on in slots[0].values]
    if not allowed:
        code = {"debris": "bare", "jettison": "empty-hold", "avoid": "free"}.get(effect, "")
        return Remark(code, {"seat": on}) if code and on else None
    if effect == "debris" and str(at) not in map(str, _normal(s, str(on))):
        return Remark("not-his", {"seat": on, "world": str(at)})
    if effect == "jettison" and isinstance(box, int) and carries(s, str(on), box) is None:
        return Remark("not-aboard", {"seat": on, "box": box})
    if effect in ("glitch", "fetch") and isinstance(box, int) and not contract(s, case.seat, box):
        return Remark("no-contract", {"box": box})
    if effect == "quarantine" and len(s.quarantines) >= QUARANTINES:
        marked = {str(q.world) for q in s.quarantines}
        return None if str(at or to) in marked else Remark("markers")
    if effect in ("stargate", "recall", "envoy"):
        return _kept(case, ship)
    return None


def _normal(s: Stars, seat: str) -> list[int]:
    return [w for w in rings(s, seat) if w not in s.imperial]


def _discard(case: Case) -> Remark | None:
    name = str(case.order.args[0])
    return None if card_named(case.s, case.seat, name) else Remark("unheld", {"card": name})


def _holding(effect: str) -> Callable[[Case], Remark | None]:
    """Of orders that play whatever card with this effect is there."""

    def find(case: Case) -> Remark | None:
        if with_effect(case.s, case.seat, effect):
            return None
        kinds = galaxy(case.s).data.luck
        return Remark("unheld", {"card": next(k.name for k in kinds if k.effect == effect)})

    return find


# -- jumps ---------------------------------------------------------------------------------


def _jump(case: Case) -> Remark | None:
    """A Quarantine, no line, or a roll too low; of a fleet only what holds for every ship."""
    s, seat, _, order = case
    to, behind = order.args
    named = behind if isinstance(behind, int) else None
    if barred := _kept(case, named) or _idle(case):
        return barred
    fleet = s.ships[seat]
    if not isinstance(to, str) or not to.isdigit() or len(fleet) > 1:
        return None
    g, one, here = galaxy(s), role(s, seat), fleet[0]
    if one.core_jumps and here // 10 == int(to) // 10 == CORE:
        return None
    if not g.joined(here, int(to)):
        return Remark("no-line", {"from": str(here), "world": to})
    needs = g.needs(here, int(to), one.hardest)
    roll = reach(s, one, case.pool) + bonus(s, seat)
    # Where dice are named, or none is thrown yet, the roll says nothing.
    plain = not isinstance(behind, str) and s.dice[case.pool] and not declared(s, one)
    if plain and roll < needs and not _open_to(s, seat, to):
        return Remark("low", {"world": to, "needs": needs, "roll": max(0, roll)})
    return None


def _open_to(s: Stars, seat: str, to: str) -> bool:
    """Whether a jump to this world may do without a roll: a free beacon, a Wormhole."""
    owner = s.stations.get(int(to), "")
    free = bool(owner) and tariff(s, owner, seat) == 0 and not s.has_mod("jam", seat)
    return free or s.has_mod("codes", seat) or s.has_mod("worm", seat)


def _idle(case: Case) -> Remark | None:
    return Remark("spent") if case.s.left.get(case.pool, 0) <= 0 else None


def _beacon(case: Case) -> Remark | None:
    """STATION, ASK and SLIP: whose beacon it is, what it costs, and the purse."""
    s, seat, _, order = case
    to, ship = str(order.args[0]), order.args[-1]
    if barred := _kept(case, ship) or _idle(case):
        return barred
    owner = s.stations.get(int(to), "") if to.isdigit() else ""
    if not owner:
        return Remark("no-station", {"world": to})
    if s.has_mod("jam", seat):
        return Remark("jammed")
    if order.verb != "STATION" or owner == seat or s.has_mod("codes", seat):
        return None
    price = tariff(s, owner, seat)
    if price <= 0:
        return Remark("closed", {"seat": owner, "world": to}) if price else None
    if price != order.args[1]:
        return Remark("dearer", {"seat": owner, "world": to, "price": price})
    return _short(case, price)


def _random(case: Case) -> Remark | None:
    if barred := _kept(case, case.order.args[0]) or _idle(case):
        return barred
    return None if may_drift(case.s, case.seat) else Remark("drifted")


# -- actions at a world --------------------------------------------------------------------


def _build(case: Case) -> Remark | None:
    """No ring, no action, a station that stands there, or the purse."""
    s, seat, _, order = case
    where, ship = order.args
    if len(rings(s, seat)) >= RINGS:
        return Remark("rings")
    if barred := _idle(case):
        return barred
    fleet = s.ships[seat]
    if where is None and (isinstance(ship, int) or len(fleet) == 1):
        at = fleet[ship - 1 if isinstance(ship, int) and ship <= len(fleet) else 0]
        if at in s.stations:
            return Remark("built", _world(at))
        return _short(case, RULES[s.variant].price + role(s, seat).build - 5)
    if isinstance(where, str) and where.isdigit() and int(where) in s.stations:
        return Remark("built", _world(int(where)))
    return None


def _pickup(case: Case) -> Remark | None:
    """No such Contract, no free marker, aboard already, or it lies elsewhere."""
    s, seat, _, order = case
    if not isinstance(order.args[0], int) and order.args[0] != MISSION_WORD:
        return None
    box = box_of(order.args[0])
    card = contract(s, seat, box)
    if not card:
        return Remark("no-contract", {"box": box})
    if carries(s, seat, box) is not None:
        return Remark("aboard", {"box": box})
    if box != MISSION and seat in s.missions:
        return Remark("mission")
    if box != MISSION and len(s.cargo[seat]) >= MARKERS:
        return Remark("hold")
    at = galaxy(s).card[card].pickup
    if at not in s.ships[seat]:
        return Remark("lies", _world(at))
    return None if RULES[s.variant].nova else _idle(case)


def _own_cargo(case: Case) -> Remark | None:
    """ABANDON and SHIFT: what is not aboard."""
    if case.kind != ACT:
        return None
    box = case.order.args[0]
    if isinstance(box, int) and carries(case.s, case.seat, box) is None:
        return Remark("not-aboard", {"seat": case.seat, "box": box})
    return None


def _petition(case: Case) -> Remark | None:
    """What a petition takes and what of it is missing (ST-WIN-1, ST-BLK-2, ST-BLK-10)."""
    s, seat, _, order = case
    if seat in s.missions:
        return Remark("mission")
    if s.petitioned:
        return Remark("petitioned")
    lacks = {
        "prestige": (least_prestige(s), s.prestige[seat]),
        "money": (fee_of(s, seat), s.money[seat]),
        "stations": (stations_needed(s), len(rings(s, seat))),
    }
    if RULES[s.variant].table and order.args[0] is not None:
        lacks["network"] = (network_needed(s), network(s, seat))
    short = {word: pair for word, pair in lacks.items() if pair[1] < pair[0]}
    if short:
        return Remark("unfit", {"lacks": short})
    if RULES[s.variant].table and order.args[0] is None:
        ships = s.ships[seat]
        if not any(s.stations.get(w) == seat and w not in s.imperial for w in ships):
            return Remark("no-chamber")
    return _idle(case)


# -- goals ---------------------------------------------------------------------------------


def _goal(case: Case) -> Remark | None:
    """GOTO, RUN and DELIVER: what is not there, a Quarantine, or the next jump's roll."""
    s, seat, _, order = case
    box = None if order.verb == "GOTO" or order.args[0] == BEST else box_of(order.args[0])
    if box is not None and not contract(s, seat, box):
        return Remark("no-contract", {"box": box})
    if box not in (None, MISSION) and seat in s.missions:
        return Remark("mission")
    if box is not None and order.verb == "DELIVER" and carries(s, seat, box) is None:
        return Remark("not-aboard", {"seat": seat, "box": box})
    if barred := _kept(case, None) or _idle(case):
        return barred
    if len(s.ships[seat]) > 1 or case.pool == ENVOY:
        return None
    if order.verb == "GOTO":
        return None if order.args[0] == BEST else _next_jump(case, int(str(order.args[0])))
    p = meant(s, seat, order)
    if p is None:
        return None
    if not p.aboard and aim(s, seat, p) == s.ships[seat][0]:
        return _pickup(case._replace(order=Order("PICKUP", (box_name(p.box), None))))
    return _next_jump(case, aim(s, seat, p))


def _next_jump(case: Case, target: int) -> Remark | None:
    """What keeps the ship off the first jump of the way there."""
    s, seat = case.s, case.seat
    hops = way(s, seat, s.ships[seat][0], target, craft(s, seat, 0)).hops
    if not hops or hops[0].how != "line":
        return None
    return _jump(case._replace(order=Order("JUMP", (str(hops[0].world), None))))


# -- money ---------------------------------------------------------------------------------


def _pay(case: Case) -> Remark | None:
    """The purse; of what the Emperor asks the Prestige, too."""
    s, seat, kind, order = case
    price = order.args[0]
    if not isinstance(price, int):
        return None
    if barred := _short(case, price):
        return barred
    prestige = next((p for money, p in PRICES.values() if money == price), 0)
    if kind == BRIBE and not payable(s, seat, (price, prestige)):
        return Remark("low-prestige", {"prestige": prestige})
    return None


def _bid(case: Case) -> Remark | None:
    return _short(case, 1)


# -- what an order hangs on ----------------------------------------------------------------


def _altered(case: Case) -> Remark | None:
    """What lies otherwise than when the order was given; see ``luck.objects`` and the windows."""
    s, _, kind, order = case
    if kind in (ACT, TRAVEL, ZAPS, VERDICT):
        return Remark("dice-changed")
    if kind == APPEAL:
        return Remark("prestige-changed", {"seat": s.active, "prestige": s.prestige[s.active]})
    if kind == SHIFTS:
        return Remark("boxes-changed")
    if kind != GAP or order.verb != "PLAY":
        return None
    find = ALTERED.get(galaxy(s).called.get(str(order.args[0]), ""))
    return find(case) if find is not None else None


def _other_contract(case: Case) -> Remark:
    _, on, _, _, _, box, _ = case.order.args
    if isinstance(box, int):
        return Remark(
            "other-contract" if contract(case.s, "", box) else "no-contract", {"box": box}
        )
    return Remark("other-mission", {"seat": on})


def _marker(case: Case) -> Remark:
    world = str(case.order.args[4] or case.order.args[3])
    lies = any(str(q.world) == world for q in case.s.quarantines)
    return Remark("marked" if lies else "unmarked", {"world": world})


def _moved(case: Case) -> Remark:
    seats = [x for x in case.order.args[1:3] if isinstance(x, str)]
    return Remark("moved", {"seats": seats or [case.seat]})


def _owner(case: Case) -> Remark:
    world = str(case.order.args[4] or case.order.args[3])
    owner = case.s.stations.get(int(world), "") if world.isdigit() else ""
    return Remark("sold" if owner else "no-station", {"seat": owner, "world": world})


def _not_kept(case: Case) -> Remark:
    return Remark("otherwise-kept", {"seat": case.order.args[1]})


ALTERED: dict[str, Callable[[Case], Remark]] = {
    "glitch": _other_contract,
    "jettison": _other_contract,
    "quarantine": _marker,
    "warp": _moved,
    "storm": _moved,
    "lost": _moved,
    "envoy": _moved,
    "debris": _owner,
    "avoid": _not_kept,
}
"""By effect, as ``luck.objects.OBJECTS``."""

BARS: dict[str, Callable[[Case], Remark | None]] = {
    "PLAY": _play,
    "ZAP": _holding("zap"),
    "AVOID": _holding("avoid"),
    "SELL": _holding("avoid"),
    "DISCARD": _discard,
    "JUMP": _jump,
    "GOTO": _goal,
    "RUN": _goal,
    "DELIVER": _goal,
    "STATION": _beacon,
    "ASK": _beacon,
    "SLIP": _beacon,
    "RANDOM": _random,
    "BUILD": _build,
    "PICKUP": _pickup,
    "ABANDON": _own_cargo,
    "SHIFT": _own_cargo,
    "PETITION": _petition,
    "PAY": _pay,
    "BID": _bid,
}
