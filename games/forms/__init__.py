"""The forms of a game, before its start and at its table."""
