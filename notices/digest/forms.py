"""When one is told, as a form."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import time
from typing import Any, Final

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import zone_choices
from accounts.models import Player
from notices.digest.letter import NAME
from notices.digest.services import USUAL
from notices.digest.strip import Strip, strip_of
from notices.digest.times import EVERY_DAY, days_in
from notices.hours import preferences_of
from notices.models import Digest

HALF_HOURS: Final = tuple([time(hour, minute) for hour in range(24) for minute in (0, 30)])


def _said(at: time | None) -> str:
    return "" if at is None else f"{at:%H:%M}"


class HourField(forms.TypedChoiceField):
    """An hour of the day, or none."""

    def __init__(self, none: Any, **more: Any) -> None:
        self._none = none
        super().__init__(
            choices=[("", none), *self._hours(HALF_HOURS)],
            coerce=time.fromisoformat,
            empty_value=None,
            required=False,
            **more,
        )

    @staticmethod
    def _hours(hours: Iterable[time]) -> list[tuple[str, str]]:
        return [(_said(at), _said(at)) for at in hours]

    def offer(self, at: time | None) -> None:
        """This one too, which was chosen elsewhere."""
        if at is not None:
            self.choices = [("", self._none), *self._hours(sorted({*HALF_HOURS, at}))]


class HourForm(forms.Form):
    """The hour of the daily mail alone."""

    at = forms.TypedChoiceField(
        choices=[(_said(at), _said(at)) for at in HALF_HOURS], coerce=time.fromisoformat
    )


class HoursForm(forms.Form):
    """What `save_hours` takes, by its names."""

    at = HourField(_("no daily mail"), label=_("One mail a day at"))
    weekdays = forms.TypedMultipleChoiceField(
        label=_("On these days"),
        choices=WEEKDAYS.items(),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    when_nothing = forms.BooleanField(label=_("A mail also when nothing waits"), required=False)
    quiet_from = HourField(_("never"), label=_("Quiet from"))
    quiet_to = HourField(_("never"), label=pgettext_lazy("hour", "to"))
    urgent_at_night = forms.BooleanField(
        label=_("A clock with less than two hours rings all the same"), required=False
    )
    zone = forms.ChoiceField(label=_("By the clock of"), choices=zone_choices, required=False)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        digest = Digest.objects.filter(player=player).first()
        quiet = preferences_of(player)
        at = (digest.at if digest else USUAL) if NAME in player.told_by else None
        current = {
            "at": _said(at),
            "weekdays": days_in(digest.weekdays if digest else EVERY_DAY),
            "when_nothing": digest is not None and digest.when_nothing,
            "quiet_from": _said(quiet.quiet_from),
            "quiet_to": _said(quiet.quiet_to),
            "urgent_at_night": quiet.urgent_at_night,
            "zone": player.time_zone,
        }
        super().__init__(*args, initial=current, **kwargs)
        for name, hour in (("at", at), ("quiet_from", quiet.quiet_from), ("quiet_to", quiet.quiet_to)):
            field = self.fields[name]
            if isinstance(field, HourField):
                field.offer(hour)

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        if said.get("at") is not None and not said.get("weekdays"):
            self.add_error("weekdays", _("Choose a day at least, or no daily mail."))
        if (said.get("quiet_from") is None) != (said.get("quiet_to") is None):
            self.add_error("quiet_to", _("Quiet hours have a beginning and an end."))
        return said

    @property
    def strip(self) -> Strip:
        """Of the hours that the fields show."""
        hours = [self._hour(name) for name in ("quiet_from", "quiet_to", "at")]
        return strip_of(*hours)

    def _hour(self, name: str) -> time | None:
        try:
            return time.fromisoformat(str(self[name].value() or ""))
        except ValueError:
            return None
