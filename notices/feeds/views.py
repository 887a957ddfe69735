"""Calendars and feeds: by secret links what is somebody's own, for everybody what everybody may see."""

from __future__ import annotations

import hashlib
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.reading import as_read_by
from accounts.views import people_only
from notices.feeds import atom
from notices.feeds.calendar import calendar_of
from notices.feeds.links import player_of, renew_links
from notices.feeds.own import notices_feed
from notices.feeds.registry import Content, content_of, dates_of
from upkeep.clock import database_now
from upkeep.limits import Limit, check_limit

READ = Limit("feeds", most=240, seconds=3600)
"""Of one link: programs look every few minutes."""
PUBLIC = "public, max-age=300"
PRIVATE = "no-store"


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    player = _reader(token)
    now = database_now()
    with as_read_by(player):
        made = calendar_of(player, dates_of(player, now), now)
    answer = HttpResponse(made, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="homeworlds.ics"'
    return _answered(request, answer, PRIVATE)


@require_safe
def own_notices(request: HttpRequest, token: str) -> HttpResponse:
    player = _reader(token)
    with as_read_by(player):
        return _answered(request, atom.drawn(request, notices_feed(player)), PRIVATE)


@require_safe
def feed_by_link(request: HttpRequest, token: str, about: str) -> HttpResponse:
    """As the player of the link may see it: of a hidden club as well."""
    player = _reader(token)
    with as_read_by(player):
        return _answered(request, atom.drawn(request, _there(content_of(about, player))), PRIVATE)


@require_safe
def feed(request: HttpRequest, about: str) -> HttpResponse:
    """As everybody may see it, whoever asks, in the language of the site."""
    with translation.override(settings.LANGUAGE_CODE):
        content = _there(content_of(about, AnonymousUser()))
        return _answered(request, atom.drawn(request, content), PUBLIC)


@login_required
@people_only
@require_POST
def new_links(request: HttpRequest) -> HttpResponse:
    renew_links(player=request.user)
    messages.success(request, _("You have new links. Those that you had lead nowhere any more."))
    return HttpResponseRedirect(reverse("notices:elsewhere"), status=HTTPStatus.SEE_OTHER)


def _reader(token: str) -> Player:
    """Raises Http404, and TooManyRequests."""
    player = player_of(token)
    if player is None:
        raise Http404
    check_limit(READ, player.pk)
    return player


def _there(content: Content | None) -> Content:
    if content is None:
        raise Http404
    return content


def _answered(request: HttpRequest, answer: HttpResponse, cached: str) -> HttpResponse:
    """Nothing but “as before” for who has it already."""
    etag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"] = etag
    del answer["Last-Modified"]
    conditional = get_conditional_response(request, etag=etag, response=answer) or answer
    conditional["Cache-Control"] = cached
    # Without one it would pass for a page of the site, which nobody keeps.
    conditional["Content-Type"] = answer["Content-Type"]
    return conditional
