"""Votes for a draw: which of them stand, and when those that stand end the game.

A vote says: I would accept a draw now. With two seats it is an offer, which dies when the other player
moves on; with more it holds until the voter's own next turn has ended, so one given during the own turn
outlives that turn. Once all the living agree, the game is drawn, whether the last vote or the last
elimination brought it about.

Bots offer no draws. They follow the people: when at least two people live and all of these agree, so do
the bots. A single person gets a draw from bots in a position that has occurred before, once the game is so
long that bots alone would end it, or, with two seats, when the bot accepts the offer (`bot_manners`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from games.log.moments import hash_of
from games.log.taking_back import undone_among
from games.models import DrawVote, EntryKind, Game, LogEntry, Seat, SeatKind
from homeworlds.notation import mover_of
from homeworlds.outcome import Termination, repetition
from homeworlds.position import Position
from homeworlds.turn import HalfTurn
from upkeep.kept.compiled_query import CompiledQuery

BOTS_AGREE_FROM: Final = 500
"""Bots left to themselves agree to a draw from this turn on, lest they play for ever."""
BOTS_AGREE_TO_REPETITION: Final = 2
"""At this occurrence of a position bots agree with a single person."""
LEFT_STANDING: Final = (EntryKind.TURN, EntryKind.TAKE_BACK, EntryKind.REOPENED)
"""The entries that say which turns stand."""


def standing_votes(game: Game, *, ending: int | None = None) -> set[int]:
    """The seats whose votes have not aged away; `ending`: as if the turn of this seat, which is to move,
    had just ended. Three queries at most, one while nobody has voted."""
    votes = dict(_VOTES(game.pk))
    return set(votes) - aged(game, votes, ending=ending) if votes and game.players > 2 else set(votes)


def aged(game: Game, votes: Mapping[int, int], *, ending: int | None = None) -> set[int]:
    """Of these votes, each with the number of the log at which it was given, those that stand no longer, with
    three seats and more; `ending` as above."""
    ended = Counter(
        seat
        for seat, number in game.log.standing_turns()
        .filter(seat__in=votes, number__gt=min(votes.values()))
        .values_list("seat", "number")
        if number > votes[seat]
    )
    if ending is not None:
        ended[ending] += 1
    in_own_turn = _given_in_own_turn(game, votes)
    return {seat for seat in votes if ended[seat] > (1 if seat in in_own_turn else 0)}


def _given_in_own_turn(game: Game, votes: Mapping[int, int]) -> set[int]:
    entries = LogEntry.objects.filter(game=game, number__in=votes.values())
    movers = {number: mover_of(position) for number, position in entries.values_list("number", "position")}
    # Before the first entry the first seat is to move.
    movers[0] = 0
    return {seat for seat, number in votes.items() if movers[number] == seat}


def who_votes(seats: Sequence[Seat]) -> list[str]:
    """Who sits in each seat, as far as votes go: a seat adrift has no more of them than a bot."""
    return [SeatKind.BOT if seat.adrift_since else seat.kind for seat in seats]


def votes_after_turn(votes: Collection[int], position: Position, mover: int | None) -> set[int]:
    """Of the votes that have not aged away, those left after an entry that led to this position: without
    the votes of who is out, and without an offer that the `mover` has passed over (None: it was no turn)."""
    left = set(votes) & set(position.living)
    if position.players == 2 and mover is not None:
        left &= {mover}
    return left


def draw_due(
    kinds: Sequence[str],
    position: Position,
    votes: Collection[int],
    *,
    turns: int,
    occurrences: Callable[[], int],
) -> Termination | None:
    """The draw that comes by itself once a running game has come to this position with these votes.

    `kinds` says of each seat who sits there, `occurrences` how often the position has stood by then.
    """
    if position.players == 2 and repetition(position, occurrences()):
        return Termination.FIFTH_OCCURRENCE
    if set(position.living) <= set(votes):
        return Termination.AGREEMENT
    people = {seat for seat in position.living if kinds[seat] != SeatKind.BOT}
    if not people:
        return Termination.AGREEMENT if turns >= BOTS_AGREE_FROM else None
    if not people <= set(votes):
        return None
    if len(people) > 1:
        return Termination.AGREEMENT
    repeated = turns >= BOTS_AGREE_FROM or occurrences() >= BOTS_AGREE_TO_REPETITION
    return Termination.AGREEMENT if repeated else None


def occurrences(game: Game, position: Position) -> int:
    """After how many turns the position has stood, without those that were taken back where it matters: a
    single one counts in any case."""
    number = len(_LED_TO(game.pk, hash_of(position)))
    # Most positions are new; only of the others is it worth asking which turns still stand.
    return number if number < 2 else _standing(game, position)


def occurrences_by_turn(game: Game, position: Position) -> int:
    """The same once a turn leads to the position now; to be asked before its entry is written."""
    return 1 + (_standing(game, position) if _LED_TO(game.pk, hash_of(position)) else 0)


def stood_by(game: Game, number: int) -> Counter[str]:
    """How often each position, by its hash, had stood by this entry of the log, without the turns that had
    been taken back by then. One query."""
    entries = game.log.filter(kind__in=LEFT_STANDING, number__lte=number).order_by("number")
    rows = list(entries.values("number", "kind", "data", "position_hash"))
    undone = undone_among(rows)
    turns = [row for row in rows if row["kind"] == EntryKind.TURN and row["number"] not in undone]
    return Counter([row["position_hash"] for row in turns])


def _standing(game: Game, position: Position) -> int:
    return game.log.standing_turns().filter(position_hash=hash_of(position)).count()


_VOTES = CompiledQuery(lambda game: DrawVote.objects.filter(game=game).values_list("seat", "log_number"), int)
_LED_TO = CompiledQuery(
    lambda game, position_hash: (
        LogEntry.objects.filter(game=game, kind=EntryKind.TURN, position_hash=position_hash)
        .order_by()
        .values_list("pk")
    ),
    int,
    str,
)


def draw_by_turn(
    game: Game,
    kinds: Sequence[str],
    half: HalfTurn,
    *,
    voted: bool = True,
    stood: int | None = None,
) -> Termination | None:
    """The draw that the turn in the making would bring about if it ended here, and the game not by it.

    Asks only what is public. None also when it may not end here. `voted`: False where it is known that there
    are no votes.
    """
    if not half.turn or half.why_not_end() is not None:
        return None
    position = half.end().position
    standing = standing_votes(game, ending=half.mover) if voted else set()
    return draw_due(
        kinds,
        position,
        votes_after_turn(standing, position, half.mover),
        turns=game.turn_count + 1,
        occurrences=lambda: occurrences_by_turn(game, position) if stood is None else stood,
    )


def draw_by_leaving(game: Game, kinds: Sequence[str], position: Position, seat: int) -> bool:
    """Whether the votes left would be unanimous if this seat left the game now, and the game went on."""
    left = position._replace(out=position.out | {seat})
    if len(left.living) < 2:
        return False
    votes = votes_after_turn(standing_votes(game), left, None)
    # A departure is no turn, so no position occurs once more by it.
    due = draw_due(kinds, left, votes, turns=game.turn_count, occurrences=lambda: 0)
    return due is not None
