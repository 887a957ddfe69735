"""A game before its start: its terms, its seats, and who is awaited."""
