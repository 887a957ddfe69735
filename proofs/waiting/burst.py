"""What becomes due at once, how long it waits, and whether each thing of it was done once."""

from __future__ import annotations

import random
from argparse import Namespace
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db.models import Max, Min, Model, QuerySet

from accounts.models import Player
from games.log.moments import state_of
from games.models import Analysis, Game, LogEntry, Marking, Seat, new_public_id
from games.notices.kinds import NoticeKind
from games.services import resign
from games.services.hindsight.analysis import plan_analysis
from games.wake import ring_for_bots, ring_for_spare_time
from homeworlds.rules import Variant
from notices.models import Notice
from notices.wake import ring_for_mails
from proofs.kit.cast import new_game, person, play, turn_for
from tournaments.models import Event, EventStatus, Format, Round
from tournaments.plans import usual_plan
from tournaments.services.entering import enter_event
from tournaments.services.opening import open_event
from tournaments.wake import ring_for_events
from upkeep.clock import database_now
from upkeep.due import waits

LEVEL: Final = "random"
"""It thinks for no time: how long others do is no matter of the queue."""
ENTRANTS: Final = 4
TURNS: Final = 10
"""Of each game that is analysed."""
AT_ONCE: Final = 500
DAY: Final = timedelta(days=1)
Row = TypeVar("Row", bound=Model)


class Burst:
    """Made ready by the services, as far as they are quick enough; `begin` makes all of it due. `sizes` say
    how many notices, events, analyses and turns, and the seed."""

    def __init__(self, sizes: Namespace) -> None:
        self.sizes, self.dice = sizes, random.Random(sizes.seed)
        self.people = [_person(number) for number in range(ENTRANTS)]
        self.at = database_now()
        self.answered = [self._answered_game().pk for _ in range(sizes.turns)]
        Game.objects.filter(pk__in=self.answered).update(bot_due_at=self.at + DAY)
        self.events = [self._event(number) for number in range(sizes.events)]
        self.finished = [self._finished_game() for _ in range(sizes.analyses)]
        Marking.objects.update(due_at=self.at + DAY)
        # What this has made its people hear of is no part of it.
        Notice.objects.all().delete()
        self.told = self._games_to_tell_of()

    def _answered_game(self) -> Game:
        game = new_game(self.people[0], LEVEL)
        self._play(game)
        return game

    def _play(self, game: Game) -> None:
        game.refresh_from_db()
        seat = game.seats.select_related("player").get(number=game.next_seat)
        play(game, seat.player, turn_for(state_of(game), self.dice))

    def _event(self, number: int) -> int:
        plan = usual_plan(
            f"Event {number}", Format.SWISS, Variant.BINARY, least=3, rounds=2, starts_at=self.at + DAY
        )
        event = open_event(director=_person(ENTRANTS + number), plan=plan)  # each may have but a few
        for player in self.people:
            enter_event(event_id=event.pk, player=player)
        return event.pk

    def _finished_game(self) -> Game:
        alice, bob = self.people[:2]
        game = new_game(alice, bob)
        while game.turn_count < TURNS and game.next_seat is not None:
            self._play(game)
            game.refresh_from_db()
        if game.next_seat is not None:
            resign(game_id=game.pk, player=alice, key="r", confirmed=True)
        return game

    def _games_to_tell_of(self) -> list[Game]:
        """Copies of one game, for each mail is about one of its own."""
        first = new_game(*self.people[:2])
        self._play(first)
        Notice.objects.all().delete()
        first.refresh_from_db()
        made = [
            _copied(first, id=None, public_id=new_public_id(), bot_due_at=None)
            for _ in range(self.sizes.notices)
        ]
        games = Game.objects.bulk_create(made, batch_size=AT_ONCE)
        for rows in (first.seats.all(), LogEntry.objects.filter(game=first)):
            _copy_to(games, list(rows))
        return games

    def begin(self) -> None:
        """Everything is due now, and every bell is rung."""
        self.at = now = database_now()
        bob = self.people[1]
        due = {"player": bob, "kind": NoticeKind.TURN, "created_at": now, "due_at": now}
        notices = [Notice(key=game.public_id, news=game.log_number, **due) for game in self.told]
        Notice.objects.bulk_create(notices, batch_size=AT_ONCE)
        for game in self.finished:
            plan_analysis(game)
        Marking.objects.filter(due_at__isnull=False).update(due_at=now)
        self.at = now = database_now()
        Event.objects.filter(pk__in=self.events).update(starts_at=now)
        Game.objects.filter(pk__in=self.answered).update(bot_due_at=now, changed_at=now)
        for ring in (ring_for_mails, ring_for_spare_time, ring_for_events, ring_for_bots):
            ring()

    # --- What has become of it

    def left(self) -> dict[str, int]:
        begun = Round.objects.filter(event__in=self.events, begun_at__isnull=False)
        return {
            "notices": _ours().filter(due_at__isnull=False).count(),
            "events": len(self.events) - begun.values("event").distinct().count(),
            "analyses": len(self.finished)
            - Analysis.objects.filter(game__in=self.finished, due_at=None, checked__gt=0).count(),
            "turns": len(self.answered)
            - LogEntry.objects.filter(game__in=self.answered, player__kind=Player.Kind.BOT).count(),
        }

    def waited(self) -> dict[str, float]:
        """How long the last of the events waited for its games, and the last bot's turn."""
        begun = Round.objects.filter(event__in=self.events, number=1).aggregate(last=Max("begun_at"))["last"]
        turns = LogEntry.objects.filter(game__in=self.answered, player__kind=Player.Kind.BOT)
        first = turns.values("game").annotate(first=Min("created_at")).aggregate(last=Max("first"))["last"]
        return {"events": self._since(begun), "turns": self._since(first)}

    def _since(self, moment: datetime | None) -> float:
        return (moment - self.at).total_seconds() if moment else 0.0

    def lost(self) -> list[str]:
        """What was not done, in words."""
        found = [f"{number} {what} were not done" for what, number in self.left().items() if number]
        dropped = _ours().exclude(dropped="").count()
        found += [f"{dropped} notices were dropped"] if dropped else []
        cancelled = Event.objects.filter(pk__in=self.events).exclude(status=EventStatus.RUNNING).count()
        return found + ([f"{cancelled} events do not run"] if cancelled else [])

    def not_posted(self, taken: Iterable[str]) -> int:
        """Notices of which the database says that they were sent and the mail server has seen nothing."""
        ours = {game.public_id for game in self.told}
        came = {key for name in taken for key in name.split(".")[1:2]}
        return len(ours - came)

    def doubled(self) -> list[str]:
        """Of events and turns, in words; mails are the post's to count."""
        found = []
        for pk in self.events:
            rounds = Round.objects.filter(event=pk)
            seated = [seat for each in rounds for table in each.tables.all() for seat in _players(table)]
            if rounds.count() > 1 or len(seated) != len(set(seated)):
                found.append(f"event {pk}: {rounds.count()} rounds, {len(seated)} seats for {ENTRANTS}")
        for pk in self.answered:
            turns = LogEntry.objects.filter(game=pk, player__kind=Player.Kind.BOT).count()
            found += [f"game {pk}: {turns} turns of its bot"] if turns > 1 else []
        return found

    def rests(self) -> bool:
        """Nothing is due."""
        return not any(waits().values())


def _ours() -> QuerySet[Notice]:
    """The notices of the burst tell of first turns."""
    return Notice.objects.filter(kind=NoticeKind.TURN, news=1)


def _players(table: Model) -> list[int]:
    return [seat.entry_id for seat in table.seats.all()]  # type: ignore[attr-defined]


def _person(number: int) -> Player:
    return person(f"Player{number + 1}", by_mail=True)


def _copied(row: Row, **changes: object) -> Row:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**fields | changes)


def _copy_to(games: Sequence[Game], rows: Sequence[Seat] | Sequence[LogEntry]) -> None:
    """The same rows for each of the games."""
    for start in range(0, len(games), AT_ONCE):
        some = games[start : start + AT_ONCE]
        type(rows[0])._base_manager.bulk_create(
            [_copied(row, id=None, game_id=game.pk) for game in some for row in rows]
        )
