"""Vacation: a budget of days that belongs to an account, and stops the clocks of all its games."""
