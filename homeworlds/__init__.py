"""Homeworlds, John Cooper's game of pyramids: rules, notation, outcomes. Standard library only."""
