"""What is measured on a site of its own, with its database."""
