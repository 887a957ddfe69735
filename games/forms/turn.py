"""The forms that end a turn and resign. What the turn does, the library judges."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from board.turn.forms import OrderForm
from games.models import KEY_LENGTH

MOST_ENTRIES = 2**31 - 1


class KeyForm(forms.Form):
    """A form that counts once: sent again with the same key, it gets the same answer."""

    key = forms.CharField(max_length=KEY_LENGTH)


class AtEntryForm(KeyForm):
    """What counts only at the position it was said of: `answers` is the entry of the log that led to it."""

    answers = forms.IntegerField(min_value=0, max_value=MOST_ENTRIES)


class TurnForm(OrderForm, AtEntryForm):
    """The order, and the entry of the log that it answers."""

    confirmed = forms.BooleanField(required=False)

    def sentence(self) -> str:
        """What is wrong, in one sentence."""
        errors: Any = self.errors
        if "turn" in errors:
            return str(errors["turn"][0])
        return str(_("This form was incomplete. Nothing has counted; please end your turn again."))
