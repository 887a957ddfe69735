"""Calling whoever runs the site, by mail and at an address of theirs, past all that the site stands on."""
