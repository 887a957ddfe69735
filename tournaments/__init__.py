"""Events that run by themselves. `pairing/` is their arithmetic; it can be asked without the site."""
