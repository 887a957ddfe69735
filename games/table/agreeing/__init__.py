"""What players of a running game agree on about its clocks."""
