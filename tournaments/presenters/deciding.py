"""A table that is to be adjudicated: who is still in its game, and what the director sees of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse

from accounts.models import Player
from games.clocks.deadlines import is_timed
from games.log.moments import state_of
from games.models import Seat, SeatKind, Status
from tournaments.models import DRAW, Event, EventTable
from tournaments.sheet import standing


class Living(NamedTuple):
    seat: int
    name: str


def living_at(table: EventTable) -> list[Living]:
    """Those who are still in the game and play, in turn order; empty: it does not run. Two queries at
    most."""
    game = table.game
    if game is None or game.status != Status.RUNNING:
        return []
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    living = state_of(game, seats).position.living
    return [Living(number, seats[number].shown_name) for number in sorted(living) if is_timed(seats[number])]


def names_to_correct(table: EventTable) -> list[str]:
    """Who sat at a table that is over, in turn order; empty: nothing can be corrected there. Two queries."""
    results = list(table.results.order_by("number"))
    if table.annulled_at is not None or table.game_id is None or standing(results) is None:
        return []
    return [seat.entry.player.name for seat in table.seats.select_related("entry__player").order_by("number")]


@dataclass(frozen=True, slots=True)
class DirectedTable:
    """For the director."""

    pk: int
    round: int
    number: int
    names: str
    address: str
    runs: bool
    votes: int
    is_own: bool
    """The director sits there, and decides nothing."""


def directed_tables(event: Event, director: Player) -> list[DirectedTable]:
    """Those whose games run first, then the last rounds. Four queries."""
    tables = EventTable.objects.filter(round__event=event, annulled_at=None, game__isnull=False)
    found = [
        _directed(table, director)
        for table in tables.select_related("round", "game")
        .prefetch_related("seats__entry__player", "votes")
        .order_by("-round__number", "number")
    ]
    return sorted(found, key=lambda each: not each.runs)


def _directed(table: EventTable, director: Player) -> DirectedTable:
    people = [seat.entry.player for seat in sorted(table.seats.all(), key=lambda each: each.number)]
    return DirectedTable(
        table.pk,
        table.round.number,
        table.number,
        ", ".join(player.name for player in people),
        reverse("games:table", args=[table.game.public_id]) if table.game else "",
        table.game is not None and table.game.status == Status.RUNNING,
        len(table.votes.all()),
        any(player.pk == director.pk for player in people),
    )


@dataclass(frozen=True, slots=True)
class GivenVote:
    name: str
    winner: str
    """Empty: a draw."""


def votes_at(table: EventTable) -> list[GivenVote]:
    """In the order in which they were given."""
    seats = {
        seat.number: seat.shown_name
        for seat in Seat.objects.filter(game=table.game_id, kind=SeatKind.PLAYER).select_related("player")
    }
    return [
        GivenVote(vote.entry.player.name, "" if vote.seat == DRAW else seats.get(vote.seat, ""))
        for vote in table.votes.select_related("entry__player").order_by("at")
    ]
