"""What the letters print, as plain data."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from msgspec.structs import asdict

from engine.hand import UNKNOWN
from games.star_traders.court.merits import fit
from games.star_traders.luck.hand import names
from games.star_traders.report.chart import chart, letter
from games.star_traders.report.outlook import odds, prospect
from games.star_traders.rules import (
    RULES,
    fee_of,
    least_prestige,
    network_needed,
    stations_needed,
    win_money,
)
from games.star_traders.state import TURN, Stars, carries, network, rings, role
from games.star_traders.tables.galaxy import PACKAGED, Galaxy, galaxy
from games.star_traders.tables.records import LuckKind
from games.star_traders.travel.routes import NEVER

TURNS_AHEAD = 2
"""The odds of a Contract are those of so many own turns."""


def report(view: Stars, seat: str) -> dict[str, Any]:
    """Everything a seat may know of its position; ``seat`` empty: a stranger's."""
    g = galaxy(view)
    return {
        "seat": seat,
        "variant": view.variant,
        "turn": view.turn,
        "round": view.round,
        "active": view.active,
        "set": bool(view.round),
        "rules": numbers(view, seat),
        "you": own(view, seat) if seat in view.ships else None,
        "hand": hand(view, seat),
        "boxes": boxes(view, seat),
        "table": table(view),
        "missions": [mission(view, x) for x in view.missions],
        "quarantines": [{"world": place(g, q.world), "first": q.first} for q in view.quarantines],
        "map": chart(view, seat),
        "worlds": worlds(view, seat),
        "deck": {"left": len(view.deck), "discards": len(view.discard)},
        "cards": catalogue(g),
        "colours": [{"name": c.name, "needs": c.needs} for c in g.data.colours],
    }


def place(g: Galaxy, world: int) -> dict[str, Any]:
    """Number and name."""
    return {"number": world, "name": g.data.world[world].name}


def numbers(view: Stars, seat: str) -> dict[str, Any]:
    """What it takes to win, and what differs between the versions."""
    rules = RULES[view.variant]
    return {
        "nova": rules.nova,
        "luck": rules.luck,
        "table": rules.table,
        "actions": rules.actions,
        "prestige": least_prestige(view),
        "money": win_money(view),
        "fee": fee_of(view, seat),
        "stations": stations_needed(view),
        "network": network_needed(view),
        "declared": bool(view.options.get("declared")),
    }


def own(view: Stars, seat: str) -> dict[str, Any]:
    """The seat's own position."""
    g = galaxy(view)
    one = role(view, seat)
    return {
        "ships": [place(g, w) for w in view.ships[seat]],
        "money": view.money[seat],
        "prestige": view.prestige[seat],
        "bonus": g.data.bonus(view.prestige[seat]),
        "stations": list(rings(view, seat)),
        "imperial": [w for w in view.imperial if view.stations[w] == seat],
        "network": network(view, seat),
        "fit": fit(view, seat) and not RULES[view.variant].nova,
        "role": one.name,
        "power": asdict(one) if one.name else None,
        "dice": sorted(view.dice[TURN]) if one.combine and view.active == seat else [],
        "keep": one.keep,
        "cargo": [
            {"box": c.box, "good": g.card[view.boxes[c.box - 1]].cargo, "ship": c.ship + 1}
            for c in view.cargo[seat]
        ],
        "mission": mission(view, seat) if seat in view.missions else None,
        "left": view.left[TURN] if view.active == seat else None,
        "next": actions_next(view, seat),
        "mods": [m.kind for m in view.mods if m.seat == seat],
        "lines": [
            {
                "world": place(g, to),
                "needs": needs,
                "station": view.stations.get(to, ""),
            }
            for to, needs in g.lines[one.hardest][view.ships[seat][0]]
        ],
    }


def actions_next(view: Stars, seat: str) -> int:
    """Actions of the seat's next turn, as far as it is settled."""
    count = RULES[view.variant].actions + role(view, seat).actions - 5
    return max(0, count - view.mod("less", seat))


def mission(view: Stars, seat: str) -> dict[str, Any]:
    """An Imperial Mission; everybody may see it."""
    g = galaxy(view)
    deal = g.card[view.missions[seat]]
    return {
        "seat": seat,
        "good": deal.cargo,
        "pickup": place(g, deal.pickup),
        "destination": place(g, deal.destination),
        "loaded": seat in view.loaded,
    }


def hand(view: Stars, seat: str) -> list[dict[str, Any]]:
    """The own cards, by the names that an order may use."""
    cards = [c for c in view.hands.get(seat, ()) if c != UNKNOWN]
    g = galaxy(view)
    called = {card: name for name, card in names(g, cards).items()}
    return [
        {
            "name": called.get(c, g.kind[c].name),
            "kind": g.kind[c].name,
            "value": g.value[c],
            "calamity": g.kind[c].calamity,
        }
        for c in cards
    ]


def boxes(view: Stars, seat: str) -> list[dict[str, Any]]:
    """The Contracts, with what they are worth to this seat."""
    g = galaxy(view)
    found = []
    for box, card in enumerate(view.boxes, 1):
        if not card:
            continue
        deal = g.card[card]
        row: dict[str, Any] = {
            "box": box,
            "vip": box == 1 and bool(RULES[view.variant].vip),
            "good": deal.cargo,
            "pickup": place(g, deal.pickup),
            "destination": place(g, deal.destination),
            "payoff": deal.payoff,
            "prestige": deal.prestige,
            "fee": deal.fee,
            "star": deal.star,
            "set": deal.set,
            "carriers": [x for x in view.cargo if carries(view, x, box) is not None],
            "actions": None,
            "odds": None,
        }
        p = prospect(view, seat, box) if seat in view.ships else None
        if p is not None:
            row["actions"] = round(p.actions, 1) if p.actions < NEVER else None
            row["odds"] = round(100 * odds(view, seat, p, ahead(view, seat)))
        found.append(row)
    return found


def ahead(view: Stars, seat: str) -> int:
    """Actions of the next turns for which the odds are reckoned."""
    each = actions_next(view, seat)
    now = view.left[TURN] if view.active == seat else each
    return now + (TURNS_AHEAD - 1) * each


def table(view: Stars) -> list[dict[str, Any]]:
    """Every seat, clockwise, as everybody sees it."""
    g = galaxy(view)
    return [
        {
            "seat": seat,
            "letter": letter(view, seat),
            "money": view.money[seat],
            "prestige": view.prestige[seat],
            "stations": list(rings(view, seat)),
            "imperial": [w for w in view.imperial if view.stations[w] == seat],
            "ships": [place(g, w) for w in view.ships.get(seat, ())],
            "cargo": [c.box for c in view.cargo[seat]],
            "cards": len(view.hands[seat]),
            "role": view.roles.get(seat, ""),
            "mission": seat in view.missions,
            "active": seat == view.active,
            "leaving": seat in view.leaving,
            "gone": seat in view.gone,
            "tariffs": dict(view.tariffs.get(seat, {})),
            "less": view.mod("less", seat),
        }
        for seat in view.seats
    ]


def worlds(view: Stars, seat: str) -> list[dict[str, Any]]:
    """All worlds in order, with their lines."""
    g = galaxy(view)
    colours = {c.needs: c.name for c in g.data.colours}
    return [
        {
            "number": w.number,
            "name": w.name,
            "export": w.export,
            "star": w.star,
            "station": view.stations.get(w.number, ""),
            "imperial": w.number in view.imperial,
            "ships": [x for x, fleet in view.ships.items() if w.number in fleet],
            "lines": [
                {"to": to, "needs": needs, "colour": colours[needs]}
                for to, needs in g.lines[6][w.number]
            ],
        }
        for w in g.data.worlds
    ]


def like(kind: LuckKind) -> LuckKind:
    """The packaged kind that is played as this one, if there is one that of the same name."""
    same = [k for k in PACKAGED.data.luck if (k.effect, k.target) == (kind.effect, kind.target)]
    return next((k for k in same if k.name == kind.name), same[0])


@lru_cache(maxsize=8)
def catalogue(g: Galaxy) -> dict[str, dict[str, Any]]:
    """Every kind of card with the numbers that its cards have.

    ``like``: the packaged kind whose words are true of it; ``usual``: also those on when it is
    played (``when``).
    """
    found: dict[str, dict[str, Any]] = {
        kind.name: {
            "name": kind.name,
            "calamity": kind.calamity,
            "numbers": set(),
            "count": 0,
            "like": (same := like(kind)).name,
            "usual": set(kind.when) == set(same.when),
            "when": list(kind.when),
        }
        for kind in g.data.luck
    }
    for card in g.data.cards:
        found[card.luck]["numbers"].add(card.value)
        found[card.luck]["count"] += 1
    return {n: {**row, "numbers": sorted(row["numbers"], key=abs)} for n, row in found.items()}


@lru_cache(maxsize=1)
def rules_text() -> str:
    """The rulings, as Markdown."""
    return files("games.star_traders").joinpath("RULES.md").read_text(encoding="utf-8")


def final(s: Stars) -> dict[str, Any]:
    """The result with all hands open."""
    g = galaxy(s)
    ranked = sorted(
        s.seats,
        key=lambda x: (x in s.gone, x not in s.winners, -s.prestige[x], -s.money[x]),
    )
    return {
        "reason": s.ended,
        "winners": list(s.winners),
        "rounds": s.round,
        "turns": s.turn,
        "table": [
            {
                "seat": seat,
                "money": s.money[seat],
                "prestige": s.prestige[seat],
                "stations": list(rings(s, seat)),
                "imperial": [w for w in s.imperial if s.stations[w] == seat],
                "hand": [g.kind[c].name for c in s.hands[seat]],
                "role": s.roles.get(seat, ""),
                "mission": seat in s.missions,
                "gone": seat in s.gone,
                "won": seat in s.winners,
            }
            for seat in ranked
        ],
        "deck": len(s.deck),
    }
