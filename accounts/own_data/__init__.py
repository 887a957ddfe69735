"""What the site keeps of a player: all of it for the player to take away, and its words taken out."""
