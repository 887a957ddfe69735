"""Records become finished games: what a player would do, done for him by the same services."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django.db import transaction

from accounts.models import Player
from board.words.refusals import sentence
from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.moments import (
    Moment,
    after_agreement,
    after_departure,
    after_repetition,
    moment_of,
    outcome_of,
    state_of,
)
from games.log.votes import occurrences
from games.log.words import BY_STAFF, TOO_LATE
from games.models import EntryKind, Game, LogEntry, Seat, SeatOrder, Status
from games.refusals import GameRefusal
from games.services.clocks.falling import note
from games.services.clocks.undoing import append_reopening, append_void
from games.services.deciding import append_decision
from games.services.log import append_entry, lock_game, save_moment
from games.services.seating import SeatWish, create_game
from games.services.turns import end_turn, resign, resign_seat, undo_turn
from homeworlds import records
from homeworlds.outcome import Alignments, Departure, Termination
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.state import Played
from records.reading import ORIGIN
from records.recorded import RecordedEntry, RecordedGame
from records.writing import link_of

_TABLE: Final = re.compile(r"/games/(?P<public_id>[^/]+)/$")


class ImportRefused(Exception):
    """The rules of the site do not allow what the record says; the text is a sentence that says why."""


class AlreadyImported(Exception):
    """The game is here already; `game` is it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.game = game


def imported_links() -> set[str]:
    """Of all records imported so far."""
    return set(Game.objects.filter(origin_kind=ORIGIN).values_list("origin_link", flat=True))


def game_here(record: RecordedGame) -> Game | None:
    """The game of this site that the record was exported from, also under another address of the site."""
    named = _TABLE.search(record.link)
    game = Game.objects.filter(public_id=named["public_id"]).first() if named else None
    if game is None or record.link == link_of(game):
        return game
    played = list(game.log.order_by("number").values_list("kind", "seat", "text"))
    return game if played == [(entry.kind, entry.seat, entry.text) for entry in record.log] else None


@transaction.atomic
def import_game(*, record: RecordedGame, accounts: Sequence[Player]) -> Game:
    """A finished, unrated game in the seats of these accounts, the first of which made it.

    All or nothing. Raises ImportRefused, and AlreadyImported for a game that was played here, and for a
    record with the same link: the creation key decides, so two imports at once make one game.
    """
    if here := game_here(record):
        raise AlreadyImported(here)
    try:
        game = create_game(
            creator=accounts[0],
            rules=record.rules,
            preset=record.preset,
            seats=[
                SeatWish(
                    player=player,
                    name=seat.name,
                    novice=seat.novice,
                    one_star=seat.one_star,
                    timewarp=seat.timewarp,
                )
                for player, seat in zip(accounts, record.seats, strict=False)
            ],
            seat_order=SeatOrder.FIXED,
            key=record.key,
            recorded=[seat.alignment for seat in record.seats if seat.alignment is not None],
        )
    except (GameRefusal, Refusal) as refusal:
        raise ImportRefused(sentence(refusal)) from refusal
    if game.imported:
        raise AlreadyImported(game)
    game.imported = True
    game.origin_kind, game.origin_link, game.origin_title = ORIGIN, record.link, record.title
    game.save(update_fields=["imported", "origin_kind", "origin_link", "origin_title"])
    # The game is ours alone to the end of the transaction, so no turn has to look for it anew.
    game, seats = lock_game(game.pk)
    for number, entry in enumerate(record.log, start=1):
        try:
            game = _repeat_entry(game, seats, entry, number)
        except (GameRefusal, Refusal) as refusal:
            raise ImportRefused(f"Entry {number}: {sentence(refusal)}") from refusal
    return _check_end(game, seats, record)


def _repeat_entry(game: Game, seats: list[Seat], entry: RecordedEntry, number: int) -> Game:
    if number <= game.log_number:
        # The turn before brought it about: nobody need claim the fifth occurrence.
        if LogEntry.objects.filter(game=game, number=number, kind=entry.kind, data=entry.data).exists():
            return game
        raise ImportRefused(f"Entry {number}: the game is drawn there, and the record goes on.")
    match entry.kind, None if entry.seat is None else seats[entry.seat]:
        case EntryKind.TURN, Seat() as seat:
            key = f"{ORIGIN}:{number}"
            data = {"adrift": True} if entry.data.get("adrift") is True else {}
            return end_turn(
                game, seats, seat, answers=number - 1, key=key, text=entry.text, confirmed=True, data=data
            ).game
        case EntryKind.TAKE_BACK, Seat() as seat:
            return undo_turn(game, seats, seat, answers=number - 1, key=f"{ORIGIN}:{number}").game
        case EntryKind.RESIGNATION, Seat(player=Player() as player) if entry.data != BY_STAFF:
            return _resign(game, player)
        case EntryKind.RESIGNATION, Seat() as seat:
            key = f"{ORIGIN}:{number}"
            return resign_seat(game, seats, seat, key=key, confirmed=True, data=BY_STAFF).game
        case EntryKind.DECISION, None:
            return append_decision(game, seats, entry.data)
        case EntryKind.CLOCK | EntryKind.SEAT_CHANGE, seat:
            note(game, seats, seat, entry.kind, {"what": entry.data["what"]}, time_of(game))
            return game
        case EntryKind.REOPENED, None:
            if not 0 < entry.data["before"] < number:
                raise ImportRefused(f"Entry {number}: there is no entry {entry.data['before']} to be undone.")
            return append_reopening(game, seats, entry.data["before"], time_of(game))
        case EntryKind.VOID, None:
            why = TOO_LATE if entry.data == TOO_LATE else {}
            return append_void(game, seats, why, time_of(game))
        case (EntryKind.TIME, Seat()) | (EntryKind.DRAW, None):
            return _end_without_turn(game, seats, entry)
    raise ImportRefused(f"Entry {number}: an entry of the kind “{entry.kind}” cannot be imported.")


def _resign(game: Game, player: Player) -> Game:
    key = f"{ORIGIN}:{game.log_number + 1}"
    return resign(game_id=game.pk, player=player, key=key, confirmed=True).game


def _end_without_turn(game: Game, seats: list[Seat], entry: RecordedEntry) -> Game:
    """A loss on time, or a draw that was agreed or claimed. What the clock or the players had to say was
    said when the game was played, so only the rules are asked here."""
    moment, alignments = moment_of(game, seats), alignments_for_judge(game)
    if entry.seat is not None:
        seat, data = seats[entry.seat], {}
        moment, played = after_departure(moment, entry.seat, Departure.TIME, alignments)
    else:
        seat, data = None, {"termination": entry.data.get("termination")}
        if data["termination"] == Termination.AGREEMENT:
            moment, played = after_agreement(moment, alignments)
        else:
            moment, played = _claimed(game, moment, alignments)
    now = time_of(game)
    append_entry(game, entry.kind, moment, played, now=now, seat=seat, data=data)
    save_moment(game, seats, moment, now)
    return game


def _claimed(game: Game, moment: Moment, alignments: Alignments | None) -> tuple[Moment, Played]:
    drawn = after_repetition(moment, occurrences(game, moment.state.position), alignments, claimed=True)
    if drawn is None:
        raise Refusal(RefusalCode.NO_CLAIM)
    return drawn


def _check_end(game: Game, seats: list[Seat], record: RecordedGame) -> Game:
    """The game, over as recorded. Of the old records it is known only who was left: the others resign."""
    archived = record.archived
    if archived is not None:
        position = state_of(game, seats).position
        if not records.is_final(position, archived):
            raise ImportRefused("The game does not come to its recorded final position.")
        leavers = () if archived.on_board else sorted(set(position.living) - {archived.winner})
        for number in leavers:
            player = seats[number].player
            if game.status == Status.RUNNING and player is not None:
                game = _resign(game, player)
    outcome = outcome_of(game)
    if outcome is None:
        raise ImportRefused("The game is not over where the record ends.")
    if record.outcome not in (None, outcome):
        raise ImportRefused("The game ends otherwise than the record says.")
    if archived is not None and outcome.winners != (archived.winner,):
        raise ImportRefused("Somebody else wins than the record says.")
    return game
