"""Matches of two programs that speak the protocol (docs/protocol.md): both colours, paired openings."""
