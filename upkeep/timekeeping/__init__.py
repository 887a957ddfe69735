"""What time the site keeps: its beats, and what they do to moments when some were missing."""
