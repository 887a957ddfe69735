"""Taking turns, taking them back, and resigning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import Player
from board.turn.cautions import question_before
from board.turn.naming import check_order
from games.access import check_may_play, give_seats
from games.clocks.absence import is_adrift
from games.clocks.deadlines import give_time_back, stop
from games.clocks.pulse import credit_gap, time_of
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
from games.notices.telling import forget_turn
from games.refusals import QUESTIONS, GameRefusal, GameRefusalCode, NeedsConfirmation, Stale
from games.services.clocks.vacation import ended_by_playing
from games.services.draws import after_entry
from games.services.log import (
    Found,
    answered_before,
    append_entry,
    lock_game,
    lock_game_for_turn,
    save_moment,
    seat_held,
)
from games.table.view import position_after
from homeworlds.notation import format_turn
from homeworlds.outcome import Departure, Termination
from homeworlds.state import GameState
from homeworlds.turn import HalfTurn
from upkeep.clock import database_now


class TurnTaken(NamedTuple):
    game: Game
    """As it stands now; of a turn, as `game_for_viewer` has it."""
    entry: LogEntry
    """What was asked for became this entry; with `repeated`, the first time."""
    repeated: bool


@transaction.atomic
def take_turn(
    *, game_id: int | str, player: Player, answers: int, key: str, text: str, confirmed: bool = False
) -> TurnTaken:
    """Ends the player's turn: the entry, the position and all that follows stand in one commit.

    `game_id` is the game's id or its public one; `answers` is the log number of the position shown to the
    player. `key` is the form's own: sent again it gets the first answer again, whatever happened since; it
    must not be empty.

    Locks the game. Raises Game.DoesNotExist, GameRefusal (NOT_A_PLAYER, NOT_RUNNING, NOT_YOUR_TURN), Stale,
    the library's Refusal for an illegal turn, NameRefusal for what others at the table would misread, and
    NeedsConfirmation when the turn is not `confirmed` and eliminates its maker, would draw the game, leaves
    one whom the terms warn in a Red Alert, sets up what the advice is against, or leaves actions that could
    be used. None of these depends on a secret alignment.

    A plain turn, with a clock or without, takes seven statements: the game and its lock; its seats with their
    players, and with them the heartbeat, whether there are votes or an entry of this key, and who has an
    address; in a game of two how often the position has stood; the database's clock (none on SQLite); the
    entry; the caches; the notice of who has an address. What the player had begun of the turn takes an eighth
    to forget.
    """
    check_may_play(player)
    game, seats, found = lock_game_for_turn(game_id, player, key)
    seat = seat_held(seats, player)
    if found.answered and (earlier := answered_before(game, player, key)):
        return TurnTaken(game, earlier, repeated=True)
    _check_turn_is_due(game, seat, answers)
    if is_adrift(game, seat):
        raise GameRefusal(GameRefusalCode.ADRIFT)
    moment = moment_of(game, seats)
    check_order(text, moment.state.position)
    return _end_turn(game, seats, seat, moment, key=key, text=text, confirmed=confirmed, found=found)


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
    """What `take_turn` does once it knows who asks, for whoever holds the lock of the game already."""
    _check_turn_is_due(game, seat, answers)
    moment = moment_of(game, seats)
    return _end_turn(game, seats, seat, moment, key=key, text=text, confirmed=confirmed, data=data)


def _end_turn(
    game: Game,
    seats: list[Seat],
    seat: Seat,
    moment: Moment,
    *,
    key: str,
    text: str,
    confirmed: bool,
    data: Mapping[str, Any] | None = None,
    found: Found | None = None,
) -> TurnTaken:
    """From the present `moment`; what was not `found` with the seats is asked here."""
    half = half_turn_of(moment.state, text)
    if refusal := half.why_not_end():
        raise refusal
    voted = found is None or found.voted
    stood = occurrences_by_turn(game, half.end().position) if game.players == 2 else None
    if not confirmed:
        drawn = draw_by_turn(game, who_votes(seats), half, voted=voted, stood=stood)
        _ask(moment.state, half, alerted=game.warns(seat), drawn=drawn)

    alignments = alignments_for_judge(game)
    moment, played = after_turn(moment, half, alignments)
    if found is None:
        now = time_of(game)
    else:
        now = database_now()
        credit_gap(game, found.beat, now)
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
        data={**(data or {}), **({} if left is None else {"left": left})},
    )
    moment = after_entry(game, seats, moment, alignments, now, mover=seat.number, voted=voted, stood=stood)
    reachable = None if found is None else found.reachable
    save_moment(game, seats, moment, now, by=seat.player, reachable=reachable)
    give_seats(game, seats)
    return TurnTaken(game, entry, repeated=False)


def _check_turn_is_due(game: Game, seat: Seat, answers: int) -> None:
    # Stale first: after somebody's other tab "not your turn" would be true and of no help.
    if answers != game.log_number:
        raise Stale(answers=answers, number=game.log_number)
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

    `answers` is the number of the turn, the last entry that the player was shown; `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING, TURNS_STAND, NO_TURN_TO_TAKE_BACK,
    TURN_SETTLED, TURN_SEEN) and Stale: a bot has answered, say.
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if earlier := answered_before(game, player, key):
        return TurnTaken(game, earlier, repeated=True)
    return undo_turn(game, seats, seat, answers=answers, key=key)


def undo_turn(game: Game, seats: list[Seat], seat: Seat, *, answers: int, key: str) -> TurnTaken:
    """What `take_back` does once it knows who asks, for whoever holds the lock of the game already."""
    if answers != game.log_number:
        raise Stale(answers=answers, number=game.log_number)
    last = LogEntry.objects.filter(game=game, number=answers).first()
    if refusal := why_not_take_back(game, seats, seat, last):
        raise refusal
    moment = moment_of(game, seats)
    # The turn settled nothing, so position and places are all that it changed.
    position, places = position_after(game, seats, moment.state, answers - 1)
    before = Moment(moment.state._replace(position=position), places, answers - 1, moment.turns - 1)
    moment, played = after_undoing(moment, before)
    now = database_now()
    since = give_time_back(game, seat, last) if last else None
    entry = append_entry(game, EntryKind.TAKE_BACK, moment, played, now=now, seat=seat, key=key)
    forget_turn(game, answers)
    save_moment(game, seats, moment, now, by=seat.player, since=since)
    return TurnTaken(game, entry, repeated=False)


@transaction.atomic
def resign(*, game_id: int, player: Player, key: str, confirmed: bool = False) -> TurnTaken:
    """Gives the game up, in or out of turn. `key` as in `take_turn`.

    Locks the game. Raises GameRefusal (NOT_A_PLAYER, NOT_RUNNING), the library's Refusal when the
    player is out already, and NeedsConfirmation unless `confirmed`.
    """
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if earlier := answered_before(game, player, key):
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
    now = database_now()
    entry = append_entry(
        game, EntryKind.RESIGNATION, moment, played, now=now, seat=seat, key=key, data=dict(data or {})
    )
    moment = after_entry(game, seats, moment, alignments, now)
    save_moment(game, seats, moment, now, by=seat.player)
    return TurnTaken(game, entry, repeated=False)
