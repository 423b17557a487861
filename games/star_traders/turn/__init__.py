"""Turns: seat after seat, actions, jumps as they are made, what a turn ends with."""
