"""What happens when a clock runs out. The game is locked, and the moment was read after that.

A vacation comes first, where the table allows it and its player has a day left. Then with two players the
game is lost; with more an excuse comes, then the seat is adrift: its turns are
passed, one a day while somebody may take it, until its player comes back, a substitute takes it, or it is
lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.clocks.arithmetic import NOTHING
from games.clocks.deadlines import keep_left, pace_of, set_deadline
from games.log.alignments import alignments_for_judge
from games.log.moments import Moment, after_departure, after_note, moment_of
from games.models import DrawVote, EntryKind, Game, Seat
from games.notices.enqueueing import notify_absence
from games.notices.kinds import NoticeKind
from games.services.clocks.vacation import begins_by_itself
from games.services.draws import after_entry
from games.services.log import append_entry, save_moment
from homeworlds.outcome import Departure
from homeworlds.position import Position


def fall(game: Game, seats: list[Seat], now: datetime) -> None:
    """The clock of the seat to move has run out."""
    if game.next_seat is None:
        raise ValueError(f"nobody is to move in the game {game}")
    seat = seats[game.next_seat]
    if begins_by_itself(game, seat, now):
        _leave_on_vacation(game, seats, seat, now)
        return
    seat.missed += 1
    if game.players == 2:
        lose(game, seats, seat, now)  # the end stores what was missed
        return
    seat.save(update_fields=["missed"])
    if seat.excuses_left:
        _excuse(game, seats, seat, now)
    elif _has_set_up(moment_of(game, seats).state.position, seat):
        set_adrift(game, seats, seat, now)
    else:
        lose(game, seats, seat, now)


def lose(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    """The seat leaves the game as by resignation; the rules of the variant say what follows."""
    alignments = alignments_for_judge(game)
    moment, played = after_departure(moment_of(game, seats), _number(seat), Departure.TIME, alignments)
    append_entry(game, EntryKind.TIME, moment, played, now=now, seat=seat)
    moment = after_entry(game, seats, moment, alignments, now)
    save_moment(game, seats, moment, now)


def set_adrift(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    """From now on its turns are passed. Ends the game when it was the last seat of a person who plays."""
    seat.adrift_since, seat.passes, seat.half_made = now, 0, None
    seat.save(update_fields=["adrift_since", "passes", "half_made"])
    DrawVote.objects.filter(game=game, seat=_number(seat)).delete()
    note(game, seats, seat, EntryKind.CLOCK, {"what": "adrift"}, now)
    notify_absence(NoticeKind.ADRIFT, game, [seat.player], now=now)


def _leave_on_vacation(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    keep_left(game, _number(seat), NOTHING)
    note(game, seats, seat, EntryKind.CLOCK, {"what": "vacation"}, now)
    notify_absence(NoticeKind.VACATION, game, [seat.player], now=now)


def _excuse(game: Game, seats: list[Seat], seat: Seat, now: datetime) -> None:
    pace = pace_of(game)
    if pace is None:
        raise ValueError(f"no clock runs in the game {game}")
    seat.excuses_left -= 1
    seat.save(update_fields=["excuses_left"])
    keep_left(game, _number(seat), pace.excused())
    note(game, seats, seat, EntryKind.CLOCK, {"what": "excused"}, now)
    notify_absence(NoticeKind.EXCUSED, game, [seat.player], now=now)


def note(
    game: Game,
    seats: list[Seat],
    seat: Seat | None,
    kind: EntryKind,
    data: dict[str, Any],
    now: datetime,
    *,
    key: str = "",
    anew: bool = False,
) -> Moment:
    """Writes an entry that leaves the position as it is. The clock of its seat runs from now on if that is to
    move; another's runs on as it did, unless it, too, is to run `anew` with what was kept on it."""
    moment, played = after_note(moment_of(game, seats))
    append_entry(game, kind, moment, played, now=now, seat=seat, data=data, key=key)
    moment = after_entry(game, seats, moment, alignments_for_judge(game), now)
    concerned = anew or (seat is not None and seat.number == game.next_seat)
    save_moment(game, seats, moment, now, since=now if concerned else None, aside=True)
    return moment


def note_aside(
    game: Game,
    seats: list[Seat],
    seat: Seat | None,
    data: Mapping[str, Any],
    now: datetime,
    *,
    key: str = "",
) -> None:
    """As `note`, of what people do with clocks in the middle of a turn: who was warned of its end is not
    warned again."""
    warned = game.sweep_at is not None and game.sweep_at == game.due_at
    note(game, seats, seat, EntryKind.CLOCK, dict(data), now, key=key, anew=True)
    if warned and game.due_at is not None:
        set_deadline(game, warned=True)
        game.save(update_fields=["sweep_at"])


def _has_set_up(position: Position, seat: Seat) -> bool:
    return position.homeworld(_number(seat)) is not None


def _number(seat: Seat) -> int:
    if seat.number is None:
        raise ValueError(f"the seat {seat} is of a game that has not begun")
    return seat.number
