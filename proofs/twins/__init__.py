"""Worlds that differ in secrets alone, asked for everything by everybody."""
