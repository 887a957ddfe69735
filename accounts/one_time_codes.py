"""Codes of an authenticator app: each opens once, however long the library would take it (RFC 6238, 5.2).

The library keeps a used code in the cache for one step of the app, while codes of the steps before and after
are good too; and it forgets the code that the app was set up with.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any, Final

from allauth.mfa.base import forms as library
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

REFUSED_FOR: Final = timedelta(minutes=5)
"""Longer than any code is good, also where the clocks of two machines differ."""
_USED: Final = "used"
"""In the data of the app: the used codes, each with the second it was used in."""


@transaction.atomic
def use_code(*, app: Authenticator, code: str) -> bool:
    """Whether the code, which is right, was not used yet; from now on it is. Locks the app."""
    locked = Authenticator.objects.select_for_update().filter(pk=app.pk).first()
    if locked is None:  # it was taken off meanwhile
        return False
    # By the clock that the library asks which codes are good.
    now, code = time.time(), "".join(filter(str.isdecimal, code))
    used: dict[str, float] = locked.data.get(_USED, {})
    if now - used.get(code, 0) < REFUSED_FOR.total_seconds():
        return False
    kept = {each: at for each, at in used.items() if now - at < REFUSED_FOR.total_seconds()}
    locked.data[_USED] = kept | {code: now}
    locked.save(update_fields=["data"])
    return True


def on_authenticator_added(*, request: HttpRequest, authenticator: Authenticator, **_signal: Any) -> None:
    """The code that showed that the app works is used."""
    if authenticator.type == Authenticator.Type.TOTP:
        use_code(app=authenticator, code=request.POST.get("code", ""))


class Once(library.BaseAuthenticateForm):
    """Refuses a code that was used; staff who have just set an app up are asked for one at once."""

    def clean_code(self) -> str:
        code: str = super().clean_code()
        app = self.authenticator
        if app.type == Authenticator.Type.TOTP and not use_code(app=app, code=code):
            raise ValidationError(
                _("This code was used already: please wait for the next one."), code="used_code"
            )
        return code


class AuthenticateForm(Once, library.AuthenticateForm):
    pass


class ReauthenticateForm(Once, library.ReauthenticateForm):
    pass
