"""Lines broken on purpose: which tests find them."""
