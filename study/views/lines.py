"""Lines that were tried and kept: naming, sharing, deleting. To all but their owner there are none."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.models import Player
from board.turn.making import Choosing, query_of
from board.words.refusals import SiteRefusal, sentence
from study.lines import line_address, root_address, root_text, rules_json
from study.models import SandboxLine
from study.screen import trail_address
from study.services import delete_line, extend_line, keep_line, rename_line, share_line, withdraw_line
from study.trail import Root, Trail
from study.views.pasting import pasted_for_request
from study.views.sandbox import read, root_for_request
from upkeep.answers import Conflict


@require_POST
def sandbox_keep(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Keeps what is tried from a position of a game."""
    return _keep(request, root_for_request(request, public_id, number))


@require_POST
def pasted_keep(request: HttpRequest) -> HttpResponse:
    """Keeps what is tried from a pasted position."""
    root = pasted_for_request(request)
    return _keep(request, root) if isinstance(root, Root) else root


def _keep(request: HttpRequest, root: Root) -> HttpResponse:
    tried = read(request, root)
    here, making = trail_address(root, tried.trail), Choosing.from_query(request.GET).pairs()
    if not request.user.is_authenticated:
        return redirect_to_login(here)
    try:
        line = _kept_line(request.user, root, tried.trail, request.POST)
    except SiteRefusal as refusal:
        raise Conflict(sentence(refusal), back=here) from refusal
    messages.success(request, gettext("“{name}” is kept.").format(name=line.name))
    trail = Trail(tried.trail.turns, tried.trail.done, line, len(tried.trail.turns))
    query = query_of([*root.carried, *trail.pairs(), *making])
    return HttpResponseRedirect(root.address("page") + query, status=HTTPStatus.SEE_OTHER)


def _kept_line(owner: Player, root: Root, trail: Trail, said: Any) -> SandboxLine:
    own = None if trail.shared else trail.line
    if own is not None and said.get("act") == "add":
        return extend_line(owner=owner, line_id=own.pk, turns=trail.turns)
    where: dict[str, Any] = {"root": root_text(root), "rules": rules_json(root.state.rules)}
    if root.game is not None:
        where = {"game": root.game, "number": root.number}
    return keep_line(
        owner=owner,
        turns=trail.turns,
        name=" ".join(said.get("name", "").replace("\x00", "").split()),
        parent=own if trail.kept else None,
        **where,
    )


@require_POST
def line_rename(request: HttpRequest, line: int) -> HttpResponse:
    return _change(request, line, rename_line, gettext("The line has its new name."), name=_name(request))


@require_POST
def line_share(request: HttpRequest, line: int) -> HttpResponse:
    return _change(request, line, share_line, gettext("The line can be looked at by its link."))


@require_POST
def line_withdraw(request: HttpRequest, line: int) -> HttpResponse:
    return _change(request, line, withdraw_line, gettext("The link leads nowhere any more."))


@require_POST
def line_delete(request: HttpRequest, line: int) -> HttpResponse:
    """Goes where the line began."""
    owner = _owner(request)
    found = SandboxLine.objects.select_related("game").filter(pk=line, owner=owner).first()
    if found is None:
        raise Http404
    delete_line(owner=owner, line_id=line)
    messages.success(request, gettext("“{name}” is deleted.").format(name=found.name))
    address = root_address(found) if found.game else reverse("study:paste")
    return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)


def _change(
    request: HttpRequest, line_id: int, service: Callable[..., SandboxLine], told: str, **more: str
) -> HttpResponse:
    try:
        line = service(owner=_owner(request), line_id=line_id, **more)
    except SandboxLine.DoesNotExist:
        raise Http404 from None
    except SiteRefusal as refusal:
        raise Conflict(sentence(refusal)) from refusal
    messages.success(request, told)
    return HttpResponseRedirect(line_address(line), status=HTTPStatus.SEE_OTHER)


def _name(request: HttpRequest) -> str:
    return " ".join(request.POST.get("name", "").replace("\x00", "").split())


def _owner(request: HttpRequest) -> Player:
    if not request.user.is_authenticated:
        raise Http404
    return request.user
