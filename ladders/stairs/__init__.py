"""What the stairs are beside their tables and services: when, why not, how they look, what they tell."""
