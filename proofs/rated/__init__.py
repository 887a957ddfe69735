"""Known results as games of this site: what stands of ratings after them."""
