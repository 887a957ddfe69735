"""Clubs as pages: the list, a club with its tables and members, and what its members can do there."""
