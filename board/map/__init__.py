"""The map: where systems stand, what moved, and the page made of it."""
