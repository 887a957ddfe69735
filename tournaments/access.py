"""Who may have what of events. Every view fetches its event here."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from accounts.models import Player
from clubs.models import Membership
from games.access import Viewer
from games.models import Game
from tournaments.models import CoDirector, Event, EventStatus, EventTable


def events_seen_by(viewer: Viewer) -> QuerySet[Event]:
    """Those of the site, those of clubs that everybody sees, and those of the viewer's hidden clubs."""
    seen = Q(club__isnull=True) | Q(club__hidden=False)
    if not viewer.is_anonymous:
        seen |= Q(Exists(Membership.objects.filter(club=OuterRef("club"), player=viewer)))
    return Event.objects.select_related("club", "director", "series").filter(seen)


def event_for_viewer(public_id: str, viewer: Viewer) -> Event:
    """Raises Http404, alike for an event that is not and for one that the viewer may not see."""
    event = events_seen_by(viewer).filter(public_id=public_id).first()
    if event is None:
        raise Http404
    return event


def table_for_viewer(event: Event, table_id: int) -> EventTable:
    """Of an event that the viewer may see. Raises Http404."""
    table = EventTable.objects.select_related("round", "game").filter(pk=table_id, round__event=event).first()
    if table is None:
        raise Http404
    return table


def concern_of_game(staff: Player, game: Game) -> str:
    """Why an act of staff on a game is somebody's own concern (`upkeep.concerns`)."""
    if not _of(staff).filter(rounds_paired__tables__game=game).exists():
        return ""
    return gettext(
        "This game belongs to an event that you direct or play in: a member of staff who does neither can do "
        "this."
    )


def concern_of_player(staff: Player, player: Player) -> str:
    """The same of the account of somebody who plays in an event that runs."""
    running = Event.objects.filter(
        status=EventStatus.RUNNING, entries__player=player, entries__withdrawn_at=None
    )
    if not _of(staff).filter(pk__in=running.values("pk")).exists():
        return ""
    return gettext(
        "This player plays in an event that you direct or play in: a member of staff who does neither can do "
        "this."
    )


def _of(player: Player) -> QuerySet[Event]:
    directs = Q(director=player) | Q(Exists(CoDirector.objects.filter(event=OuterRef("pk"), player=player)))
    return Event.objects.filter(directs | Q(entries__player=player))


def concern_of_member(leader: Player, member: Membership) -> str:
    """Why whoever leads a club does not take this member out: they play in the same event of the club, which
    the member would have to leave."""
    here = Event.objects.filter(club=member.club_id, status__in=(EventStatus.OPEN, EventStatus.RUNNING))
    own = here.filter(entries__player=leader, entries__withdrawn_at=None)
    if not here.filter(
        pk__in=own.values("pk"), entries__player=member.player_id, entries__withdrawn_at=None
    ).exists():
        return ""
    return gettext(
        "You play with this member in an event of the club: who else leads it can do this, or you when the "
        "event is over."
    )
