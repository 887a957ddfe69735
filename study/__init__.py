"""Trying turns with no effect on any game: the sandbox, kept lines, pasted positions."""
