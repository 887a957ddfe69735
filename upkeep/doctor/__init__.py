"""Looks after everything that a site stands on, inside and outside: `homeworlds doctor`."""
