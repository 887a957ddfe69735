"""A seat as everybody sees it, at a table and in a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.access import Viewer
from games.clocks.words import who_plays
from games.lobby.joining import NOT_KNOWN_YET
from games.lobby.waiting import Kept, seat_agrees
from games.models import Game, Reliability, Seat, SeatKind, Status
from homeworlds.outcome import Alignment


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it."""

    number: int
    """Turn order once the game has started, the order of the list before."""
    name: str
    """Empty while the seat is open."""
    kind: SeatKind
    public_id: str
    """The account's; empty while the seat is open."""
    novice: bool
    is_viewer: bool
    to_move: bool
    level: str = ""
    """Of a bot at the table."""
    living: bool = True
    departed: bool = False
    won: bool = False
    alignment: Alignment | None = None
    """Only once it is public."""
    fallen: bool = False
    kept: Kept | None = None
    """Before the start: somebody is invited to the open seat."""
    agreed: bool = True
    """To the terms as they stand."""
    adrift: bool = False
    """Its player stays away."""
    person: str = ""
    """Who plays there; the name, unless a substitute plays on for whoever it is named after."""
    profile: str = ""
    """The address of the player's profile; empty while the seat is open."""
    reliability: Reliability | None = None
    """None for bots, for accounts that are closed, and while the seat is open."""

    @property
    def votes_as(self) -> SeatKind:
        """A seat adrift has no vote, as `games.log.votes.who_votes` has it."""
        return SeatKind.BOT if self.adrift else self.kind


def seated(seat: Seat, number: int, viewer: Viewer, **stood: Any) -> SeatView:
    """The seat of a game that has started, as far as the seat alone tells; `stood`: how it stands there."""
    return SeatView(
        number=number,
        name=seat.name,
        kind=SeatKind(seat.kind),
        public_id=seat.player.public_id if seat.player else "",
        novice=seat.novice,
        is_viewer=seat.player_id == viewer.pk,
        level=seat.player.bot_level if seat.player else "",
        adrift=seat.adrift_since is not None,
        person=who_plays(seat) if seat.has_substitute else seat.name,
        profile=seat.player.get_absolute_url() if seat.player else "",
        reliability=getattr(seat.player, "reliability", NOT_KNOWN_YET)
        if seat.kind == SeatKind.PLAYER and seat.player and seat.player.is_active
        else None,
        **stood,
    )


def listed(seat: Seat, number: int, viewer: Viewer, game: Game, kept: Mapping[int, Kept]) -> SeatView:
    """The seat of a game of any state: in a list, or at a table that waits for players.

    `kept` names the seats held for invited people, by the key of the seat.
    """
    return SeatView(
        number=number,
        name=seat.shown_name,
        kind=SeatKind(seat.kind),
        public_id=seat.player.public_id if seat.player else "",
        novice=seat.novice,
        is_viewer=seat.player_id is not None and seat.player_id == viewer.pk,
        to_move=game.next_seat is not None and number == game.next_seat,
        kept=kept.get(seat.pk),
        person=who_plays(seat),
        agreed=game.status != Status.OPEN or seat_agrees(game, seat),
        profile=seat.player.get_absolute_url() if seat.player else "",
        reliability=getattr(seat.player, "reliability", NOT_KNOWN_YET)
        if seat.kind == SeatKind.PLAYER and seat.player and seat.player.is_active
        else None,
    )
