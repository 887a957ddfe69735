"""Pairings that somebody made by hand: what is wrong with them, and what is only a pity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from tournaments.pairing.past import Past
from tournaments.pairing.plain import State, hunts
from tournaments.pairing.refusals import Impossible


def faults(
    state: State, tables: Sequence[tuple[int, ...]], sizes: Collection[int], byes: Sequence[int] = ()
) -> list[Impossible]:
    """Why these tables cannot be the whole round, or nothing. `sizes`: how many may sit at a table."""
    return [*faults_of_tables(state, tables, sizes, byes), *_left_out(state, tables, byes)]


def faults_of_tables(
    state: State, tables: Sequence[tuple[int, ...]], sizes: Collection[int], byes: Sequence[int] = ()
) -> list[Impossible]:
    """Why these tables cannot be among those of the round."""
    found = []
    entrants = {each.id for each in state.entrants}
    playing = {each.id for each in state.playing()}
    seated = Counter(player for table in tables for player in table) + Counter(byes)
    for player, often in sorted(seated.items()):
        if player not in entrants:
            found.append(Impossible("unknown-player", player=player))
        elif player not in playing:
            found.append(Impossible("not-playing", player=player))
        if often > 1:
            found.append(Impossible("twice", player=player, round=state.round))
    allowed = " or ".join(map(str, sorted(sizes)))
    for table in tables:
        if len(table) not in sizes:
            found.append(Impossible("table-size", seats=len(table), sizes=allowed))
        for one, other in combinations(table, 2):
            if frozenset((one, other)) in state.forbidden:
                found.append(Impossible("forbidden", one=one, other=other))
    had = {player for _round, player in state.byes}
    found += [Impossible("bye-before", player=player) for player in byes if player in had]
    return found


def pities(
    state: State, tables: Sequence[tuple[int, ...]], byes: Sequence[int] = (), *, hunting: bool = False
) -> list[Impossible]:
    """What a director should know before these tables of two, or more, are played; nothing of it is in the
    way. Each is there once."""
    past, found = Past(state.played), []
    seated = sum(map(len, tables)) + len(byes)
    if len(byes) > seated % 2:
        found.append(Impossible("byes", byes=len(byes), needed=seated % 2))
    again = [any(past.met[frozenset(couple)] for couple in combinations(table, 2)) for table in tables]
    if again and all(again):
        found.append(Impossible("all-again"))
    for table in tables:
        for one, other in combinations(table, 2):
            couple = frozenset((one, other))
            if couple in state.avoided:
                found.append(Impossible("avoided", one=one, other=other))
            if past.met[couple]:
                found.append(Impossible("met-before", one=one, other=other))
        for hunter, hunted in hunts(table):
            if hunting and past.hunted[hunter, hunted]:
                found.append(Impossible("hunted-before", one=hunter, other=hunted))
    return found


def _left_out(state: State, tables: Sequence[tuple[int, ...]], byes: Sequence[int]) -> list[Impossible]:
    seated = {player for table in tables for player in table} | set(byes)
    return [
        Impossible("nobody-left-out", player=each.id) for each in state.playing() if each.id not in seated
    ]
