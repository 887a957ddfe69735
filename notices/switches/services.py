"""Choosing what comes by which channel, and turning channels on and off."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction

from accounts.locking import lock_player
from accounts.mail import switches_of
from accounts.models import Player
from notices.channels import MAIL
from notices.kinds import topic_of
from notices.models import Preferences
from notices.switches.choices import (
    OWN_CHOICE,
    Choices,
    chosen,
    columns_of,
    of_preset,
    with_locked,
)


@transaction.atomic
def save_choices(*, player: Player, choices: Mapping[str, Collection[str]], mail_at_all: bool) -> None:
    """What comes by each column from now on; a column that is not named stays as it is. What is locked stays
    on, what is unknown or for staff alone is left out. Locks the player."""
    locked = lock_player(player)
    kept = chosen(locked)
    wanted: Choices = {
        column: with_locked(column, frozenset(choices.get(column, kept[column])), locked)
        for column in columns_of(locked)
    }
    _save(locked, wanted, mail_at_all=mail_at_all if locked.is_human else locked.mail_at_all)


@transaction.atomic
def choose_preset(*, player: Player, name: str) -> None:
    """As the preset says; offers and the work of staff stay as they are chosen. Raises KeyError for one that
    there is not."""
    locked = lock_player(player)
    kept, preset = chosen(locked), of_preset(name, locked)
    wanted = {column: topics | (kept[column] & OWN_CHOICE) for column, topics in preset.items()}
    _save(locked, wanted, mail_at_all=True)


@transaction.atomic
def switch_channel(*, player: Player, channel: str, on: bool) -> None:
    """The channel, other than mail, tells the player from now on of what is chosen for it, or of nothing. May
    be so already. Locks the player."""
    locked = lock_player(player)
    told_by: dict[str, list[str]] = dict(locked.told_by)
    if on:
        told_by[channel] = sorted(chosen(locked)[channel])
    else:
        told_by.pop(channel, None)
    if told_by != locked.told_by:
        Player.objects.filter(pk=locked.pk).update(told_by=told_by)
    player.told_by = told_by


def _save(player: Player, choices: Choices, *, mail_at_all: bool) -> None:
    others = {column: sorted(topics) for column, topics in choices.items() if column != MAIL}
    Preferences.objects.update_or_create(player=player, defaults={"topics": others})
    switches: dict[str, bool] = {}
    if MAIL in choices:
        switches = {switch: topic_of(switch) in choices[MAIL] for switch in switches_of(player)}
    told_by = {channel: others[channel] for channel in player.told_by if channel in others}
    Player.objects.filter(pk=player.pk).update(told_by=told_by, mail_at_all=mail_at_all, **switches)
