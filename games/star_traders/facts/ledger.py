"""Money, Prestige and actions as facts move them."""

from __future__ import annotations

from engine.state import change
from games.star_traders.state import Stars


def moved(s: Stars, payer: str, payee: str, amount: int) -> tuple[dict[str, int], int]:
    """Purses and bank after a payment; ``""`` is the bank."""
    money, bank = s.money.copy(), s.bank
    if payer:
        money[payer] -= amount
    else:
        bank -= amount
    if payee:
        money[payee] += amount
    else:
        bank += amount
    return money, bank


def praised(s: Stars, seat: str, gain: int) -> dict[str, int]:
    """Prestige after a gain or loss that already keeps within the meter."""
    prestige = s.prestige.copy()
    prestige[seat] += gain
    return prestige


def spent(s: Stars, pool: str, dice: tuple[int, ...]) -> Stars:
    """An action is used up with these dice, or with all where none of them is thrown."""
    lying = list(s.dice[pool])
    for die in dice:
        lying.remove(die)
    return change(
        s,
        left={**s.left, pool: s.left[pool] - max(1, len(dice))},
        dice={**s.dice, pool: tuple(lying)},
        refused=(),
    )
