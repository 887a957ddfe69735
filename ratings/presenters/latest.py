"""The latest public games of a player: how moving first or later went, and with which homeworlds.

Of a bounded number of games, read anew each time: nothing has to be kept in step with games that are undone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from html import escape
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import Player
from board.map.symbols import render_sign, render_symbols
from board.words.systems import COLOUR_LABELS
from games.models import EntryKind, LogEntry, Seat, SeatResult, Visibility
from homeworlds.actions import Homeworld
from homeworlds.notation import parse_turn
from homeworlds.pieces import SIZES, Colour
from homeworlds.rules import MAX_PLAYERS
from ratings.arithmetic.rating_list import Pool, pool_of
from ratings.what_counts import FURTHER_TURNS

MOST_GAMES: Final = 500
_SCORES: Final = {SeatResult.WON: 1.0, SeatResult.SHARED: 1.0, SeatResult.DRAWN: 0.5, SeatResult.LOST: 0.0}
_SETUP: Final = 3 * MAX_PLAYERS
"""Among so many first entries are the homeworlds, whatever else was entered between them."""


_Kind: TypeAlias = frozenset[int]
"""Colours or sizes, whichever comes first."""
_ALIKE: Final[_Kind] = frozenset()


class Score(NamedTuple):
    games: int
    hundred: int
    """Points of a hundred: a draw is half a win."""

    @property
    def shade(self) -> int:
        """From 0 for nothing won to 4."""
        return round(self.hundred / 25)


class Head(NamedTuple):
    signs: SafeString
    words: str


class Row(NamedTuple):
    head: Head
    cells: list[Score | None]


class Grid(NamedTuple):
    title: str
    columns: list[Head]
    rows: list[Row]


class Latest(NamedTuple):
    games: int
    first: Score | None
    later: Score | None
    grids: list[Grid]
    symbols: SafeString


class _Played(NamedTuple):
    moved_first: bool
    score: float
    home: Homeworld | None


def latest_of(player: Player, pool: Pool) -> Latest:
    """Two queries, of at most MOST_GAMES games in all pools together."""
    played = _played(player, pool)
    grids = [
        _grid(
            gettext("Stars"),
            played,
            [(frozenset(pair), _pips(pair)) for pair in combinations(SIZES, 2)],
            _sizes,
        ),
        _grid(gettext("First ship"), played, [(frozenset([each]), _head([each])) for each in Colour], _ship),
    ]
    signs = [str(head.signs) for grid in grids for head in (*grid.columns, *[row.head for row in grid.rows])]
    return Latest(
        games=len(played),
        first=_score([each.score for each in played if each.moved_first]),
        later=_score([each.score for each in played if not each.moved_first]),
        grids=grids if any(each.home for each in played) else [],
        symbols=render_symbols(*signs),
    )


def _played(player: Player, pool: Pool) -> list[_Played]:
    seats = Seat.objects.filter(
        player=player, ended_at__isnull=False, game__visibility=Visibility.PUBLIC, game__imported=False
    ).order_by("-ended_at", "-game")
    rows = [
        (game, number, players, _SCORES[SeatResult(result)])
        for game, number, players, variant, turns, result in seats.values_list(
            "game", "number", "game__players", "game__variant", "game__turn_count", "result"
        )[:MOST_GAMES]
        if result in _SCORES and turns >= players + FURTHER_TURNS and pool_of(variant, players) is pool
    ]
    homes = _homes(player, [(game, players) for game, _number, players, _score in rows])
    return [_Played(number == 0, score, homes.get(game)) for game, number, _players, score in rows]


def _homes(player: Player, games: Sequence[tuple[int, int]]) -> dict[int, Homeworld]:
    players = dict(games)
    entries = LogEntry.objects.filter(
        game__in=players, number__lte=_SETUP, kind=EntryKind.TURN, player=player, text__startswith="homeworld"
    )
    found = {}
    for game, text in entries.values_list("game", "text").order_by("number"):
        setup = parse_turn(text, players[game])[0]
        if isinstance(setup, Homeworld) and len(setup.stars) == 2:
            found[game] = setup
    return found


def _score(scores: Sequence[float]) -> Score | None:
    return Score(len(scores), round(100 * sum(scores) / len(scores))) if scores else None


def _colours(home: Homeworld) -> _Kind:
    return frozenset([star.colour for star in home.stars])


def _sizes(home: Homeworld) -> _Kind:
    return frozenset([star.size for star in home.stars])


def _ship(home: Homeworld) -> _Kind:
    return frozenset([home.ship.colour])


def _grid(
    title: str,
    played: Sequence[_Played],
    rows: Sequence[tuple[_Kind, Head]],
    row_of: Callable[[Homeworld], _Kind],
) -> Grid:
    """By the colours of the stars, across; what fits nowhere, as two stars of one colour, stands beside."""
    scores: defaultdict[tuple[_Kind, _Kind], list[float]] = defaultdict(list)
    for each in played:
        if each.home is not None:
            row, column = row_of(each.home), _colours(each.home)
            scores[
                row if len(row) > 1 or row_of is _ship else _ALIKE, column if len(column) > 1 else _ALIKE
            ].append(each.score)
    columns = [(frozenset(pair), _head(pair)) for pair in combinations(Colour, 2)]
    columns.append((_ALIKE, Head(SafeString(escape(gettext("one"))), gettext("two stars of one colour"))))
    rows = list(rows)
    if row_of is not _ship:
        rows.append((_ALIKE, Head(SafeString(escape(gettext("one size"))), gettext("two stars of one size"))))
    return Grid(
        title,
        [head for _column, head in columns],
        [Row(head, [_score(scores[row, column]) for column, _head in columns]) for row, head in rows],
    )


def _head(colours: Sequence[Colour]) -> Head:
    signs = SafeString(
        "".join([f'<b class="sign-of-{each.letter}">{render_sign(each)}</b>' for each in colours])
    )
    return Head(signs, ", ".join([gettext(COLOUR_LABELS[colour]) for colour in colours]))


def _pips(sizes: Sequence[int]) -> Head:
    words = gettext("sizes {one} and {other}").format(one=sizes[0], other=sizes[1])
    return Head(SafeString(" ".join(["•" * size for size in sizes])), words)
