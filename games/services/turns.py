"""Taking turns, taking them back, and resigning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Subquery

from accounts.models import Player
from board.turn.cautions import question_before
from board.turn.naming import read_order
from games.access import check_may_play, give_seats
from games.clocks.absence import is_adrift
from games.clocks.deadlines import give_time_back, is_timed, stop
from games.clocks.outages import outages_of
from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.moments import (
    Moment,
    after_departure,
    after_turn,
    after_undoing,
    half_turn_of,
    moment_of,
)
from games.log.taking_back import why_not_take_back
from games.log.votes import draw_by_turn, occurrences_by_turn, who_votes
from games.models import EntryKind, Game, LogEntry, Seat, Status
from games.notices.enqueueing import forget_turn
from games.refusals import QUESTIONS, GameRefusal, GameRefusalCode, NeedsConfirmation, ReadAs, Stale
from games.services.clocks.vacation import ended_by_playing
from games.services.draws import after_entry
from games.services.log import (
    Found,
    answered_before,
    answers_the_same,
    append_entry,
    check_answers,
    lock_game,
    lock_game_for_turn,
    save_moment,
    says,
    seat_held,
)
from games.table.view import position_after
from homeworlds.notation import format_turn, is_canonical
from homeworlds.outcome import Departure, Termination
from homeworlds.reading.turns import read_turn
from homeworlds.refusals import Refusal
from homeworlds.state import GameState
from homeworlds.turn import HalfTurn


class TurnTaken(NamedTuple):
    game: Game
    """As it stands now; of a turn, as `game_for_viewer` has it."""
    entry: LogEntry
    """What was asked for became this entry; with `repeated`, the first time."""
    repeated: bool


@transaction.atomic
def take_turn(
    *,
    game_id: int | str,
    player: Player,
    answers: int,
    key: str,
    text: str,
    typed: bool = False,
    confirmed: bool = False,
) -> TurnTaken:
    """Ends the player's turn: the entry, the position and all that follows stand in one commit.

    `game_id` is the game's id or its public one; `answers` is the log number of the position shown to the
    player. `key` is the form's own: sent again it gets the first answer again, whatever happened since; it
    must not be empty. `typed`: by somebody who has perhaps not seen yet how it is understood; else it has to
    be in notation.

    Locks the game. Raises Game.DoesNotExist, GameRefusal (NOT_A_PLAYER, NOT_RUNNING, NOT_YOUR_TURN, and for
    a key that was sent with something else OTHER_TURN or SENT_BEFORE), Stale,
    the library's Refusal for an illegal turn, NameRefusal for what others at the table would misread, ReadAs
    for one that is `typed` and not canonical, and NeedsConfirmation when the turn is not `confirmed` and
    eliminates its maker, would draw the game, leaves one whom the terms warn in a Red Alert, sets up what the
    advice is against, or leaves actions that could be used. None of these depends on a secret alignment.

    A plain turn, with a clock or without, takes seven statements: the game and its lock; its seats with
    their players, and with them whether there are votes or an entry of this key, and who has an address; in
    a game of two how often the position has stood; the time (on SQLite none that Django knows of); the
    entry; the caches; the notice of who has an address. What the player had begun of the turn takes an
    eighth to forget.
    """
    check_may_play(player)
    game, seats, found = lock_game_for_turn(game_id, player, key)
    seat = seat_held(seats, player)
    if found.answered and (taken := _taken_before(game, seats, player, answers=answers, key=key, text=text)):
        return taken
    _check_turn_is_due(game, seat, answers)
    if is_adrift(game, seat):
        raise GameRefusal(GameRefusalCode.ADRIFT)
    moment = moment_of(game, seats)
    half = read_order(moment.state, text, strictly=not typed)
    if typed and not is_canonical(text, game.players):
        raise ReadAs(format_turn(half.turn, game.players))
    return _end_turn(game, seats, seat, moment, key=key, half=half, confirmed=confirmed, found=found)


def _taken_before(
    game: Game, seats: list[Seat], player: Player, *, answers: int, key: str, text: str
) -> TurnTaken | None:
    earlier = answered_before(game, player, key, says(EntryKind.TURN))
    if earlier is None:
        return None
    if not answers_the_same(game, earlier, answers) or not _is_turn_of(earlier, game, seats, text):
        raise GameRefusal(GameRefusalCode.OTHER_TURN, played=earlier.text, sent=text)
    return TurnTaken(game, earlier, repeated=True)


def _is_turn_of(entry: LogEntry, game: Game, seats: list[Seat], text: str) -> bool:
    """Whether a text, however it is written, says the turn of an entry."""
    if text == entry.text:
        return True
    state = moment_of(game, seats).state
    position, _ = position_after(game, seats, state, entry.answers)
    try:
        half = half_turn_of(state._replace(position=position), text)
        return format_turn(half.end().turn, game.players) == entry.text
    except Refusal:
        return False


def end_turn(
    game: Game,
    seats: list[Seat],
    seat: Seat,
    *,
    answers: int,
    key: str,
    text: str,
    confirmed: bool,
    data: Mapping[str, Any] | None = None,
) -> TurnTaken:
    """What `take_turn` does once it knows who asks, for whoever holds the lock of the game already. The turn
    may be written as people write it: records are."""
    _check_turn_is_due(game, seat, answers)
    moment = moment_of(game, seats)
    half = read_turn(text, moment.state)
    return _end_turn(game, seats, seat, moment, key=key, half=half, confirmed=confirmed, data=data)


def _end_turn(
    game: Game,
    seats: list[Seat],
    seat: Seat,
    moment: Moment,
    *,
    key: str,
    half: HalfTurn,
    confirmed: bool,
    data: Mapping[str, Any] | None = None,
    found: Found | None = None,
) -> TurnTaken:
    """From the present `moment`; what was not `found` with the seats is asked here."""
    if refusal := half.why_not_end():
        raise refusal
    voted = found is None or found.voted
    stood = occurrences_by_turn(game, half.end().position) if game.players == 2 else None
    if not confirmed:
        drawn = draw_by_turn(game, who_votes(seats), half, voted=voted, stood=stood)
        _ask(moment.state, half, alerted=game.warns(seat), drawn=drawn)

    alignments = alignments_for_judge(game)
    moment, played = after_turn(moment, half, alignments)
    now = time_of(game)
    ended_by_playing(game, seats, seat, now)
    left = stop(game, now)
    entry = append_entry(
        game,
        EntryKind.TURN,
        moment,
        played,
        now=now,
        seat=seat,
        key=key,
        text=format_turn(played.turn, game.players),
        data={**(data or {}), **({} if left is None else {"left": left}), **_left_next(game, seats, moment)},
    )
    moment = after_entry(game, seats, moment, alignments, now, mover=seat.number, voted=voted, stood=stood)
    reachable = None if found is None else found.reachable
    save_moment(game, seats, moment, now, by=seat.player, reachable=reachable)
    give_seats(game, seats)
    return TurnTaken(game, entry, repeated=False)


def _left_next(game: Game, seats: Sequence[Seat], moment: Moment) -> dict[str, int]:
    """What is on the clock of who is to move now, as the turn begins."""
    mover = moment.state.position.mover
    if moment.state.outcome is not None or not game.clock_left or not is_timed(seats[mover]):
        return {}
    return {"next": game.clock_left[mover]}


def _check_turn_is_due(game: Game, seat: Seat, answers: int) -> None:
    # Stale first: after somebody's other tab "not your turn" would be true and of no help.
    check_answers(game, answers)
    if game.status != Status.RUNNING:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    if game.next_seat != seat.number:
        raise GameRefusal(GameRefusalCode.NOT_YOUR_TURN)


def _ask(state: GameState, half: HalfTurn, *, alerted: bool, drawn: Termination | None) -> None:
    """Raises NeedsConfirmation with the gravest reason there is."""
    if caution := question_before(state, half, alerted=alerted, drawn=drawn):
        raise NeedsConfirmation(QUESTIONS[caution.kind], half.effects(), caution)


@transaction.atomic
def take_back(*, game_id: int, player: Player, answers: int, key: str) -> TurnTaken:
    """Takes the player's last turn back: an entry of its own, after which the game stands as before the turn.

    `answers` is the last entry that the player was shown: the turn, or what was noted aside since; `key` as
    in `take_turn`.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, TURNS_STAND, NO_TURN_TO_TAKE_BACK,
    TURN_SETTLED, TURN_SEEN, SENT_BEFORE) and Stale: a bot has answered, say.
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if earlier := answered_before(game, player, key, says(EntryKind.TAKE_BACK)):
        if not answers_the_same(game, earlier, answers):
            raise GameRefusal(GameRefusalCode.SENT_BEFORE)
        return TurnTaken(game, earlier, repeated=True)
    return undo_turn(game, seats, seat, answers=answers, key=key)


def undo_turn(game: Game, seats: list[Seat], seat: Seat, *, answers: int, key: str) -> TurnTaken:
    """What `take_back` does once it knows who asks, for whoever holds the lock of the game already."""
    since_turn = list(game.log.filter(number__gte=_last_played(game)).order_by("number"))
    last = since_turn[0] if since_turn else None
    if not (0 if last is None else last.number) <= answers <= game.log_number:
        raise Stale(answers=answers, number=game.log_number)
    if refusal := why_not_take_back(game, seats, seat, last):
        raise refusal
    turn, *asides = since_turn
    moment = moment_of(game, seats)
    # The turn settled nothing, so position and places are all that it changed.
    position, places = position_after(game, seats, moment.state, turn.number - 1)
    before = Moment(moment.state._replace(position=position), places, turn.number - 1, moment.turns - 1)
    moment, played = after_undoing(moment, before)
    now = time_of(game)
    since = give_time_back(game, seat, turn, asides, outages_of(game, turn.created_at, now), now)
    data = {"turn": turn.number} if asides else None
    entry = append_entry(game, EntryKind.TAKE_BACK, moment, played, now=now, seat=seat, key=key, data=data)
    forget_turn(game, turn.number)
    save_moment(game, seats, moment, now, by=seat.player, since=since)
    return TurnTaken(game, entry, repeated=False)


def _last_played(game: Game) -> Subquery:
    """The number of the last entry that was not noted aside."""
    played = LogEntry.objects.filter(game=game).played().order_by("-number")
    return Subquery(played.values("number")[:1])


@transaction.atomic
def resign(*, game_id: int, player: Player, key: str, confirmed: bool = False) -> TurnTaken:
    """Gives the game up, in or out of turn. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, SENT_BEFORE), the library's Refusal when
    the player is out already, and NeedsConfirmation unless `confirmed`.
    """
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if earlier := answered_before(game, player, key, says(EntryKind.RESIGNATION)):
        return TurnTaken(game, earlier, repeated=True)
    if game.status != Status.RUNNING or seat.number is None:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    return resign_seat(game, seats, seat, key=key, confirmed=confirmed)


def resign_seat(
    game: Game,
    seats: list[Seat],
    seat: Seat,
    *,
    key: str,
    confirmed: bool,
    data: Mapping[str, str] | None = None,
) -> TurnTaken:
    """What `resign` does once it knows who asks, for whoever holds the lock of the running game already."""
    number = next(number for number, each in enumerate(seats) if each.pk == seat.pk)
    alignments = alignments_for_judge(game)
    moment, played = after_departure(moment_of(game, seats), number, Departure.RESIGNATION, alignments)
    if not confirmed:
        raise NeedsConfirmation(GameRefusalCode.RESIGNS)
    now = time_of(game)
    entry = append_entry(
        game, EntryKind.RESIGNATION, moment, played, now=now, seat=seat, key=key, data=dict(data or {})
    )
    moment = after_entry(game, seats, moment, alignments, now)
    save_moment(game, seats, moment, now, by=seat.player)
    return TurnTaken(game, entry, repeated=False)
