"""A whole campaign by mail of each version of Star Traders, kept as golden files."""
