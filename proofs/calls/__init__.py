"""People are called by every channel at once, while what stands between fails now and then."""
