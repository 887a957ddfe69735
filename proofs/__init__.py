"""Long proofs that the site keeps its word: `bin/prove`. They start and end servers of their own."""
