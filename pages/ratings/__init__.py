"""The pages of ratings: the list, a player's curve, and why a rating changed."""
