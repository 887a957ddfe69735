import zoneinfo
from typing import Any

from allauth.account.forms import SignupForm as LibrarySignupForm
from django import forms
from django.conf import settings
from django.forms.renderers import TemplatesSetting
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import MAX_LENGTH
from accounts.services import check_free_name


class HouseRenderer(TemplatesSetting):
    """Every form of the site is drawn by the same two templates."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"


class NameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Name"),
            max_length=MAX_LENGTH,
            help_text=_("Other players see this name. One word of up to 20 characters."),
            widget=forms.TextInput(
                attrs={"autocomplete": "username", "spellcheck": "false", "autocapitalize": "none"}
            ),
            **kwargs,
        )


class SignupForm(LibrarySignupForm):
    name = NameField()
    field_order = ("name", "email", "password1")

    def clean_name(self) -> str:
        return check_free_name(self.cleaned_data["name"])


def _zone_choices() -> list[tuple[str, str]]:
    zones = sorted(
        zone
        for zone in zoneinfo.available_timezones()
        if "/" in zone and not zone.startswith(("Etc/", "posix", "right"))
    )
    return [("", _("UTC")), *((zone, zone.replace("_", " ")) for zone in zones)]


class PreferencesForm(forms.Form):
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_zone_choices, required=False)
    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", _("As my browser asks")), *settings.LANGUAGES],
        required=False,
    )

    @classmethod
    def of(cls, player: Player) -> "PreferencesForm":
        return cls(initial={"time_zone": player.time_zone, "language": player.language})
