"""Turns: seat after seat, actions, cargo and Contracts, what a turn ends with."""
