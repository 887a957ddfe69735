"""The games of a round begin, each in a transaction of its own: a table has one game at most, whoever is
interrupted when."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from accounts.models import Player
from games.lobby.terms import GameTerms
from games.models import OF_EVENT, Game, Seat, SeatResult, Visibility
from games.services import Origin, SeatWish, create_game
from games.services.seating import NO_ORIGIN
from homeworlds.rules import Preset, Variant, player_numbers
from ladders.begun import notify_begun
from tournaments.models import Event, EventStatus, EventTable, Format, ResultKind, Round, RoundKind
from tournaments.notices import TABLE, notify_round
from tournaments.rights import is_known
from tournaments.services.keeping import lock_event, now_in
from tournaments.services.receivers import append
from tournaments.sheet import Placed
from tournaments.times import play_off_pace

ORIGIN: Final = OF_EVENT


class SeatsDrawn(random.SystemRandom):
    """Seats stand as they were paired; all else is by lot."""

    def shuffle(self, x: Any) -> None:
        if not any(isinstance(each, Seat) for each in x):
            super().shuffle(x)


def begin_tables(*, event_id: int) -> int:
    """Begins the games of all tables that have none; how many. Each is a transaction of its own."""
    waiting = EventTable.objects.filter(
        round__event=event_id, round__begun_at=None, game=None, has_game=True, annulled_at=None
    )
    ids = list(waiting.order_by("round", "number").values_list("pk", flat=True))
    return sum(begin_table(table_id=pk) for pk in ids)


@transaction.atomic
def begin_table(*, table_id: int) -> bool:
    """Begins the game of a table; False where it has one, or needs none any more. Where so many of its
    players are gone for good that it cannot be played, those left share it.

    Locks the event, and makes a game, whose row is nobody else's before the end of the transaction.
    """
    found = EventTable.objects.select_related("round").get(pk=table_id)
    event = lock_event(found.round.event_id)
    table = EventTable.objects.select_related("round").get(pk=table_id)
    if event.status != EventStatus.RUNNING or table.game_id or table.annulled_at or not table.has_game:
        return False
    now = now_in(event)
    seats = list(table.seats.select_related("entry__player").order_by("number"))
    people = [seat.entry.player for seat in seats]
    here = [player for player in people if is_known(player) and not player.is_suspended]
    if len(here) < len(people) and len(here) not in player_numbers(Variant(event.variant), _preset(event)):
        _walk_over(table, people, here, now)
        return True
    table.game = _game(event, table, people, here)
    table.save(update_fields=["game"])
    notify_begun(TABLE, table.game, people, now=now)
    return True


def _walk_over(table: EventTable, people: Sequence[Player], here: Sequence[Player], now: datetime) -> None:
    table.has_game = False
    table.save(update_fields=["has_game"])
    left = SeatResult.WON if len(here) == 1 else SeatResult.DRAWN if here else SeatResult.VOID
    placed = [
        Placed(result=left if player in here else SeatResult.LOST, is_away=player not in here)
        for player in people
    ]
    append(table, ResultKind.WALKOVER, 1, placed if here else _void(len(people)), now)


def _void(number: int) -> list[Placed]:
    return [Placed(result=SeatResult.VOID, is_away=True) for _ in range(number)]


def _game(event: Event, table: EventTable, people: Sequence[Player], here: Sequence[Player]) -> Game:
    """All sit as they were paired, those who are gone too: their clocks run out."""
    return create_game(
        creator=here[0],
        rules=event.rules(),
        preset=_preset(event),
        seats=[SeatWish(player=player, red_alert=event.red_alert) for player in people],
        terms=terms_of_games(event, is_play_off=table.leg > event.best_of),
        arranged=True,
        origin=origin_of_games(event),
        club=event.club,
        lots=SeatsDrawn(),
    )


def _preset(event: Event) -> Preset | None:
    return Preset(event.preset) if event.preset else None


def terms_of_games(event: Event, *, is_play_off: bool = False) -> GameTerms:
    """Games of a hidden club are for nobody else's eyes."""
    return GameTerms(
        visibility=Visibility.PRIVATE if event.is_hidden else Visibility.PUBLIC,
        clock=play_off_pace(event.pace) if is_play_off else event.pace,
        excuses=event.excuses,
        vacation_allowed=event.vacation_allowed,
        rated=event.rated,
        talk_allowed=event.talk_allowed,
        take_back_allowed=event.take_back_allowed,
        sandbox_allowed=event.sandbox_allowed,
    )


def origin_of_games(event: Event) -> Origin:
    if event.is_hidden:
        return NO_ORIGIN
    return Origin(ORIGIN, event.title, event.get_absolute_url())


@transaction.atomic
def notify_round_begun(*, event_id: int) -> bool:
    """Once all tables of a round have their games, whoever was not told by them hears of the round; of rounds
    that begin together one letter tells. Whether that was due. Locks the event."""
    event = lock_event(event_id)
    waiting = EventTable.objects.filter(game=None, has_game=True, annulled_at=None)
    found = Round.objects.filter(event=event, begun_at=None).order_by("number").first()
    if found is None or event.status != EventStatus.RUNNING or waiting.filter(round=found).exists():
        return False
    found.begun_at = now = now_in(event)
    found.save(update_fields=["begun_at"])
    if found.number == 1 or found.kind == RoundKind.FINAL or not Format(event.format).begins_at_once:
        seats = found.tables.filter(annulled_at=None)
        people = Player.objects.filter(event_entries__seats__table__in=seats).distinct()
        notify_round(event, found, list(people.order_by("pk")), now=now)
    return True
