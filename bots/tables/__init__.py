"""Tables of one strong bot and weak ones."""
