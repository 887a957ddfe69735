"""Games of Homeworlds between accounts: tables, turns, the log."""
