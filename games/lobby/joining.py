"""What keeps a player from a table that anybody could join: whom its creator asks for, and how many tables of
three and more a new player may sit at."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import cached_property
from typing import Final

from django.db.models import Exists, OuterRef

from accounts.models import Player
from accounts.selectors import is_known
from clubs.selectors import club_ids_of
from games.access import Viewer
from games.clocks.reliability import TABLES_OF_NEWCOMERS, Tier
from games.lobby.rating_range import OwnRating, Table, ratings_of, why_outside
from games.models import Company, Game, Reliability, Seat, SeatKind, Status
from games.refusals import GameRefusal, GameRefusalCode
from homeworlds.notation import parse_position

FROM_THREE: Final = 3
"""Where one who stays away stops several others."""
CONFIRMS_WITHIN: Final = timedelta(hours=48)
"""So long the players of a full table have to say that they are there."""
CONFIRMS_SOONER: Final = timedelta(hours=24)
"""And where somebody sits whom no mail reaches: he can only look in again."""

NOT_KNOWN_YET: Final = Reliability(tier=Tier.NEW)
"""Of who has finished no game."""


def reliability_of(player: Player) -> Reliability | None:
    """As it stands beside the name; None for bots and closed accounts. One query at most."""
    if player.is_bot or not player.is_active:
        return None
    return getattr(player, "reliability", NOT_KNOWN_YET)


def why_no_rated_seat(player: Player, *, rated: bool) -> GameRefusal | None:
    """What keeps somebody from every seat of a rated game, however he would come to it. Bots sit there,
    though it will not count; guests have refusals of their own."""
    if not rated or player.is_bot or player.is_guest or is_known(player):
        return None
    return GameRefusal(GameRefusalCode.RATED_NEEDS_ADDRESS)


class Joiner:
    """Somebody who looks at games to join. However many these are, it takes one query, or two for a new
    player; a third one where that player sits at enough tables, and one each for tables of clubs and for such
    as ask for a rating."""

    def __init__(self, player: Player) -> None:
        self.player = player

    @cached_property
    def tier(self) -> Tier:
        known = reliability_of(self.player)
        return Tier(known.tier) if known else Tier.NEW

    def why_not(self, game: Game, *, invited: bool = False) -> GameRefusal | None:
        """Why the player cannot take a seat of this game; whom its creator asks for is no matter to the
        invited."""
        if refusal := why_no_rated_seat(self.player, rated=game.rated):
            return refusal
        # Whoever takes over a seat adrift lets the others go on, and may come from anywhere.
        joins = game.status == Status.OPEN and game.club_id is not None
        if joins and game.club_id not in self._clubs:
            return GameRefusal(GameRefusalCode.MEMBERS_ONLY)
        if not invited and (refusal := self._why_not_welcome(Company(game.company))):
            return refusal
        if not invited and (refusal := self._why_not_near(game)):
            return refusal
        return self.why_no_more_tables(game.players, arranged=game.arranged)

    def why_no_more_tables(self, players: int, *, arranged: bool = False) -> GameRefusal | None:
        """Why the player cannot sit at one more table of so many; games of events are not counted."""
        if players < FROM_THREE or arranged or self.tier is not Tier.NEW:
            return None
        if self._tables < TABLES_OF_NEWCOMERS:
            return None
        return GameRefusal(GameRefusalCode.NEWCOMER_SITS_ENOUGH, most=TABLES_OF_NEWCOMERS)

    def _why_not_welcome(self, company: Company) -> GameRefusal | None:
        if company is not Company.EVERYBODY and self.tier is Tier.AWAY:
            return GameRefusal(GameRefusalCode.OFTEN_AWAY)
        if company is Company.RELIABLE and self.tier is Tier.NEW:
            return GameRefusal(GameRefusalCode.NOT_RELIABLE_YET)
        return None

    def _why_not_near(self, game: Game) -> GameRefusal | None:
        """Whoever made it sits there as he likes, and whoever takes over a seat comes from anywhere."""
        anybody = game.rating_from is None and game.rating_to is None
        if anybody or game.status != Status.OPEN or game.creator_id == self.player.pk or not self._ratings:
            return None
        return why_outside(game, self._ratings((game.variant, game.players)))

    @cached_property
    def _ratings(self) -> Callable[[Table], OwnRating] | None:
        return ratings_of(self.player)

    @cached_property
    def _clubs(self) -> set[int]:
        return club_ids_of(self.player)

    @cached_property
    def _tables(self) -> int:
        """Those with other people where the player is still in the game."""
        others = Seat.objects.filter(game=OuterRef("game")).exclude(kind=SeatKind.BOT)
        seats = Seat.objects.filter(
            Exists(others.exclude(pk=OuterRef("pk"))),
            player=self.player,
            ended_at=None,
            game__status__in=(Status.OPEN, Status.RUNNING),
            game__players__gte=FROM_THREE,
            game__arranged=False,
        )
        found = list(seats.select_related("game").prefetch_related("game__seats"))
        return sum(_plays_on(seat) for seat in found)


def _plays_on(seat: Seat) -> bool:
    game = seat.game
    if game.status == Status.OPEN:
        return True
    names = [each.name for each in game.seats.all()]
    return seat.number in parse_position(game.position, game.rules(), names).living


def why_cannot_join(game: Game, viewer: Viewer, *, invited: bool = False) -> GameRefusal | None:
    """For one game; nobody is told who is not a person with an account."""
    if viewer.is_anonymous or not viewer.is_human:
        return None
    return Joiner(viewer).why_not(game, invited=invited)
