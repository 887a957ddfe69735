"""The table of a game: what a viewer may see of it, and the page made of that."""
