"""Who agrees to what about the clocks. A consent ages as a vote for a draw does at a table of three and more,
however many play: it holds until its giver's next turn has ended, one given in the own turn through that."""

from __future__ import annotations

from collections.abc import Sequence

from games.clocks.deadlines import is_timed
from games.log.moments import state_of
from games.log.votes import aged
from games.models import Consent, Game, Matter, Seat


def who_plays(game: Game, seats: Sequence[Seat]) -> set[int]:
    """The seats that are asked: of people who are there, in a running game."""
    return {number for number in state_of(game, seats).position.living if is_timed(seats[number])}


def who_stands(game: Game, matter: Matter, pace: str = "") -> set[int]:
    """The seats whose consent to this has not aged away. Three queries at most."""
    given = Consent.objects.filter(game=game, matter=matter, pace=pace)
    votes = dict(given.values_list("seat", "log_number"))
    return set(votes) - aged(game, votes) if votes else set()


def forget(game: Game, matter: Matter | None = None) -> None:
    """Nobody has agreed to it, or to anything, any more; the game must be locked, and is saved by the
    caller."""
    given = Consent.objects.filter(game=game)
    (given if matter is None else given.filter(matter=matter)).delete()
    game.asks_consent = given.exists()
