"""The clocks of a table: as they stand beside the players, and the statement of each."""
