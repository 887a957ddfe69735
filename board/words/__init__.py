"""The game in the reader's language."""
