"""Runs that are killed at every step, and what the next run makes of it."""
