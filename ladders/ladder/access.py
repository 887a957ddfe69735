"""Who may have what of ladders. Every view fetches its ladder here."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from accounts.models import Player
from clubs.models import Membership
from games.access import Viewer
from games.models import Game
from ladders.models import Challenge, Ladder, Rung, StairsPlayer, StairsSeat, StairsTable


def ladders_seen_by(viewer: Viewer) -> QuerySet[Ladder]:
    """The site's, those of clubs that everybody sees, and those of the viewer's hidden clubs: the invited see
    such a club, and not who plays there."""
    seen = Q(club__isnull=True) | Q(club__hidden=False)
    if not viewer.is_anonymous:
        seen |= Q(Exists(Membership.objects.filter(club=OuterRef("club"), player=viewer)))
    return Ladder.objects.select_related("club").filter(seen)


def ladder_for_viewer(public_id: str, viewer: Viewer) -> Ladder:
    """Raises Http404, alike for a ladder that is not and for one that the viewer may not see."""
    ladder = ladders_seen_by(viewer).filter(public_id=public_id).first()
    if ladder is None:
        raise Http404
    return ladder


def concern_of_game(staff: Player, game: Game) -> str:
    """Why an act of staff on a game is somebody's own concern (`upkeep.concerns`): its result moves who
    stands beside him."""
    ladders = Challenge.objects.filter(game=game).values("ladder")
    on_ladder = Rung.objects.filter(ladder__in=ladders, player=staff).exists()
    if not on_ladder and not (StairsTable.objects.filter(game=game).exists() and _on_stairs(staff)):
        return ""
    return gettext(
        "This game belongs to a ladder or to the stairs on which you stand: a member of staff who does not "
        "can do this."
    )


def concern_of_player(staff: Player, player: Player) -> str:
    """The same of the account of somebody who has such a game to play."""
    running = Challenge.objects.filter(
        Q(challenger=player) | Q(challenged=player), settled_at__isnull=True
    ).values("ladder")
    on_ladder = Rung.objects.filter(ladder__in=running, player=staff).exists()
    seated = StairsSeat.objects.filter(player=player, change__isnull=True, table__settled_number=None)
    if not on_ladder and not (seated.exists() and _on_stairs(staff)):
        return ""
    return gettext(
        "This player plays a game of a ladder or of the stairs on which you stand: a member of staff who "
        "does not can do this."
    )


def _on_stairs(player: Player) -> bool:
    return StairsPlayer.objects.filter(player=player, left_at=None).exists()


def concern_of_member(leader: Player, member: Membership) -> str:
    """Why whoever leads a club does not take this member out: they play with each other on its ladder, or the
    place would be his."""
    running = Challenge.objects.filter(ladder__club=member.club_id, settled_at__isnull=True)
    between = Q(challenger=leader, challenged=member.player_id) | Q(
        challenged=leader, challenger=member.player_id
    )
    if running.filter(between).exists():
        return gettext(
            "You play with this member on the ladder of the club: who else leads it can do this, or you when "
            "the game is over."
        )
    rungs = Rung.objects.filter(ladder__club=member.club_id)
    own = rungs.filter(player=leader).values("place")
    if rungs.filter(player=member.player_id, place__lt=own[:1]).exists():
        return gettext(
            "This member stands above you on the ladder of the club: who else leads it can do this."
        )
    return ""
