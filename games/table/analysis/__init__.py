"""A finished game looked through: how the balance moved, and the turns that decided it."""
