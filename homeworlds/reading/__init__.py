"""Turns as people write them: cut into steps, their words understood, compared with what is legal."""
