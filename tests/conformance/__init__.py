"""Every game under every law of ``engine.laws``."""
