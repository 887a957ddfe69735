"""The stairs, for three to six players: when, why not, what they do, how they look, what they tell."""
