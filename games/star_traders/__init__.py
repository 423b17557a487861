"""Star Traders: trade, build and petition across a galaxy of 36 worlds."""
