"""Records of games from elsewhere: a module a format, each with `NAME`, `sniff` and `read`."""
