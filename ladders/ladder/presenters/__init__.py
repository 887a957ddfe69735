"""What the pages of ladders show."""
