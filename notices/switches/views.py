"""The page of switches: what reaches me, by which way, at what hours."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.mail import SWITCHES
from accounts.models import Player
from notices.channels import WARNINGS
from notices.digest.forms import HoursForm
from notices.hooks.views import elsewhere_context
from notices.push.views import push_context
from notices.switches.choices import (
    COLUMNS,
    PRESETS,
    Choices,
    chosen,
    columns_of,
    locked_at,
    nearest,
    topics_of,
)
from notices.switches.services import choose_preset, save_choices

PAGE = "notices:switches"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def switches(request: HttpRequest) -> HttpResponse:
    player = request.user
    if request.method == "POST":
        if refused := _saved(request, player):
            return render(
                request, "notices/switches.html", _context(request) | {"refused": refused}, status=422
            )
        messages.success(request, _("What reaches you is saved."))
        return redirect(PAGE)
    return render(request, "notices/switches.html", _context(request))


def _saved(request: HttpRequest, player: Player) -> str:
    """Why not; empty: it is."""
    if preset := request.POST.get("preset"):
        if preset not in {each.name for each in PRESETS}:
            return _("There is no such choice. Take one of these three.")
        choose_preset(player=player, name=preset)
        return ""
    columns = columns_of(player)
    topics = set(topics_of(player))
    ticked = {column: set(request.POST.getlist(column)) for column in columns}
    if any(each - topics for each in ticked.values()):
        return _("This page has changed meanwhile. Look at the ticks again, then save them.")
    save_choices(player=player, choices=ticked, mail_at_all="no_mail" not in request.POST)
    return ""


def _context(request: HttpRequest) -> dict[str, Any]:
    """A guest has no addresses elsewhere, for they would outlive him."""
    player = request.user
    elsewhere = elsewhere_context(request) if player.is_human else {"hooks": None}
    return _choices(player) | push_context(request) | elsewhere | {"hours": HoursForm(player=player)}


def _choices(player: Player) -> dict[str, Any]:
    choices = chosen(player)
    preset, differing = nearest(choices, player)
    return {
        "presets": PRESETS,
        "preset": preset,
        "differing": differing,
        "mix": ngettext(
            "{count} tick differs from “{preset}”.", "{count} ticks differ from “{preset}”.", differing
        ).format(count=differing, preset=preset.title),
        "columns": [(column, COLUMNS[column]) for column in columns_of(player)],
        "rows": [_row(player, topic, choices) for topic in topics_of(player)],
    }


def _row(player: Player, topic: str, choices: Choices) -> dict[str, Any]:
    ticks = [
        {
            "column": column,
            "title": COLUMNS[column],
            "is_on": topic in choices[column],
            "is_locked": topic in locked_at(column),
        }
        for column in columns_of(player)
    ]
    return {
        "topic": topic,
        "when": SWITCHES[f"mail_{topic}"],
        "ticks": ticks,
        "why_locked": _("A game is not lost unheard.")
        if topic == WARNINGS
        else _("You always hear what staff do."),
    }
