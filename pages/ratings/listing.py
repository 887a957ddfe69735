"""The list of ratings, and ticking players to find them again."""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.views import people_only
from pages.forms import RatingsForm
from ratings.arithmetic.rating_list import Pool
from ratings.models import Archive
from ratings.presenters.figures import pool_name
from ratings.presenters.listing import own_place, rating_list
from ratings.ticks import tick, untick
from upkeep.clock import local_now


class PoolTab(NamedTuple):
    name: str
    address: str
    is_shown: bool


def pool_tabs(shown: Pool) -> list[PoolTab]:
    """Addresses relative to the page that shows them."""
    return [PoolTab(pool_name(pool), f"?{urlencode({'pool': pool})}", pool is shown) for pool in Pool]


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Who plays best, pool by pool."""
    form, viewer, now = RatingsForm(request.GET, player=request.user), request.user, local_now()
    pool = form.chosen_pool()
    listing = rating_list(
        pool,
        viewer,
        now,
        words=form.words(),
        only_ticked=form.only_ticked(),
        page=request.GET.get("page", 1),
    )
    context = {
        "listing": listing,
        "form": form,
        "pool": pool,
        "pool_name": pool_name(pool),
        "tabs": pool_tabs(pool),
        "own": own_place(pool, viewer, now),
        "query": form.query(),
        "here": request.get_full_path(),
        "has_archives": Archive.objects.exists(),
    }
    return render(request, "pages/ratings/list.html", context)


@require_POST
@login_required
@people_only
def tick_player(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ticks a player, or takes the tick away with `off`; back to where one came from."""
    player = get_object_or_404(Player, public_id=public_id, deleted_at=None)
    change = untick if request.POST.get("off") else tick
    change(owner=request.user, player=player)
    return HttpResponseRedirect(_back(request), status=HTTPStatus.SEE_OTHER)


def _back(request: HttpRequest) -> str:
    given = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        given, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return given if safe else reverse("pages:ratings")
