"""Everything that changes ladders. Each service is one transaction."""
