"""Time: clocks, deadlines, and what becomes of a seat whose player stays away."""
