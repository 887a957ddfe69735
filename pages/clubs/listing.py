"""My clubs, the invitations to others, and all that everybody sees."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import Player
from board.words.refusals import sentence
from clubs.models import Club, Membership, Role
from clubs.selectors import club_invitations_for, clubs_of, open_clubs
from clubs.services import why_not_found
from games.lists import paged
from games.models import Game, Status
from pages.clubs.forms import ClubsForm

PER_PAGE: Final = 30


class OwnClub(NamedTuple):
    """A club in the list of a member."""

    club: Club
    role: str
    """In words; empty for members."""
    tables: int
    """So many wait for players."""


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    user, form = request.user, ClubsForm(request.GET)
    player = user if user.is_authenticated else None
    mine = own_clubs(player) if player else []
    refusal = why_not_found(player) if player else None
    context = {
        "mine": mine,
        "own_ids": {each.club.pk for each in mine},
        "invitations": club_invitations_for(player) if player else [],
        "listing": paged(open_clubs(form.wanted()), request.GET.get("page", 1), PER_PAGE, tuple),
        "form": form,
        "query": form.query(),
        "why_not": sentence(refusal) if refusal else "",
    }
    return render(request, "pages/clubs/list.html", context)


def own_clubs(player: Player) -> list[OwnClub]:
    """By name; two queries."""
    memberships = clubs_of(player)
    waiting = Game.objects.filter(club__in=[each.club_id for each in memberships], status=Status.OPEN)
    tables = dict(waiting.order_by().values_list("club").annotate(Count("pk"))) if memberships else {}
    return [OwnClub(each.club, role_in_words(each), tables.get(each.club_id, 0)) for each in memberships]


def role_in_words(membership: Membership) -> str:
    """Empty for members."""
    if membership.role == Role.FOUNDER:
        return gettext("Founder")
    return gettext("Officer") if membership.role == Role.OFFICER else ""
