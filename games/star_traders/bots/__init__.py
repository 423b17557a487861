"""Players of the referee's own, and what simulations count."""
