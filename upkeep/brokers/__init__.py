"""Kombu's transports, each with what the site needs of it and kombu has not."""
