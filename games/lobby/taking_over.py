"""Seats adrift that somebody may take up, and who may not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounts.models import Player
from accounts.selectors import blocked_with
from board.words.refusals import sentence
from board.words.rules import variant_name
from games.access import Viewer, seat_of, with_seats
from games.clocks.absence import OPEN_TO_SUBSTITUTES, is_open_to_substitutes, open_until
from games.clocks.words import amount
from games.lobby.joining import Joiner
from games.models import FormerPlayer, Game, Room, Seat, Status, TalkSeen, Visibility
from games.refusals import GameRefusal, GameRefusalCode

MOST_SHOWN: Final = 12


class Substitute:
    """Somebody who looks at seats adrift of some games, fetched with their seats: three queries however many
    they are, and those of a `Joiner`."""

    def __init__(self, player: Player, games: Collection[Game]) -> None:
        self.player, self._joiner = player, Joiner(player)
        former = FormerPlayer.objects.filter(seat__game__in=games, player=player)
        self._left = set(former.values_list("seat__game_id", flat=True))
        read = TalkSeen.objects.filter(game__in=games, room=Room.WATCHERS, player=player)
        self._read = set(read.values_list("game_id", flat=True))
        self._shunned = {each for pair in blocked_with(player).values_list("owner", "other") for each in pair}

    def why_not(self, game: Game, seats: Sequence[Seat]) -> GameRefusal | None:
        """What keeps the player from taking any seat adrift of this game: a guest, somebody who plays or
        played here, somebody who has read what the watchers say, whom a player has blocked, or who could not
        have joined."""
        if self.player.is_guest or not self.player.is_human or game.pk in self._left:
            return GameRefusal(GameRefusalCode.NO_SUBSTITUTE)
        if any(seat.player_id == self.player.pk for seat in seats):
            return GameRefusal(GameRefusalCode.ALREADY_SEATED)
        if game.pk in self._read:
            return GameRefusal(GameRefusalCode.HAS_READ_WATCHERS)
        if (self._shunned - {self.player.pk}) & {seat.player_id for seat in seats}:
            return GameRefusal(GameRefusalCode.NOT_WELCOME)
        return self._joiner.why_not(game)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAdrift:
    """A seat of a public game that waits for a substitute."""

    public_id: str
    number: int
    name: str
    """Of whoever stays away, and of the homeworld."""
    variant: str
    players: int
    turns: int
    until: datetime
    left: str
    """So long it waits."""
    may_take: bool
    why_not: GameRefusal | None

    @property
    def reason(self) -> str:
        return sentence(self.why_not) if self.why_not else ""


def seats_adrift(viewer: Viewer, now: datetime) -> list[SeatAdrift]:
    """The public games' seats that are open to substitutes, first those that are so no longer soon. Left out
    are the viewer's own games, and those of people who have blocked each other."""
    open_since = now - OPEN_TO_SUBSTITUTES
    seats = Seat.objects.filter(
        adrift_since__gt=open_since, game__status=Status.RUNNING, game__visibility=Visibility.PUBLIC
    )
    # Of those that are lost already nothing tells but their games.
    found = list(seats.order_by("adrift_since").values_list("game_id", flat=True)[: 2 * MOST_SHOWN])
    if not found:
        return []
    games = list(with_seats(Game.objects.filter(pk__in=found)))
    looks = Substitute(viewer, games) if isinstance(viewer, Player) else None
    rows = [
        _row(game, seat, looks, now)
        for game in games
        for seat in game.seats.all()
        if seat_of(game, viewer) is None and is_open_to_substitutes(game, seat, now)
    ]
    shown = [row for row in rows if not row.why_not or row.why_not.code != GameRefusalCode.NOT_WELCOME]
    return sorted(shown, key=lambda row: row.until)[:MOST_SHOWN]


def _row(game: Game, seat: Seat, looks: Substitute | None, now: datetime) -> SeatAdrift:
    if seat.number is None:
        raise ValueError(f"the seat {seat} is of a game that has not begun")
    until = open_until(game, seat)
    refusal = looks.why_not(game, list(game.seats.all())) if looks else None
    return SeatAdrift(
        public_id=game.public_id,
        number=seat.number,
        name=seat.name,
        variant=variant_name(game.rules().variant),
        players=game.players,
        turns=game.turn_count,
        until=until,
        left=amount(until - now),
        may_take=looks is not None and refusal is None,
        why_not=refusal,
    )
