"""What every proof has by itself: busy neighbours, and what these make of its times."""
