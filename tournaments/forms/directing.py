"""What a director fills in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.selectors import person_named
from games.clocks.words import amount
from games.forms.terms import nobody_named
from homeworlds.names import LONGEST_NAME
from tournaments.models import Entry, Event, EventStatus
from tournaments.services.editing import BEFORE_START, EDITED
from tournaments.services.keeping import LONGEST_MESSAGE
from tournaments.times import MOST_ENTRANTS

EXTENSIONS: Final = {
    "1h": timedelta(hours=1),
    **{f"{days}d": timedelta(days=days) for days in (1, 2, 3, 7, 14)},
}
"""By what the form sends."""
_lazy_amount = lazy(amount, str)


class InviteForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the player"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
        ),
    )
    invited: Player
    """Once it is valid."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        found = person_named(name)
        if found is None:
            raise ValidationError(nobody_named())
        self.invited = found
        return name


class AskForm(InviteForm):
    """To direct the event too."""


class ReplaceForm(forms.Form):
    """Before the start somebody who waits gets the place of somebody else."""

    leaves = forms.ChoiceField(label=_("Who leaves"))
    comes = forms.ChoiceField(label=_("Who comes, from the waiting list"))

    def __init__(self, data: QueryDict | None, *, entered: Iterable[Entry], waiting: Iterable[Entry]) -> None:
        super().__init__(data)
        self._people: dict[str, Player] = {}
        for field, entries in (("leaves", entered), ("comes", waiting)):
            people = {entry.player.public_id: entry.player for entry in entries}
            self._people |= people
            self.fields[field].choices = [(key, player.name) for key, player in people.items()]

    def chosen(self) -> tuple[Player, Player]:
        """Of a valid form: who leaves, and who comes."""
        return self._people[self.cleaned_data["leaves"]], self._people[self.cleaned_data["comes"]]


class KeepApartForm(forms.Form):
    """Two who are to meet in no further round."""

    one = forms.ChoiceField(label=_("Who is kept apart"))
    other = forms.ChoiceField(label=_("From whom"))

    def __init__(self, data: QueryDict | None, *, entries: Iterable[Entry]) -> None:
        super().__init__(data)
        self._people = {entry.player.public_id: entry.player for entry in entries}
        for field in ("one", "other"):
            self.fields[field].choices = [(key, player.name) for key, player in self._people.items()]
        self.fields["other"].initial = next(iter([*self._people][1:]), None)

    def chosen(self) -> tuple[Player, Player]:
        """Of a valid form."""
        return self._people[self.cleaned_data["one"]], self._people[self.cleaned_data["other"]]


class LetMeetForm(forms.Form):
    couple = forms.ChoiceField(label=_("Who may meet again"))

    def __init__(self, data: QueryDict | None, *, apart: Iterable[tuple[Player, Player]]) -> None:
        super().__init__(data)
        self._couples = {f"{one.public_id}-{other.public_id}": (one, other) for one, other in apart}
        self.fields["couple"].choices = [
            (key, gettext("{one} and {other}").format(one=one.name, other=other.name))
            for key, (one, other) in self._couples.items()
        ]

    def chosen(self) -> tuple[Player, Player]:
        """Of a valid form."""
        return self._couples[self.cleaned_data["couple"]]


class ExtendForm(forms.Form):
    by = forms.ChoiceField(
        label=_("The round ends later by"),
        choices=[(name, _lazy_amount(time)) for name, time in EXTENSIONS.items()],
        initial="3d",
    )

    def time(self) -> timedelta:
        """Of a valid form."""
        return EXTENSIONS[self.cleaned_data["by"]]


class JudgeForm(forms.Form):
    """Somebody, and why."""

    player = forms.ChoiceField(label=_("Player"))
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_MESSAGE,
        help_text=_("All players of the event can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict | None, *, entries: Iterable[Entry], prefix: str) -> None:
        super().__init__(data, prefix=prefix)
        self._people = {entry.player.public_id: entry.player for entry in entries}
        self.fields["player"].choices = [("", "–"), *_named(self._people.values())]

    def chosen(self) -> Player:
        """Of a valid form."""
        return self._people[self.cleaned_data["player"]]


class BesideForm(forms.Form):
    """Somebody who directs beside the director."""

    beside = forms.ChoiceField(label=_("Who directs it too"))

    def __init__(self, data: QueryDict | None, *, people: Iterable[Player], prefix: str) -> None:
        super().__init__(data, prefix=prefix)
        self._people = {player.public_id: player for player in people}
        self.fields["beside"].choices = _named(self._people.values())

    def chosen(self) -> Player:
        """Of a valid form."""
        return self._people[self.cleaned_data["beside"]]


def _named(people: Iterable[Player]) -> list[tuple[str, str]]:
    return [(player.public_id, player.name) for player in people]


class EditForm(forms.ModelForm):
    """What was announced: after the start the title and the text only."""

    class Meta:
        model = Event
        fields = EDITED
        labels: ClassVar = {
            "title": _("Title"),
            "about": _("About the event"),
            "starts_at": _("Start"),
            "least": _("Players at least"),
            "most": _("Players at most"),
        }
        widgets: ClassVar = {
            "about": forms.Textarea(attrs={"rows": 4}),
            "starts_at": forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        }
        help_texts: ClassVar = dict.fromkeys(EDITED, "")

    def __init__(self, data: QueryDict | None, *, event: Event) -> None:
        # A row of its own: it is the form that is filled in, and the service that changes the event.
        super().__init__(data, instance=copy(event), prefix="edit")
        if event.starts_at is not None:
            self.initial["starts_at"] = event.starts_at.replace(second=0, microsecond=0)
        self.fields["starts_at"].required = False
        if event.status != EventStatus.OPEN:
            for name in BEFORE_START:
                del self.fields[name]

    def wanted(self) -> dict[str, Any]:
        """Of a valid form."""
        return {name: self.cleaned_data[name] for name in self.changed_data}


class MessageForm(forms.Form):
    words = forms.CharField(
        label=_("Message to all"),
        max_length=LONGEST_MESSAGE,
        help_text=_("It is sent to all who are in the event, and stands in its log."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class PairForm(forms.Form):
    tables = forms.CharField(
        label=_("Tables of the next round"),
        max_length=MOST_ENTRANTS * (LONGEST_NAME + 2),
        help_text=_("A table a line: the names in turn order, with commas between. A single name has a bye."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    confirmed = forms.CharField(
        label=_("I have read this, and want it so."), required=False, widget=forms.HiddenInput
    )

    def __init__(self, data: QueryDict | None, *, entries: Sequence[Entry], proposed: str = "") -> None:
        super().__init__(data, initial={"tables": proposed})
        self.unusual: Mapping[str, str] = {}
        self._numbers = {entry.player.name.casefold(): entry.number or 0 for entry in entries}

    def ask(self, unusual: Mapping[str, str]) -> None:
        """Shows what is unusual, with a box to confirm it, which is empty."""
        self.unusual = unusual
        self.data = self.data.copy()
        self.data["confirmed"] = ""
        self.fields["confirmed"].widget = forms.CheckboxInput(attrs={"value": " ".join(unusual)})

    def clean_confirmed(self) -> list[str]:
        """The keys of what is unusual and confirmed."""
        return str(self.cleaned_data["confirmed"] or "").split()

    def clean_tables(self) -> list[list[int]]:
        """The numbers of the entries."""
        text: str = self.cleaned_data["tables"]
        return [
            [self._number(name) for name in line.split(",")] for line in text.splitlines() if line.strip()
        ]

    def _number(self, name: str) -> int:
        found = self._numbers.get(name.strip().casefold())
        if found is None:
            raise ValidationError(gettext("{name} is not in this event.").format(name=name.strip()))
        return found
