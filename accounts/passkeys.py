"""Passkeys (WebAuthn): keys of a device, or of the account it belongs to, which opens them by finger, face or
PIN. Each is two factors by itself, so it lets in alone; beside a password it is the second one."""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.core import context, ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as library
from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from fido2.utils import websafe_decode
from fido2.webauthn import CollectedClientData

from accounts.entries import passkey_refused
from accounts.models import Player

MOST: Final = 10
"""So many of one player."""
LONGEST_NAME: Final = 40
LONGEST_ANSWER: Final = 10_000
"""Of a browser, in characters of JSON; devices say a tenth of it."""
FAILED: Final = "passkey_failed"
"""The limit in ACCOUNT_RATE_LIMITS."""
MALFORMED: Final = (AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error)
"""What the libraries raise where an answer is not made as browsers make them."""


def origin_of_passkeys() -> str:
    """Where a browser has to be for them: at SITE_URL. An address in numbers has none; in the place of this
    machine's own stands the one http address that browsers trust."""
    site = urlsplit(settings.SITE_URL)
    if _is_this_machine(site.hostname or ""):
        return f"{site.scheme}://localhost{f':{site.port}' if site.port else ''}"
    return f"{site.scheme}://{site.netloc}"


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class PasskeyAdapter(DefaultMFAAdapter):
    """Passkeys are those of SITE_URL, whatever host a request names."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": urlsplit(origin_of_passkeys()).hostname or "", "name": settings.SITE_NAME}

    def generate_authenticator_name(self, user: Any, kind: Authenticator.Type) -> str:
        there = Authenticator.objects.filter(user=user, type=kind).count()
        return _("Passkey %(number)s") % {"number": there + 1}


class Refused(forms.ValidationError):
    def __init__(self) -> None:
        super().__init__(
            gettext_lazy(
                "That passkey does not open this account, or the page was too old. Please try again."
            ),
            code="passkey_refused",
        )


class AnswerField(forms.JSONField):
    """What a browser answers; no page shows it again."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value) if len(value or "") <= LONGEST_ANSWER else None
        except RecursionError as error:
            raise Refused from error

    def bound_data(self, data: Any, initial: Any) -> Any:
        return None

    def prepare_value(self, value: Any) -> str:
        return ""


@contextmanager
def _checking(form: forms.Form) -> Iterator[None]:
    """The library looks whether the browser's answer is right; before, whether it comes from this very site
    (fido2 is content with its neighbours under one domain). Raises Refused."""
    answer = form.cleaned_data.get("credential") or {}
    try:
        said = CollectedClientData(websafe_decode(answer["response"]["clientDataJSON"]))
        if said.origin != origin_of_passkeys():
            raise Refused
        yield
    except forms.ValidationError as refusal:
        passkey_refused()
        if refusal.code != "incorrect_code":
            raise
        raise Refused from refusal
    except MALFORMED as error:
        passkey_refused()
        raise Refused from error


class NameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=gettext_lazy("What you call it"),
            max_length=LONGEST_NAME,
            help_text=gettext_lazy("Only you see it: the device, say, that the passkey is kept on."),
            **kwargs,
        )


class AddForm(library.AddWebAuthnForm):
    name = NameField(required=False)
    credential = AnswerField()
    passwordless = None  # each may let in alone, so each has to ask who holds it

    def clean(self) -> dict[str, Any]:
        if Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN).count() >= MOST:
            raise forms.ValidationError(
                _("You have %(most)s passkeys, as many as one account may have.") % {"most": MOST},
                code="too_many",
            )
        self.cleaned_data["passwordless"] = True
        with _checking(self):
            data: dict[str, Any] = super().clean()
        return data


class EditForm(library.EditWebAuthnForm):
    name = NameField()


class Checked(library.AuthenticateWebAuthnForm):
    credential = AnswerField()

    def clean_credential(self) -> Authenticator:
        with _checking(self):
            used: Authenticator = super().clean_credential()
        return used


class AuthenticateForm(Checked):
    """Beside the password. The library counts what fails for the player, with wrong codes."""


class ReauthenticateForm(Checked, library.ReauthenticateWebAuthnForm):
    """Where the password would be asked for again."""


class LoginForm(Checked, library.LoginWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        """Only what fails is counted, as of passwords, and for the place alone: whose account it is says
        nobody but the one who tries. Guests and bots have none."""
        if not ratelimit.consume(context.request, action=FAILED, dry_run=True):
            raise forms.ValidationError(
                _("Too many attempts that failed. Please try again in a minute."), code="too_often"
            )
        try:
            used = super().clean_credential()
            if used.user.kind != Player.Kind.HUMAN:
                raise Refused
        except forms.ValidationError:
            ratelimit.consume(context.request, action=FAILED)
            raise
        return used
