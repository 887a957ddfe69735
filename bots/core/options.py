"""The options of the rules, as far as turns that follow a setup depend on them: the one place where the core
knows an option. What it does not know it refuses, lest bots search by other rules than they play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bots.core.layout import GIVEN, OPTIONS
from homeworlds.rules import (
    AttackSize,
    Bank,
    Catastrophes,
    EmptyHomeworld,
    FirstShip,
    GoodShare,
    OwnElimination,
    Passing,
    RuleSet,
)

STAYS, AFTER, FORBIDDEN, ATTACK_EQUAL, MUST_ACT = range(OPTIONS, OPTIONS + 5)


def ends_here(level: int, game: Any) -> bool:
    """Whether a turn may end at this level, as far as something has to be done; at 0 nothing is yet."""
    return level > 0 or not game[MUST_ACT]


def may_pass_after_all(found: int, game: Any) -> bool:
    """Whether the turn that does nothing is looked at last, as so many others were found."""
    return not found and game[MUST_ACT] > 0


class UnknownOption(ValueError):
    """The core cannot search by these rules: an option, or a value of it, has no line here."""


class Options:
    """What the kernels read of a rule set."""

    SEARCHED: Final[Mapping[str, tuple[int, Mapping[object, int]]]] = {
        "empty_homeworld": (STAYS, {EmptyHomeworld.STAYS: 1, EmptyHomeworld.DISAPPEARS: 0}),
        "catastrophes": (AFTER, {Catastrophes.AFTER_ACTIONS: 1, Catastrophes.ANY_TIME: 0}),
        "own_elimination": (FORBIDDEN, {OwnElimination.FORBIDDEN: 1, OwnElimination.LOSES: 0}),
        "attack": (ATTACK_EQUAL, {AttackSize.SAME_OR_SMALLER: 1, AttackSize.SMALLER: 0}),
        "passing": (MUST_ACT, {Passing.FORBIDDEN: 1, Passing.ALLOWED: 0}),
    }
    """Where the kernels look for each, and what stands there for each value."""
    NOT_ASKED: Final[Mapping[str, tuple[object, ...]]] = {
        "bank": tuple(Bank),  # stands in the position
        "first_ship": tuple(FirstShip),  # setups are not searched
        "good_share": tuple(GoodShare),  # who wins is asked outside
        "fallen_good": (False, True),
    }
    """Those that no turn after a setup depends on."""

    @classmethod
    def of(cls, rules: RuleSet) -> list[int]:
        """From OPTIONS on. Raises UnknownOption."""
        found = [0] * (GIVEN - OPTIONS)
        for name in rules.options():
            value = getattr(rules, name)
            place, numbers = cls.SEARCHED.get(name, (OPTIONS, {}))
            if value in numbers:
                found[place - OPTIONS] = numbers[value]
            elif value not in cls.NOT_ASKED.get(name, ()):
                raise UnknownOption(f"The bots' core knows no option {name!r} that is {value!r}.")
        return found
