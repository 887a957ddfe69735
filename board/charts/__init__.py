"""A game as drawings over its turns: who was strong when, which systems there were, what the bank had."""
