"""A position as people see it: no models, no database, no request of a game."""
