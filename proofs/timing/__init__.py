"""What the proofs of the clocks are made of."""
