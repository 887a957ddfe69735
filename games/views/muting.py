"""One game without mails: by the link in a mail, or by the button at its table."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Player
from games.access import game_for_request, game_for_viewer, seat_of
from games.notices.muting import read_mute_token
from notices.selectors import has_muted
from notices.services import mute as mute_mails
from upkeep.answers import Forbidden


@csrf_exempt  # the signed address is the permission, as in every link of a mail
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: HttpRequest, token: str) -> HttpResponse:
    """Asks, then mutes the game; a mail program's look at the link changes nothing."""
    try:
        player_id, public_id = read_mute_token(token)
    except BadSignature as error:
        raise Http404 from error
    player = get_object_or_404(Player, public_id=player_id, deleted_at=None)
    game = game_for_viewer(public_id, player)
    if request.method == "POST":
        mute_mails(player=player, key=game.public_id)
    names = [seat.shown_name for seat in game.seats.all() if seat.shown_name]
    context = {
        "player": player,
        "title": " – ".join(names),
        "public_id": game.public_id,
        "is_muted": has_muted(player, game.public_id),
    }
    return render(request, "games/mute.html", context)


@require_POST
def mails(request: HttpRequest, public_id: str) -> HttpResponse:
    """From the page about the game: no mails about it, or again."""
    address = reverse("games:about", args=[public_id])
    if not request.user.is_authenticated:
        return redirect_to_login(address)
    if seat_of(game_for_request(request, public_id), request.user) is None:
        raise Forbidden(gettext("You do not play in this game."), back=address)
    mute_mails(player=request.user, key=public_id, muted="again" not in request.POST)
    return HttpResponseRedirect(f"{address}#mails", status=303)
