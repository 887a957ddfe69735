"""Variants, rule sets and their options in words: for the form, the lists and the table alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext

from board.words.options import option_applies, option_sentence, option_title
from homeworlds.rules import (
    DEFAULT_PRESET,
    OPTIONS,
    Preset,
    RuleSet,
    Variant,
    player_numbers,
    preset_rules,
)

VARIANT_NAMES: Final[Mapping[Variant, str]] = {
    Variant.BINARY: gettext_noop("Binary"),
    Variant.SINISTER: gettext_noop("Sinister"),
    Variant.GOOD_VS_EVIL: gettext_noop("Good vs Evil"),
    Variant.LAST_CAPTAIN_STANDING: gettext_noop("Last Captain Standing"),
}

PRESET_NAMES: Final[Mapping[Preset, str]] = {
    Preset.BOOKLET: gettext_noop("Booklet"),
    Preset.CLASSIC: gettext_noop("Classic"),
    Preset.TWO_PLAYER: gettext_noop("Two-player summary"),
    Preset.MODERN: gettext_noop("Modern"),
}
"""In the order in which they are offered: the usual one first."""

PRESET_NOTES: Final[Mapping[Preset, str]] = {
    Preset.BOOKLET: gettext_noop("The rule booklet, and what most people play."),
    Preset.CLASSIC: gettext_noop("The first published rules, made for Good vs Evil."),
    Preset.TWO_PLAYER: gettext_noop("A summary for two with more pieces and harder attacks."),
    Preset.MODERN: gettext_noop("Like the booklet, but begin with a ship of any size."),
}

CUSTOM: Final = "custom"
CUSTOM_NAME: Final = gettext_noop("Custom")
CUSTOM_NOTE: Final = gettext_noop("You set each option yourself.")

RESIGNATIONS: Final[Mapping[Variant, str]] = {
    Variant.BINARY: gettext_noop("Whoever resigns has lost, and the other player wins."),
    Variant.SINISTER: gettext_noop(
        "Whoever resigns is out, and nobody wins by it while two others are left: the hunter’s target is the "
        "next living player from then on."
    ),
    Variant.GOOD_VS_EVIL: gettext_noop(
        "Whoever resigns is out, is shown to be Good or Evil, and never shares a win. If no living player is "
        "Evil then, the Good win; a single player who is left wins; otherwise the others play on."
    ),
    Variant.LAST_CAPTAIN_STANDING: gettext_noop(
        "Whoever resigns is out, and the others play on; a single player who is left wins."
    ),
}
"""What a resignation brings about."""

BOT_LEVEL_NAMES: Final[Mapping[str, str]] = {
    "cadet": gettext_noop("Cadet"),
    "scout": gettext_noop("Scout"),
    "pilot": gettext_noop("Pilot"),
    "navigator": gettext_noop("Navigator"),
    "commander": gettext_noop("Commander"),
    "admiral": gettext_noop("Admiral"),
}
"""From the weakest to the strongest."""

BOT_LEVEL_CHOICES: Final[Mapping[str, str]] = {
    "cadet": gettext_noop("A bot: Cadet, new to the game"),
    "scout": gettext_noop("A bot: Scout, sees its own turn"),
    "pilot": gettext_noop("A bot: Pilot, looks a turn ahead"),
    "navigator": gettext_noop("A bot: Navigator, plans several turns"),
    "commander": gettext_noop("A bot: Commander, plans far ahead"),
    "admiral": gettext_noop("A bot: Admiral, as strong as it gets"),
}

BOT_LEVEL_STYLES: Final[Mapping[str, str]] = {
    "cadet": gettext_noop(
        "Meets the rules for the first time: it misses sacrifices and catastrophes, and forgets its home."
    ),
    "scout": gettext_noop(
        "Makes good use of its own turn, but misses combinations and what you may do in answer."
    ),
    "pilot": gettext_noop(
        "Looks a turn ahead: it takes every win in one turn, and does not walk into one of yours if it can "
        "help it."
    ),
    "navigator": gettext_noop("Plans several turns ahead, and punishes what you leave unguarded."),
    "commander": gettext_noop("Plans further ahead still: to beat it you need a plan of your own."),
    "admiral": gettext_noop("Takes its time, and is as strong as it gets here."),
}

BOT_LEVEL_MANNERS: Final[Mapping[str, str]] = {
    "cadet": gettext_noop("new to the game: misses much"),
    "scout": gettext_noop("makes good use of its own turn"),
    "pilot": gettext_noop("looks one turn ahead"),
    "navigator": gettext_noop("plans several turns ahead"),
    "commander": gettext_noop("plans far ahead"),
    "admiral": gettext_noop("as strong as it gets"),
}

BOT_LEVEL_NOTES: Final[Mapping[str, str]] = {
    "cadet": gettext_noop("bot, Cadet"),
    "scout": gettext_noop("bot, Scout"),
    "pilot": gettext_noop("bot, Pilot"),
    "navigator": gettext_noop("bot, Navigator"),
    "commander": gettext_noop("bot, Commander"),
    "admiral": gettext_noop("bot, Admiral"),
    "random": gettext_noop("bot, at random"),
    "judge": gettext_noop("bot, looks ahead"),
}
A_BOT: Final = gettext_noop("bot")


class RuleWords(NamedTuple):
    """One option of a rule set in words."""

    title: str
    sentence: str
    differs: bool
    """Whether the usual rules, those of the booklet, have it otherwise."""
    applies: bool
    """Whether it means anything in the variant."""


def variant_name(variant: Variant) -> str:
    return gettext(VARIANT_NAMES[variant])


def variant_short_name(variant: Variant) -> str:
    """For a narrow line."""
    if variant is Variant.LAST_CAPTAIN_STANDING:
        return gettext("Last Captain")
    return variant_name(variant)


def preset_name(preset: Preset | None) -> str:
    """None is custom."""
    return gettext(CUSTOM_NAME if preset is None else PRESET_NAMES[preset])


def bot_level_name(level: str) -> str:
    return gettext(BOT_LEVEL_NAMES[level])


def bot_level_choice(level: str) -> str:
    """The level where one chooses who sits down."""
    return gettext(BOT_LEVEL_CHOICES[level])


def bot_level_style(level: str) -> str:
    """How it plays, in a sentence."""
    return gettext(BOT_LEVEL_STYLES[level])


def bot_level_manner(level: str) -> str:
    """The same where there is room for a few words."""
    return gettext(BOT_LEVEL_MANNERS[level])


def bot_level_note(level: str) -> str:
    """The level beside the bot's name; also of one that only a later release knows."""
    return gettext(BOT_LEVEL_NOTES.get(level, A_BOT))


def players_phrase(variant: Variant, preset: Preset | None = None) -> str:
    """How many can play the variant: a label. `preset` None is custom."""
    numbers = player_numbers(variant, preset)
    if len(numbers) == 1:
        return ngettext("%(number)d player", "%(number)d players", numbers[0]) % {"number": numbers[0]}
    return gettext("%(least)d to %(most)d players") % {"least": numbers[0], "most": numbers[-1]}


def resignation_sentence(variant: Variant) -> str:
    return gettext(RESIGNATIONS[variant])


def describe_rules(rules: RuleSet, *, whole: bool = False) -> list[RuleWords]:
    """Each option in words, in the order of the rules; `whole` names also those without a meaning in the
    variant."""
    usual = preset_rules(DEFAULT_PRESET, rules.variant)
    words = []
    for option in OPTIONS:
        applies = option_applies(option, rules.variant)
        value = getattr(rules, option)
        if applies or whole:
            differs = value != getattr(usual, option)
            words.append(RuleWords(option_title(option), option_sentence(option, value), differs, applies))
    return words


def differences(rules: RuleSet) -> list[RuleWords]:
    """What is not as usual: the options that differ from the booklet's."""
    return [words for words in describe_rules(rules) if words.differs]
