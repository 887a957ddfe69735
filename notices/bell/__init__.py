"""The bell: what is new, by what it is about, until its player has seen it."""
