"""Everything that changes ratings. Each is part of one transaction, and the counter is its last lock."""
