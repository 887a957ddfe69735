"""Push on the page of switches, and what browsers and their service workers say of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.browsers import in_words
from accounts.models import Player
from notices.hours import preferences_of
from notices.models import Preferences
from notices.push import services
from notices.push.acts import act_by, read_elsewhere
from notices.push.forms import NameForm, SubscriptionForm, WordsForm
from notices.push.leaving import DEVICE
from notices.push.models import PushDevice
from notices.push.selectors import last_test_of, rows_of
from notices.push.sending import read_test
from notices.push.vapid import is_offered, public_key
from upkeep.answers import Conflict
from upkeep.clock import database_now
from upkeep.limits import Limit, check_limit, place_of

TESTS: Final = Limit("push-tests", most=20, seconds=3600)
SUBSCRIPTIONS: Final = Limit("push-subscriptions", most=30, seconds=3600)
LOOKS: Final = Limit("push-looks", most=120, seconds=600)
MOST_SHOWN: Final = 30
"""Messages on a screen that are asked for at once."""
FRAGMENT: Final = "notices/_push.html"

View = Callable[..., HttpResponse]


def push_context(request: HttpRequest) -> dict[str, Any]:
    """What `notices/_push.html` needs; the request is a player's."""
    player = request.user
    if not isinstance(player, Player):
        raise TypeError("Push is for who is logged in.")
    rows = rows_of(player, request.session.get(DEVICE))
    return {
        "push": {
            "is_offered": is_offered(),
            "key": public_key(settings.VAPID_PRIVATE_KEY) if is_offered() else "",
            "devices": rows,
            "has_this": any(row.is_this for row in rows),
            "words_shown": preferences_of(player).words_shown,
        }
    }


def offered(view: View) -> View:
    """Without keys there is no such page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_offered():
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@require_safe
@offered
@login_required
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "notices/push.html", push_context(request))


@require_safe
@offered
@cache_control(max_age=3600)
def key(request: HttpRequest) -> HttpResponse:
    """The site's public key; a service worker asks for it when its browser wants to subscribe anew."""
    return HttpResponse(public_key(settings.VAPID_PRIVATE_KEY), content_type="text/plain")


@require_POST
@offered
@login_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """The browser has said yes."""
    check_limit(SUBSCRIPTIONS, request.user.pk)
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        raise Conflict(next(iter(form.errors.values()))[0], back=reverse("notices:push"))
    try:
        device = services.subscribe(
            player=request.user,
            name=in_words(request.headers.get("User-Agent", ""))[:60],
            **form.cleaned_data,
        )
    except services.CannotSubscribe as error:
        said = gettext("You have so many devices already that you must remove one first.")
        raise Conflict(said, back=reverse("notices:push")) from error
    request.session[DEVICE] = device.pk
    if not request.user.asked_about_push:
        services.was_asked(player=request.user)
    return _answer(request)


@csrf_exempt  # a service worker has no token; it is the device of its session alone that it renews
@require_POST
@offered
def renew(request: HttpRequest) -> HttpResponse:
    """The browser has got another address by itself."""
    form = SubscriptionForm(request.POST)
    mine = request.session.get(DEVICE) if request.user.is_authenticated else None
    device = PushDevice.objects.filter(pk=mine).first() if mine else None
    if device is None or device.player_id != request.user.pk or not form.is_valid():
        return HttpResponse(status=HTTPStatus.CONFLICT)
    services.renew(device=device, **form.cleaned_data)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_POST
@login_required
def asked(request: HttpRequest) -> HttpResponse:
    """Whether push shall be on was asked, so it never will be again."""
    services.was_asked(player=request.user)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@require_POST
@offered
@login_required
def words(request: HttpRequest) -> HttpResponse:
    """What stands on a lock screen."""
    form = WordsForm(request.POST)
    form.full_clean()
    Preferences.objects.update_or_create(
        player=request.user, defaults={"words_shown": form.cleaned_data["words_shown"]}
    )
    return _answer(request)


@require_POST
@offered
@login_required
def device(request: HttpRequest, pk: int) -> HttpResponse:
    """Switched on or off, called otherwise, tested, removed."""
    found = get_object_or_404(PushDevice, pk=pk, player=request.user)
    act = request.POST.get("act", "")
    if act in ("on", "off"):
        services.switch(device=found, on=act == "on")
    elif act == "remove":
        services.remove(device=found)
        if request.session.get(DEVICE) == pk:
            del request.session[DEVICE]
    elif act == "test":
        check_limit(TESTS, request.user.pk)
        services.ask_for_test(device=found)
    elif act == "rename":
        form = NameForm(request.POST)
        if form.is_valid():
            services.rename(device=found, name=form.cleaned_data["name"])
    return _answer(request)


@require_safe
@offered
@login_required
def test(request: HttpRequest, pk: int) -> HttpResponse:
    """What has become of the test; asked for again while it is on its way."""
    found = get_object_or_404(PushDevice, pk=pk, player=request.user)
    row = {"pk": pk, "test": last_test_of(found, database_now())}
    return render(request, "notices/_push_test.html", {"device": row})


test.__test__ = False  # type: ignore[attr-defined]


@csrf_exempt  # a service worker has no token; the signed address is the permission
@require_POST
def arrived(request: HttpRequest, token: str) -> HttpResponse:
    """The test is there."""
    try:
        device_id, tested_at = read_test(token)
    except BadSignature as error:
        raise Http404 from error
    services.test_arrived(device_id=device_id, tested_at=tested_at)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@csrf_exempt  # a service worker has no token; the signed address, known to one device, is the permission
@require_POST
def pressed(request: HttpRequest, token: str) -> HttpResponse:
    """A button below a message was pressed."""
    try:
        was_done = act_by(token)
    except BadSignature as error:
        raise Http404 from error
    if not was_done:
        raise Http404
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@csrf_exempt  # as above; it tells no more than that a message may go
@require_POST
def shown(request: HttpRequest) -> HttpResponse:
    """A service worker says which messages are on its screen, and hears which of them may go."""
    check_limit(LOOKS, place_of(request))
    gone, waiting = read_elsewhere(request.POST.getlist("note")[:MOST_SHOWN])
    return JsonResponse({"gone": gone, "badge": waiting, "instead": gettext("You have seen it elsewhere")})


@require_safe
@offered
@login_required
def iphone(request: HttpRequest) -> HttpResponse:
    """How to put the site on the home screen, for only what lies there is called."""
    return render(request, "notices/push_iphone.html", push_context(request))


def _answer(request: HttpRequest) -> HttpResponse:
    if request.htmx:
        return render(request, FRAGMENT, push_context(request))
    return HttpResponseRedirect(reverse("notices:push"), status=303)
