"""Who a browser is."""

from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from accounts.limits import Limit, address_of, check_limit
from accounts.models import Player
from accounts.services import create_guest

NEW_GUESTS: Final = Limit("new-guests", most=settings.GUESTS_PER_HOUR, seconds=3600)


def login_as_new_guest(request: HttpRequest) -> Player:
    """The player of this browser; if there is none yet, a new guest, logged in.

    Only for views that answer POST. Raises TooManyRequests when one address makes too many guests.
    """
    if request.user.is_authenticated:
        return request.user
    check_limit(NEW_GUESTS, address_of(request))
    guest = create_guest()
    login(request, guest, backend="accounts.backends.PeopleBackend")
    return guest
