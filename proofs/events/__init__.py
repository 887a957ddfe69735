"""Proofs about events."""
