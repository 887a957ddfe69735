"""Who a browser is."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import Player
from accounts.services import create_guest, keep_place_in_guide
from upkeep.limits import Limit, check_limit, place_of

NEW_GUESTS: Final = Limit("new-guests", most=settings.GUESTS_PER_HOUR, seconds=3600)


def login_as_new_guest(request: HttpRequest) -> Player:
    """The player of this browser; if there is none yet, a new guest, logged in.

    Only for views that answer POST. Raises TooManyRequests when one address makes too many guests.
    """
    if request.user.is_authenticated:
        return request.user
    check_limit(NEW_GUESTS, place_of(request))
    guest = create_guest()
    login(request, guest, backend="accounts.backends.PeopleBackend")
    return guest


GO_ON_AT: Final = "go_on_at"


def go_on_at(request: HttpRequest, address: str) -> None:
    """Where this browser goes once its visitor has signed up or logged in."""
    request.session[GO_ON_AT] = address


def where_to_go_on(request: HttpRequest) -> str:
    """The address that `go_on_at` left, once; empty without one."""
    address: str = request.session.pop(GO_ON_AT, "")
    return address


RESET: Final = "reset_begun_with"


def note_reset(request: HttpRequest, player: Player) -> None:
    """A code for a new password goes out to the player, for this browser."""
    request.session[RESET] = player.sessions_ended


def may_finish_reset(request: HttpRequest, player: Player) -> bool:
    """Whether the account is still with whom the code was sent to: no address was given back, and nobody has
    ended all sessions, since."""
    return bool(request.session.get(RESET, 0) == player.sessions_ended)


GUIDE_STEP: Final = "guide_step"


def guide_step(request: HttpRequest) -> int:
    """Where this visitor goes on in the guided first game; 0 before its first step is done."""
    if request.user.is_authenticated:
        return request.user.guide_step
    place: int = request.session.get(GUIDE_STEP, 0)
    return place


def keep_guide_step(request: HttpRequest, place: int) -> None:
    """With the player, or as long as nobody is logged in with the browser."""
    if request.user.is_authenticated:
        keep_place_in_guide(player=request.user, place=place)
    else:
        request.session[GUIDE_STEP] = place


def take_guide_step_along(*, request: HttpRequest, user: Player, **_signal: Any) -> None:
    """Whoever logs in, or becomes a guest, goes on where this browser was, or further on."""
    place: int = request.session.pop(GUIDE_STEP, 0)
    if place > user.guide_step:
        keep_place_in_guide(player=user, place=place)
