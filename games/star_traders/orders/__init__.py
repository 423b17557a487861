"""The order language of Star Traders: forms, words, conditions, goals, plans."""
