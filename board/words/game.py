"""Turns, goals and results in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.html import escape
from django.utils.translation import gettext, gettext_noop

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.outcome import Alignment, Outcome, Termination
from homeworlds.position import next_living, sinister_target
from homeworlds.rules import GoodShare, Variant
from homeworlds.state import GameState

RESULTS: Final[Mapping[Termination, str]] = {
    Termination.LAST_PLAYER: gettext_noop("{winners} won: nobody else is left."),
    Termination.TARGET_ELIMINATED: gettext_noop("{winners} won by eliminating the target."),
    Termination.EVIL_ELIMINATED: gettext_noop("{winners} won: an Evil player eliminated somebody."),
    Termination.NO_EVIL_LEFT: gettext_noop("Good has won: no Evil player is left. Winners: {winners}."),
    Termination.ALL_ELIMINATED: gettext_noop("A draw: all who were left fell in the same turn."),
    Termination.RESIGNATION: gettext_noop("{winners} won: the last opponent resigned."),
    Termination.TIME: gettext_noop("{winners} won: the last opponent ran out of time."),
    Termination.AGREEMENT: gettext_noop("A draw: all who were left agreed on it."),
    Termination.THIRD_OCCURRENCE: gettext_noop("A draw: the position occurred for the third time."),
    Termination.FIFTH_OCCURRENCE: gettext_noop("A draw: the position occurred for the fifth time."),
    Termination.DECISION: gettext_noop("{winners} won by a decision."),
    Termination.VOID: gettext_noop("This game is void: it counts for nobody."),
}
DECIDED_DRAW: Final = gettext_noop("A draw by a decision.")
GOALS: Final[Mapping[Variant, str]] = {
    Variant.BINARY: gettext_noop("Leave your opponent no ship at home."),
    Variant.SINISTER: gettext_noop("Eliminate the next player to your left in your own turn."),
    Variant.GOOD_VS_EVIL: gettext_noop(
        "An Evil player who eliminates somebody else wins alone. "
        "The Good win together when no Evil player is left."
    ),
    Variant.LAST_CAPTAIN_STANDING: gettext_noop("Be the last with a ship at home."),
}
"""The goal of each variant in one sentence, for everybody."""
_GOALS_OF_GOOD: Final[Mapping[GoodShare, str]] = {
    GoodShare.ALL: gettext_noop(
        "You are Good: you win with all the Good, also those eliminated, when no Evil player is left."
    ),
    GoodShare.LIVING: gettext_noop(
        "You are Good: you win with the Good who are still alive when no Evil player is left."
    ),
}
"""Of a living player who is Good."""


def goal_sentence(variant: Variant) -> str:
    return gettext(GOALS[variant])


def one_of(alignment: Alignment, *, good: str, evil: str) -> str:
    """What is said to one who is Good, or to one who is Evil, followed by spaces until a page is as long with
    the one as with the other: whoever sees the length of an answer learns nothing."""
    said, other = (good, evil) if alignment is Alignment.GOOD else (evil, good)
    return said + " " * (_length_on_page(other) - _length_on_page(said))


def _length_on_page(text: str) -> int:
    return len(escape(text).encode())


def goal_of_viewer(state: GameState, seat: int | None, alignment: Alignment | None) -> str:
    """The goal as it stands for this seat; the variant's for spectators and players who are out."""
    position = state.position
    if seat is None or seat in position.out:
        return goal_sentence(state.rules.variant)
    if alignment is not None:
        good = gettext(_GOALS_OF_GOOD[state.rules.good_share])
        evil = gettext("You are Evil: eliminate somebody else in your own turn and you win alone.")
        return one_of(alignment, good=good, evil=evil)
    hunt = hunt_of(state, seat)
    if hunt is None:
        return goal_sentence(state.rules.variant)
    (target, hunter), names = hunt, position.names
    if hunter == target:
        return gettext("Eliminate {target} in your own turn: you hunt each other.").format(
            target=names[target]
        )
    return gettext("Eliminate {target} in your own turn. {hunter} hunts you.").format(
        target=names[target], hunter=names[hunter]
    )


def goal_in_two_lines(state: GameState, seat: int | None, alignment: Alignment | None) -> tuple[str, ...]:
    """The goals of both sides of Good vs Evil in short, the viewer's own first, for the head of a table;
    empty in other variants."""
    if state.rules.variant is not Variant.GOOD_VS_EVIL:
        return ()
    if alignment is None or seat is None or seat in state.position.out:
        return gettext("Evil: fell anybody else, win alone."), gettext("Good: win when no Evil is left.")
    good = gettext("You are Good: no Evil left, and you live.")
    if state.rules.good_share is GoodShare.ALL:
        good = gettext("You are Good: no Evil left, alive or not.")
    evil = gettext("You are Evil: fell anybody else, win alone.")
    return (
        one_of(alignment, good=good, evil=evil),
        one_of(
            alignment,
            good=gettext("An Evil one fells anybody and wins alone."),
            evil=gettext("The Good win when no Evil is left."),
        ),
    )


class Hunt(NamedTuple):
    """Whom a seat must eliminate, and who must eliminate it."""

    target: int
    hunter: int


def hunt_of(state: GameState, seat: int | None) -> Hunt | None:
    """None outside of Sinister, and for whoever is out or only looks on."""
    position = state.position
    if seat is None or seat in position.out or state.rules.variant is not Variant.SINISTER:
        return None
    target = sinister_target(position, seat)
    if target is None:
        return None
    return Hunt(target, next(other for other in position.living if next_living(position, other) == seat))


def result_sentence(outcome: Outcome, names: Sequence[str]) -> str:
    winners = ", ".join([names[seat] for seat in outcome.winners])
    if outcome.termination is Termination.DECISION and outcome.draw:
        return gettext(DECIDED_DRAW)
    return gettext(RESULTS[outcome.termination]).format(winners=winners)


def turn_sentences(turn: Turn, mover: int, names: Sequence[str]) -> tuple[str, ...]:
    """A canonical turn, a sentence for each step."""
    return tuple([_action_sentence(action, mover, names) for action in turn])


def _action_sentence(action: Action, mover: int, names: Sequence[str]) -> str:
    name = names[mover]
    match action:
        case Homeworld(stars=stars, ship=ship):
            template = gettext("{name} sets up a homeworld at {stars} with the ship {ship}.")
            return template.format(name=name, stars=" ".join(map(str, stars)), ship=ship)
        case Build(piece=piece, system=system):
            template = gettext("{name} builds {piece} at {system}.")
            return template.format(name=name, piece=piece, system=system)
        case Trade(ship=ship, piece=piece, system=system):
            template = gettext("{name} trades {ship} for {piece} at {system}.")
            return template.format(name=name, ship=ship, piece=piece, system=system)
        case Move(ship=ship, origin=origin, destination=destination):
            template = gettext("{name} moves {ship} from {origin} to {destination}.")
            return template.format(name=name, ship=ship, origin=origin, destination=destination)
        case Discover(ship=ship, origin=origin, star=star, name=system):
            template = gettext("{name} moves {ship} from {origin} and discovers {system}, a star {star}.")
            return template.format(name=name, ship=ship, origin=origin, system=system, star=star)
        case Attack(ship=ship, system=system, owner=owner):
            template = gettext("{name} captures {ship} from {owner} at {system}.")
            # With two seats the notation leaves the owner out.
            whose = names[1 - mover] if owner is None else names[owner]
            return template.format(name=name, ship=ship, owner=whose, system=system)
        case Sacrifice(ship=ship, system=system):
            return gettext("{name} sacrifices {ship} at {system}.").format(
                name=name, ship=ship, system=system
            )
        case Catastrophe(system=system, colour=colour):
            template = {
                "red": gettext("{name} triggers a red catastrophe at {system}."),
                "yellow": gettext("{name} triggers a yellow catastrophe at {system}."),
                "green": gettext("{name} triggers a green catastrophe at {system}."),
                "blue": gettext("{name} triggers a blue catastrophe at {system}."),
            }[colour.word]
            return template.format(name=name, system=system)
        case Pass():
            return gettext("{name} passes.").format(name=name)
