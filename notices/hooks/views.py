"""Addresses elsewhere: a player's own, and those of what the player leads."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.views import people_only
from notices.feeds.links import calendar_link, feed_link
from notices.hooks import services
from notices.hooks.forms import HookForm
from notices.hooks.models import OWN, Hook
from notices.hooks.places import Place, leads, place_of
from notices.hooks.refusals import HookRefusal
from notices.hooks.selectors import hook_for, last_messages, rows_about, rows_of, shown, state_of, title_of
from upkeep.answers import Conflict
from upkeep.limits import Limit, check_limit

TRIES: Final = Limit("hook-tries", most=30, seconds=3600)
CHANGES: Final = Limit("hook-changes", most=30, seconds=3600)


def elsewhere_context(request: HttpRequest) -> dict[str, Any]:
    """For `notices/_elsewhere.html`, on whatever page it stands: the reader's own addresses and links."""
    return {
        "hooks": rows_of(request.user),
        "calendar_link": calendar_link(request.user),
        "feed_link": feed_link(request.user),
        "add_hook": reverse("notices:hook_new"),
    }


@login_required
@people_only
@require_safe
def elsewhere(request: HttpRequest) -> HttpResponse:
    return render(request, "notices/elsewhere.html", elsewhere_context(request))


@login_required
@people_only
@require_safe
def elsewhere_about(request: HttpRequest, about: str) -> HttpResponse:
    """The addresses of a club, say, for those who lead it."""
    place = _led_place(request, about)
    context = {
        "about": about,
        "title": place.title(about),
        "back": place.path(about),
        "hooks": rows_about(about),
        "add_hook": reverse("notices:hook_new_about", args=[about]),
    }
    return render(request, "notices/elsewhere_about.html", context)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def hook_new(request: HttpRequest, about: str = "") -> HttpResponse:
    place = _led_place(request, about) if about else None
    form = HookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        check_limit(CHANGES, request.user.pk)
        try:
            hook = services.add_hook(player=request.user, about=about, **form.cleaned_data)
        except HookRefusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("The address is kept. Send it a test."))
            return _see(hook)
    context = {"form": form, "back": _list_of(about), "title": place.title(about) if place else ""}
    return render(request, "notices/hook_new.html", context, status=422 if form.errors else 200)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def hook(request: HttpRequest, hook: int) -> HttpResponse:
    """How it stands, what it was told last, and changing it."""
    found = hook_for(request.user, hook)
    form = HookForm(request.POST if request.method == "POST" else None, hook=found)
    if form.is_valid():
        check_limit(CHANGES, request.user.pk)
        with _or_conflict(found):
            found = services.change_hook(player=request.user, hook_id=found.pk, **form.cleaned_data)
        messages.success(request, _("Your changes are saved."))
        return _see(found)
    context = {**_told(found), "form": form, "back": _list_of(found.about)}
    return render(request, "notices/hook.html", context, status=422 if form.errors else 200)


@login_required
@people_only
@require_safe
def hook_told(request: HttpRequest, hook: int) -> HttpResponse:
    """What it was told last, for the page that is open."""
    return render(request, "notices/_hook_told.html", _told(hook_for(request.user, hook)))


@login_required
@people_only
@require_POST
def hook_try(request: HttpRequest, hook: int) -> HttpResponse:
    check_limit(TRIES, request.user.pk)
    return _do(request, hook, services.try_hook, _("A test is on its way. What became of it stands below."))


@login_required
@people_only
@require_POST
def hook_again(request: HttpRequest, hook: int) -> HttpResponse:
    check_limit(TRIES, request.user.pk)
    message = request.POST.get("message", "")[:40]
    return _do(request, hook, services.send_again, _("It is on its way again."), message=message)


@login_required
@people_only
@require_POST
def hook_remove(request: HttpRequest, hook: int) -> HttpResponse:
    found = hook_for(request.user, hook)
    with _or_conflict(found):
        services.remove_hook(player=request.user, hook_id=found.pk)
    messages.success(request, _("The address is removed, and is told nothing any more."))
    return HttpResponseRedirect(_list_of(found.about), status=HTTPStatus.SEE_OTHER)


def _told(found: Hook) -> dict[str, Any]:
    told = last_messages(found)
    return {
        "hook": found,
        "title": title_of(found),
        "state": state_of(found),
        "is_own": found.schema == OWN,
        "told": told,
        "waits": shown(told),
    }


def _led_place(request: HttpRequest, about: str) -> Place:
    """Raises Http404, alike for what is not and for what the reader does not lead."""
    place = place_of(about)
    if place is None or not leads(request.user, about):
        raise Http404
    return place


def _list_of(about: str) -> str:
    return reverse("notices:elsewhere_about", args=[about]) if about else reverse("notices:elsewhere")


def _see(hook: Hook) -> HttpResponse:
    return HttpResponseRedirect(reverse("notices:hook", args=[hook.pk]), status=HTTPStatus.SEE_OTHER)


def _do(
    request: HttpRequest, hook_id: int, service: Callable[..., object], said: str, **more: Any
) -> HttpResponse:
    found = hook_for(request.user, hook_id)
    with _or_conflict(found):
        service(player=request.user, hook_id=found.pk, **more)
    messages.success(request, said)
    return _see(found)


class _or_conflict:
    """Answers a refusal with the page of the house."""

    def __init__(self, hook: Hook) -> None:
        self.hook = hook

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, HookRefusal):
            back = reverse("notices:hook", args=[self.hook.pk])
            raise Conflict(error.sentence, back=back) from error
