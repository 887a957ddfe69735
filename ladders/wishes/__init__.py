"""What standing wishes are beside their tables and services: why not, how they look, what they tell."""
