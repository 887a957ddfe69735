"""The form for an order. What the turn does, the library judges."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from board.turn.order import tidy
from homeworlds.notation import LONGEST_TURN


class OrderForm(forms.Form):
    """A typed order."""

    turn = forms.CharField(
        required=False,
        error_messages={
            "null_characters_not_allowed": _("The order holds characters that cannot be read."),
        },
    )

    def clean_turn(self) -> str:
        order = tidy(self.cleaned_data["turn"])
        if len(order) > LONGEST_TURN:
            raise forms.ValidationError(_("The order is too long: nothing over 2,000 characters is read."))
        return order
