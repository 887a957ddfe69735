"""A turn in the making: what is chosen or typed, what may come next, and what it would do."""
