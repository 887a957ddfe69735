"""The proof of the queue: `bin/prove queue`."""
