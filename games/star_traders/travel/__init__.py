"""The way from world to world: which jumps are possible, the shortest way, its odds."""
