"""What a player should think of before a turn ends: one warning at most, the gravest.

Only what is public is asked, so nothing here can tell a secret alignment.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_noop, ngettext

from board.turn import verdict as foretold
from board.turn.making import turn_words
from board.turn.verdict import Verdict, verdict_of
from board.words.systems import COLOUR_LABELS
from homeworlds.actions import Catastrophe, Homeworld, Pass, Turn
from homeworlds.advice import Advice, HomeKind, alike_neighbour, home_kind, setup_advice
from homeworlds.outcome import Alignment, Termination
from homeworlds.pieces import Colour, Piece
from homeworlds.position import OVERPOPULATION, Position
from homeworlds.state import GameState
from homeworlds.table import Loss, catastrophe_losses
from homeworlds.threats import red_alert
from homeworlds.turn import HalfTurn

MOST_HALF_TURNS: Final = 2_000
"""Of each opponent that a Red Alert looks at; no recorded game comes near."""


class Kind(enum.StrEnum):
    OWN_ELIMINATION = "own-elimination"
    DRAW = "draw"
    RED_ALERT = "red-alert"
    SETUP = "setup"
    UNUSED_ACTIONS = "unused-actions"
    OVERPOPULATION = "overpopulation"
    NO_LARGE_SHIP = "no-large-ship"


ASKED: Final = frozenset({Kind.OWN_ELIMINATION, Kind.DRAW, Kind.RED_ALERT, Kind.SETUP, Kind.UNUSED_ACTIONS})
"""Such a turn does not end before its maker was asked once; other warnings are a line to read."""
FORETOLD: Final[Mapping[foretold.Kind, Kind]] = {
    foretold.Kind.OUT: Kind.OWN_ELIMINATION,
    foretold.Kind.DRAWS: Kind.DRAW,
    foretold.Kind.MAY_DRAW: Kind.DRAW,
}
"""Of what the turn does to the game."""


class ThreatShown(NamedTuple):
    """A turn that would eliminate the reader."""

    seat: int
    name: str
    turn: Turn
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Caution:
    """A warning in words."""

    kind: Kind
    title: str
    text: str
    also: str = ""
    """What else could be said, in short."""
    threat: ThreatShown | None = None

    @property
    def asks(self) -> bool:
        return self.kind in ASKED

    @property
    def is_foretold(self) -> bool:
        """The verdict says it already."""
        return self.kind in (Kind.OWN_ELIMINATION, Kind.DRAW)

    @property
    def words(self) -> str:
        """To be read aloud, and in the question."""
        return " ".join([part for part in (f"{self.title}.", self.text, self.also) if part])


class Cautions(NamedTuple):
    caution: Caution | None
    not_checked: str = ""
    """The Red Alert could not be sure."""
    verdict: Verdict | None = None
    """What the turn does to the game; None: it goes on."""


class _Ending(NamedTuple):
    """A turn as if it ended now."""

    half: HalfTurn
    position: Position
    """After it; the present while nothing has been done."""
    caution: Caution | None
    """The Red Alert."""


def cautions_of(
    state: GameState,
    half: HalfTurn,
    *,
    alerted: bool,
    drawn: Termination | None = None,
    stood: int = 0,
    side: Alignment | None = None,
    stars: Sequence[Piece] = (),
    ends: bool = False,
) -> Cautions:
    """The gravest warning for the maker of a turn, if he may end it there.

    Of unused actions he is warned when he `ends` it, not after each step: the map shows where to use them.

    `alerted`: he is warned of a Red Alert, also while nothing has been done. `stars` are those chosen
    for a homeworld so far; `drawn`, `stood` and `side` are as in `verdict_of`, and only the verdict depends
    on a side.
    """
    position = state.position
    verdict = verdict_of(state, half, drawn=drawn, stood=stood, side=side)
    if half.turn:
        if half.why_not_end() is not None:
            return Cautions(None, verdict=verdict)
        if verdict and verdict.kind in FORETOLD:
            caution = Caution(FORETOLD[verdict.kind], verdict.title, verdict.text)
            return Cautions(caution, verdict=verdict)
        if verdict and verdict.kind is foretold.Kind.WINS:
            return Cautions(None, verdict=verdict)
        position = half.end().position
    red, not_checked = _red_alert(state, position, half) if alerted else (None, "")
    if not half.turn:
        return Cautions(red or _setup(half, position, stars), not_checked)
    ending = _Ending(half, position, red)
    found = (find(ending) for kind, find in IN_ORDER.items() if ends or kind is not Kind.UNUSED_ACTIONS)
    return Cautions(next((caution for caution in found if caution), None), not_checked, verdict)


def question_before(
    state: GameState, half: HalfTurn, *, alerted: bool, drawn: Termination | None = None
) -> Caution | None:
    """What its maker is asked about before this turn ends; None: nothing. `drawn` as above."""
    if not half.turn:
        return None
    caution = cautions_of(state, half, alerted=alerted, drawn=drawn, ends=True).caution
    return caution if caution and caution.asks else None


# The warnings


def _red_alert(state: GameState, position: Position, half: HalfTurn) -> tuple[Caution | None, str]:
    """The warning, and the sentence when the search was given up."""
    found = red_alert(state._replace(position=position), half.mover, limit=MOST_HALF_TURNS)
    names = position.names
    if found.threat is None:
        unsure = ", ".join([names[seat] for seat in found.unchecked])
        sentence = gettext("Red Alert was not checked: too many turns are possible for {players}.")
        return None, sentence.format(players=unsure) if unsure else ""
    seat, turn = found.threat
    sentence = (
        gettext("After this turn {player} could eliminate you with one turn.")
        if half.turn
        else gettext("{player} could eliminate you with one turn.")
    )
    shown = ThreatShown(seat, names[seat], turn, turn_words(turn, seat, names))
    text = sentence.format(player=names[seat])
    return Caution(Kind.RED_ALERT, gettext("Red Alert"), text, threat=shown), ""


def _setup(half: HalfTurn, position: Position, stars: Sequence[Piece] = ()) -> Caution | None:
    ship = None
    if half.turn and isinstance(half.turn[0], Homeworld):
        stars, ship = half.turn[0].stars, half.turn[0].ship
    elif half.turn:
        return None
    if not stars:
        return None
    advice = setup_advice(position, half.mover, stars, ship)
    if not advice:
        return None
    neighbour = alike_neighbour(position, half.mover, stars)
    text = gettext(ADVICE[advice[0]]).format(player="" if neighbour is None else position.names[neighbour])
    rest = " · ".join([gettext(ADVICE_TITLES[each]) for each in advice[1:]])
    also = gettext("Also: {advice}.").format(advice=rest) if rest else ""
    return Caution(Kind.SETUP, gettext(ADVICE_TITLES[advice[0]]), text, also)


def _unused_actions(ending: _Ending) -> Caution | None:
    half = ending.half
    number = _actions_to_use(half)
    if number:
        sentence = ngettext(
            "{number} action that you could still take is lost when the turn ends.",
            "{number} actions that you could still take are lost when the turn ends.",
            number,
        )
    else:
        number = _actions_to_use(_before_catastrophes(half))
        sentence = ngettext(
            "By the rules of this game no action follows a catastrophe: it takes {number} action that you "
            "could still have taken.",
            "By the rules of this game no action follows a catastrophe: it takes {number} actions that you "
            "could still have taken.",
            number,
        )
    if not number:
        return None
    return Caution(Kind.UNUSED_ACTIONS, gettext("Unused actions"), sentence.format(number=number))


def _actions_to_use(half: HalfTurn) -> int:
    """How many actions are left, if any of them can be used."""
    if not half.actions_left:
        return 0
    usable = any(not isinstance(action, Pass | Catastrophe) for action in half.legal_actions())
    return half.actions_left if usable else 0


def _before_catastrophes(half: HalfTurn) -> HalfTurn:
    """Before those at its end."""
    while half.turn and isinstance(half.turn[-1], Catastrophe) and half.previous:
        half = half.previous
    return half


def _overpopulation(ending: _Ending) -> Caution | None:
    """The one that would cost its maker most."""
    position, mover = ending.position, ending.half.mover
    left = [
        (_lost_by(mover, catastrophe_losses(position, system.name, colour)), system.name, colour)
        for system in position.systems
        for colour in Colour
        if system.count(colour) >= OVERPOPULATION
    ]
    if not left:
        return None
    lost, name, colour = max(left, key=lambda each: len(each[0]))
    sentence = (
        gettext("A {colour} catastrophe at {system} is left to the others: it would cost you {ships}.")
        if lost
        else gettext("A {colour} catastrophe at {system} is left to the others.")
    )
    ships = ", ".join(map(str, lost))
    text = sentence.format(colour=gettext(COLOUR_LABELS[colour]), system=name, ships=ships)
    return Caution(Kind.OVERPOPULATION, gettext("Overpopulation"), text)


def _lost_by(seat: int, losses: Iterable[Loss]) -> list[Piece]:
    """The ships that it would cost a seat."""
    return sorted([loss.ship for loss in losses if loss.owner == seat])


def _no_large_ship(ending: _Ending) -> Caution | None:
    home = ending.position.homeworld(ending.half.mover)
    if home is None or any(ship.size == 3 for ship in home.fleets[ending.half.mover]):
        return None
    text = gettext(
        "A large ship that comes there could capture what you have at home, one ship by each attack."
    )
    return Caution(Kind.NO_LARGE_SHIP, gettext("No large ship at home"), text)


IN_ORDER: Final[Mapping[Kind, Callable[[_Ending], Caution | None]]] = {
    Kind.RED_ALERT: lambda ending: ending.caution,
    Kind.SETUP: lambda ending: _setup(ending.half, ending.position),
    Kind.UNUSED_ACTIONS: _unused_actions,
    Kind.OVERPOPULATION: _overpopulation,
    Kind.NO_LARGE_SHIP: _no_large_ship,
}
"""The gravest first; only the own elimination and a draw are graver still."""


# Setups in words


HOME_KINDS: Final[Mapping[HomeKind, str]] = {
    HomeKind.BANKER: gettext_noop("This homeworld is a Banker: a small and a medium star."),
    HomeKind.GOLDILOCKS: gettext_noop("This homeworld is a Goldilocks: a small and a large star."),
    HomeKind.FORTRESS: gettext_noop("This homeworld is a Fortress: a medium and a large star."),
    HomeKind.GEMINI: gettext_noop("This homeworld is a Gemini: two stars of one size."),
}
ADVICE_TITLES: Final[Mapping[Advice, str]] = {
    Advice.SHIP_NOT_LARGE: gettext_noop("First ship not large"),
    Advice.NO_GREEN: gettext_noop("No green"),
    Advice.NO_BLUE: gettext_noop("No blue"),
    Advice.FEW_COLOURS: gettext_noop("Fewer than three colours"),
    Advice.GEMINI: gettext_noop("Gemini"),
    Advice.SAME_COLOUR: gettext_noop("Stars of one colour"),
    Advice.SMALL_UNIVERSE: gettext_noop("Small universe"),
}
ADVICE: Final[Mapping[Advice, str]] = {
    Advice.SHIP_NOT_LARGE: gettext_noop("A larger ship that comes to your homeworld could capture it."),
    Advice.NO_GREEN: gettext_noop("Without green you cannot build ships at home."),
    Advice.NO_BLUE: gettext_noop("Without blue you cannot trade for other colours at home."),
    Advice.FEW_COLOURS: gettext_noop("Three pieces of three colours give you more powers at home."),
    Advice.GEMINI: gettext_noop("Two stars of one size make the way to your home short for everybody."),
    Advice.SAME_COLOUR: gettext_noop("One catastrophe of their colour would destroy both stars."),
    Advice.SMALL_UNIVERSE: gettext_noop(
        "Your stars have the sizes of {player}’s: a single system links your homeworlds."
    ),
}


def setup_sentence(half: HalfTurn, stars: Iterable[Piece]) -> str:
    """What the homeworld in the making is called; empty while that is open."""
    if half.turn and isinstance(half.turn[0], Homeworld):
        stars = half.turn[0].stars
    kind = home_kind(tuple(stars))
    return "" if kind is None else gettext(HOME_KINDS[kind])
