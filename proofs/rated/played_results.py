"""Known results as games of this site: generated, and ended by the services that end games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from proofs.timing.shown import time_shown
from ratings.arithmetic.book import Book, Place, RatedGame, pool_of
from ratings.what_counts import FURTHER_TURNS, MOST_OF_A_PAIR, PAIR_DAYS, earlier_of_a_pair

FIRST_DAY: Final = datetime(2005, 1, 1, tzinfo=UTC)
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
WITHIN_A_DAY: Final = timedelta(microseconds=1)
"""Between two games that ended on the same day."""
SAME: Final = 1e-6

Table: TypeAlias = dict[tuple[str, int], tuple[float, float, int]]
"""Rating, deviation and games, by pool and the player's number in the file."""


@dataclass(frozen=True, slots=True)
class Result:
    """Of games with a single winner, which are all there are in the file."""

    players: tuple[int, ...]
    """In the order of moves."""
    winner: int
    turns: int
    sinister: bool
    at: datetime


class OneWinnerNeeded(ValueError):
    """A result that resignations cannot make."""


class AsListed(random.Random):
    """Lots by which everybody sits, and moves, as listed."""

    def shuffle(self, x: Any) -> None:
        pass


def read_all(file: Path) -> list[Result]:
    """Every line, in the order of days; also those that are too short to count. Raises OneWinnerNeeded."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return results_of(sorted(lines, key=lambda said: (said["day"], said["id"])))


def results_of(lines: Sequence[dict[str, Any]]) -> list[Result]:
    """In this order."""
    found = []
    for turn, said in enumerate(lines):
        winners = [player for player, rank in zip(said["p"], said["rank"], strict=True) if rank == 0]
        if len(winners) != 1:
            raise OneWinnerNeeded(said)
        players = tuple(said["p"][said["first"] :] + said["p"][: said["first"]])
        at = FIRST_DAY + timedelta(days=said["day"]) + turn * WITHIN_A_DAY
        found.append(Result(players, winners[0], said["turns"], said.get("var") == "sinister", at))
    return found


def play(results: Sequence[Result]) -> dict[int, int]:
    """Everything through the services, but that turns are counted which nobody made. The players' ids, by
    their numbers in the file."""
    from accounts.models import Player

    numbers = sorted({player for result in results for player in result.players})
    people = {
        number: Player.objects.create_player(name=f"p{number}", email=None, password=None)
        for number in numbers
    }
    moment = FIRST_DAY
    with time_shown(lambda: moment):
        for result in results:
            moment = result.at
            _play(result, people)
    return {number: player.pk for number, player in people.items()}


def _play(result: Result, people: dict[int, Any]) -> None:
    from games.clocks.paces import PACES
    from games.lobby.terms import GameTerms
    from games.models import Game, SeatOrder
    from games.services import SeatWish, create_game, resign
    from homeworlds.rules import RuleSet, Variant

    seated = [people[player] for player in result.players]
    usual = Variant.BINARY if len(seated) == 2 else Variant.LAST_CAPTAIN_STANDING
    game = create_game(
        creator=seated[0],
        rules=RuleSet(variant=Variant.SINISTER if result.sinister else usual),
        seats=[SeatWish(player=player) for player in seated],
        seat_order=SeatOrder.LOT,
        terms=GameTerms(clock=PACES["normal"], rated=True, vacation_allowed=False),
        lots=AsListed(),
    )
    Game.objects.filter(pk=game.pk).update(turn_count=result.turns)
    for number in result.players:
        if number != result.winner:
            resign(game_id=game.pk, player=people[number], key=f"r{number}", confirmed=True)


def expected(results: Sequence[Result]) -> tuple[Table, int]:
    """What stands after all of them by the arithmetic alone, and how many count."""
    book, counted = Book(), list[tuple[float, tuple[int, ...]]]()
    for number, result in enumerate(results, start=1):
        day = (result.at - EPOCH) / timedelta(days=1)
        recent = _since(counted, day - PAIR_DAYS)
        too_often = earlier_of_a_pair(result.players, day, recent) >= MOST_OF_A_PAIR
        if result.turns < len(result.players) + FURTHER_TURNS or too_often:
            continue
        places = tuple(Place(player, float(player == result.winner)) for player in result.players)
        pool = pool_of("sinister" if result.sinister else "", len(places))
        book.add(RatedGame(number, pool, places, day))
        counted.append((day, result.players))
    return {
        (str(pool), player): (standing.rating.value, standing.rating.deviation, standing.games)
        for (pool, player), standing in book.standings.items()
    }, len(counted)


def _since(counted: Sequence[tuple[float, tuple[int, ...]]], day: float) -> Iterator[tuple[float, Any]]:
    """The last first."""
    for each in reversed(counted):
        if each[0] <= day:
            return
        yield each


def standing(ids: dict[int, int]) -> Table:
    """What stands on the site."""
    from ratings.models import PlayerRating

    numbers = {pk: number for number, pk in ids.items()}
    return {
        (row.pool, numbers[row.player_id]): (row.rating, row.deviation, row.games)
        for row in PlayerRating.objects.filter(games__gt=0)
    }


def differences(one: Table, other: Table) -> list[tuple[str, int]]:
    """Where the two do not say the same."""
    return sorted(key for key in one.keys() | other.keys() if not _agree(one.get(key), other.get(key)))


def _agree(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) <= SAME for a, b in zip(one, other, strict=True))


def recomputation() -> list[str]:
    """What one recomputation finds otherwise than it stands."""
    from django.core.management import call_command

    out = StringIO()
    try:
        call_command("recompute_ratings", check=True, stdout=out)
    except SystemExit:
        return out.getvalue().splitlines()
    return []
