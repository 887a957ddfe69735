"""Lists of games, as the viewer may see them: rows, open games, games that wait for somebody."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import Final, Generic, NamedTuple, TypeVar
from zlib import crc32

from django.core.paginator import Paginator
from django.db.models import (
    Case,
    CharField,
    Count,
    DateTimeField,
    Exists,
    F,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString

from accounts.models import Player
from accounts.selectors import blocked_with
from board.map.symbols import render_badge
from board.turn.making import turn_words
from board.words.game import goal_sentence, result_sentence
from board.words.refusals import sentence
from board.words.rules import CUSTOM
from clubs.models import Club, Membership
from games.access import Viewer, version_of, with_seats
from games.clocks.arithmetic import LIVE_BELOW
from games.clocks.deadlines import left_now
from games.clocks.words import amount, amount_in_short, away, who_plays
from games.lobby.joining import Joiner
from games.lobby.seats import SeatView, listed
from games.lobby.terms import TermWords, terms_of
from games.lobby.waiting import Kept, is_here
from games.log.moments import outcome_of
from games.log.words import entry_sentence
from games.models import Answer, EntryKind, Game, Invitation, LogEntry, Seat, SeatKind, Status, Visibility
from homeworlds.notation import parse_turn
from homeworlds.rules import RuleSet
from upkeep.clock import local_now
from upkeep.kept.compiled_query import CompiledQuery

PER_PAGE = 50
NAMES_SHOWN: Final = 3
"""More opponents than that are counted."""
LETTERS_SHOWN: Final = 18
"""And those whose names would be cut on a phone."""
TAKEN_SHOWN: Final = 2
TAG_LETTERS: Final = 14
URGENT: Final = timedelta(hours=24)
SOON: Final = timedelta(days=3)
NEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""When games without a clock are due."""


@dataclass(frozen=True, slots=True)
class LastEntry:
    """What happened last in a game, in words."""

    badge: SafeString
    """Of the seat; empty where it is nobody's doing."""
    name: str
    """Who made the turn; empty for other entries, which say it themselves."""
    words: str


class Band(Enum):
    """About how much time is left."""

    DAY = auto()
    DAYS = auto()
    LATER = auto()
    OTHERS = auto()
    """Somebody else is to move."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list."""

    game: Game
    rules: RuleSet
    seats: tuple[SeatView, ...]
    """Without what only the table knows: who lives and who is revealed."""
    waits_for_viewer: bool
    viewer_sits: bool
    open_seats: int
    may_join: bool
    must_confirm: bool
    """The table is full, and waits for the viewer to confirm."""
    why_not: str
    """Why the viewer cannot take a seat that is free, in words."""
    goal: str
    terms: tuple[TermWords, ...]
    result: str
    """The outcome in words; empty before the end."""
    others: tuple[SeatView, ...] = ()
    """Who sits there besides the player whose list it is."""
    last: LastEntry | None = None
    """Of a running game."""
    left: str = ""
    """On the clock that runs."""
    left_in_short: str = ""
    is_urgent: bool = False
    """Little is left."""
    band: Band = Band.LATER
    away: str = ""
    """That this clock stands still, and until when."""
    club: Club | None = None
    """Whose table it is, of those that wait for players: only members see them in lists."""
    new_talk: int = 0
    """So many messages of other players the viewer has not seen; of the own games only."""

    @property
    def version(self) -> str:
        """Changes with what the small picture of the table shows: it is fetched once for each position."""
        game = self.game
        if not game.position:
            return version_of(game)
        shown = f"{game.position} {json.dumps(game.places)} {game.outcome is not None}"
        return f"{crc32(shown.encode()):x}"

    @property
    def first_others(self) -> tuple[SeatView, ...]:
        """The first of the others, as many as stand in a line whole; one in any case."""
        return _whole(self.others[:NAMES_SHOWN])

    @property
    def shown_others(self) -> str:
        """Their names."""
        return ", ".join([seat.person for seat in self.first_others])

    @property
    def more_others(self) -> int:
        return len(self.others) - len(self.first_others)

    @property
    def event_tag(self) -> str:
        """The title of the event or club in at most TAG_LETTERS letters: whole words, if one fits. That of a
        record is all that tells one from another, and stays whole."""
        title = self.game.origin_title
        if self.game.imported or len(title) <= TAG_LETTERS:
            return title
        words = title[: TAG_LETTERS + 1].rsplit(" ", 1)
        return words[0].rstrip(" :,·-") if len(words) > 1 else title[: TAG_LETTERS - 1] + "…"

    @property
    def all_others(self) -> str:
        return ", ".join([seat.person for seat in self.others])

    @property
    def first_taken(self) -> tuple[SeatView, ...]:
        """Of a game that waits for players, the first who sit there, as many as stand in a line whole."""
        return _whole([seat for seat in self.seats if seat.kind is not SeatKind.OPEN][:TAKEN_SHOWN])

    @property
    def taken(self) -> str:
        """Their names."""
        return ", ".join([seat.person for seat in self.first_taken])

    @property
    def more_taken(self) -> int:
        return len(self.seats) - self.open_seats - len(self.first_taken)

    @property
    def mover(self) -> SeatView | None:
        return next((seat for seat in self.seats if seat.to_move), None)

    @property
    def mover_badge(self) -> SafeString | str:
        mover = self.mover
        return "" if mover is None else render_badge(mover.number, mover.name)


def _whole(seats: Sequence[SeatView]) -> tuple[SeatView, ...]:
    shown = tuple(seats)
    while len(shown) > 1 and len(", ".join([seat.person for seat in shown])) > LETTERS_SHOWN:
        shown = shown[:-1]
    return shown


Found = TypeVar("Found", bound=Model)
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """A page of a list, of games or of whatever is listed so."""

    rows: tuple[Row, ...]
    page: int
    pages: int
    total: int
    """Of all that fit what was asked for."""

    @property
    def previous(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def next(self) -> int | None:
        return self.page + 1 if self.page < self.pages else None


def paged(
    found: QuerySet[Found], page: int | str, per_page: int, rows_of: Callable[[list[Found]], Iterable[Row]]
) -> Listing[Row]:
    """The page asked for, or the nearest that there is; `rows_of` makes what stands on it. Two queries."""
    paginator = Paginator(found, per_page)
    shown = paginator.get_page(page)
    rows = tuple(rows_of(list(shown.object_list)))
    return Listing(rows, shown.number, paginator.num_pages, paginator.count)


class ClockKind(StrEnum):
    LIVE = "live"
    DAYS = "days"
    NONE = "none"


_BY_CLOCK: Final = {
    ClockKind.LIVE: Q(clock_cap__lt=LIVE_BELOW),
    ClockKind.DAYS: Q(clock_cap__gte=LIVE_BELOW),
    ClockKind.NONE: Q(clock_cap=None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGamesFilter:
    """Which open games are wanted; empty: all."""

    variant: str = ""
    players: int | None = None
    rule_set: str = ""
    """A preset, or `custom`."""
    clock: str = ""
    """A `ClockKind`."""
    rated: bool | None = None
    only_mine_to_join: bool = False


ALL_OPEN_GAMES: Final = OpenGamesFilter()


def open_games(
    viewer: Viewer,
    *,
    wanted: OpenGamesFilter = ALL_OPEN_GAMES,
    page: int | str = 1,
    per_page: int = PER_PAGE,
) -> Listing[GameRow]:
    """The public games with a seat for whoever joins, and the tables of the viewer's clubs, the oldest first;
    the viewer's own too.

    Games of other people are left out where anybody sits, or the creator is somebody, who has blocked the
    viewer or whom the viewer has blocked.
    """
    return _waiting(_open_for(viewer, wanted), viewer, page, per_page)


def first_open_games(viewer: Viewer, wanted: OpenGamesFilter, most: int) -> list[GameRow]:
    """So many of the same; nobody counts them."""
    return _offered(list(_oldest_first(_open_for(viewer, wanted))[:most]), viewer)


def _open_for(viewer: Viewer, wanted: OpenGamesFilter) -> QuerySet[Game]:
    kept = Invitation.objects.filter(seat=OuterRef("pk"), answer=Answer.WAITING)
    free = Seat.objects.filter(~Exists(kept), game=OuterRef("pk"), kind=SeatKind.OPEN)
    games = Game.objects.filter(Exists(free), status=Status.OPEN)
    for_all = Q(visibility=Visibility.PUBLIC, club__isnull=True)
    if viewer.is_anonymous:
        games = games.filter(for_all)
    else:
        clubs = Membership.objects.filter(player=viewer).values("club")
        games = games.filter(for_all | Q(club__in=clubs))
        blocks = blocked_with(viewer)
        sits = _seats_before_the_end(viewer)
        owners, others = blocks.values("owner"), blocks.values("other")
        strangers = (
            ~Q(creator__in=owners)
            & ~Q(creator__in=others)
            & ~Q(pk__in=Seat.objects.filter(player__in=owners, ended_at=None).values("game"))
            & ~Q(pk__in=Seat.objects.filter(player__in=others, ended_at=None).values("game"))
        )
        games = games.filter(Q(creator=viewer) | Q(pk__in=sits.values("game")) | strangers)
    if wanted.variant:
        games = games.filter(variant=wanted.variant)
    if wanted.players:
        games = games.filter(players=wanted.players)
    if wanted.rule_set:
        games = games.filter(preset="" if wanted.rule_set == CUSTOM else wanted.rule_set)
    if wanted.clock in set(ClockKind):
        games = games.filter(_BY_CLOCK[ClockKind(wanted.clock)])
    if wanted.rated is not None:
        games = games.filter(rated=wanted.rated)
    if wanted.only_mine_to_join and not viewer.is_anonymous:
        games = games.exclude(pk__in=_seats_before_the_end(viewer).values("game"))
    return games


class OpenCounts(NamedTuple):
    """How many games are open of each kind."""

    variants: Counter[str]
    players: Counter[int]
    clocks: Counter[str]
    rated: Counter[bool]


def open_counts(viewer: Viewer) -> OpenCounts:
    """Of all that the viewer finds in the lobby. One query, whose rows do not grow with the games."""
    kinds = [When(condition, then=Value(str(kind))) for kind, condition in _BY_CLOCK.items()]
    games = _open_for(viewer, ALL_OPEN_GAMES).annotate(kind=Case(*kinds, output_field=CharField()))
    rows = games.order_by().values_list("variant", "players", "kind", "rated").annotate(Count("pk"))
    counts = OpenCounts(Counter(), Counter(), Counter(), Counter())
    for variant, players, kind, rated, number in rows:
        counts.variants[variant] += number
        counts.players[players] += number
        counts.clocks[kind] += number
        counts.rated[rated] += number
    return counts


def games_of_club(
    club: Club, viewer: Viewer, status: Status, *, page: int | str = 1, per_page: int = PER_PAGE
) -> Listing[GameRow]:
    """The club's games in this state that the viewer may see, what happened last first. Those that wait for
    players are for members; of the others everybody sees the public ones, and players their own."""
    if status == Status.OPEN:
        return _waiting(Game.objects.filter(club=club, status=status), viewer, page, per_page)
    games = club_games_seen_by(club, viewer).filter(status=status)
    lately = with_seats(games.select_related("creator").order_by("-changed_at", "-pk"))
    return paged(lately, page, per_page, lambda shown: rows_of(shown, viewer))


def club_games_seen_by(club: Club, viewer: Viewer) -> QuerySet[Game]:
    """Of those that have begun: the public ones, and the viewer's own."""
    seen = Q(visibility=Visibility.PUBLIC)
    return Game.objects.filter(
        seen if viewer.is_anonymous else seen | Q(Exists(_seats_of(viewer))), club=club
    )


def _seats_before_the_end(viewer: Player) -> QuerySet[Seat]:
    """Few, by an index, however many games the viewer has finished."""
    return Seat.objects.filter(player=viewer, ended_at=None)


def _seats_of(viewer: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(game=OuterRef("pk"), player=viewer)


def games_awaiting(player: Player | int) -> QuerySet[Game]:
    """The games in which it is the player's turn: first those whose clock runs out first, then the longest
    waiting."""
    return Game.objects.filter(
        status=Status.RUNNING,
        seats__player=player,
        seats__number=F("next_seat"),
        # So an index leads past all that the player has finished.
        seats__ended_at=None,
    ).order_by(F("due_at").asc(nulls_last=True), "changed_at", "pk")


def _oldest_first(games: QuerySet[Game]) -> QuerySet[Game]:
    return with_seats(games.select_related("creator", "club").order_by("created_at", "pk"))


def _waiting(games: QuerySet[Game], viewer: Viewer, page: int | str, per_page: int) -> Listing[GameRow]:
    """Of games that wait for players, the oldest first."""
    return paged(_oldest_first(games), page, per_page, lambda shown: _offered(shown, viewer))


def _offered(games: Sequence[Game], viewer: Viewer) -> list[GameRow]:
    kept = _kept_seats(games)
    joiner = Joiner(viewer) if isinstance(viewer, Player) and viewer.is_human else None
    return [replace(_row(game, viewer, kept, joiner), club=game.club) for game in games]


def rows_of(games: Sequence[Game], viewer: Viewer, *, of: Player | None = None) -> list[GameRow]:
    """The rows of games of any state, fetched with their seats, in the list of the player `of`; two queries,
    for the last entries and for seats that are kept."""
    kept = _kept_seats([game for game in games if game.status == Status.OPEN])
    last = _last_entries([game for game in games if game.status == Status.RUNNING])
    rows, now = [], local_now()
    for game in games:
        row = _row(game, viewer, kept)
        taken = zip(row.seats, game.seats.all(), strict=True)
        others = [
            seat for seat, stored in taken if stored.player_id and not (of and stored.player_id == of.pk)
        ]
        left = _left(game, now)
        rows.append(
            replace(
                row,
                others=tuple(others),
                last=last.get(game.pk),
                left=amount(left) if left else "",
                left_in_short=amount_in_short(left) if left else "",
                is_urgent=left is not None and left < URGENT,
                band=_band(left),
                away=_away(game, now),
            )
        )
    return rows


def _left(game: Game, now: datetime) -> timedelta | None:
    if game.due_at is None or game.next_seat is None:
        return None
    return left_now(game, game.next_seat, now)


def _band(left: timedelta | None) -> Band:
    if left is None or left > SOON:
        return Band.LATER
    return Band.DAY if left < URGENT else Band.DAYS


def _away(game: Game, now: datetime) -> str:
    if game.due_at is None or game.next_seat is None:
        return ""
    return away(game, list(game.seats.all())[game.next_seat], now)


def _last_entries(games: Sequence[Game]) -> dict[int, LastEntry]:
    """By the id of the game; none before the first turn. One query, without games none."""
    if not games:
        return {}
    seats = {game.pk: list(game.seats.all()) for game in games}
    entries = LogEntry.objects.filter(game__in=seats, number=F("game__log_number"))
    return {
        entry.game_id: entry_in_words(entry, seats[entry.game_id])
        for entry in entries.only("game_id", "kind", "seat", "text", "data").order_by()
    }


def entry_in_words(entry: LogEntry, seats: Sequence[Seat]) -> LastEntry:
    names = [seat.name for seat in seats]
    name = "" if entry.seat is None else names[entry.seat]
    badge = SafeString("") if entry.seat is None else render_badge(entry.seat, name)
    if entry.seat is not None and entry.data.get("what") != "substitute":
        name = who_plays(seats[entry.seat])
    if entry.kind == EntryKind.TURN and entry.seat is not None:
        words = turn_words(parse_turn(entry.text, len(names)), entry.seat, names)
        return LastEntry(badge, name, " · ".join(words))
    return LastEntry(badge, "", entry_sentence(EntryKind(entry.kind), name, entry.data))


def _kept_seats(games: Sequence[Game]) -> dict[int, Kept]:
    """Without the names of the invited."""
    if not games:
        return {}
    waiting = Invitation.objects.filter(seat__game__in=games, answer=Answer.WAITING)
    found = waiting.values_list("seat", "player")
    return {seat: Kept(by_link=player is None, name="") for seat, player in found}


def _row(game: Game, viewer: Viewer, kept: Mapping[int, Kept], joiner: Joiner | None = None) -> GameRow:
    """`joiner` is the viewer where seats are offered."""
    stored = list(game.seats.all())
    seats = tuple([listed(seat, n, viewer, game, kept) for n, seat in enumerate(stored)])
    rules, outcome = game.rules(), outcome_of(game)
    sits = any(seat.is_viewer for seat in seats)
    free = any(seat.kind is SeatKind.OPEN and seat.kept is None for seat in seats)
    refusal = joiner.why_not(game) if joiner and free and not sits else None
    return GameRow(
        game=game,
        rules=rules,
        seats=seats,
        waits_for_viewer=any(seat.is_viewer and seat.to_move for seat in seats),
        viewer_sits=sits,
        open_seats=sum(seat.kind is SeatKind.OPEN for seat in seats),
        may_join=joiner is not None and free and not sits and refusal is None,
        must_confirm=any(seat.player_id == viewer.pk and not is_here(game, seat) for seat in stored)
        if game.musters_until
        else False,
        why_not=sentence(refusal) if refusal else "",
        goal=goal_sentence(rules.variant),
        terms=tuple(terms_of(game, stored)) if game.status == Status.OPEN else (),
        result=result_sentence(outcome, [seat.person for seat in seats]) if outcome else "",
    )


class NextGame(NamedTuple):
    """A game that waits for the player."""

    public_id: str
    waiting: int
    """So many wait besides the one that is looked at."""


def next_game(player: Player, present: str) -> NextGame | None:
    """The game that follows this one in the order of My games, and around again; the first of all where this
    one does not wait for the player; None when no other waits. One query, one row."""
    (found,) = _NEXT(player.pk, present) or (None,)
    return None if found is None else NextGame(*found)


def number_waiting(player: Player) -> int:
    """How many games wait for the player. One query."""
    return next((number for (number,) in _WAITING(player.pk)), 0)


def time_of_first_waiting(player: Player) -> str:
    """How long the first of the games that wait for the player has, in short; empty without a clock."""
    first = next(iter(_FIRST(player.pk)), None)
    left = None if first is None else _left(first, local_now())
    return amount_in_short(left) if left else ""


_FIRST: Final = CompiledQuery(lambda player: games_awaiting(player)[:1], int)
_WAITING: Final = CompiledQuery(
    lambda player: (
        games_awaiting(player)
        .order_by()
        .annotate(all=Value(1))
        .values("all")
        .annotate(number=Count("pk"))
        .values_list("number")
    ),
    int,
)


def _next(player: int, present: str) -> QuerySet[Game, tuple[str, int]]:
    due = Coalesce("due_at", Value(NEVER, DateTimeField()))
    waiting = games_awaiting(player).annotate(due=due)
    here = waiting.filter(public_id=present).order_by()
    soon, since, number = (Subquery(here.values(name)) for name in ("due", "changed_at", "pk"))
    later = Q(due__gt=soon) | Q(due=soon, changed_at__gt=since)
    behind = later | Q(due=soon, changed_at=since, pk__gt=number)
    others = waiting.exclude(public_id=present).annotate(
        before=Case(When(behind, then=Value(0)), default=Value(1)), waiting=Window(Count("pk"))
    )
    return others.order_by("before", "due", "changed_at", "pk").values_list("public_id", "waiting")[:1]


_NEXT = CompiledQuery(_next, int, str)
