"""What is worked out once and kept, because it is pure: the SQL of queries, addresses."""
