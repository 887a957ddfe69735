"""Lists of players of old, each under its label and apart from the players of this site."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings.archives import listed_in
from ratings.arithmetic.rating_list import Pool
from ratings.models import Archive
from ratings.presenters.figures import pool_called, pool_name
from ratings.presenters.listing import PER_PAGE

MOST_ARCHIVES: Final = 20


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The archive asked for by its number, or the first; a pool of it, fifty players a page."""
    archives = list(Archive.objects.order_by("label")[:MOST_ARCHIVES])
    asked, pool = request.GET.get("archive", ""), pool_called(request.GET.get("pool", ""))
    shown = next((each for each in archives if str(each.pk) == asked), archives[0] if archives else None)
    context = {"shown": shown, "pool_name": pool_name(pool)}
    if shown is not None:
        page = Paginator(listed_in(shown, pool), PER_PAGE).get_page(request.GET.get("page", 1))
        context |= {
            "rows": list(enumerate(page, start=page.start_index())),
            "listing": {
                "page": page.number,
                "pages": page.paginator.num_pages,
                "previous": page.has_previous() and page.number - 1,
                "next": page.has_next() and page.number + 1,
            },
            "query": urlencode({"archive": shown.pk, "pool": pool}) + "&",
            "tabs": [
                (pool_name(each), urlencode({"archive": shown.pk, "pool": each}), each is pool)
                for each in Pool
            ],
            "others": [each for each in archives if each != shown],
        }
    return render(request, "pages/ratings/archive.html", context)
