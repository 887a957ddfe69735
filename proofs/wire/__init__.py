"""Proofs about what comes over the wire."""
