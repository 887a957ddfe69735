"""Web push: messages to the browsers that a player has switched on, one device a row."""
