"""Proofs of how turns are written and read."""
