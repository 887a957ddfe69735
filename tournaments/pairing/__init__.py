"""Who plays whom, and what it adds up to: numbers in, numbers out; no framework, no clock, dice by seed.

A module a format: `divisions`, `swiss`, `pods` (round by round, by score), `at_once` (all tables of an
event on its first day, by `designs` where there is one) and `knockout`. Shared by them: `plain` (the data),
`past` (what the games so far add up to), `sizes`, `seats`, `points`, `standings`, `checking` (pairings made
by hand). `prospects` says what a win, a draw or a loss would bring, `forecast` plays whole events. Asked
from outside: `python -m tournaments.pairing --help`.

Seats stand in turn order everywhere: the first seat moves first, and in Sinister each hunts the one who
follows, the last the first.
"""
