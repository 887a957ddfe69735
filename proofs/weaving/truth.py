"""What holds of the site at every moment, whoever has acted beside whom: a line for whatever does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Final

from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from proofs.weaving.likeness import Numbered

_WORD: Final = re.compile(r"\w+")


def untruths() -> list[str]:
    """All of it, by the site's own checks and by what its tables say of each other and no constraint does."""
    return [line for says in _SAYS for line in says()]


class Truths:
    """What was found true once is not asked again while all tables that were read for it say the same."""

    def __init__(self, numbered: Numbered) -> None:
        self._numbered = numbered
        self._read: dict[Callable[[], Iterable[str]], set[str]] = {}
        self._true: dict[Callable[[], Iterable[str]], set[Hashable]] = {}

    def untruths_of(self, written: Iterable[str]) -> list[str]:
        """As far as these tables bear on it, which alone are not as they were kept."""
        rows = self._numbered.exactly(written)
        lines = []
        for says, starts in _SAYS.items():
            if any(table.startswith(starts) for table in rows) and not self._is_known(says, rows):
                lines += self._ask(says, rows)
        return lines

    def _is_known(self, says: Callable[[], Iterable[str]], rows: Mapping[str, Hashable]) -> bool:
        return says not in BY_TIME and self._of(says, rows) in self._true.get(says, ())

    def _ask(self, says: Callable[[], Iterable[str]], rows: Mapping[str, Hashable]) -> list[str]:
        read: set[str] = set()

        def look(execute: Any, sql: Any, *more: Any) -> Any:
            read.update(_WORD.findall(str(sql)))
            return execute(sql, *more)

        with connection.execute_wrapper(look):
            lines = list(says())
        known = self._read.setdefault(says, set())
        if not read <= known:
            known |= read
            self._true[says] = set()
        if not lines:
            self._true[says].add(self._of(says, rows))
        return lines

    def _of(self, says: Callable[[], Iterable[str]], rows: Mapping[str, Hashable]) -> Hashable:
        return frozenset((table, rows[table]) for table in rows.keys() & self._read.get(says, set()))


def _each(rows: Iterable[Any], words: str) -> Iterator[str]:
    """Of each row that there should not be, with what it holds in the words."""
    return (words.format_map(row if isinstance(row, dict) else vars(row)) for row in rows)


def _games() -> Iterator[str]:
    from games.access import with_seats
    from games.log.rebuilding import LogBroken, check
    from games.models import Game, Status

    for game in with_seats(Game.objects.order_by("pk")):
        if game.status in (Status.OPEN, Status.CANCELLED):
            if game.next_seat is not None or game.log_number:
                yield f"game {game.pk} is {game.status} and has a log"
            continue
        try:
            yield from (f"game {game.pk}: {line}" for line in check(game))
        except LogBroken as broken:
            yield f"game {game.pk}: {broken}"
        numbers = list(game.log.order_by("number").values_list("number", flat=True))
        if numbers != list(range(1, game.log_number + 1)):
            yield f"game {game.pk}: its log has the numbers {numbers}, the last is {game.log_number}"
        if (game.status == Status.FINISHED) != (game.finished_at is not None):
            yield f"game {game.pk} is {game.status}, finished at {game.finished_at}"
        if game.status != Status.RUNNING and (game.due_at or game.sweep_at or game.bot_due_at):
            yield f"game {game.pk} is {game.status}, and something is due in it"


def _seats() -> Iterator[str]:
    from games.models import Answer, Game, Invitation, Seat, SeatKind, Status

    waiting = Invitation.objects.filter(answer=Answer.WAITING)
    begun = Seat.objects.filter(kind=SeatKind.OPEN, game__status__in=(Status.RUNNING, Status.FINISHED))
    yield from _each(begun, "seat {id} of game {game_id} is open, and that has begun")
    taken = waiting.exclude(seat__kind=SeatKind.OPEN, seat__game__status=Status.OPEN)
    yield from _each(taken, "invitation {id} waits for a seat that is not open")
    confirming = Game.objects.filter(musters_until__isnull=False)
    begun = confirming.exclude(status=Status.OPEN)
    yield from _each(begun, "game {id} is {status}, and its players are asked to confirm")
    free = confirming.filter(seats__kind=SeatKind.OPEN).distinct()
    yield from _each(free, "game {id} has a free seat, and its players are asked to confirm")
    full = Game.objects.filter(status=Status.OPEN, musters_until=None).exclude(seats__kind=SeatKind.OPEN)
    for game in full:
        if all(seat.agreed_terms == game.terms_number for seat in game.seats.filter(kind=SeatKind.PLAYER)):
            yield f"game {game.pk} is full, all have agreed, and it has not begun"


def _results() -> Iterator[str]:
    from games.models import Reliability, Status
    from games.services.clocks.reliability import count_reliability
    from ratings.models import RatedResult
    from ratings.services.recomputing import recompute_ratings
    from ratings.tallies import count_results

    yield from count_results(write=False)
    yield from recompute_ratings(write=False)
    due = Reliability.objects.exclude(due_at=None).values_list("player", flat=True)
    asked = tuple(f"player {pk}:" for pk in due)
    yield from (line for line in count_reliability(write=False) if not line.startswith(asked))
    early = RatedResult.objects.filter(withdrawn="").exclude(game__status=Status.FINISHED)
    yield from _each(early, "game {game_id} counts for ratings and is not over")


def _events() -> Iterator[str]:
    from clubs.models import Membership
    from tournaments.models import Entry, Event, EventStatus, Result
    from tournaments.services.checking import check_events

    yield from check_events()
    lively = (EventStatus.OPEN, EventStatus.RUNNING)
    member = Membership.objects.filter(player=OuterRef("player"))
    inside = Entry.objects.filter(event__status__in=lively, withdrawn_at=None, event__club__closed_at=None)
    strange = inside.exclude(event__club=None).exclude(Exists(member.filter(club=OuterRef("event__club"))))
    yield from _each(strange, "player {player_id} is in event {event_id} of a club, and no member of it")
    for event in Event.objects.filter(status=EventStatus.OPEN):
        entries = Entry.objects.filter(event=event)
        if entries.filter(waits=False).count() > event.most:
            yield f"more are in event {event.pk} than have a place"
        if entries.filter(waits=True).exists() and entries.filter(waits=False).count() < event.most:
            yield f"somebody waits for a place in event {event.pk}, and there is one"
    closed = Event.objects.filter(status=EventStatus.OPEN, club__closed_at__isnull=False)
    yield from _each(closed, "event {id} is open, and its club is closed")
    sums = Result.objects.values("table").annotate(over=Sum("weight")).exclude(over__in=(0, 1))
    yield from _each(sums, "table {table} is over {over} times")


def _ladders() -> Iterator[str]:
    from clubs.models import Membership
    from ladders.ladder.services import check_ladders
    from ladders.models import Challenge, Rung, StairsTable, Wish, WishSeat
    from ladders.stairs.services.replaying import check_stairs

    yield from check_ladders()
    yield from check_stairs()
    over = Q(game__status="finished")
    for each in Challenge.objects.filter(over ^ Q(settled_at__isnull=False)):
        yield f"challenge {each.pk} is {'' if each.settled_at else 'not '}settled, its game otherwise"
    otherwise = StairsTable.objects.filter(over ^ Q(settled_number__isnull=False))
    yield from _each(otherwise, "the table {id} of the stairs is settled otherwise than its game")
    member = Membership.objects.filter(player=OuterRef("player"), club=OuterRef("ladder__club"))
    inside = Rung.objects.filter(limbo="", ladder__closed_at=None).exclude(ladder__club=None)
    yield from _each(
        inside.exclude(Exists(member)), "player {player_id} is on the ladder of a club, and no member of it"
    )
    wished = WishSeat.objects.values("game", "game__players").annotate(n=Count("pk"))
    yield from _each(wished.exclude(n=F("game__players")), "game {game} has {n} who wished for it")
    same = Wish.objects.values("player", "players", "rated", "within", "variants", "clocks")
    same = same.annotate(n=Count("pk")).filter(n__gt=1)
    yield from _each(same, "player {player} has the same wish {n} times")


def _clubs() -> Iterator[str]:
    from clubs.models import Club, ClubAnswer, ClubInvitation, Membership, Role

    miscounted = Club.objects.annotate(n=Count("memberships")).exclude(size=F("n"))
    yield from _each(miscounted, "club {id} counts {size} members and has others")
    for club in Club.objects.order_by("pk"):
        founders = Membership.objects.filter(club=club, role=Role.FOUNDER).count()
        if founders != (0 if club.is_closed else 1):
            yield f"club {club.pk} has {founders} founders{' and is closed' if club.is_closed else ''}"
        waiting = ClubInvitation.objects.filter(club=club, answer=ClubAnswer.WAITING)
        if club.is_closed and waiting.exists():
            yield f"somebody is invited to the club {club.pk}, which is closed"
        if waiting.filter(player__in=Membership.objects.filter(club=club).values("player")).exists():
            yield f"a member is invited to the club {club.pk}"


def _accounts() -> Iterator[str]:
    from accounts.models import FormerName, Player, Quiet
    from clubs.models import Membership
    from games.models import Leaver

    gone = Player.objects.filter(deleted_at__isnull=False)
    there = gone.filter(Q(is_active=True) | Q(former_number=None) | Q(email__isnull=False))
    yield from _each(there, "player {id} is deleted, and not gone")
    numbers = gone.values("former_number").annotate(n=Count("pk")).filter(n__gt=1)
    yield from _each(numbers, "two who are gone have the number {former_number}")
    if Quiet.objects.filter(owner__in=gone).exists():
        yield "who is gone mutes somebody"
    settled = gone.exclude(pk__in=Leaver.objects.values("player"))
    seated = settled.filter(seats__game__status="open").distinct()
    yield from _each(seated, "player {id} is gone and sits at a table that waits")
    if Membership.objects.filter(player__in=settled).exists():
        yield "who is gone is in a club"
    former = FormerName.objects.filter(player__name_key=F("name_key"))
    yield from _each(former, "player {player_id} bears the name that is kept as a former one")


def _hindsight() -> Iterator[str]:
    from games.models import Analysis, Mark, Marking, Status

    for analysis in Analysis.objects.select_related("game"):
        if analysis.checked != len(analysis.readings):
            yield f"analysis {analysis.pk} has {len(analysis.readings)} readings of {analysis.checked}"
    for model in (Analysis, Marking, Mark):
        early = model.objects.exclude(game__status=Status.FINISHED)
        yield from _each(early, model.__name__ + " {id} is of a game that is not over")


def _notices() -> Iterator[str]:
    from notices.models import AccountMail, Notice

    for model in (Notice, AccountMail):
        name, sent = model.__name__, model.objects.filter(sent_at__isnull=False)
        yield from _each(sent.exclude(due_at=None), name + " {id} was sent and is due")
        neither = model.objects.filter(due_at=None, sent_at=None, dropped="")
        yield from _each(neither, name + " {id} is settled, and was neither sent nor dropped")
        yield from _each(sent.exclude(dropped=""), name + " {id} was sent and dropped")


GAMES: Final = ("games_game", "games_seat", "games_logentry", "games_formerplayer", "games_invitation")
_SAYS: Final[dict[Callable[[], Iterable[str]], tuple[str, ...]]] = {
    _games: GAMES,
    _seats: GAMES,
    _hindsight: ("games_game", "games_analysis", "games_mark"),
    _results: ("games_game", "games_seat", "games_reliability", "ratings_"),
    _events: ("games_game", "tournaments_", "clubs_"),
    _ladders: ("games_game", "ladders_", "clubs_"),
    _clubs: ("clubs_", "accounts_player"),
    _accounts: ("accounts_", "clubs_", "games_leaver", "games_seat"),
    _notices: ("games_notice", "notices_"),
}
"""Whatever is said, and the tables, by their beginnings, on which it bears."""
BY_TIME: Final = (_games, _results)
"""What is said with moments and spans, which are never the same twice."""
