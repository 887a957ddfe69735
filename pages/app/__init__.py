"""The site as an app: what a browser needs to install it, and to show something without a network."""
