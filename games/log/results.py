"""What the end of a game means for each of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.log.moments import outcome_of
from games.models import Game, Seat, SeatResult, Visibility
from homeworlds.outcome import Outcome, Termination

FURTHER_TURNS: Final = 2
"""A game of so many turns more than it has players counts; `ratings.what_counts` holds to the same."""

TURNS_OF_EACH: Final = 4
"""A game in which every seat made so many turns is worth a minute of a processor without being asked for."""


def record_results(game: Game, seats: Sequence[Seat]) -> None:
    """Stores the results of a game that has just ended, and how many turns each seat has missed. The game
    must be locked."""
    for seat in seats:
        seat.result, seat.ended_at = result_of(game, seat), game.finished_at
    _store(seats)


def forget_results(game: Game, seats: Sequence[Seat]) -> None:
    """The game goes on after all. The game must be locked."""
    for seat in seats:
        seat.result, seat.ended_at = "", None
    _store(seats)


def _store(seats: Sequence[Seat]) -> None:
    """A plain statement for seats that are alike: half the work of one with a case for every seat."""
    for result, missed in {(seat.result, seat.missed) for seat in seats}:
        alike = [seat.pk for seat in seats if (seat.result, seat.missed) == (result, missed)]
        Seat.objects.filter(pk__in=alike).update(result=result, missed=missed, ended_at=seats[0].ended_at)


def is_counted(game: Game) -> bool:
    """Whether its results may add up to anything: a public game that was finished here, is not void and was
    not too short.

    Who may not see a game cannot infer it from a number, and the seats of imported games belong to nobody.
    """
    public = game.visibility == Visibility.PUBLIC and not game.imported
    return public and not is_void(game) and not is_too_short(game)


def is_analysed_unasked(game: Game) -> bool:
    """Of a game that is over: it was played here, and every seat made some turns."""
    return not game.imported and game.turn_count >= TURNS_OF_EACH * game.players


def is_void(game: Game) -> bool:
    return game.outcome is not None and game.outcome["termination"] == Termination.VOID


def is_too_short(game: Game) -> bool:
    """Of a game that is over, however it ended: it has its winner, and counts for nothing else."""
    return game.turn_count < game.players + FURTHER_TURNS


def says_too_short(game: Game) -> bool:
    """Whether its players must be told so: it is over, and counts for nothing for no other reason."""
    return is_too_short(game) and not game.imported and not is_void(game)


def result_of(game: Game, seat: Seat) -> SeatResult:
    """Of a finished game."""
    outcome = outcome_of(game)
    if outcome is None or seat.number is None:
        raise ValueError(f"the game {game} is not finished")
    return _result(outcome, seat.number)


def _result(outcome: Outcome, number: int) -> SeatResult:
    if outcome.termination is Termination.VOID:
        return SeatResult.VOID
    if number not in outcome.winners:
        return SeatResult.LOST
    if outcome.draw:
        return SeatResult.DRAWN
    return SeatResult.WON if len(outcome.winners) == 1 else SeatResult.SHARED
