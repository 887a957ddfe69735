"""The log of a game, the truth about it, and what follows from it."""
