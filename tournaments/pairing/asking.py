"""The arithmetic asked from outside: one JSON object in, a JSON line for each table out."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator
from typing import Any, Final

from tournaments.pairing import checking, knockout, pods, swiss
from tournaments.pairing.plain import MIDDLE, Entrant, Played, Round, State, pairs
from tournaments.pairing.points import POD_WIN
from tournaments.pairing.refusals import Impossible
from tournaments.pairing.sizes import LARGEST, SMALLEST, check_size

FORMATS: Final = ("swiss", "pods", "knockout")
MOST_PLAYERS: Final = 500
MOST_ROUNDS: Final = 1000
MOST: Final = 1e6
"""No rating and no points are farther from 0."""
VARIANTS: Final = ("binary", "sinister", "good-vs-evil", "last-captain-standing")

FIELDS: Final = """\
One JSON object is read from standard input. Its fields, of which only `entrants` must be there:

  entrants    list of {"id": 0, "rating": 1500, "withdrawn": false, "entered": 1}
                id         whole number from 0, each once; everything below names players by it
                rating     at the start of the event (1500)
                withdrawn  true: does not play this round; may be false again in a later one (false)
                entered    first round the player may play; more than 1 is a late entry, which in a Swiss
                           event brings half a point for all the rounds before together (1)
  round       the round to be paired, from 1 (the one after the last in `results` and `byes`; in a knock-out
              their last)
  results     games so far: list of {"round": 1, "seats": [3, 9, 0, 14], "points": [5, 0, 0, 0]}
                round   from 1, before the one to be paired (in a knock-out also that one)
                seats   players in turn order; in Sinister each hunts the one who follows, the last the first
                points  what each seat got, or null as long as the game goes on (null)
  byes        list of [round, player]; a bye pays the points of a win. In a knock-out: who advanced without
              a game
  forbidden   pairs of players who never meet: list of [player, player]
  avoided     pairs who meet only if there is no other way: list of [player, player]
  fixed       tables of this round made by hand, in seat order: list of lists of players; the others are
              paired around them (swiss and pods)
  size        pods: seats at a table, 3 to 6; what is left over sits at tables of one seat less (4)
  variant     pods: "binary", "sinister", "good-vs-evil" or "last-captain-standing"; only in Sinister it
              matters who hunts whom ("sinister")
  win         pods: the points of a win, which a bye pays too (5)
  best_of     knockout: games of a match, 1 or 3 (1)

Fields with other names are passed over.

For each table a line is printed, {"round": 3, "table": 1, "seats": [3, 9, 0, 14]}: seats in turn order, so
the first moves first; then a line for each player who has no game, {"round": 3, "bye": 7}. A knock-out
prints the next game of every match that needs one, so it is asked again when games of longer matches are
finished; who advances without a game has a bye. Everybody who is not withdrawn is in one line of a round.

Input that is impossible ends with a sentence on standard error and code 2.
"""


def round_lines(found: Round) -> Iterator[str]:
    for number, seats in enumerate(found.tables, start=1):
        yield json.dumps({"round": found.number, "table": number, "seats": list(seats)})
    for player in found.byes:
        yield json.dumps({"round": found.number, "bye": player})


def paired(kind: str, text: str, seed: int) -> Round:
    """The next round of what is asked for in JSON. Raises Impossible."""
    asked = _Asked("The input", _object(text))
    state = _state(asked, range(SMALLEST, LARGEST + 1) if kind == "pods" else (2,), kind == "knockout")
    if kind == "knockout":
        return knockout.pair(state, best_of=asked.choice("best_of", knockout.LENGTHS, 1), seed=seed)
    if kind == "swiss":
        return swiss.pair(state, seed=seed)
    size = asked.whole("size", 4)
    check_size(size)
    variant = asked.choice("variant", VARIANTS, "sinister")
    win = asked.number("win", POD_WIN)
    if win <= 0:
        raise Impossible("field", where="win", problem="must be more than 0")
    return pods.pair(state, size=size, hunting=variant == "sinister", win=win, seed=seed)


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Impossible("not-json", problem=str(error).rstrip(".")) from None
    if not isinstance(found, dict):
        raise Impossible("not-json", problem="it is something else in JSON")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")


class _Asked:
    """The fields of an object; what is not as it should be raises Impossible and says where."""

    def __init__(self, where: str, fields: dict[str, Any]) -> None:
        self._where = where
        self._fields = fields

    def _wrong(self, name: str, problem: str) -> Impossible:
        return Impossible("field", where=f"{self._where}: {name}", problem=problem)

    def whole(self, name: str, default: int | None = None, least: int = 0, most: int | None = None) -> int:
        found = self._fields.get(name, default)
        if found is None:
            raise self._wrong(name, "is missing")
        if not _is_whole(found) or found < least or (most is not None and found > most):
            limit = f"from {least}" if most is None else f"from {least} to {most}"
            raise self._wrong(name, f"must be a whole number {limit}")
        return int(found)

    def number(self, name: str, default: float) -> float:
        found = self._fields.get(name, default)
        if not _is_number(found):
            raise self._wrong(name, "must be a number")
        return float(found)

    def flag(self, name: str) -> bool:
        found = self._fields.get(name, False)
        if not isinstance(found, bool):
            raise self._wrong(name, "must be true or false")
        return found

    def choice(self, name: str, among: tuple[Any, ...], default: Any) -> Any:
        found = self._fields.get(name, default)
        if isinstance(found, bool) or found not in among:
            raise self._wrong(name, "must be " + " or ".join(json.dumps(each) for each in among))
        return found

    def rows(self, name: str) -> list[Any]:
        found = self._fields.get(name, [])
        if not isinstance(found, list):
            raise self._wrong(name, "must be a list")
        return found

    def objects(self, name: str) -> Iterator[_Asked]:
        for number, row in enumerate(self.rows(name), start=1):
            where = f"{name}, number {number}"
            if not isinstance(row, dict):
                raise Impossible("field", where=where, problem="must be an object")
            yield _Asked(where, row)

    def lists(self, name: str, length: int | None = None) -> Iterator[tuple[int, ...]]:
        """Lists of whole numbers."""
        for number, row in enumerate(self.rows(name), start=1):
            if not isinstance(row, list) or not all(map(_is_whole, row)) or len(row) != (length or len(row)):
                many = "whole numbers" if length is None else f"{length} whole numbers"
                raise Impossible(
                    "field", where=f"{name}, number {number}", problem=f"must be a list of {many}"
                )
            yield tuple(row)

    def seats(self, sizes: Collection[int]) -> tuple[int, ...]:
        found = self.rows("seats")
        if not all(map(_is_whole, found)) or len(found) not in sizes or len(set(found)) < len(found):
            allowed = " or ".join(map(str, sizes))
            raise self._wrong("seats", f"must be {allowed} different players")
        return tuple(found)

    def points(self, seats: int) -> tuple[float, ...] | None:
        found = self._fields.get("points")
        if found is None:
            return None
        if not isinstance(found, list) or len(found) != seats or not all(map(_is_number, found)):
            raise self._wrong("points", f"must be null or a list of {seats} numbers, one a seat")
        return tuple(map(float, found))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return -MOST <= value <= MOST and math.isfinite(value)


def _state(asked: _Asked, sizes: Collection[int], knock_out: bool) -> State:
    entrants = tuple(
        Entrant(
            id=each.whole("id"),
            rating=each.number("rating", MIDDLE),
            withdrawn=each.flag("withdrawn"),
            entered=each.whole("entered", 1, least=1, most=MOST_ROUNDS),
        )
        for each in asked.objects("entrants")
    )
    ids = {each.id for each in entrants}
    if len(entrants) > MOST_PLAYERS:
        raise Impossible("too-many", players=len(entrants), most=MOST_PLAYERS)
    if len(ids) < len(entrants):
        raise Impossible("field", where="entrants", problem="must have each id once")
    played = tuple(_games(asked, sizes))
    byes = tuple((number, player) for number, player in asked.lists("byes", 2))
    last = max([game.round for game in played] + [number for number, _player in byes], default=0)
    first = max(last, 1) if knock_out else last + 1
    state = State(
        round=asked.whole("round", first, least=1, most=MOST_ROUNDS),
        entrants=entrants,
        played=played,
        byes=byes,
        forbidden=pairs((one, other) for one, other in asked.lists("forbidden", 2)),
        avoided=pairs((one, other) for one, other in asked.lists("avoided", 2)),
        fixed=() if knock_out else tuple(asked.lists("fixed")),
    )
    _check_players(state, ids)
    _check_rounds(state, knock_out=knock_out)
    for fault in checking.faults_of_tables(state, state.fixed, sizes):
        raise fault
    return state


def _games(asked: _Asked, sizes: Collection[int]) -> Iterator[Played]:
    for each in asked.objects("results"):
        seats = each.seats(sizes)
        yield Played(
            round=each.whole("round", least=1, most=MOST_ROUNDS), seats=seats, points=each.points(len(seats))
        )


def _check_players(state: State, ids: set[int]) -> None:
    named = [player for game in state.played for player in game.seats]
    named += [player for _round, player in state.byes]
    named += sorted({player for couple in state.forbidden | state.avoided for player in couple})
    for player in named:
        if player not in ids:
            raise Impossible("unknown-player", player=player)
    for couple in state.forbidden | state.avoided:
        if len(couple) < 2:
            raise Impossible("field", where="forbidden and avoided", problem="must name two players each")


def _check_rounds(state: State, *, knock_out: bool) -> None:
    """Nobody is in two places in one round, and nothing is on record of a round that was not yet."""
    seen: set[tuple[int, int]] = set()
    rows = [(number, player) for number, player in state.byes]
    if not knock_out:
        rows += [(game.round, player) for game in state.played for player in game.seats]
    for number, player in rows:
        if (number, player) in seen:
            raise Impossible("twice", player=player, round=number)
        seen.add((number, player))
    numbers = [number for number, _player in state.byes] + [game.round for game in state.played]
    for number in numbers:
        if number < 1 or number > state.round - (not knock_out):
            problem = f"name round {number}, but round {state.round} is to be paired"
            raise Impossible("field", where="Results or byes", problem=problem)
