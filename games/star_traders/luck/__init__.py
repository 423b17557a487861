"""Trader's Luck: hands, the deck, what each card does, Calamities and Quarantines."""
