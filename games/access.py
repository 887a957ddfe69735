"""Who may have what. Every view fetches its game here, so that no check can be forgotten."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.http import Http404

from accounts.models import Player
from games.models import Game, Seat

Viewer: TypeAlias = Player | AnonymousUser


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with seats and players, in two queries however many they are."""
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))


def game_for_viewer(public_id: str, viewer: Viewer) -> Game:
    """The game with its seats, as far as this viewer may know of it: games are public. Raises Http404."""
    game = with_seats(Game.objects.filter(public_id=public_id).select_related("creator")).first()
    if game is None:
        raise Http404
    return game


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """The viewer's own seat; None for spectators."""
    if viewer.is_anonymous:
        return None
    return next((seat for seat in game.seats.all() if seat.player_id == viewer.pk), None)


def version_of(game: Game) -> str:
    """Changes with everything that changes the table; of a running game the last number of the log."""
    if game.started_at is not None:
        return str(game.log_number)
    return f"{game.status}-{game.changed_at.timestamp()}"


def version_for_viewer(public_id: str) -> str:
    """The version alone, by one small query. Raises Http404."""
    fields = ("status", "started_at", "changed_at", "log_number")
    game = Game.objects.only(*fields).filter(public_id=public_id).first()
    if game is None:
        raise Http404
    return version_of(game)
