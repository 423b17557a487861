"""What released versions stored, which every later one reads."""
