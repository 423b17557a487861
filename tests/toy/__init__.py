"""Lanterns: a toy game that has one of each hard thing a real game will ask of the engine.

Couriers walk a ring of six places, carry parcels, play cards out of turn and in each other's
turns. Two to four seats; its length (parcels to win) is an option.
"""
