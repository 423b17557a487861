"""What the letters print, as plain data."""
