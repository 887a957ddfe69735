"""Standing wishes: why not, what they do, how they look, what they tell."""
