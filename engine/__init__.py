"""The referee: states, phases, decisions, orders, facts, dice, replay.

Pure: no clock, no random, no input or output, no mail, and no English sentences.
Time and dice are handed in.
"""
