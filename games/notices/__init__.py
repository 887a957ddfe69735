"""What players of a game are told by mail."""
