"""The tables: rows, what must hold among them, and how the rules look things up in them."""
