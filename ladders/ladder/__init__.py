"""The ladders of two players: of the site, and of clubs."""
