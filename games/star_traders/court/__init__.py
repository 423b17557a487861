"""Petitions, and the network of the Black Hole game."""
