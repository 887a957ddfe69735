"""The daily mail: what waits and what has happened, at an hour of its player's choice."""
