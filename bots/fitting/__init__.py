"""How the weights of the search are made: positions of whole games, and who won them."""
