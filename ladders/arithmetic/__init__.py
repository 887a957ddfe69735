"""Ladders as arithmetic: places in, places out; no framework, no clock, no dice."""
