"""Trader's Luck: what each card does, Calamities, Zaps and Quarantines."""
