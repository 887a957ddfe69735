"""The bracket of a knock-out: its matches in words, and drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.access import Viewer
from tournaments.pairing.knockout import Match
from tournaments.presenters.games import OwnGame, ShownGame, ShownTable
from tournaments.presenters.kept import ShownSheet
from tournaments.presenters.looking import own_number
from tournaments.presenters.words import figure
from tournaments.sheet import Line, Sheet

WIDTH: Final = 208
HEIGHT: Final = 64
GAP: Final = 36
BETWEEN: Final = 16
HEAD: Final = 28
MOST_DRAWN: Final = 16
"""Matches of the first round that is drawn; earlier rounds are listed only."""


@dataclass(frozen=True, slots=True)
class Side:
    name: str
    wins: str
    won: bool
    is_viewer: bool
    plays: bool = True


@dataclass(frozen=True, slots=True)
class ShownMatch:
    sides: tuple[Side, Side]
    is_over: bool
    is_viewers: bool
    games: tuple[ShownTable, ...] = ()
    """Of its tables those that are played."""
    own: OwnGame | None = None
    """Of the viewer's games there the one that runs."""

    @property
    def is_bye(self) -> bool:
        return self.is_over and not all(side.plays for side in self.sides)


@dataclass(frozen=True, slots=True)
class Step:
    """A match on somebody's way."""

    round: str
    score: str
    """The own games first; empty: none is over."""
    opponent: str
    is_over: bool


def matches_of(
    sheet: ShownSheet,
    viewer: Viewer,
    round_: int,
    places: Sequence[int],
    tables: Mapping[int, Sequence[ShownTable]],
    running: Sequence[OwnGame],
) -> list[ShownMatch]:
    """Those of a round that have these places in it, from 0, each with its `tables`; the viewer's first, with
    its game of those that are `running`."""
    own = own_number(sheet, viewer)
    found = [_match(sheet, sheet.bracket[round_ - 1][place], own, tables.get(place, ())) for place in places]
    addresses = {game.address: game for game in running}
    return sorted(
        [replace(match, own=_running(match, addresses)) for match in found],
        key=lambda match: not match.is_viewers,
    )


def _running(match: ShownMatch, own: Mapping[str, OwnGame]) -> OwnGame | None:
    return next((own[table.address] for table in match.games if table.address in own), None)


def way_of(sheet: ShownSheet, viewer: Viewer) -> list[Step]:
    """The matches that the viewer has had, and has."""
    own, steps = own_number(sheet, viewer), []
    for number, matches in enumerate(sheet.bracket, 1):
        for match in matches:
            sides = (match.one, match.other)
            if own is None or own not in sides or (None in sides and not match.over):
                continue
            mine, other = [
                _side(sheet, match, player, own) for player in sorted(sides, key=lambda n: n != own)
            ]
            score = f"{mine.wins} : {other.wins}" if match.games else ""
            steps.append(Step(round_name(number, len(sheet.bracket)), score, other.name, match.over))
    return steps


def winner_meets(sheet: ShownSheet, viewer: Viewer) -> str:
    """Of the viewer's match that runs: whom it leads to, where that is known."""
    own = own_number(sheet, viewer)
    for number, matches in enumerate(sheet.bracket[:-1], 1):
        for place, match in enumerate(matches):
            if own is None or own not in (match.one, match.other) or match.over:
                continue
            beside = matches[place ^ 1] if place ^ 1 < len(matches) else None
            if beside is not None and beside.winner is not None:
                return gettext("{round}: the winner meets {name}.").format(
                    round=round_name(number + 1, len(sheet.bracket)),
                    name=sheet.by_number[beside.winner].player.name,
                )
    return ""


def _match(sheet: Sheet, match: Match, own: int | None, tables: Sequence[ShownTable] = ()) -> ShownMatch:
    one, other = (_side(sheet, match, player, own) for player in (match.one, match.other))
    games = tuple([table for table in tables if not table.is_bye])
    return ShownMatch((one, other), match.over, own is not None and own in (match.one, match.other), games)


def _side(sheet: Sheet, match: Match, player: int | None, own: int | None) -> Side:
    if player is None:
        return Side(gettext("free") if match.over else "", "", False, False, plays=False)
    scored = sum(
        points
        for game in match.games
        for number, points in zip(game.seats, game.points or (), strict=False)
        if number == player
    )
    name = sheet.by_number[player].player.name
    return Side(
        name, figure(scored) if match.games else "", match.over and match.winner == player, player == own
    )


def round_name(number: int, rounds: int) -> str:
    """From the end, as people count."""
    names = {0: gettext("Final"), 1: gettext("Semi-final"), 2: gettext("Quarter-final")}
    return names.get(rounds - number) or gettext("Round {number}").format(number=number)


def draw_bracket(sheet: ShownSheet, games: Mapping[int, ShownGame], viewer: Viewer) -> SafeString:
    """The last rounds, each match in the middle of those it follows from; the viewer's way in gold. A match
    leads to the last of its `games`, the name of a round to all of them."""
    own, rounds = own_number(sheet, viewer), sheet.bracket
    shown = [
        [_match(sheet, each, own) for each in matches] for matches in rounds if len(matches) <= MOST_DRAWN
    ]
    if not shown:
        return SafeString("")
    rows = len(shown[0])
    width = len(shown) * (WIDTH + GAP) - GAP
    height = HEAD + rows * (HEIGHT + BETWEEN) - BETWEEN
    first = len(rounds) - len(shown) + 1
    lines = [line for line in drawn_lines(sheet) if line.pk in games]
    addresses = {(line.round, line.match): games[line.pk].address for line in lines}
    parts = []
    for column, matches in enumerate(shown):
        x = column * (WIDTH + GAP)
        name = escape(round_name(first + column, len(rounds)))
        parts.append(_round_head(x, name, first + column if first + column <= sheet.paired else None))
        for row, match in enumerate(matches):
            middle = _middle(column, row)
            if column:
                befores = zip((2 * row, 2 * row + 1), shown[column - 1][2 * row : 2 * row + 2], strict=False)
                parts += [_way(x, _middle(column - 1, at), middle, before) for at, before in befores]
            parts.append(_box(x, middle - HEIGHT // 2, match, addresses.get((first + column, row), "")))
    return SafeString(
        f'<svg class="bracket" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="presentation" focusable="false">{"".join(parts)}</svg>'
    )


def drawn_lines(sheet: ShownSheet) -> list[Line]:
    """The tables of the rounds that are drawn."""
    drawn = {number for number, matches in enumerate(sheet.bracket, 1) if len(matches) <= MOST_DRAWN}
    return [line for line in sheet.lines if line.round in drawn]


def _round_head(x: int, name: str, number: int | None) -> str:
    """A number: it is paired."""
    text = f'<text class="bracket__round" x="{x}" y="16">{name}</text>'
    if number is None:
        return text
    area = f'<rect class="bracket__area" x="{x}" width="{WIDTH}" height="24"/>'
    return f'<a href="?round={number}#tables-heading">{area}{text}</a>'


def _middle(column: int, row: int) -> int:
    """Of a match, from the top."""
    span = (HEIGHT + BETWEEN) << column
    return HEAD + row * span + (span - BETWEEN) // 2


def _way(x: int, start: int, end: int, before: ShownMatch) -> str:
    """To the next match, from the one before."""
    own = " bracket__way--own" if any(side.is_viewer and side.won for side in before.sides) else ""
    half = x - GAP // 2
    return f'<path class="bracket__way{own}" d="M{x - GAP} {start}H{half}V{end}H{x}"/>'


def _box(x: int, y: int, match: ShownMatch, address: str) -> str:
    own = " bracket__match--own" if match.is_viewers else ""
    lines = [_line(side, number, match.is_over) for number, side in enumerate(match.sides)]
    words = escape(", ".join(f"{side.name} {side.wins}".strip() for side in match.sides if side.name))
    begin, end = f'<g role="img" aria-label="{words}"><title>{words}</title>', "</g>"
    if not words:
        begin = '<g aria-hidden="true">'
    elif address:
        begin, end = f'<a href="{escape(address)}" aria-label="{words}"><title>{words}</title>', "</a>"
    return (
        f'{begin}<svg class="bracket__match{own}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8"/>'
        f'<path d="M1 {HEIGHT // 2}H{WIDTH - 1}"/>{"".join(lines)}</svg>{end}'
    )


def _line(side: Side, number: int, is_over: bool) -> str:
    """A name is cut off before the figure behind it."""
    look = " bracket__side--won" if side.won else " bracket__side--lost" if is_over else ""
    look += " bracket__side--own" if side.is_viewer else ""
    y = number * HEIGHT // 2
    name = (
        f'<svg x="12" y="{y}" width="{WIDTH - 44}" height="{HEIGHT // 2}">'
        f'<text y="21">{escape(side.name)}</text></svg>'
    )
    wins = f'<text x="{WIDTH - 12}" y="{y + 21}" text-anchor="end">{escape(side.wins)}</text>'
    return f'<g class="bracket__side{look}">{name}{wins}</g>'
