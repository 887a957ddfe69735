"""What clocks do to games: the sweep that finds what is due, what falls then, and who comes back."""
