import zoneinfo
from typing import Any

from allauth.account import forms as library
from allauth.account.adapter import get_adapter
from allauth.core import context
from django import forms
from django.conf import settings
from django.forms.renderers import TemplatesSetting
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import check_player_name
from accounts.selectors import is_confirmed_elsewhere
from accounts.services import check_free_name
from accounts.sessions import may_finish_reset
from homeworlds.names import LONGEST_NAME


class HouseRenderer(TemplatesSetting):
    """Every form of the site is drawn by the same two templates."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"


class NameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Name"),
            max_length=LONGEST_NAME,
            help_text=_("Other players see this name. One word of up to 20 characters."),
            widget=forms.TextInput(
                attrs={"autocomplete": "username", "spellcheck": "false", "autocapitalize": "none"}
            ),
            **kwargs,
        )


class BrowserZoneField(forms.CharField):
    """The zone the browser knows about, filled in by a script; without one, or with an unknown one, none."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput(attrs={"data-browser-zone": ""}))

    def clean(self, value: Any) -> str:
        return str(value) if value in dict(zone_choices()) else ""


class StrengthField(forms.ChoiceField):
    """Asked once in words: a number would be one more thing to know before the first game."""

    def __init__(self) -> None:
        super().__init__(
            label=_("How well you play Homeworlds"),
            choices=[("", _("I would rather not say")), *Player.StatedStrength.choices],
            required=False,
            help_text=_(
                "For fair opponents and forecasts until your games tell. Your rating is made of games alone."
            ),
        )


class StatesStrength(forms.BaseForm):
    """Begins with what was said before."""

    def clean_stated_strength(self) -> str:
        """A page without the choice leaves it as it is; the empty choice is an answer too."""
        asked = self.add_prefix("stated_strength") in self.data
        stated: str = self.cleaned_data["stated_strength"] if asked else self.initial["stated_strength"]
        return stated


class HouseWords(forms.BaseForm):
    """Gives the library's fields the words the rest of the site uses, and labels instead of placeholders."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.EmailField):
                field.label = _("E-mail address")
            if name in ("password1", "password") and field.widget.attrs.get("autocomplete") == "new-password":
                field.help_text = _("At least 8 characters; not only digits, and no common password.")


class LoginForm(HouseWords, library.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The link to a new password stands after the fields, for those who go by the keyboard.
        self.fields["password"].help_text = ""


class SignupForm(HouseWords, library.SignupForm):
    name = NameField()
    time_zone = BrowserZoneField()
    stated_strength = StrengthField()
    field_order = ("name", "email", "password1", "stated_strength")

    def clean_name(self) -> str:
        return check_player_name(self.cleaned_data["name"])

    def validate_unique_email(self, value: str) -> str:
        """Any address may sign up; the mail to it says whether it has an account already."""
        return value

    def clean(self) -> dict[str, Any]:
        """The name last: whether it is free may hang on the address."""
        data: dict[str, Any] = super().clean()
        if name := data.get("name"):
            try:
                check_free_name(name, address=data.get("email", ""))
            except forms.ValidationError as error:
                self.add_error("name", error)
        return data


class ChangePasswordForm(HouseWords, library.ChangePasswordForm):
    pass


class SetPasswordForm(HouseWords, library.SetPasswordForm):
    pass


class ResetPasswordForm(HouseWords, library.ResetPasswordForm):
    pass


class ResetPasswordKeyForm(HouseWords, library.ResetPasswordKeyForm):
    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean()
        if not may_finish_reset(context.request, self.user):
            raise forms.ValidationError(
                _("This account was logged out everywhere since you asked. Please ask for another code."),
                code="reset_ended",
            )
        return data


class AddressCodeForm(HouseWords, library.BaseConfirmCodeForm):
    """The library's own form lets an address that somebody else only gave stand in the reader's way."""

    def __init__(self, *args: Any, user: Player | None = None, email: str = "", **kwargs: Any) -> None:
        self.user, self.email = user, email
        super().__init__(*args, **kwargs)

    def clean_code(self) -> str:
        code: str = super().clean_code()
        if is_confirmed_elsewhere(self.email, player=self.user):
            raise forms.ValidationError(_("Another account has this address by now."), code="email_taken")
        return code


class ResetCodeForm(HouseWords, library.ConfirmPasswordResetCodeForm):
    pass


class AddressForm(HouseWords, library.AddEmailForm):
    pass


class OtherAddressForm(HouseWords, library.ChangeEmailForm):
    """Another address in the middle of signing up."""

    account_already_exists = False

    def clean_email(self) -> str:
        """Any address, as in signing up."""
        address: str = self.cleaned_data["email"].lower()
        return address


class KeepForm(StatesStrength, HouseWords, library.AddEmailForm):
    """What turns a guest into a person. Saving it sends the code to the e-mail address."""

    name = NameField()
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    time_zone = BrowserZoneField()
    stated_strength = StrengthField()
    field_order = ("name", "email", "password", "stated_strength")

    def __init__(self, *args: Any, user: Player, **kwargs: Any) -> None:
        """Guests may have said it in their settings."""
        super().__init__(*args, user=user, initial={"stated_strength": user.stated_strength}, **kwargs)

    def clean_name(self) -> str:
        return check_free_name(self.cleaned_data["name"], player=self.user)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if password := data.get("password"):
            named = Player(name=data.get("name", ""), email=data.get("email"))
            try:
                get_adapter().clean_password(password, user=named)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class RenameForm(forms.Form):
    name = NameField()

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        return check_free_name(self.cleaned_data["name"], player=self.player)


class DeleteForm(forms.Form):
    """Asks twice: there is no way back."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    confirmed = forms.BooleanField(
        label=_("Delete my account for ever, and resign from my running games."),
        error_messages={"required": _("Please say that you want this.")},
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.player.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="wrong_password")
        return password


def zone_choices() -> list[tuple[str, Any]]:
    """The zones of the world by their places; the other names are links and leftovers."""
    zones = sorted(zone for zone in zoneinfo.available_timezones() if zone.startswith(_CONTINENTS))
    return [("", "UTC"), *((zone, zone.replace("_", " ")) for zone in zones)]


def _language_choices() -> list[tuple[str, Any]]:
    return [("", _("As my browser asks")), *settings.LANGUAGES]


def _palette_choices() -> list[tuple[str, Any]]:
    """Each with its four colours, in the order of its name."""
    return [
        (
            palette.value,
            format_html(
                '<span class="palette" data-palette="{}">{}</span> {}',
                palette.value,
                _SWATCHES,
                palette.label,
            ),
        )
        for palette in Player.Palette
    ]


_SWATCHES = format_html_join(
    "", '<i class="{}"></i>', [[word] for word in ("red", "yellow", "green", "blue")]
)

_CONTINENTS = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)


class PreferencesForm(StatesStrength, forms.Form):
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        required=False,
        help_text=_("Times are shown as your clock shows them."),
        widget=forms.Select(attrs={"data-suggest-zone": ""}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=_language_choices, required=False)
    palette = forms.ChoiceField(
        label=_("Colours of the pieces"),
        choices=_palette_choices,
        help_text=_("Words and notation stay the same: in a Xeno set the orange pieces are the red ones."),
        required=False,
        widget=forms.RadioSelect,
    )
    stated_strength = StrengthField()

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        current = {
            "time_zone": player.time_zone,
            "language": player.language,
            "palette": player.palette,
            "stated_strength": player.stated_strength,
        }
        super().__init__(*args, initial=current, **kwargs)

    def clean_palette(self) -> str:
        """A page without the choice leaves it as it is."""
        return self.cleaned_data["palette"] or self.initial["palette"]
