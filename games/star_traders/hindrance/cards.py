"""Orders that play or throw away a card."""

from __future__ import annotations

from collections.abc import Callable

from engine.decision import Pick
from engine.game import Remark
from games.star_traders.hands.hand import card_named, with_effect
from games.star_traders.hindrance.case import Case, kept, short
from games.star_traders.luck import targets
from games.star_traders.luck.cards import SPENDING
from games.star_traders.orders.forms import (
    ACT,
    APPEAL,
    GAP,
    TRAVEL,
)
from games.star_traders.rules import (
    QUARANTINES,
)
from games.star_traders.state import (
    Stars,
    carries,
    contract,
    rings,
)
from games.star_traders.tables.galaxy import galaxy


def play(case: Case) -> Remark | None:
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
        return short(case, value)
    if code == targets.KEPT:
        return kept(case, None)
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
        return kept(case, ship)
    return None


def _normal(s: Stars, seat: str) -> list[int]:
    return [w for w in rings(s, seat) if w not in s.imperial]


def discard(case: Case) -> Remark | None:
    """A card that is not there."""
    name = str(case.order.args[0])
    return None if card_named(case.s, case.seat, name) else Remark("unheld", {"card": name})


def holding(effect: str) -> Callable[[Case], Remark | None]:
    """Of orders that play whatever card with this effect is there."""

    def find(case: Case) -> Remark | None:
        if with_effect(case.s, case.seat, effect):
            return None
        kinds = galaxy(case.s).data.luck
        return Remark("unheld", {"card": next(k.name for k in kinds if k.effect == effect)})

    return find
