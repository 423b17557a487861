"""Orders at any time: deals, posted prices, showing, throwing away, resigning (ST-TRD, ST-W9)."""

from __future__ import annotations

from collections import Counter
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
from games.star_traders.hands.hand import card_named
from games.star_traders.orders.forms import BEACON, REVEAL, THROW
from games.star_traders.orders.words import TARIFFS
from games.star_traders.rules import MARKERS, RINGS, RULES, sets_of
from games.star_traders.state import OTHERS, Cargo, Stars, carries, rings, role
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
    """The cards among these items: kinds, or kinds with their number."""
    return tuple(x for x in items if not x.startswith(("$", "station ", "cargo ")))


def any_time(s: Stars, seat: str) -> Decision:
    """What this seat may order at any time, from the deal of the hands on."""
    hand = tuple(dict.fromkeys(_named(s, seat)))
    others = tuple(x for x in s.clockwise(seat) if x != seat and x not in s.leaving)
    choices: list[Choice] = [*reply_choices(s, seat, lacks)]
    if others:
        choices.append(_offering(s, seat, others))
        choices.append(Choice(BEACON, (Pick((OTHERS, *others)), Pick(PRICES))))
    if hand:
        choices.append(Choice(REVEAL, (Pick(hand),)))
    trash = (*hand, *(f"station {w}" for w in rings(s, seat)))
    if trash:
        choices.append(Choice(THROW, (Pick(trash),)))
    return open_orders(seat, choices)


def kinds_in_play(s: Stars) -> tuple[str, ...]:
    """Kinds of card of the sets in play."""
    kinds = galaxy(s).data.kind
    return tuple(n for n in dict.fromkeys(cards_in_play(s)) if n in kinds)


def cards_in_play(s: Stars) -> tuple[str, ...]:
    """Cards of the sets in play, by kind and by kind with their number, each as often as there are
    copies: what may be asked for.
    """
    return _catalogue(galaxy(s), sets_of(s)) if RULES[s.variant].luck else ()


@lru_cache(maxsize=16)
def _catalogue(g: Galaxy, sets: str) -> tuple[str, ...]:
    found = Counter(n for c in g.data.deck(sets) for n in _called(g, c))
    return tuple(n for n in sorted(found) for _ in range(min(found[n], MOST)))


def _named(s: Stars, seat: str) -> tuple[str, ...]:
    """The names of this seat's cards, each as often as one may be meant by it."""
    g = galaxy(s)
    return tuple([n for c in s.hands[seat] if c in g.kind for n in _called(g, c)])


def _called(g: Galaxy, card: str) -> tuple[str, ...]:
    """Its kind, and where it has a number its kind with that."""
    return tuple(dict.fromkeys((g.kind[card].name, g.labels[card])))


def _offering(s: Stars, seat: str, others: tuple[str, ...]) -> Choice:
    """Give: what the seat has. Want: of cards any, never only what the other holds."""
    catalogue = cards_in_play(s)

    def goods(owner: str) -> tuple[str, ...]:
        stations = tuple(f"station {w}" for w in rings(s, owner))
        return stations + tuple(f"cargo {c.box}" for c in s.cargo[owner])

    def wanted(partner: str) -> tuple[str, ...]:
        if partner == ANYONE:
            return catalogue + _MONEY[: max(s.money[x] for x in others)]
        return catalogue + goods(partner) + _MONEY[: s.money[partner]]

    return offer_choice(
        others,
        _named(s, seat) + goods(seat) + _MONEY[: s.money[seat]],
        wanted,
        MOST,
        lambda items: not lacks(s, seat, items),
    )


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
    """Those of the items, one for each copy, that the seat does not have."""
    cards = iter(_cards(s, seat, items))
    held = {f"station {w}" for w in rings(s, seat)}
    held |= {f"cargo {c.box}" for c in s.cargo[seat]}
    money = s.money[seat]

    def has(item: str) -> bool:
        if item.startswith("$"):
            return money_in((item,)) <= money
        return item in held if item.startswith(("station ", "cargo ")) else bool(next(cards))

    return tuple(x for x in items if not has(x))


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
    loads = [_loads(s, giver, taker, items) for giver, taker, items in moves]
    if any(cards):
        t.emit(Exchanged(offer.giver, offer.taker, cards[0], cards[1]))
    for giver, taker, items in moves:
        pay(t, giver, taker, money_in(items), "deal")
        for world in stations_in(items):
            t.emit(StationTo(world, taker, "trade"))
    if any(loads):
        t.emit(CargoTo(offer.giver, offer.taker, loads[0], loads[1]))


def _loads(s: Stars, giver: str, taker: str, items: tuple[str, ...]) -> tuple[Cargo, ...]:
    """The cargos among these items, each with the ship of the taker that it goes to."""
    return tuple(Cargo(b, _together(s, giver, taker, b) or 0) for b in cargos_in(items))


def _cards(s: Stars, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that the items mean, in their order; empty: there is none, or no further one.

    Those with a number first; of a kind alone the strongest that is left.
    """
    g = galaxy(s)
    hand = sorted((c for c in s.hands[seat] if c in g.kind), key=lambda c: -abs(g.value[c]))
    wanted = cards_in(items)
    found = dict.fromkeys(range(len(wanted)), "")
    for i in sorted(found, key=lambda i: wanted[i] in g.data.kind):
        name = wanted[i]
        found[i] = next((c for c in hand if name in _called(g, c)), "")
        if found[i]:
            hand.remove(found[i])
    return tuple(found.values())


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
