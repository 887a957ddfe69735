"""What a browser says of its subscription, and what its reader says of a device."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from notices.push.endpoints import LONGEST, NotAService, checked

KEY_BYTES: Final = 65
"""A point of P-256, uncompressed."""
SECRET_BYTES: Final = 16


class SubscriptionForm(forms.Form):
    endpoint = forms.CharField(max_length=LONGEST)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            checked(endpoint)
        except NotAService as refused:
            raise ValidationError(
                gettext("This site does not know the push service of this browser.")
            ) from refused
        return endpoint

    def clean_p256dh(self) -> str:
        return _checked_bytes(self.cleaned_data["p256dh"], KEY_BYTES)

    def clean_auth(self) -> str:
        return _checked_bytes(self.cleaned_data["auth"], SECRET_BYTES)


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)


class WordsForm(forms.Form):
    words_shown = forms.BooleanField(required=False)


def _checked_bytes(text: str, length: int) -> str:
    try:
        data = base64.b64decode(text.translate(_ALPHABET) + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValidationError(gettext("The browser has sent no key that works.")) from error
    if len(data) != length:
        raise ValidationError(gettext("The browser has sent no key that works."))
    return text


_ALPHABET: Final[Any] = str.maketrans("-_", "+/")
