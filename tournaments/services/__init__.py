"""Everything that runs an event. Each service is one transaction.

Locks are taken in one order: a game first, then the event; what games bring about above is appended in their
transactions without a lock of the event, which only reads it later. Whatever is due follows from what is
stored: `following.follow_event` goes on from there, wherever it was interrupted.
"""
