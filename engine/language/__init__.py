"""The order language: lines of text to plans, standing orders and immediate orders, and back.

Words are matched through the ids of verbs, keywords and predicates; nothing here is a sentence
for a person. The grammar stands in the rulebook of the project's conventions, "Order language".
"""
