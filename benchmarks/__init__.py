"""Measuring and long comparisons, run by `bin/bench`; nothing of the site needs them."""
