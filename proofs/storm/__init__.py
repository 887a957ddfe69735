"""Turns taken while everything that can be killed is killed: the clients' ledger against the stored games."""
