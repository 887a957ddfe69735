"""Ratings as arithmetic: numbers in, numbers out; no framework, no clock, no dice.

`glicko` is the formula, `two_players` and `tables` say how a game of two and of more goes into it, `absence`
when a rating becomes uncertain again, `strengths` what a newcomer says of himself, `shown` what people see of
a rating, and `book` holds all ratings and takes finished games in the order of their numbers.

Ratings and deviations are in points (1500 is the middle, 174 points are odds of e to 1), times in days.
"""
