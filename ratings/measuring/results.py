"""Results in JSON lines, one finished game a line:

    {"id": 608, "n": 2, "p": [0, 1], "first": 0, "rank": [1, 0], "turns": 50, "var": "sinister"}

`p` is the player of each seat, `first` the seat that began, `rank` the place of each seat (0 has won; equal
places are equal), `var` (which may be missing) the variant. Whatever else stands there is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeGuard

from ratings.arithmetic.rating_list import Place, RatedGame, pool_of
from ratings.what_counts import FURTHER_TURNS

PLAYERS: Final = range(2, 7)


class BadResults(ValueError):
    """Says in a sentence what is wrong with the file, and where."""


def read_results(file: Path) -> list[RatedGame]:
    """The games that are long enough to count, by their ids. Raises BadResults."""
    try:
        lines = file.read_bytes().decode("utf-8").splitlines()
    except OSError as error:
        raise BadResults(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadResults(f"{file} is not text in UTF-8.") from error
    games: dict[int, RatedGame | None] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            said = _said(line)
            game = _game(said)
        except ValueError as error:
            raise BadResults(f"{file}, line {number}: {error}") from error
        if said["id"] in games:
            raise BadResults(f"{file}, line {number}: the game {said['id']} stands in an earlier line too.")
        games[said["id"]] = game if said["turns"] >= said["n"] + FURTHER_TURNS else None
    if not games:
        raise BadResults(f"{file} holds no games.")
    return [game for _, game in sorted(games.items()) if game is not None]


def _said(line: str) -> Mapping[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("this is not JSON.") from error
    if not isinstance(said, dict):
        raise ValueError("this is not a game: a JSON object is awaited.")
    for key in ("id", "n", "turns"):
        if not _is_number(said.get(key)):
            raise ValueError(f'"{key}" must be a whole number from 0.')
    return said


def _game(said: Mapping[str, Any]) -> RatedGame:
    seats, players, first = said["n"], said.get("p"), said.get("first")
    if seats not in PLAYERS:
        raise ValueError(f"the game {said['id']} has {seats} players; there are games of two to six.")
    if not _are_numbers(players, seats) or len(set(players)) != seats:
        raise ValueError(f'the game {said["id"]} needs {seats} different numbers of players in "p".')
    if not _is_number(first) or first >= seats:
        raise ValueError(f'"first" of the game {said["id"]} is none of its seats.')
    scores = _scores(said)
    order = [(first + step) % seats for step in range(seats)]
    places = tuple(Place(players[seat], scores[seat]) for seat in order)
    return RatedGame(said["id"], pool_of(said.get("var", ""), seats), places)


def _scores(said: Mapping[str, Any]) -> Sequence[float]:
    ranks = said.get("rank")
    if not _are_numbers(ranks, said["n"]) or 0 not in ranks:
        raise ValueError(
            f"the result of the game {said['id']} is unknown: "
            f'"rank" must hold {said["n"]} places, 0 for who has won.'
        )
    if ranks == [0, 0]:
        return [0.5, 0.5]
    return [float(rank == 0) for rank in ranks]


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_numbers(value: object, count: int) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == count and all(map(_is_number, value))
