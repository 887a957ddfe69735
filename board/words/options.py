"""The options of the rules in words, for the form, the rules pages, the lists and the table alike: the one
place where an option is put into words."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_noop

from homeworlds.rules import (
    AttackSize,
    Bank,
    Catastrophes,
    EmptyHomeworld,
    FirstShip,
    GoodShare,
    OwnElimination,
    Passing,
    Variant,
)


class Section(enum.StrEnum):
    """Where a rules page tells of an option."""

    PIECES = "pieces"
    START = "start"
    TURN = "turn"
    ATTACK = "attack"
    CATASTROPHE = "catastrophe"
    OUT = "out"
    WIN = "win"


class OptionWords(NamedTuple):
    title: str
    section: Section
    sentences: Mapping[object, str]
    """What each value means, as a whole sentence."""
    only: Variant | None = None
    """In the others it means nothing."""


OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "bank": OptionWords(
        gettext_noop("Pieces"),
        Section.PIECES,
        {
            Bank.PLAYERS_PLUS_ONE: gettext_noop(
                "Of each colour and size there is one piece more than there are players."
            ),
            Bank.THREE_OR_FIVE: gettext_noop(
                "Of each colour and size there are three pieces for two players, and five for more."
            ),
            Bank.FIVE: gettext_noop("Of each colour and size there are five pieces."),
        },
    ),
    "first_ship": OptionWords(
        gettext_noop("First ship"),
        Section.START,
        {
            FirstShip.ANY: gettext_noop("You begin with a ship of any size."),
            FirstShip.LARGE: gettext_noop("You begin with a large ship."),
        },
    ),
    "catastrophes": OptionWords(
        gettext_noop("Catastrophes"),
        Section.CATASTROPHE,
        {
            Catastrophes.ANY_TIME: gettext_noop("You may trigger one at any time in your turn."),
            Catastrophes.AFTER_ACTIONS: gettext_noop(
                "You may trigger one only after the actions of your turn. It takes the actions that are "
                "left, and as the first step it stands for a pass."
            ),
        },
    ),
    "attack": OptionWords(
        gettext_noop("Attacks"),
        Section.ATTACK,
        {
            AttackSize.SAME_OR_SMALLER: gettext_noop(
                "You capture a ship that is no larger than your largest ship there, of whatever colour."
            ),
            AttackSize.SMALLER: gettext_noop(
                "You capture only a ship that is smaller than your largest ship there, of whatever colour."
            ),
        },
    ),
    "empty_homeworld": OptionWords(
        gettext_noop("Empty homeworld"),
        Section.OUT,
        {
            EmptyHomeworld.STAYS: gettext_noop(
                "A homeworld, yours or another player’s, may stand without a ship until the turn ends."
            ),
            EmptyHomeworld.DISAPPEARS: gettext_noop("A homeworld without a ship disappears at once."),
        },
    ),
    "own_elimination": OptionWords(
        gettext_noop("Own elimination"),
        Section.OUT,
        {
            OwnElimination.FORBIDDEN: gettext_noop("No turn may end with its maker eliminated."),
            OwnElimination.LOSES: gettext_noop("A turn may eliminate its maker, who is then out."),
        },
    ),
    "passing": OptionWords(
        gettext_noop("Passing"),
        Section.TURN,
        {
            Passing.ALLOWED: gettext_noop("You may pass: do nothing in your turn."),
            Passing.FORBIDDEN: gettext_noop("You may pass only when no other turn is possible."),
        },
    ),
    "good_share": OptionWords(
        gettext_noop("A win of Good"),
        Section.WIN,
        {
            GoodShare.LIVING: gettext_noop("Only the Good who are still alive share it."),
            GoodShare.ALL: gettext_noop("All the Good share it, also those eliminated before."),
        },
        only=Variant.GOOD_VS_EVIL,
    ),
    "fallen_good": OptionWords(
        gettext_noop("Fallen Good"),
        Section.WIN,
        {
            False: gettext_noop("A Good player who eliminates a Good one stays Good."),
            True: gettext_noop("A Good player who eliminates a Good one is Evil from then on, openly."),
        },
        only=Variant.GOOD_VS_EVIL,
    ),
}


def option_title(option: str) -> str:
    return gettext(OPTION_WORDS[option].title)


def option_sentence(option: str, value: object) -> str:
    """What a value of an option means."""
    return gettext(OPTION_WORDS[option].sentences[value])


def option_applies(option: str, variant: Variant) -> bool:
    """Whether the option means anything in the variant."""
    return OPTION_WORDS[option].only in (None, variant)
