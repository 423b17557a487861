"""What the letters print, as plain data."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from msgspec.structs import asdict

from engine.hand import UNKNOWN
from games.star_traders.hands.hand import names, way_out
from games.star_traders.luck.ways import OWN_VERBS, keyword, ways
from games.star_traders.report.appeal import bonus, petition
from games.star_traders.report.chart import chart, letter
from games.star_traders.report.surroundings import place, quarantines, ships
from games.star_traders.rules import (
    MARKERS,
    RULES,
    fee_of,
    least_prestige,
    network_needed,
    sets_of,
    stations_needed,
    win_money,
)
from games.star_traders.state import (
    MISSION,
    TURN,
    Stars,
    carries,
    in_turn,
    network,
    rings,
    role,
)
from games.star_traders.tables.galaxy import Galaxy, copies, galaxy, like
from games.star_traders.travel.outlook import Prospect, gain, odds, payoff, prospect
from games.star_traders.travel.routes import NEVER

TURNS_AHEAD = 2
"""The odds of a Contract are those of so many own turns."""


def report(view: Stars, seat: str) -> dict[str, Any]:
    """Everything a seat may know of its position; ``seat`` empty: a stranger's.

    ``set``: the Contracts lie, all starts are picked or named next; ``fresh``: this seat has
    played no turn yet.
    """
    g = galaxy(view)
    picture, unplaced = chart(view, seat)
    return {
        "seat": seat,
        "variant": view.variant,
        "turn": view.turn,
        "round": view.round,
        "active": view.active,
        "set": any(view.boxes),
        "fresh": seat not in view.last,
        "rules": numbers(view, seat),
        "you": own(view, seat) if seat in view.ships else None,
        "hand": hand(view, seat),
        "boxes": boxes(view, seat),
        "table": table(view),
        "missions": [mission(view, x) for x in view.missions],
        "quarantines": quarantines(view),
        "map": picture,
        "unplaced": unplaced,
        "starred": bool(view.missions),
        "worlds": worlds(view, seat),
        "deck": {"left": len(view.deck), "discards": len(view.discard)},
        "cards": catalogue(g, played(view), sealed="quarantine" not in without(view)),
        "roles": roles(view),
        "colours": [{"name": c.name, "needs": c.needs} for c in g.data.colours],
    }


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
        "without": without(view),
        "declared": bool(view.options.get("declared")),
        "roles": view.options.get("personalities", "none") != "none",
        "chosen": view.options.get("personalities") == "chosen",
    }


def without(view: Stars) -> list[str]:
    """What this campaign does not know, though texts of its cards may speak of it."""
    sealed = copies(galaxy(view), sets_of(view), "quarantine")
    missing = {"petition": RULES[view.variant].nova, "quarantine": not sealed}
    return [what for what, none in missing.items() if none]


def own(view: Stars, seat: str) -> dict[str, Any]:
    """The seat's own position."""
    g = galaxy(view)
    one = role(view, seat)
    return {
        "ships": ships(view, seat),
        "frees": way_out(view, seat),
        "money": view.money[seat],
        "prestige": view.prestige[seat],
        "bonus": bonus(view, seat),
        "stations": list(rings(view, seat)),
        "imperial": [w for w in view.imperial if view.stations[w] == seat],
        "network": network(view, seat),
        "petition": petition(view, seat),
        "role": one.name,
        "power": asdict(one) if one.name else None,
        "dice": sorted(view.dice[TURN]) if one.combine and view.active == seat else [],
        "keep": one.keep,
        "cargo": [
            {"box": c.box, "good": g.card[view.boxes[c.box - 1]].cargo, "ship": c.ship + 1}
            for c in view.cargo[seat]
        ],
        "room": 0 if seat in view.missions else MARKERS - len(view.cargo[seat]),
        "mission": own_mission(view, seat) if seat in view.missions else None,
        "left": left(view, seat) or None,
        "next": actions_next(view, seat),
        "mods": [m.kind for m in view.mods if m.seat == seat],
    }


def actions_next(view: Stars, seat: str) -> int:
    """Actions of the seat's next turn, as far as it is settled."""
    count = RULES[view.variant].actions + role(view, seat).actions - 5
    return max(0, count - view.mod("less", seat))


def left(view: Stars, seat: str) -> int:
    """Actions left in the seat's turn; 0: it has none, or its turn is over."""
    return view.left[TURN] if in_turn(view, seat) else 0


def upcoming(view: Stars, seat: str) -> int:
    """Actions of the turn that comes first: what is left of this one, else the seat's next."""
    return left(view, seat) or actions_next(view, seat)


def own_mission(view: Stars, seat: str) -> dict[str, Any]:
    """The reader's own, with what is to be expected."""
    p = prospect(view, seat, MISSION)
    return {**mission(view, seat), **outlook(view, seat, p)}


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
            "label": g.labels[c],
            "kind": g.kind[c].name,
            "value": g.value[c],
            "calamity": g.kind[c].calamity,
        }
        for c in cards
    ]


def boxes(view: Stars, seat: str) -> list[dict[str, Any]]:
    """The Contracts, with what they are worth to this seat: ``payoff`` is what it is paid,
    ``more`` the Prestige that comes on top of what is printed.
    """
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
            "payoff": payoff(view, seat, deal),
            "prestige": deal.prestige,
            "more": gain(view, seat, box, deal) - deal.prestige,
            "fee": deal.fee,
            "star": deal.star,
            "set": deal.set,
            "carriers": [x for x in view.cargo if carries(view, x, box) is not None],
        }
        p = prospect(view, seat, box) if may_carry(view, seat, box) else None
        found.append({**row, **outlook(view, seat, p)})
    return found


def may_carry(view: Stars, seat: str, box: int) -> bool:
    """Whether the seat carries a Contract's cargo, or has room for it: none on a mission."""
    if seat not in view.ships or seat in view.missions:
        return False
    return len(view.cargo[seat]) < MARKERS or carries(view, seat, box) is not None


def outlook(view: Stars, seat: str, p: Prospect | None) -> dict[str, Any]:
    """Expected actions to the delivery, and its odds in percent; ``None``: there is no way now."""
    if p is None or p.actions >= NEVER:
        return {"actions": None, "odds": None}
    chance = odds(view, seat, p, ahead(view, seat))
    return {"actions": round(p.actions, 1), "odds": round(100 * chance)}


def ahead(view: Stars, seat: str) -> int:
    """Actions of the next turns for which the odds are reckoned."""
    return upcoming(view, seat) + (TURNS_AHEAD - 1) * actions_next(view, seat)


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


def played(view: Stars) -> frozenset[str]:
    """The kinds of card that this campaign has."""
    g = galaxy(view)
    cards = g.data.deck(sets_of(view)) if RULES[view.variant].luck else ()
    return frozenset(g.kind[c].name for c in cards if c in g.kind)


@lru_cache(maxsize=8)
def catalogue(g: Galaxy, played: frozenset[str], *, sealed: bool) -> dict[str, dict[str, Any]]:
    """Every kind of card with the numbers that its cards have; ``sealed``: with Quarantines.

    ``like``: the packaged kind whose words are true of it; ``usual``: also those on when it is
    played (``when``). ``ways``: the places of PLAY that it fills, each with the word in front.
    """
    found: dict[str, dict[str, Any]] = {
        kind.name: {
            "name": kind.name,
            "calamity": kind.calamity,
            "played": kind.name in played,
            "numbers": set(),
            "count": 0,
            "like": (same := like(kind)).name,
            "usual": set(kind.when) == set(same.when),
            "when": list(kind.when),
            "ways": [
                [(place, keyword(place)) for place in way] for way in ways(kind, sealed=sealed)
            ],
            "verbs": OWN_VERBS.get(kind.effect, ()),
        }
        for kind in g.data.luck
    }
    for card in g.data.cards:
        found[card.luck]["numbers"].add(card.value)
        found[card.luck]["count"] += 1
    return {n: {**row, "numbers": sorted(row["numbers"], key=abs)} for n, row in found.items()}


def roles(view: Stars) -> dict[str, dict[str, Any]]:
    """Every personality with his numbers, and who plays him."""
    players = {name: seat for seat, name in view.roles.items()}
    return {
        one.name: {**asdict(one), "seat": players.get(one.name, "")}
        for one in galaxy(view).data.personalities
    }


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
                "hand": [g.labels[c] for c in s.hands[seat]],
                "role": s.roles.get(seat, ""),
                "mission": seat in s.missions,
                "gone": seat in s.gone,
                "won": seat in s.winners,
            }
            for seat in ranked
        ],
        "deck": len(s.deck),
    }
