"""What keeps lists and upgrades light among many rows."""
