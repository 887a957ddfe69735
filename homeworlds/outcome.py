"""Who won, and by which rule (rules.md 3). Alignments are handed in and never kept."""

from __future__ import annotations

import enum
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, TypeAlias

from homeworlds.position import Position, sinister_target
from homeworlds.rules import RuleSet, Variant


class Alignment(enum.StrEnum):
    """Whose side a player of Good vs Evil is on.

    >>> [Alignment(letter) for letter in "GE"]
    [<Alignment.GOOD: 'G'>, <Alignment.EVIL: 'E'>]
    """

    GOOD = "G"
    EVIL = "E"


Alignments: TypeAlias = Sequence[Alignment]
"""One for each seat, as dealt: secret. Who has fallen since then is public."""


def evil_dealt(players: int) -> int:
    """Half the players are Evil; the odd one is Good."""
    return players // 2


class Departure(enum.StrEnum):
    """Why a player left before the end.

    >>> Departure("time")
    <Departure.TIME: 'time'>
    """

    RESIGNATION = "resignation"
    TIME = "time"


class Termination(enum.StrEnum):
    """The rule that ended a game."""

    LAST_PLAYER = "last-player"
    TARGET_ELIMINATED = "target-eliminated"
    EVIL_ELIMINATED = "evil-eliminated"
    """An Evil player eliminated somebody."""
    NO_EVIL_LEFT = "no-evil-left"
    ALL_ELIMINATED = "all-eliminated"
    """Everybody left fell in one turn: a draw."""
    RESIGNATION = "resignation"
    """The last opponent resigned."""
    TIME = "time"
    """The last opponent lost on time."""
    AGREEMENT = "agreement"
    THIRD_OCCURRENCE = "third-occurrence"
    FIFTH_OCCURRENCE = "fifth-occurrence"
    DECISION = "decision"
    """No rule: whoever looks after the players decided it."""
    VOID = "void"
    """Likewise, and that it counts for nobody."""


class Outcome(NamedTuple):
    """A draw lists the drawers in `winners`; only a void game has none."""

    winners: tuple[int, ...]
    draw: bool
    termination: Termination


CLAIMABLE: Final = 3
"""From this occurrence of a position a player may claim a draw (two seats)."""
AUTOMATIC: Final = 5
"""At this occurrence the game is drawn by itself (two seats)."""


def repetition(position: Position, stood: int) -> Outcome | None:
    """The draw that comes by itself once a position of two seats has stood so often; None: it does not."""
    if position.players != 2 or stood < AUTOMATIC:
        return None
    return Outcome(position.living, True, Termination.FIFTH_OCCURRENCE)


class Judged(NamedTuple):
    outcome: Outcome | None
    falls: int | None = None
    """The Good seat that the option `fallen_good` turns Evil by this turn."""


def judge_turn(
    rules: RuleSet,
    before: Position,
    after: Position,
    eliminated: Collection[int],
    *,
    departed: Collection[int] = (),
    alignments: Alignments | None = None,
    fallen: Collection[int] = (),
) -> Judged:
    """The result of the turn of `before.mover` that eliminated these seats.

    Raises ValueError: Good vs Evil without alignments.
    """
    mover = before.mover
    if rules.variant is Variant.GOOD_VS_EVIL:
        sides = _sides(alignments, fallen)
        return _judge_good_vs_evil(rules, before, after, eliminated, departed, sides)
    if (
        rules.variant is Variant.SINISTER
        and sinister_target(before, mover) in eliminated
        and mover not in eliminated
    ):
        return Judged(Outcome((mover,), False, Termination.TARGET_ELIMINATED))
    return Judged(_last_player(before, after, Termination.LAST_PLAYER))


def judge_departure(
    rules: RuleSet,
    before: Position,
    after: Position,
    cause: Departure,
    *,
    departed: Collection[int] = (),
    alignments: Alignments | None = None,
    fallen: Collection[int] = (),
) -> Outcome | None:
    """The result after a seat resigned or lost on time; `departed` includes it.

    Raises ValueError: Good vs Evil without alignments.
    """
    if rules.variant is Variant.GOOD_VS_EVIL:
        good = _good_wins(rules, after, departed, _sides(alignments, fallen))
        if good is not None:
            return good
    termination = Termination.TIME if cause is Departure.TIME else Termination.RESIGNATION
    return _last_player(before, after, termination)


def _sides(alignments: Alignments | None, fallen: Collection[int]) -> Alignments:
    if alignments is None:
        raise ValueError("Good vs Evil cannot be judged without the alignments")
    return [Alignment.EVIL if seat in fallen else dealt for seat, dealt in enumerate(alignments)]


def _last_player(before: Position, after: Position, termination: Termination) -> Outcome | None:
    living = after.living
    if not living:
        return Outcome(before.living, True, Termination.ALL_ELIMINATED)
    return Outcome(living, False, termination) if len(living) == 1 else None


def _good_wins(
    rules: RuleSet, after: Position, excluded: Collection[int], sides: Alignments
) -> Outcome | None:
    """Good has won when somebody lives and no living player is Evil."""
    living = after.living
    if not living or any(sides[seat] is Alignment.EVIL for seat in living):
        return None
    share = range(after.players) if rules.all_good_share else living
    winners = tuple([s for s in share if sides[s] is Alignment.GOOD and s not in excluded])
    return Outcome(winners, False, Termination.NO_EVIL_LEFT)


def _judge_good_vs_evil(
    rules: RuleSet,
    before: Position,
    after: Position,
    eliminated: Collection[int],
    departed: Collection[int],
    sides: Alignments,
) -> Judged:
    if not eliminated:
        return Judged(None)
    mover = before.mover
    survives = mover not in eliminated
    if survives and sides[mover] is Alignment.EVIL:
        return Judged(Outcome((mover,), False, Termination.EVIL_ELIMINATED))
    # A mover who falls in his own turn never wins by it.
    excluded = set(departed) if survives else {*departed, mover}
    outcome = _good_wins(rules, after, excluded, sides) or _last_player(
        before, after, Termination.LAST_PLAYER
    )
    betrayed = any(sides[seat] is Alignment.GOOD for seat in eliminated)
    falls = rules.fallen_good and survives and betrayed and outcome is None
    return Judged(outcome, mover if falls else None)
