"""What staff did, as the player reads it. Apps above add what staff do there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from upkeep.models import StaffAct

SUSPENDED: Final = gettext_noop(
    "Staff have suspended you until {until}: until then you neither play nor talk."
)
"""As refusals of games and ladders say it."""

_WORDS: Final[dict[str, Promise]] = {
    "warn_player": _("Staff have warned you."),
    "silence_player": _("Staff have muted you: you play and do not talk."),
    "end_silence": _("You may talk again."),
    "suspend_player": _("Staff have suspended you: you neither play nor talk."),
    "end_suspension": _("You may play and talk again."),
    "rename_player": _("Staff have given you another name."),
    "change_address": _("Staff have changed your e-mail address."),
    "export_for_player": _("Staff have made a file of your data for you."),
    "erase_player": _("Staff have deleted your account."),
    "close_account": _("Staff have closed your account."),
    "reopen_account": _("Staff have opened your account again."),
    "make_staff": _("You have become staff."),
    "end_staff": _("You are staff no more."),
    "remove_second_factor": _("Your second factor was removed."),
    "change_password": _("Your password was changed at the server."),
}
"""By the names of the services."""


def add_words(words: Mapping[str, Promise]) -> None:
    """For an app above, in its `AppConfig.ready`. Raises ValueError for an act that has its words already."""
    if taken := words.keys() & _WORDS.keys():
        raise ValueError(f"There are words already for {', '.join(sorted(taken))}.")
    _WORDS.update(words)


def words_of(act: StaffAct) -> str:
    """A sentence to whom the act concerns."""
    return str(_WORDS[act.act]) if act.act in _WORDS else str(_("Staff have done something."))


def acts_with_words() -> set[str]:
    return set(_WORDS)
