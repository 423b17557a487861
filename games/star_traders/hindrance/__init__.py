"""Why an order is not possible now, for its owner."""
