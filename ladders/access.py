"""Who may have what of ladders. Every view fetches its ladder here."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from clubs.models import Membership
from games.access import Viewer
from ladders.models import Ladder


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
