from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.deletion import CannotBeDeleted, delete_account, may_be_deleted
from accounts.forms import DeleteForm, KeepForm, PreferencesForm, RenameForm
from accounts.language_views import remember_language
from accounts.mail import AT_ALL, read_off_token, stopped_by, words_of
from accounts.models import Player
from accounts.reading import language_to_keep
from upkeep.answers import Forbidden
from upkeep.limits import Limit, check_limit

RENAMES: Final = Limit("renames", most=settings.RENAMES_PER_DAY, seconds=24 * 3600)
PASSWORDS: Final = Limit("passwords-to-delete", most=10, seconds=3600)

View = Callable[..., HttpResponse]


def people_only(view: View) -> View:
    """A guest has no address and no password to change: the way to both is to sign up."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_keep")
        return view(request, *args, **kwargs)

    return guarded


def with_address(view: View) -> View:
    """A second factor is for who can be reached: nobody else gets back in without it."""

    @people_only
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not request.user.email:
            messages.info(request, _("Please confirm your e-mail address first."))
            return redirect("account_email")
        return view(request, *args, **kwargs)

    return guarded


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """A guest signs up and keeps the games; the code sent to the address confirms it."""
    if not request.user.is_guest:
        return redirect("account_preferences")
    form = KeepForm(data=request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            player = services.keep_guest(
                guest=request.user,
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                language=language_to_keep(),
                time_zone=form.cleaned_data["time_zone"],
                stated_strength=form.cleaned_data["stated_strength"],
            )
        except services.NoGuest as already:
            messages.info(request, already.message)
            return redirect("account_preferences")
        # Another password would end this very session, and with it the only way to the games.
        request.user = form.user = player
        update_session_auth_hash(request, player)
        # Whoever has just chosen the password need not show it to mend a mistyped address.
        record_authentication(request, player, "password", reauthenticated=True)
        UserSession.objects.create_from_request(request)
        form.save(request)
        return redirect("account_email_verification_sent")
    return render(request, "accounts/keep.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    player = request.user
    form = PreferencesForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        services.save_preferences(player=player, **form.cleaned_data)
        language = form.cleaned_data["language"]
        with translation.override(language or translation.get_language()):
            messages.success(request, _("Your settings are saved."))
        return remember_language(redirect("account_preferences"), language)
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.errors else 200)


@csrf_exempt  # mail programs press this button themselves (RFC 8058); the signed address is the permission
@require_http_methods(["GET", "HEAD", "POST"])
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    """Asks, then switches one kind of mail off; a mail program's look at the link changes nothing."""
    try:
        public_id, named = read_off_token(token)
    except BadSignature as error:
        raise Http404 from error
    player, switch = get_object_or_404(Player, public_id=public_id, deleted_at=None), stopped_by(named)
    if request.method == "POST":
        services.switch_mail_off(player=player, switch=AT_ALL if "all" in request.POST else switch)
    context = {
        "player": player,
        "when": words_of(switch),
        "is_on": player.mail_at_all and getattr(player, switch),
        "is_all": switch == AT_ALL,
    }
    return render(request, "accounts/mail_off.html", context)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest) -> HttpResponse:
    player = request.user
    form = RenameForm(request.POST or None, player=player, initial={"name": player.name})
    if request.method == "POST" and form.is_valid():
        check_limit(RENAMES, player.pk)
        try:
            services.rename(player=player, name=form.cleaned_data["name"])
        except ValidationError as refusal:
            form.add_error("name", refusal)
        else:
            messages.success(request, _("Your name is changed. Games that have begun keep the old one."))
            return redirect("account_preferences")
    context = {"form": form, "most": services.RENAMES, "days": services.RENAMES_WITHIN.days}
    return render(request, "accounts/rename.html", context, status=422 if form.errors else 200)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Says what goes and what stays, asks for the password, and deletes the account."""
    player = request.user
    if not may_be_deleted(player):
        raise Forbidden(str(CannotBeDeleted().message), back=reverse("account_preferences"))
    if request.method == "POST":
        check_limit(PASSWORDS, player.pk)
    form = DeleteForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        delete_account(player=player)
        logout(request)
        messages.success(request, _("Your account is deleted. Thank you for the games."))
        return redirect("/")
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)
