"""Where the account library meets our players."""

import hashlib
from contextlib import nullcontext
from datetime import timedelta
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.conf import settings
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.addresses import TAKEN_BACK_WITHIN, undo_link
from accounts.browsers import in_words_of_reader
from accounts.known_browsers import name_of_browser, remember_browser
from accounts.logged_in import begin_to_list
from accounts.models import Player
from accounts.reading import as_read_by, language_to_keep
from accounts.selectors import is_confirmed_elsewhere, reader_of
from accounts.services import free_name_waiting_for
from accounts.sessions import note_reset, where_to_go_on
from accounts.signals import account_mail_written
from upkeep.answers import Conflict
from upkeep.clock import database_now
from upkeep.limits import Limit, check_limit, place_of

IN_KNOWN_BROWSER: Final = {"login_failed": "5/300s/key"}
"""Without the library's count of all wrong passwords from one place, which others may share."""

ADDRESS_CHANGED: Final = "account/email/email_changed"
"""What the library calls its mail to the old address."""


RESET_CODE: Final = "account/email/password_reset_code"
WITHOUT_CODE: Final = frozenset({"account/email/account_already_exists", "account/email/unknown_account"})
"""Mails that anybody can have sent to any address, besides those with a code."""
MAILS: Final = Limit("mails", most=settings.MAILS_PER_DAY, seconds=24 * 3600)

CODE_GOOD_FOR: Final = timedelta(seconds=settings.ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT)
WITH_CODES: Final = "Mails have codes to be entered in the open page, and no links that log in."


def display_name(player: Player) -> str:
    return player.name


class AccountAdapter(DefaultAccountAdapter):
    _browser = ""
    """The name of a browser the player has logged in with, while a password is compared."""

    def save_user(self, request: HttpRequest, user: Player, form: Form, commit: bool = True) -> Player:
        """Who signs up gets a row, also with an address that has an account: only its mail tells."""
        user.name = form.cleaned_data["name"]
        user.language = language_to_keep()
        user.time_zone = form.cleaned_data["time_zone"]
        user.stated_strength = form.cleaned_data["stated_strength"]
        user.unconfirmed_since = database_now()
        try:
            with transaction.atomic():
                free_name_waiting_for(name=user.name, address=form.cleaned_data["email"])
                return super().save_user(request, user, form, commit)
        except IntegrityError as error:  # a double click, or somebody was faster
            raise Conflict(
                _("Somebody has signed up with this name or address in this very moment."),
                back=reverse("account_signup"),
            ) from error

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """All of it or nothing: `accounts.apps` has more to do at the library's signals."""
        with transaction.atomic():
            confirmed: bool = super().confirm_email(request, email_address)
        return confirmed

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Whoever has an account with the address already is told so, instead of a code for another one."""
        address = emailconfirmation.email_address
        if is_confirmed_elsewhere(address.email, player=address.user):
            self.send_mail("account/email/account_already_exists", address.email, {"user": address.user})
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Writes it in the reader's language. An app above sends it: no request waits for a mail server.

        Its links lead where the settings say that the site is, whatever host the request named. Raises
        TooManyRequests for what anybody can ask for, when the address has got enough of it today.
        """
        owner, asker = reader_of(email), context.get("user")
        if "code" in context or template_prefix in WITHOUT_CODE:
            self._count_mail(email, owner)
        if template_prefix == RESET_CODE and owner is not None:
            note_reset(self.request, owner)
        reader = owner or asker
        where = {"site_url": settings.SITE_URL, "site_name": settings.SITE_NAME, "current_site": None}
        with as_read_by(reader) if reader else nullcontext():
            mail = self.render_mail(template_prefix, email, {**context, **where})
        account_mail_written.send(
            sender=type(self),
            player=asker or owner,
            address=email,
            kind=template_prefix,
            subject=mail.subject,
            body=mail.body,
            good_for=CODE_GOOD_FOR if "code" in context else None,
        )

    def _count_mail(self, email: str, owner: Player | None) -> None:
        """Before anything that hangs on whether there is an account. What others ask for is not counted
        against the owner in a browser that is known."""
        browser = name_of_browser(self.request, owner)
        check_limit(MAILS, hashlib.sha256(f"{email.casefold()} {browser}".encode()).hexdigest())

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        raise NotImplementedError(WITH_CODES)

    def get_reset_password_from_key_url(self, key: str) -> str:
        raise NotImplementedError(WITH_CODES)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """The mail about a changed address has the link that takes the change back; an address that was never
        confirmed gets no such mail."""
        if template_prefix == ADDRESS_CHANGED:
            change = user.address_changes.filter(old=email, undone_at=None).order_by("-at").first()
            if change is None:
                return
            context = {**(context or {}), "undo_link": undo_link(change), "days": TAKEN_BACK_WITHIN.days}
        context = {**(context or {}), "user": user}
        super().send_notification_mail(template_prefix, user, context=context, email=email)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords count for an address and a place together: nobody elsewhere locks the owner out."""
        address: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{address} {self._browser or place_of(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """From a browser the player knows, only what is guessed in that browser counts."""
        player = Player.objects.filter(email__iexact=credentials.get("email", "")).first()
        self._browser = name_of_browser(request, player)
        if not self._browser:
            super().pre_authenticate(request, **credentials)
            return
        key = self._get_login_attempts_cache_key(request, **credentials)
        used = ratelimit.consume(
            request, app="allauth.account", action="login_failed", config=IN_KNOWN_BROWSER, key=key
        )
        if not used:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage = used

    def post_login(self, request: HttpRequest, user: Any, **login: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **login)
        begin_to_list(request)
        if not (login["signup"] or name_of_browser(request, user)):
            browser = in_words_of_reader(request.headers.get("User-Agent", ""))
            self.send_notification_mail("account/email/new_browser", user, {"browser": browser})
        remember_browser(request, response, user)
        return response

    def reauthenticate(self, user: Player, password: str) -> bool:
        """Also for players without a confirmed address; the page has a limit for each player."""
        return user.check_password(password)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """On to where the visitor was going; the code of a guest who signs up comes by here too."""
        address: str = where_to_go_on(request) or super().get_login_redirect_url(request)
        return address

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """The name is chosen in the form and never made up."""
