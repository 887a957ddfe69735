"""What is found in finished games: missed chances, and how the balance moved."""
