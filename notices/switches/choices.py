"""What reaches a player by which channel: what is chosen, the presets, what nobody can leave out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.mail import LOCKED, switches_of
from accounts.models import Player
from notices.channels import MAIL, WARNINGS
from notices.hours import preferences_of
from notices.kinds import topic_of

Choices: TypeAlias = Mapping[str, frozenset[str]]
"""By column: the topics that come by it."""
PUSH: Final = "push"
DIGEST: Final = "digest"
HOOK: Final = "hook"
COLUMNS: Final[Mapping[str, Promise]] = {
    PUSH: pgettext_lazy("a column", "Push"),
    MAIL: _("Mail"),
    DIGEST: _("Daily"),
    HOOK: _("Other"),
}
OWN_CHOICE: Final = frozenset({"open_seats", "reports"})
"""In no preset: these are offers, and the work of staff."""
_MY_TURN: Final = frozenset({"turns", "invitations", WARNINGS})
_HEAVY: Final = frozenset({"talk"})
"""What no preset sends by mail."""


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    title: Promise
    words: Promise


PRESETS: Final = (
    Preset("my-turn", _("Only my turn"), _("My turn, invitations, time running out.")),
    Preset("all", _("All that concerns me"), _("Also talk, starts and ends, ladders, events, clubs.")),
    Preset("warnings", _("Nothing but warnings"), _("Time running out, and what staff did.")),
)
AT_FIRST: Final = "all"
"""As the mails of a new account are."""


def topics_of(player: Player) -> list[str]:
    """Those the player may choose channels for, in their order."""
    return [topic_of(switch) for switch in switches_of(player)]


def columns_of(player: Player) -> list[str]:
    """A guest has no address."""
    return [column for column in COLUMNS if player.is_human or column not in (MAIL, DIGEST)]


def chosen(player: Player) -> Choices:
    """What is chosen by each column, whether or not its channel is on. A column that nobody has chosen for is
    as the preset that new players have."""
    kept, first = preferences_of(player).topics, of_preset(AT_FIRST, player)
    found = {
        column: frozenset(kept[column]) if column in kept else first[column] for column in columns_of(player)
    }
    if MAIL in found:
        found[MAIL] = frozenset(topic_of(switch) for switch in switches_of(player) if getattr(player, switch))
    return {column: with_locked(column, topics, player) for column, topics in found.items()}


def locked_at(column: str) -> frozenset[str]:
    """What comes by this column whenever it is on: a game is not lost, and nobody is dealt with, unheard."""
    if column == MAIL:
        return frozenset(topic_of(switch) for switch in LOCKED)
    return frozenset({WARNINGS}) if column == PUSH else frozenset()


def with_locked(column: str, topics: frozenset[str], player: Player) -> frozenset[str]:
    """These, with what comes anyway, and without what is not the player's to choose."""
    return (topics | locked_at(column)) & frozenset(topics_of(player))


def of_preset(name: str, player: Player) -> Choices:
    """What a preset chooses; what is in none is as it is chosen by no column. Raises KeyError."""
    everything = frozenset(topics_of(player)) - OWN_CHOICE
    by_name: dict[str, dict[str, frozenset[str]]] = {
        "my-turn": {PUSH: _MY_TURN, MAIL: _MY_TURN, DIGEST: everything - _MY_TURN, HOOK: _MY_TURN},
        "all": {PUSH: everything, MAIL: everything - _HEAVY, DIGEST: _HEAVY, HOOK: everything},
        "warnings": {
            PUSH: frozenset(), MAIL: frozenset(), DIGEST: everything, HOOK: frozenset({WARNINGS}),
        },
    }  # fmt: skip
    columns = by_name[name]
    return {column: with_locked(column, columns[column], player) for column in columns_of(player)}


def differences(choices: Choices, preset: Choices) -> int:
    """How many ticks differ, offers and the work of staff aside."""
    return sum(len((choices[column] ^ preset[column]) - OWN_CHOICE) for column in choices)


def nearest(choices: Choices, player: Player) -> tuple[Preset, int]:
    """The preset that differs least, and by how many ticks."""
    return min(
        ((preset, differences(choices, of_preset(preset.name, player))) for preset in PRESETS),
        key=lambda found: found[1],
    )
