"""Who may have what. Every view fetches its game here, so that no check can be forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Final, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from accounts.models import Player
from clubs.models import Membership
from games.models import Answer, FormerPlayer, Game, Invitation, Seat, Status, TalkMessage, Visibility
from games.refusals import GameRefusal, GameRefusalCode
from upkeep.dates import exact
from upkeep.kept.compiled_query import CompiledQuery, give

Viewer: TypeAlias = Player | AnonymousUser

WATCHING: Final = "watching"
"""Where a session keeps the links by which it may watch."""
LINKS_KEPT: Final = 100


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with seats and players, in two queries however many they are."""
    return games.prefetch_related(Prefetch("seats", Seat.objects.select_related("player__reliability")))


def game_for_viewer(public_id: str, viewer: Viewer, tokens: Collection[str] = ()) -> Game:
    """The game with its seats, if it exists for this viewer, who has these watching links. Raises Http404."""
    found = _BY_PUBLIC_ID(public_id)
    if not found:
        raise Http404
    game = found[0]
    give_seats(game, _SEATED(game.pk))
    if not _exists_for(game, viewer, tokens):
        raise Http404
    return game


def give_seats(game: Game, seats: list[Seat]) -> None:
    """Makes it a game as `with_seats` has it, of its seats in their order, read with their players and what
    is known of these."""
    for seat in seats:
        seat.game = game
    give(game, "seats", seats)


_BY_PUBLIC_ID = CompiledQuery(
    lambda public_id: Game.objects.filter(public_id=public_id).select_related("creator"), str
)
_SEATED = CompiledQuery(
    lambda game: Seat.objects.filter(game=game).select_related("player__reliability"), int
)


def game_for_request(request: HttpRequest, public_id: str) -> Game:
    """The same for whoever asks, by the links that the session remembers and one in the address, which it
    remembers from then on. Raises Http404."""
    kept: list[str] = request.session.get(WATCHING, [])
    given = request.GET.get("watch", "")
    game = game_for_viewer(public_id, request.user, [given, *kept])
    if given not in kept and _opens(game, given):
        request.session[WATCHING] = [*kept, given][-LINKS_KEPT:]
    return game


def _exists_for(game: Game, viewer: Viewer, tokens: Collection[str]) -> bool:
    if game.visibility == Visibility.PUBLIC or seat_of(game, viewer) is not None:
        return True
    if any(_opens(game, token) for token in tokens):
        return True
    if viewer.is_anonymous:
        return False
    return game.creator_id == viewer.pk or _is_invited(game, viewer) or _may_join_in_club(game, viewer)


def _may_join_in_club(game: Game, viewer: Player) -> bool:
    """Members see the tables of their club while they wait for players."""
    if game.club_id is None or game.status != Status.OPEN:
        return False
    return Membership.objects.filter(club=game.club_id, player=viewer).exists()


def _is_invited(game: Game, viewer: Player) -> bool:
    return Invitation.objects.filter(seat__game=game, player=viewer, answer=Answer.WAITING).exists()


def _opens(game: Game, token: str) -> bool:
    """Whether it is the link by which an unlisted game may be watched."""
    unlisted = game.visibility == Visibility.UNLISTED
    return unlisted and secrets.compare_digest(token.encode(), game.watch_token.encode())


def invitation_for_viewer(token: str, viewer: Viewer) -> tuple[Invitation, Game]:
    """What a link leads to: a link without a name for anybody, one with a name for that player only, and
    for a visitor who may yet turn out to be that player. Raises Http404."""
    invitation = Invitation.objects.select_related("inviter").filter(token=token).first()
    if invitation is None or (
        invitation.player_id and not viewer.is_anonymous and invitation.player_id != viewer.pk
    ):
        raise Http404
    games = with_seats(Game.objects.filter(seats=invitation.seat_id).select_related("creator"))
    return invitation, games.get()


def check_may_play(player: Player) -> None:
    """Whoever goes on with a game, or into one, is asked this; who leaves one is not. Raises GameRefusal
    (SUSPENDED)."""
    if player.is_suspended:
        raise GameRefusal(GameRefusalCode.SUSPENDED, until=exact(player.suspended_until))


def check_may_talk(player: Player) -> None:
    """Raises GameRefusal (SUSPENDED, SILENCED)."""
    check_may_play(player)
    if player.is_silenced:
        raise GameRefusal(GameRefusalCode.SILENCED, until=exact(player.silenced_until))


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """The viewer's own seat; None for spectators."""
    if viewer.is_anonymous:
        return None
    return next((seat for seat in game.seats.all() if seat.player_id == viewer.pk), None)


VERSION_FIELDS: Final = ("status", "started_at", "changed_at", "log_number", "names_changed")


def version_of(game: Game) -> str:
    """Changes with everything that changes the table; of a running game the last number of the log, unless
    a seat was called otherwise since it began. What changes it must tell it:
    `games.table.news.publish_version`."""
    if game.started_at is not None:
        return f"{game.log_number}.{game.names_changed}" if game.names_changed else str(game.log_number)
    return f"{game.status}-{game.changed_at.timestamp()}"


def version_for_request(request: HttpRequest, public_id: str) -> str:
    """The version alone; of a public game by one small query. Raises Http404."""
    game = Game.objects.only(*VERSION_FIELDS, "visibility").filter(public_id=public_id).first()
    if game is None:
        raise Http404
    if game.visibility != Visibility.PUBLIC:
        game = game_for_request(request, public_id)
    return version_of(game)


def sits_or_sat(game: Game, player: Player) -> bool:
    """Asks for the seats as they are now."""
    sits = Seat.objects.filter(game=game, player=player).exists()
    return sits or FormerPlayer.objects.filter(seat__game=game, player=player).exists()


def concern_of_game(staff: Player, game: Game) -> str:
    """Why an act of staff on the game is somebody's own concern (`upkeep.concerns`), running or over: a
    result that is corrected is his, too."""
    if not sits_or_sat(game, staff):
        return ""
    return gettext("You play in this game, or have played in it: another member of staff can do this.")


def concern_of_message(staff: Player, message: TalkMessage) -> str:
    """The same of what is said at a table."""
    if message.author_id == staff.pk:
        return gettext("These are your own words: another member of staff can do this.")
    return ""


def concern_of_player(staff: Player, player: Player) -> str:
    """The same of an account: its games go on without whom staff keep from them."""
    running = Seat.objects.filter(player=player, game__status=Status.RUNNING).values("game")
    sits = Seat.objects.filter(game__in=running, player=staff).exists()
    if not sits and not FormerPlayer.objects.filter(seat__game__in=running, player=staff).exists():
        return ""
    return gettext(
        "You play, or have played, with this player in a game that runs: another member of staff can do this."
    )
