"""A season on the ladder and on the stairs, in compressed time."""
