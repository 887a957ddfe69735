"""A club's news told elsewhere: who has it told, and what they say."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from clubs.models import Club, Membership, Role
from notices.hooks.models import HookPost
from notices.hooks.places import Place, PostKind, register_place, register_posts
from notices.hooks.services import forget_hooks, post_news
from notices.kinds import Letter, Link
from upkeep.log_in import by_log_in

PREFIX: Final = "club"
JOINED: Final = "member-joined"
"""Its news is the membership."""


def register_all() -> None:
    register_place(Place(PREFIX, title=title_of, leaders=leaders_of, path=path_of, mark=mark))
    register_posts(PostKind(JOINED, is_still_true=is_member, letter=joined_letter))


def key_of(club: Club) -> str:
    return f"{PREFIX}-{club.public_id}"


def post_joined(club: Club, member: Membership, now: datetime) -> None:
    """In the transaction in which somebody becomes a member."""
    if club.hooked:
        post_news(kind=JOINED, about=[key_of(club)], news=member.pk, now=now)


def club_closes(sender: object, *, club: Club, **more: Any) -> None:
    """Hears that it is closed, in that transaction."""
    if club.hooked:
        forget_hooks(about=key_of(club))


def address_of(club: Club, path: str = "") -> str:
    """By the log-in where there is no such club for whoever is not logged in."""
    path = path or club.get_absolute_url()
    if not club.hidden:
        return settings.SITE_URL + path
    return settings.SITE_URL + by_log_in(path)


def _club(about: str) -> Club | None:
    return Club.objects.filter(public_id=about.removeprefix(f"{PREFIX}-"), closed_at=None).first()


def title_of(about: str) -> str:
    club = _club(about)
    return club.name if club else ""


def leaders_of(about: str) -> Collection[Player]:
    club = about.removeprefix(f"{PREFIX}-")
    return list(
        Player.objects.filter(
            memberships__club__public_id=club,
            memberships__club__closed_at=None,
            memberships__role__in=(Role.FOUNDER, Role.OFFICER),
        )
    )


def path_of(about: str) -> str:
    return reverse("pages:club", args=[about.removeprefix(f"{PREFIX}-")])


def mark(about: str, has_any: bool) -> None:
    Club.objects.filter(public_id=about.removeprefix(f"{PREFIX}-")).update(hooked=has_any)


def is_member(post: HookPost) -> bool:
    return Membership.objects.filter(pk=post.news).exists()


def joined_letter(post: HookPost) -> Letter:
    member = Membership.objects.select_related("club", "player").get(pk=post.news)
    club = member.club
    said = gettext("{name} has joined the club “{club}”.").format(name=member.player.name, club=club.name)
    return Letter(
        subject=gettext("{club}: a new member").format(club=club.name),
        paragraphs=(said,),
        link=Link(gettext("The club"), address_of(club)),
    )
