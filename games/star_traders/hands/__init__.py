"""The cards: the deck, and what each seat holds."""
