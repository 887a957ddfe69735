"""What the bell says of games, as the player sees them, and which of them wait."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from operator import or_
from typing import Final

from django.db.models import F, Q
from django.utils.translation import gettext, pgettext

from accounts.models import Player
from board.picture.pixels import draw_pixels
from board.words.rules import variant_short_name
from games.access import with_seats
from games.clocks.deadlines import left_now
from games.clocks.words import amount_in_short
from games.lists import GameRow, entry_in_words, games_awaiting, rows_of
from games.models import Answer, EntryKind, Game, Invitation, LogEntry, Seat, SeatKind, Status, Visibility
from games.notices.kinds import NoticeKind
from games.notices.letters import table_address
from games.table.pictures import thumbnail_of
from games.talk.telling import lines_of
from notices.bell.subjects import NextGame, Standing, Subject, add_subjects, set_standing
from notices.digest.parts import Waiting, Waits, set_waiting
from notices.kinds import Drawing
from notices.models import Notice
from upkeep.clock import local_now
from upkeep.kept.addresses import address_of

SMALL: Final = (78, 52)
"""The size at which a table is shown in a daily mail."""


def subjects(player: Player, notices: Sequence[Notice]) -> Mapping[str, Subject]:
    """Of the games among what these tell of. The same few queries however many there are."""
    keys = {notice.key for notice in notices if notice.key}
    games = list(with_seats(Game.objects.filter(public_id__in=keys)))
    if not games:
        return {}
    by_key = {game.public_id: game for game in games}
    about = [notice for notice in notices if notice.key in by_key]
    lines = {**_turns_in_words(about, by_key), **lines_of(player, about, by_key)}
    truths = _truths(player, about, by_key)
    asked = Invitation.objects.filter(seat__game__in=games, player=player, answer=Answer.WAITING)
    invited = set(asked.values_list("seat__game", flat=True))
    found = {}
    for row in rows_of(games, player, of=player):
        game = row.game
        open_to = game.visibility == Visibility.PUBLIC or game.creator_id == player.pk or game.pk in invited
        if row.viewer_sits or open_to:
            found[game.public_id] = _subject(row, lines, truths)
        else:
            # It may exist no more for who has lost the seat.
            found[game.public_id] = Subject(gettext("A game"), _table(game), truths=truths)
    return found


def _table(game: Game) -> str:
    return address_of("games:table", game.public_id)


def _subject(row: GameRow, lines: Mapping[int, str], truths: Mapping[int, bool]) -> Subject:
    game = row.game
    return Subject(
        _others(row) or gettext("Nobody else"),
        _table(game),
        state=" · ".join([variant_short_name(row.rules.variant), *_stands(row)]),
        picture=f"{address_of('games:thumbnail', game.public_id)}?v={row.version}",
        waits=row.waits_for_viewer,
        lines=lines,
        truths=truths,
    )


def _stands(row: GameRow) -> list[str]:
    if row.game.status == Status.OPEN:
        return [gettext("waits for players")]
    if row.game.status == Status.CANCELLED:
        return [gettext("given up")]
    mover = row.mover
    if row.game.status == Status.FINISHED or mover is None:
        return [pgettext("game", "over")]
    if row.waits_for_viewer:
        whose = gettext("your turn")
    else:
        whose = gettext("{player} to move").format(player=mover.person)
    return [gettext("{whose}, {time}").format(whose=whose, time=row.left_in_short) if row.left else whose]


def _is_of_turn(notice: Notice) -> bool:
    return notice.kind == NoticeKind.TURN


def _truths(player: Player, notices: Sequence[Notice], games: Mapping[str, Game]) -> dict[int, bool]:
    """Of those that tell of turns: the last one, while it is the player's turn."""
    last: dict[str, int] = {}
    of_turns = [notice for notice in notices if _is_of_turn(notice)]
    for notice in of_turns:
        last[str(notice.key)] = max(last.get(str(notice.key), 0), notice.news)
    return {
        each.pk: each.news == last[str(each.key)] and _moves(games[str(each.key)], player)
        for each in of_turns
    }


def _moves(game: Game, player: Player) -> bool:
    return game.next_seat is not None and list(game.seats.all())[game.next_seat].player_id == player.pk


def _turns_in_words(notices: Sequence[Notice], games: Mapping[str, Game]) -> dict[int, str]:
    """What the turn was by which it became the player's."""
    about = {
        (games[str(each.key)].pk, each.news): each.pk for each in notices if _is_of_turn(each) and each.news
    }
    if not about:
        return {}
    asked = functools.reduce(or_, [Q(game=game, number=number) for game, number in about])
    seats: dict[int, list[Seat]] = {game.pk: list(game.seats.all()) for game in games.values()}
    said = {}
    for entry in LogEntry.objects.filter(asked, kind=EntryKind.TURN).order_by():
        words = entry_in_words(entry, seats[entry.game_id])
        said[about[entry.game_id, entry.number]] = f"{words.name} {words.words}"
    return said


def standing(player: Player) -> Standing:
    """In the order of My games. Four queries, the last two where a game waits for somebody."""
    waiting = games_awaiting(player)
    first = with_seats(waiting).first()
    ids = list(waiting.values_list("pk", flat=True))
    running = Seat.objects.filter(player=player, ended_at=None, game__status=Status.RUNNING).values("game")
    theirs = Game.objects.filter(pk__in=running).exclude(pk__in=ids)
    soonest = with_seats(theirs.order_by(F("due_at").asc(nulls_last=True), "changed_at", "pk")).first()
    mover, within = _mover(soonest) if soonest else ("", "")
    return Standing(
        waiting=len(ids),
        next=_next(first, player) if first else None,
        for_others=theirs.count(),
        mover=mover,
        within=within,
    )


def waiting(player: Player, most: int) -> Waits:
    """For the daily mail."""
    games = list(with_seats(games_awaiting(player))[:most])
    number = len(games) if len(games) < most else games_awaiting(player).count()
    return Waits(number, tuple([_waiting(row) for row in rows_of(games, player, of=player)]))


def _waiting(row: GameRow) -> Waiting:
    last = row.last
    return Waiting(
        others=_others(row),
        key=row.game.public_id,
        address=table_address(row.game),
        last="" if last is None else f"{last.name} {last.words}".strip(),
        left=row.left,
        left_in_short=row.left_in_short,
        is_urgent=row.is_urgent,
        drawing=functools.partial(_drawing, row.game, _others(row)),
    )


def _drawing(game: Game, words: str) -> Drawing:
    return Drawing(draw_pixels(thumbnail_of(game)), words, *SMALL)


def _others(row: GameRow) -> str:
    return row.shown_others + (f" +{row.more_others}" if row.more_others else "")


def _next(game: Game, player: Player) -> NextGame:
    row = rows_of([game], player, of=player)[0]
    return NextGame(
        _table(game),
        _others(row),
        row.left_in_short,
    )


def _mover(game: Game) -> tuple[str, str]:
    """And how long that has left; nothing of a bot, who is nobody to wait for."""
    seat = list(game.seats.all())[game.next_seat or 0]
    if seat.kind == SeatKind.BOT:
        return "", ""
    left = left_now(game, seat.number, local_now()) if game.due_at and game.clock_left else None
    return seat.shown_name, "" if left is None else amount_in_short(left)


def reports(player: Player, notices: Sequence[Notice]) -> Mapping[str, Subject]:
    """Of those that staff are told of."""
    keys = {str(notice.key) for notice in notices if notice.kind == NoticeKind.REPORT}
    return dict.fromkeys(keys, Subject(gettext("The reports"), address_of("admin:index")))


def register_all() -> None:
    add_subjects(subjects)
    add_subjects(reports)
    set_standing(standing)
    set_waiting(waiting)
