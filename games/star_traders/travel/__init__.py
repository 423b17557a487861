"""Jumps: which are possible, how they are made, and the shortest way."""
