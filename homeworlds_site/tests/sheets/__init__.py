"""Contact sheets: every kind of notice, by every channel, in every language, to be looked at."""
