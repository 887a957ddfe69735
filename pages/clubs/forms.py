"""What is asked of whoever founds a club, changes it, or asks somebody in."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.selectors import person_named
from clubs.models import LONGEST_ABOUT, LONGEST_NEWS, Club, Joining
from clubs.names import LONGEST_CLUB_NAME, check_club_name
from games.forms.terms import nobody_named
from homeworlds.names import LONGEST_NAME
from pages.forms import ListForm

HIDDEN: Final = "hidden"
OPEN_CHOICES: Final = [
    (Joining.OPEN.value, _("Everybody may join the club.")),
    (Joining.INVITED.value, _("Everybody sees the club; members join by invitation.")),
]
HIDDEN_CHOICE: Final = (
    HIDDEN,
    _("Hidden: nobody but members and the invited know of it. Its games are private and unrated."),
)


class ClubForm(forms.Form):
    """Without a club for a new one, for which alone can be chosen that it is hidden."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_CLUB_NAME, strip=True)
    joining = forms.ChoiceField(
        label=_("Who may join"),
        choices=[*OPEN_CHOICES, HIDDEN_CHOICE],
        widget=forms.RadioSelect,
    )
    about = forms.CharField(
        label=_("About the club"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, data: QueryDict | None = None, *, club: Club | None = None) -> None:
        initial = {"joining": Joining.OPEN.value}
        if club is not None:
            initial = {"name": club.name, "about": club.about, "joining": club.joining}
        super().__init__(data, initial=initial)
        if club is not None and club.hidden:
            del self.fields["joining"]
        elif club is not None:
            self.fields["joining"].choices = OPEN_CHOICES
        else:
            self.fields["joining"].help_text = _("A club that is hidden stays so, and no other becomes it.")

    def clean_name(self) -> str:
        return check_club_name(self.cleaned_data["name"])

    def chosen(self) -> dict[str, Any]:
        """Of a valid form, for the services."""
        data = self.cleaned_data
        joining = data.get("joining", Joining.INVITED)
        return {
            "name": data["name"],
            "about": data["about"],
            "joining": Joining.INVITED if joining == HIDDEN else Joining(joining),
        }

    @property
    def hides(self) -> bool:
        return bool(self.cleaned_data.get("joining") == HIDDEN)


class NewsForm(forms.Form):
    news = forms.CharField(
        label=_("A line of news"),
        max_length=LONGEST_NEWS,
        required=False,
        help_text=_("Whoever sees the club reads it on top of its page."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AskForm(forms.Form):
    """Whom to invite."""

    name = forms.CharField(
        label=_("Name of the player"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
        ),
    )
    asked: Player
    """Once it is valid."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        found = person_named(name)
        if found is None:
            raise ValidationError(nobody_named())
        self.asked = found
        return name


class ClubsForm(ListForm):
    """Which clubs are listed."""

    words = forms.CharField(
        label=_("Name of a club"),
        max_length=LONGEST_CLUB_NAME,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Name of a club")}),
    )

    def query(self) -> str:
        """What is chosen, for the links to other pages; ends with `&` unless empty."""
        return f"{urlencode({'words': self.wanted()})}&" if self.wanted() else ""

    def wanted(self) -> str:
        return str(self.cleaned_data.get("words") or "").replace("\x00", "").strip()
