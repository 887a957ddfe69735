"""What pages show of ratings: read by a viewer's right, and put into words."""
