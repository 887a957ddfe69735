"""Games as records: read from files, and written to be taken away."""
