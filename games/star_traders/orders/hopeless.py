"""Orders that can never be legal in this campaign: refused as they are filed, since on file they
would do nothing (ST-LUC-3). What may become legal, however unlikely, is none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from engine.decision import Order
from engine.language.fault import Hopeless
from engine.language.text import usage
from engine.state import change
from games.star_traders.luck.ways import OWN_VERBS, Way, keyword, ways
from games.star_traders.orders.forms import ANY, BEST, FORMS, GAP, MISSION_WORD, PLAY
from games.star_traders.rules import LEAST_BOXES, RULES
from games.star_traders.state import Stars, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.tables.records import LuckKind
from games.star_traders.trade import cards_in_play

BETWEEN = "gap"
"""The moment of a card's ``when`` that is for the gap."""


class Filed(NamedTuple):
    """An order of a seat on its way onto file, and the kinds of question that it could answer."""

    s: Stars
    seat: str
    order: Order
    kinds: frozenset[str]

    @property
    def settled(self) -> bool:
        """Whether everybody has his ship, and with it the personality that he keeps."""
        return self.seat in self.s.ships and any(self.s.boxes)


def hopeless(s: Stars, seat: str, order: Order, kinds: frozenset[str]) -> Hopeless | None:
    """See ``Game.hopeless``."""
    filed = Filed(s, seat, order, kinds)
    found = (find(filed) for find in (*CHECKS.get(order.verb, ()), _box, _ship))
    return next((one for one in found if one is not None), None)


def _slots(order: Order, *names: str) -> Iterable[Any]:
    """What the order has in the slots of these names, whichever form it has."""
    for form in FORMS:
        if form.verb == order.verb and len(form.slots) == len(order.args):
            given = zip(form.slots, order.args, strict=True)
            return [arg for slot, arg in given if slot.name in names]
    return []


# -- cards ---------------------------------------------------------------------------------


def _in_play(filed: Filed) -> Hopeless | None:
    """A card that is in none of the campaign's sets."""
    known = {ANY, "newest", "worst", *cards_in_play(filed.s)}
    for name in _slots(filed.order, "card"):
        if isinstance(name, str) and name not in known:
            return Hopeless("not-in-play", {"card": name})
    return None


def kind_named(s: Stars, name: str) -> LuckKind | None:
    """The kind that the name of a card means, with or without its number."""
    g = galaxy(s)
    card = next((c for c, label in g.labels.items() if label == name), "")
    return g.data.kind.get(name) or g.kind.get(card)


def _play(filed: Filed) -> Hopeless | None:
    """The wrong moment, the wrong places filled, or a Trader on whom it cannot be played."""
    s, seat, order, kinds = filed
    name = str(order.args[0])
    kind = kind_named(s, name)
    if kind is None:
        return None
    known = ways(kind, sealed=_sealed(s))
    written = card_usage(kind, known)
    if not known:
        return Hopeless("other-verb", {"card": name}, _usages(OWN_VERBS.get(kind.effect, ())))
    if kinds == {GAP} and BETWEEN not in kind.when:
        return Hopeless("no-gap-card", {"card": name})
    given = {
        slot.name
        for slot, arg in zip(PLAY.slots, order.args, strict=True)
        if slot.name not in ("card", "ship") and arg is not None
    }
    if order.args[5] == MISSION_WORD or not any(given == set(way) for way in known):
        needs = [[keyword(place) for place in way] for way in known]
        return Hopeless("card-way", {"card": name, "ways": needs}, written)
    if kind.target == "other" and order.args[1] == seat:
        return Hopeless("not-oneself", {"card": name}, written)
    return _gone(filed, order.args[1:3])


def _gone(filed: Filed, seats: Iterable[Any]) -> Hopeless | None:
    for one in seats:
        if isinstance(one, str) and one in filed.s.gone:
            return Hopeless("away", {"seat": one})
    return None


def _sealed(s: Stars) -> bool:
    """Whether there are Quarantines in this campaign."""
    return any(galaxy(s).called[name] == "quarantine" for name in cards_in_play(s))


def card_usage(kind: LuckKind, known: Iterable[Way]) -> tuple[str, ...]:
    """PLAY as it is written for this kind of card, once for each way."""
    return tuple(
        usage(change(PLAY, verb=f"{PLAY.verb} {kind.name}", slots=_needed(way))) for way in known
    )


def _needed(way: Way) -> Any:
    return tuple(change(slot, optional=False) for slot in PLAY.slots if slot.name in way)


def _usages(verbs: Iterable[str]) -> tuple[str, ...]:
    return tuple(usage(form) for verb in verbs for form in FORMS if form.verb == verb)


def _zap(filed: Filed) -> Hopeless | None:
    """No Zap in play, or none that goes so far."""
    s = filed.s
    g = galaxy(s)
    labels = set(cards_in_play(s))
    most = max(
        (g.value[c] for c, label in g.labels.items() if label in labels and g.effect[c] == "zap"),
        default=0,
    )
    if not most:
        zap = next((k.name for k in g.data.luck if k.effect == "zap"), "")
        return Hopeless("not-in-play", {"card": zap})
    by = next(iter(_slots(filed.order, "by")), None)
    return Hopeless("zap-most", {"most": most}) if isinstance(by, int) and by > most else None


def _zap_whom(filed: Filed) -> Hopeless | None:
    return _gone(filed, _slots(filed.order, "whom"))


def _avoid(filed: Filed) -> Hopeless | None:
    """What is no Calamity needs no Avoid (ST-LUC-7)."""
    name = filed.order.args[0]
    kind = kind_named(filed.s, name) if isinstance(name, str) else None
    if kind is None or kind.calamity or kind.effect == "quarantine":
        return None
    return Hopeless("no-calamity", {"card": str(name)})


def _luck(filed: Filed) -> Hopeless | None:
    """Super Nova knows no Trader's Luck (ST-SUP-1)."""
    return None if RULES[filed.s.variant].luck else Hopeless("no-luck")


# -- what a version or a personality does not know -------------------------------------------


def _not_in_nova(filed: Filed) -> Hopeless | None:
    """No petitions, and stations that build themselves (ST-NOV-6, ST-NOV-7)."""
    return Hopeless("not-in-nova") if RULES[filed.s.variant].nova else None


def _black_hole(filed: Filed) -> Hopeless | None:
    """The Emperor names a price, and missions are petitioned for, in Black Hole only (ST-BLK)."""
    rules, order = RULES[filed.s.variant], filed.order
    plain = order.verb == "PETITION" and order.args[0] is None
    return None if rules.table or plain else Hopeless("black-hole-only")


def _with(filed: Filed) -> Hopeless | None:
    """Only the Strategist names his dice (ST-PER-9)."""
    named = any(isinstance(x, str) for x in _slots_of_dice(filed.order))
    if not named or not filed.settled or role(filed.s, filed.seat).combine:
        return None
    return Hopeless("no-strategist")


def _slots_of_dice(order: Order) -> tuple[Any, ...]:
    return order.args[1:2]


def _slip(filed: Filed) -> Hopeless | None:
    """Only the Rogue uses a beacon without permission (ST-PER-8)."""
    if not filed.settled or role(filed.s, filed.seat).beacons:
        return None
    return Hopeless("no-rogue")


def _box(filed: Filed) -> Hopeless | None:
    """A Contract beyond the boxes that there are (ST-SET-5), or a mission in Nova."""
    s = filed.s
    most = len(s.boxes) if any(s.boxes) else max(LEAST_BOXES, len(s.seats))
    for box in _slots(filed.order, "contract", "box", *BOXES.get(filed.order.verb, ())):
        if box == MISSION_WORD and RULES[s.variant].nova:
            return Hopeless("not-in-nova")
        if isinstance(box, int) and box > most:
            return Hopeless("no-box", {"box": box, "most": most})
    return None


BOXES = {"SHIFT": ("to",)}
"""Verbs with a box in a place of another name."""


def _ship(filed: Filed) -> Hopeless | None:
    """A ship that nobody concerned has (ST-PER-10)."""
    s, order = filed.s, filed.order
    ship = next(iter(_slots(order, "ship")), None)
    if not filed.settled or not isinstance(ship, int) or order.args[0] == BEST:
        return None
    if order.verb == "BUILD" and order.args[0] is not None:
        return None
    whose = [filed.seat]
    if order.verb == "PLAY":
        named = [x for x in order.args[1:3] if isinstance(x, str)]
        whose = [x for x in named if x in s.ships] if named else whose
        if len(whose) < len(named):
            return None
    fleet = max((len(s.ships[x]) for x in whose), default=0)
    return None if fleet > 1 and ship <= fleet else Hopeless("one-ship")


Check = Callable[[Filed], Hopeless | None]

CHECKS: dict[str, tuple[Check, ...]] = {
    "PLAY": (_luck, _in_play, _play),
    "ZAP": (_luck, _zap, _zap_whom),
    "ZAP PETITION": (_luck, _not_in_nova, _zap, _zap_whom),
    "ZAP MY PETITION": (_luck, _not_in_nova, _zap),
    "AVOID": (_luck, _in_play, _avoid),
    "BUY": (_luck,),
    "SELL": (_luck,),
    "DISCARD": (_luck, _in_play),
    "DISCARD LAST": (_luck,),
    "BUILD": (_not_in_nova,),
    "PETITION": (_not_in_nova, _black_hole, _with),
    "PAY PETITION": (_black_hole,),
    "JUMP": (_with,),
    "SLIP": (_slip,),
}
