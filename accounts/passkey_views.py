"""What the library's pages of second factors do not know of passkeys."""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as library
from django.http import HttpRequest, HttpResponse

from upkeep.limits import Limit, check_limit, place_of

CHALLENGES: Final = Limit("passkey-challenges", most=60, seconds=60)
"""Each may begin a session."""


class AddView(library.AddWebAuthnView):
    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """The device has to find the passkey without being told whose it is, and to ask who holds it."""
        found: dict[str, Any] = super().get_context_data(**more)
        found["js_data"]["creation_options"]["publicKey"]["authenticatorSelection"] = {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        }
        return found


class LoginView(library.LoginWebAuthnView):
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """For the script, what a device is to sign; otherwise the way to the page of the log-in."""
        check_limit(CHALLENGES, place_of(request))
        answer: HttpResponse = super().get(request, *args, **kwargs)
        return answer


class ReauthenticateView(library.ReauthenticateWebAuthnView):
    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again, with the reason; the library would lead to the log-in, and away from it."""
        return self.render_to_response(self.get_context_data())


class DeactivateAppView(app.DeactivateTOTPView):
    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """What is asked for afterwards hangs on whether there are passkeys."""
        passkeys = Authenticator.objects.filter(user=self.request.user, type=Authenticator.Type.WEBAUTHN)
        return super().get_context_data(has_passkeys=passkeys.exists(), **more)
