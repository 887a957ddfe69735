"""A bot as a program that others talk to, in the style of UCI: docs/protocol.md."""
