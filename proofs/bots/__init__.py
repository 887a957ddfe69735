"""What the bots have to be able to do: levels, safety, whole tables."""
