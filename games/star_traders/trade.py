"""Orders at any time: deals, posted prices, showing, throwing away, resigning (ST-TRD, ST-W9)."""

from __future__ import annotations

from functools import lru_cache

from engine.decision import Chance, Choice, Decision, Order, Pick, below
from engine.fact import OfferClosed
from engine.leave import open_orders, resign
from engine.offer import (
    ANYONE,
    make_offers,
    offer_choice,
    offer_meant,
    refuse,
    reply_choices,
    settle,
)
from engine.state import Offer
from engine.table import Table
from games.star_traders.facts.court import CargoTo, Exchanged
from games.star_traders.facts.setup import Discarded, Revealed
from games.star_traders.facts.turn import Posted, StationTo
from games.star_traders.luck.hand import card_named, names
from games.star_traders.orders.forms import BEACON, REVEAL, THROW
from games.star_traders.orders.words import TARIFFS
from games.star_traders.rules import MARKERS, RINGS, RULES, sets_of
from games.star_traders.state import OTHERS, Stars, carries, rings, role
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.travel.moves import pay

T = Table[Stars]

MOST = 6
"""Most items on one side of an offer."""

_MONEY = tuple(f"${n}" for n in range(1, 1000))
"""Items that are amounts of $tarBucks."""

PRICES = (*TARIFFS, *range(100))
"""What may be posted for a beacon."""


def money_in(items: tuple[str, ...]) -> int:
    """The $tarBucks among these items."""
    return sum(int(x[1:]) for x in items if x.startswith("$"))


def stations_in(items: tuple[str, ...]) -> tuple[int, ...]:
    """The worlds of the stations among these items."""
    return tuple(int(x[8:]) for x in items if x.startswith("station "))


def cargos_in(items: tuple[str, ...]) -> tuple[int, ...]:
    """The boxes of the cargos among these items."""
    return tuple(int(x[6:]) for x in items if x.startswith("cargo "))


def cards_in(items: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of card among these items."""
    return tuple(x for x in items if not x.startswith(("$", "station ", "cargo ")))


def any_time(s: Stars, seat: str) -> Decision:
    """What this seat may order at any time, from the deal of the hands on."""
    hand = names(galaxy(s), s.hands[seat])
    others = tuple(x for x in s.clockwise(seat) if x != seat and x not in s.leaving)
    choices: list[Choice] = [*reply_choices(s, seat, lacks)]
    if others:
        choices.append(_offering(s, seat, others, tuple(hand)))
        choices.append(Choice(BEACON, (Pick((OTHERS, *others)), Pick(PRICES))))
    if s.hands[seat]:
        choices += [Choice(REVEAL, (Pick(tuple(hand)),))] if hand else []
    trash = (*hand, *(f"station {w}" for w in rings(s, seat)))
    if trash:
        items = _items(galaxy(s))
        choices.append(Choice(THROW, (Pick(tuple(n for n in trash if n in items)),)))
    return open_orders(seat, choices)


@lru_cache(maxsize=8)
def _items(g: Galaxy) -> frozenset[str]:
    return frozenset((*g.data.kind, *(f"station {w}" for w in g.worlds)))


def kinds_in_play(s: Stars) -> tuple[str, ...]:
    """Kinds of card of the sets in play: what may be asked for."""
    return _kinds(galaxy(s), sets_of(s)) if RULES[s.variant].luck else ()


@lru_cache(maxsize=16)
def _kinds(g: Galaxy, sets: str) -> tuple[str, ...]:
    found = {g.kind[c].name for c in g.data.deck(sets)}
    return tuple(sorted(found))


def _offering(s: Stars, seat: str, others: tuple[str, ...], hand: tuple[str, ...]) -> Choice:
    """Give: what the seat has. Want: of cards any kind, never only what the other holds."""
    kinds = kinds_in_play(s)

    def goods(owner: str) -> tuple[str, ...]:
        stations = tuple(f"station {w}" for w in rings(s, owner))
        return stations + tuple(f"cargo {c.box}" for c in s.cargo[owner])

    def wanted(partner: str) -> tuple[str, ...]:
        if partner == ANYONE:
            return kinds + _MONEY[: max(s.money[x] for x in others)]
        return kinds + goods(partner) + _MONEY[: s.money[partner]]

    own = tuple(n for n in hand if n in kinds)
    return offer_choice(others, own + goods(seat) + _MONEY[: s.money[seat]], wanted, MOST)


def act(t: T, seat: str, order: Order) -> None:
    """Carry out one legal any-time order."""
    verb = order.verb
    if verb == "OFFER":
        make_offers(t, seat, order)
    elif verb == "ACCEPT":
        _accept(t, offer_meant(t.state, seat, order))
    elif verb in ("DECLINE", "WITHDRAW"):
        refuse(t, seat, order)
    elif verb == "BEACON":
        who, price = order.args
        number = TARIFFS[price] if isinstance(price, str) else int(str(price))
        t.emit(Posted(seat, str(who), number))
    elif verb == "REVEAL":
        t.emit(Revealed(seat, card_named(t.state, seat, str(order.args[0]))))
    elif verb == "THROW":
        _throw(t, seat, str(order.args[0]))
    else:
        resign(t, seat)


def _throw(t: T, seat: str, item: str) -> None:
    """A station without refund (ST-AMB 45), or a card."""
    if item.startswith("station "):
        t.emit(StationTo(int(item[8:]), "", "thrown"))
    else:
        t.emit(Discarded(seat, (card_named(t.state, seat, item),)))


def _accept(t: T, offer: Offer) -> None:
    """Checked at acceptance; whole, or not at all (ST-AMB 46).

    The taker has what is asked, or could not have accepted.
    """
    lack = lacking(t.state, offer)
    if lack:
        t.emit(OfferClosed(offer.id, lack))
        return
    settle(t, offer)
    _exchange(t, offer)


def lacking(s: Stars, offer: Offer) -> str:
    """Why the offer cannot be carried out: a code, or empty."""
    sides = ((offer.giver, offer.give, "giver"), (offer.taker, offer.want, "taker"))
    for seat, items, side in sides:
        if lacks(s, seat, items):
            return f"{side}-lacks"
    for (seat, got, side), (_, given, _) in zip(sides[::-1], sides, strict=True):
        # ``got`` is what this side gives away, ``given`` what it receives.
        lack = no_room(s, seat, given, got, offer)
        if lack:
            return f"{side}-{lack}"
    return ""


def lacks(s: Stars, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the items, each named once, that the seat does not have."""
    g = galaxy(s)
    held = {g.kind[c].name for c in s.hands[seat] if c in g.kind}
    held |= {f"station {w}" for w in rings(s, seat)}
    held |= {f"cargo {c.box}" for c in s.cargo[seat]}
    money = s.money[seat]
    return tuple(x for x in items if (money_in((x,)) > money if x[0] == "$" else x not in held))


def no_room(s: Stars, seat: str, got: tuple[str, ...], given: tuple[str, ...], offer: Offer) -> str:
    """Why this seat cannot take ``got`` for ``given``: a code, or empty (ST-LUC-2, ST-CAR-8)."""
    hand = len(s.hands[seat]) + len(cards_in(got)) - len(cards_in(given))
    if cards_in(got) and hand > role(s, seat).hold:
        return "hand-full"
    own = len(rings(s, seat)) + len(stations_in(got)) - len(stations_in(given))
    if own > RINGS:
        return "no-rings"
    other = offer.taker if seat == offer.giver else offer.giver
    boxes = cargos_in(got)
    if not boxes:
        return ""
    given_boxes = cargos_in(given)
    left = [c.box for c in s.cargo[seat] if c.box not in given_boxes]
    if seat in s.missions or len(left) + len(boxes) > MARKERS or set(left) & set(boxes):
        return "no-room"
    return "" if all(_together(s, other, seat, b) is not None for b in boxes) else "apart"


def _together(s: Stars, giver: str, taker: str, box: int) -> int | None:
    """The taker's ship at the world where the giver's cargo is; ``None``: there is none."""
    cargo = carries(s, giver, box)
    if cargo is None:
        return None
    here = s.ships[giver][cargo.ship]
    return next((i for i, w in enumerate(s.ships[taker]) if w == here), None)


def _exchange(t: T, offer: Offer) -> None:
    moves = (
        (offer.giver, offer.taker, offer.give),
        (offer.taker, offer.giver, offer.want),
    )
    s = t.state
    cards = [_cards(s, seat, items) for seat, _, items in moves]
    ships = [
        {b: _together(s, giver, taker, b) for b in cargos_in(items)}
        for giver, taker, items in moves
    ]
    if any(cards):
        t.emit(Exchanged(offer.giver, offer.taker, cards[0], cards[1]))
    for (giver, taker, items), there in zip(moves, ships, strict=True):
        pay(t, giver, taker, money_in(items), "deal")
        for world in stations_in(items):
            t.emit(StationTo(world, taker, "trade"))
        for box, ship in there.items():
            t.emit(CargoTo(giver, taker, box, ship or 0))


def _cards(s: Stars, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that kinds mean: of one kind the strongest first."""
    g = galaxy(s)
    hand = sorted(s.hands[seat], key=lambda c: -abs(g.value[c]))
    found = []
    for kind in cards_in(items):
        card = next(c for c in hand if g.kind[c].name == kind)
        hand.remove(card)
        found.append(card)
    return tuple(found)


def likely(s: Stars, seat: str, chance: Chance) -> Order | None:
    """Half the time: to accept what can be carried out, else to offer one thing that is held for
    another, cargo where the ships are together; or to post that one wants to be asked.
    """
    if chance.random() < 0.5:
        return None
    for offer in s.offers:
        if offer.taker == seat and not lacking(s, offer):
            return Order("ACCEPT", (offer.giver, offer.number))
    others = [x for x in s.clockwise(seat) if x != seat and x not in s.leaving]
    if not others or chance.random() < 0.2:
        return Order("BEACON", (OTHERS, "ask"))
    met = [x for x in others if s.cargo[seat] and set(s.ships[x]) & set(s.ships[seat])]
    partner = _one(chance, met or others)
    give, want = ([*_held(s, x), "$1"] for x in (seat, partner))
    if met:
        return Order("OFFER", (partner, (f"cargo {s.cargo[seat][0].box}",), (_one(chance, want),)))
    return Order("OFFER", (partner, (_one(chance, give),), (_one(chance, want),)))


def _held(s: Stars, seat: str) -> list[str]:
    g = galaxy(s)
    cargo = [f"cargo {c.box}" for c in s.cargo[seat]]
    stations = [f"station {w}" for w in rings(s, seat)[:1]]
    return cargo * 3 + stations + [g.kind[c].name for c in s.hands[seat]]


def _one(chance: Chance, items: list[str]) -> str:
    return items[below(chance, len(items))]


def posted(s: Stars, seat: str) -> tuple[str, ...]:
    """The prices that this seat has posted, as order lines."""
    words = {number: word.upper() for word, number in TARIFFS.items()}
    own = s.tariffs.get(seat, {})
    return tuple(
        f"BEACON {who.upper() if who == OTHERS else who} {words.get(price, price)}"
        for who, price in own.items()
    )
