"""Money and Prestige as facts move them."""

from __future__ import annotations

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
