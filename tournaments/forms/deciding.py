"""How a game that outlasts its round is adjudicated: by the votes of its table, or by the director."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import DRAW, NOBODY
from tournaments.presenters.deciding import Living
from tournaments.services.keeping import LONGEST_MESSAGE

ALL_DRAW: Final = str(DRAW)


class VoteForm(forms.Form):
    seat = forms.TypedChoiceField(
        label=_("How should it be adjudicated?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one.")},
    )

    def __init__(self, data: QueryDict | None, *, living: Sequence[Living]) -> None:
        super().__init__(data)
        won = [(str(each.seat), gettext("{name} wins").format(name=each.name)) for each in living]
        self.fields["seat"].choices = [*won, (ALL_DRAW, gettext("A draw"))] if living else []


class AdjudicateForm(VoteForm):
    """By the director. A draw is among those who are still in the game."""

    def __init__(self, data: QueryDict | None, *, living: Sequence[Living]) -> None:
        super().__init__(data, living=living)
        self._living = [each.seat for each in living]

    def winners(self) -> list[int]:
        """Of a valid form."""
        seat: int = self.cleaned_data["seat"]
        return self._living if seat == DRAW else [seat]


class CorrectForm(forms.Form):
    """What a table that is over counts for."""

    result = forms.TypedChoiceField(
        label=_("It counts as"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one.")},
    )
    why = forms.CharField(
        label=_("Why it is corrected"),
        max_length=LONGEST_MESSAGE,
        help_text=_("All players of the event can read it. Ratings stay as the game left them."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict | None, *, names: Sequence[str]) -> None:
        """`names`: of the players, by seat; empty: there is nothing to correct."""
        super().__init__(data)
        won = [(str(seat), gettext("{name} wins").format(name=name)) for seat, name in enumerate(names)]
        others = [(ALL_DRAW, gettext("A draw")), (str(NOBODY), gettext("Nothing: it brings nobody a point"))]
        self.fields["result"].choices = [*won, *others] if names else []


class AnnulForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is annulled"),
        max_length=LONGEST_MESSAGE,
        help_text=_("All players of the event can read it. The table is played anew; the old game stays."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
