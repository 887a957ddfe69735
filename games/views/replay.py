"""Looking back: every position of a game, and the whole of it to take away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import push_url, replace_url

from games.access import game_for_request
from games.table.looking_back import seat_query, stage_address, table_at
from games.table.variations import variation_at
from games.views.around import FRAGMENT, PAGE, from_seat_of, opened_game, show_table


@require_safe
def position(request: HttpRequest, public_id: str, number: int, step: int | None = None) -> HttpResponse:
    """The table as it was after an entry of the log, or after some actions of a turn."""
    return _show(request, public_id, number, step, PAGE)


@require_safe
def position_fragment(
    request: HttpRequest, public_id: str, number: int, step: int | None = None
) -> HttpResponse:
    """The same without the page around it; the browser shows the address of the page."""
    return _show(request, public_id, number, step, FRAGMENT)


def _show(request: HttpRequest, public_id: str, number: int, step: int | None, template: str) -> HttpResponse:
    game = opened_game(request, public_id)
    answer = show_table(request, table_at(game, request.user, number=number, step=step), template)
    if template == FRAGMENT:
        side = from_seat_of(request)
        address = stage_address(public_id, number, step, last=game.log_number, from_seat=side)
        # What is only passed by while the strip of turns is dragged is no page to go back to.
        return (replace_url if "passing" in request.GET else push_url)(answer, address)
    return answer


@require_safe
def variation(request: HttpRequest, public_id: str, number: int, kind: str, step: int) -> HttpResponse:
    """A turn that was not played, which a mark or an analysis of a finished game speaks of."""
    return _show_variation(request, public_id, number, kind, step, PAGE)


@require_safe
def variation_fragment(
    request: HttpRequest, public_id: str, number: int, kind: str, step: int
) -> HttpResponse:
    answer = _show_variation(request, public_id, number, kind, step, FRAGMENT)
    address = reverse("games:variation", args=[public_id, number, kind, step])
    return push_url(answer, address + seat_query(from_seat_of(request)))


def _show_variation(
    request: HttpRequest, public_id: str, number: int, kind: str, step: int, template: str
) -> HttpResponse:
    game = game_for_request(request, public_id)
    view = variation_at(game, request.user, number=number, kind=kind, step=step)
    return show_table(request, view, template)
