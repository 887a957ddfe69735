"""Pages about staying away."""
