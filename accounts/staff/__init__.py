"""What staff may do for players and to them."""
