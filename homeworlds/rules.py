"""Variants and rule sets: the options in which the source documents differ (rules.md 2 and 3).

An option stands here with its name, its values and what it comes to; the turn, its search and the outcome ask
for that, never for a value.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from homeworlds.refusals import Refusal, RefusalCode

RULES_VERSION: Final = 1
"""Stored with every game; raised when the meaning of a rule changes."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6


class Variant(enum.StrEnum):
    """What wins, and how many can play.

    >>> [str(variant) for variant in Variant]
    ['binary', 'sinister', 'good-vs-evil', 'last-captain-standing']
    """

    BINARY = "binary"
    SINISTER = "sinister"
    GOOD_VS_EVIL = "good-vs-evil"
    LAST_CAPTAIN_STANDING = "last-captain-standing"


class Bank(enum.StrEnum):
    """How many pieces of each colour and size there are, in play and in the bank together."""

    PLAYERS_PLUS_ONE = "players-plus-one"
    THREE_OR_FIVE = "three-or-five"
    FIVE = "five"


class FirstShip(enum.StrEnum):
    ANY = "any"
    LARGE = "large"


class Catastrophes(enum.StrEnum):
    ANY_TIME = "any-time"
    AFTER_ACTIONS = "after-actions"


class AttackSize(enum.StrEnum):
    SAME_OR_SMALLER = "same-or-smaller"
    SMALLER = "smaller"


class OwnElimination(enum.StrEnum):
    FORBIDDEN = "forbidden"
    LOSES = "loses"


class EmptyHomeworld(enum.StrEnum):
    """What becomes of a living player's homeworld without any ship during a turn."""

    STAYS = "stays"
    DISAPPEARS = "disappears"


class Passing(enum.StrEnum):
    """Whether a turn may do nothing; forbidden, only where no other turn is possible."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class GoodShare(enum.StrEnum):
    """Which Good players share a win of Good."""

    LIVING = "living"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The variant and every option; the defaults are those of the `booklet` preset for Binary.

    The number of players is not an option: it is the number of names of a position.
    """

    variant: Variant = Variant.BINARY
    bank: Bank = Bank.PLAYERS_PLUS_ONE
    first_ship: FirstShip = FirstShip.LARGE
    catastrophes: Catastrophes = Catastrophes.ANY_TIME
    attack: AttackSize = AttackSize.SAME_OR_SMALLER
    empty_homeworld: EmptyHomeworld = EmptyHomeworld.STAYS
    own_elimination: OwnElimination = OwnElimination.LOSES
    passing: Passing = Passing.ALLOWED
    good_share: GoodShare = GoodShare.ALL
    fallen_good: bool = False

    # What the options come to

    def pieces_of_each_kind(self, players: int) -> int:
        """Pieces of each colour and size that exist in a game of so many seats."""
        if self.bank is Bank.PLAYERS_PLUS_ONE:
            return players + 1
        if self.bank is Bank.THREE_OR_FIVE and players == 2:
            return 3
        return 5

    @property
    def needs_large_first_ship(self) -> bool:
        return self.first_ship is FirstShip.LARGE

    @property
    def catastrophe_ends_actions(self) -> bool:
        """After the first one nothing but catastrophes may follow."""
        return self.catastrophes is Catastrophes.AFTER_ACTIONS

    @property
    def attacks_equals(self) -> bool:
        """Whether a ship as large as the own largest one there can be attacked."""
        return self.attack is AttackSize.SAME_OR_SMALLER

    @property
    def empty_homeworlds_stay(self) -> bool:
        """Until the end of the turn."""
        return self.empty_homeworld is EmptyHomeworld.STAYS

    @property
    def forbids_own_elimination(self) -> bool:
        return self.own_elimination is OwnElimination.FORBIDDEN

    @property
    def must_act(self) -> bool:
        """A turn does something where it can."""
        return self.passing is Passing.FORBIDDEN

    @property
    def all_good_share(self) -> bool:
        """Whether those eliminated before share a win of Good."""
        return self.good_share is GoodShare.ALL

    def options(self) -> dict[str, str | bool]:
        """Every option but the variant, by its name in the referee protocol, as plain JSON values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        del values["variant"]
        return {name: v if isinstance(v, bool) else str(v) for name, v in values.items()}


OPTIONS: Final[Mapping[str, type[enum.StrEnum] | type[bool]]] = {
    "bank": Bank,
    "first_ship": FirstShip,
    "catastrophes": Catastrophes,
    "attack": AttackSize,
    "empty_homeworld": EmptyHomeworld,
    "own_elimination": OwnElimination,
    "passing": Passing,
    "good_share": GoodShare,
    "fallen_good": bool,
}
"""The options that `custom` sets, with the type of their values."""
LATER_OPTIONS: Final = frozenset({"passing"})
"""What was written down before does not name them; there they have the default."""


class Preset(enum.StrEnum):
    """A document whose options a rule set begins with.

    >>> preset_rules(Preset("two-player"), Variant.BINARY).attack
    <AttackSize.SMALLER: 'smaller'>
    """

    CLASSIC = "classic"
    BOOKLET = "booklet"
    TWO_PLAYER = "two-player"
    MODERN = "modern"


DEFAULT_PRESET: Final = Preset.BOOKLET

_PRESETS: Final[Mapping[Preset, RuleSet]] = {
    Preset.CLASSIC: RuleSet(
        bank=Bank.THREE_OR_FIVE,
        first_ship=FirstShip.ANY,
        catastrophes=Catastrophes.AFTER_ACTIONS,
        own_elimination=OwnElimination.FORBIDDEN,
        good_share=GoodShare.LIVING,
    ),
    Preset.BOOKLET: RuleSet(),
    Preset.TWO_PLAYER: RuleSet(
        bank=Bank.FIVE,
        first_ship=FirstShip.ANY,
        catastrophes=Catastrophes.AFTER_ACTIONS,
        attack=AttackSize.SMALLER,
        empty_homeworld=EmptyHomeworld.DISAPPEARS,
    ),
    Preset.MODERN: RuleSet(first_ship=FirstShip.ANY),
}

OFFERED_VARIANTS: Final[Mapping[Preset, tuple[Variant, ...]]] = {
    Preset.CLASSIC: (Variant.GOOD_VS_EVIL,),
    Preset.BOOKLET: tuple(Variant),
    Preset.TWO_PLAYER: (Variant.BINARY,),
    Preset.MODERN: (Variant.BINARY,),
}
"""The variants that the document of each preset knows. `custom` offers all four."""

_PLAYERS: Final[Mapping[Variant, tuple[int, int]]] = {
    Variant.BINARY: (2, 2),
    Variant.SINISTER: (3, 6),
    Variant.GOOD_VS_EVIL: (2, 6),
    Variant.LAST_CAPTAIN_STANDING: (3, 6),
}

FORBIDS_OWN_ELIMINATION: Final = frozenset({Variant.SINISTER, Variant.GOOD_VS_EVIL})
"""In these every preset forbids own elimination: a loser would deny the win."""


def player_numbers(variant: Variant, preset: Preset | None = None) -> range:
    """The numbers of players a variant can be played with; `preset` None means `custom`.

    Good vs Evil for two is in `classic` and `custom` only.
    """
    least, most = _PLAYERS[variant]
    if variant is Variant.GOOD_VS_EVIL and preset not in (Preset.CLASSIC, None):
        least = 3
    return range(least, most + 1)


def check_players(players: int, variant: Variant, preset: Preset | None = None) -> None:
    """Raises Refusal unless the variant can be played by so many; `preset` None means `custom`."""
    numbers = player_numbers(variant, preset)
    if players not in numbers:
        code = RefusalCode.WRONG_PLAYERS if len(numbers) > 1 else RefusalCode.ONLY_SO_MANY_PLAYERS
        raise Refusal(code, least=numbers[0], most=numbers[-1], players=players)


def preset_rules(preset: Preset, variant: Variant) -> RuleSet:
    """The options of a preset, played as a variant (also one that its document does not offer).

    >>> preset_rules(Preset.BOOKLET, Variant.SINISTER).own_elimination
    <OwnElimination.FORBIDDEN: 'forbidden'>
    """
    rules = replace(_PRESETS[preset], variant=variant)
    if variant in FORBIDS_OWN_ELIMINATION:
        rules = replace(rules, own_elimination=OwnElimination.FORBIDDEN)
    return rules


def with_options(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """The rule set with some options replaced by JSON values of the referee protocol.

    Raises Refusal: unknown option or value.

    >>> rules = with_options(preset_rules(Preset.BOOKLET, Variant.BINARY), {"first_ship": "any"})
    >>> rules.first_ship
    <FirstShip.ANY: 'any'>
    """
    chosen: dict[str, Any] = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise Refusal(RefusalCode.UNKNOWN_OPTION, option=name, known=", ".join(OPTIONS))
        values = option_values(name)
        if value not in values or isinstance(value, bool) != isinstance(values[0], bool):
            raise Refusal(
                RefusalCode.BAD_OPTION,
                option=name,
                value=str(value)[:40],
                known=", ".join(str(known).lower() for known in values),
            )
        chosen[name] = values[values.index(value)]
    return replace(rules, **chosen)


def option_values(name: str) -> tuple[Any, ...]:
    """The values an option can have: members of its enumeration, or the two truth values."""
    kind = OPTIONS[name]
    return (False, True) if kind is bool else tuple(kind)
