"""What is done while the database is away or full: it is said, and nobody waits for long."""
