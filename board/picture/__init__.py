"""A table as one picture, which needs no page around it."""
