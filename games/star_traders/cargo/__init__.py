"""Contracts and their cargo: picked up, delivered, lost and shifted."""
