"""What each power, piece, mark and warning means, in a sentence or two: for the table where it stands,
and for the pages of rules. What depends on the rule set is said as the rule set has it."""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable, Mapping
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from board.map.symbols import render_sign
from board.words.options import option_sentence
from homeworlds.pieces import Colour
from homeworlds.position import OVERPOPULATION, Position, System
from homeworlds.rules import RuleSet


class Topic(enum.StrEnum):
    """What can be explained, in the order in which a turn meets it."""

    BUILD = "build"
    TRADE = "trade"
    MOVE = "move"
    DISCOVER = "discover"
    ATTACK = "attack"
    SACRIFICE = "sacrifice"
    CATASTROPHE = "catastrophe"
    PASS = "pass"
    OUT = "out"
    GATE = "gate"
    CROWD = "crowd"
    OVERPOPULATED = "overpopulated"
    DERELICT = "derelict"
    LAST_TURN = "last-turn"
    BANK = "bank"
    TIMEWARP = "timewarp"
    ONE_STAR = "one-star"
    RED_ALERT = "red-alert"


TITLES: Final[Mapping[Topic, str]] = {
    Topic.BUILD: gettext_noop("Build"),
    Topic.TRADE: gettext_noop("Trade"),
    Topic.MOVE: gettext_noop("Move"),
    Topic.DISCOVER: gettext_noop("Discover"),
    Topic.ATTACK: gettext_noop("Attack"),
    Topic.SACRIFICE: gettext_noop("Sacrifice"),
    Topic.CATASTROPHE: gettext_noop("Catastrophe"),
    Topic.PASS: gettext_noop("Pass"),
    Topic.OUT: gettext_noop("Out of the game"),
    Topic.GATE: gettext_noop("Dashed ring"),
    Topic.CROWD: gettext_noop("Sign with %(short)d"),
    Topic.OVERPOPULATED: gettext_noop("Sign with “!”"),
    Topic.DERELICT: gettext_noop("Pale ships"),
    Topic.LAST_TURN: gettext_noop("Badge with numbers"),
    Topic.BANK: gettext_noop("Bank"),
    Topic.TIMEWARP: gettext_noop("Timewarp"),
    Topic.ONE_STAR: gettext_noop("One-star homeworld"),
    Topic.RED_ALERT: gettext_noop("Red Alert"),
}
_WORDS: Final[Mapping[Topic, str]] = {
    Topic.BUILD: gettext_noop(
        "The power of green: take a new ship in the colour of a ship you have there."
        " It is always the smallest one of that colour in the bank."
    ),
    Topic.TRADE: gettext_noop(
        "The power of blue: swap a ship of yours for a piece of the bank."
        " The size stays the same, the colour becomes another."
    ),
    Topic.MOVE: gettext_noop(
        "The power of yellow: take a ship to a connected system."
        " Two systems are connected when no star of one is as large as a star of the other."
    ),
    Topic.DISCOVER: gettext_noop(
        "The power of yellow, too: lay out any piece of the bank as a new star and take a ship there."
        " The new system must be connected with the one your ship comes from."
    ),
    Topic.ATTACK: gettext_noop(
        "The power of red: a ship of somebody else becomes yours and stays there. Each attack takes one ship."
    ),
    Topic.SACRIFICE: gettext_noop(
        "Give a ship back to the bank. Its dots are your number of actions, all with the power of its colour,"
        " in any system where you have a ship."
    ),
    Topic.CATASTROPHE: gettext_noop(
        "Where %(many)d or more pieces of one colour are, stars and everybody’s ships, you may send all of"
        " them to the bank. It costs no action and needs no ship there. Without a star the rest goes too."
    ),
    Topic.PASS: gettext_noop("End your turn without an action."),
    Topic.OUT: gettext_noop(
        "Whoever has no ship at home when a turn ends, or no home any more, is out of the game."
        " It is the work of the player whose turn it was."
    ),
    Topic.GATE: gettext_noop("No star of this size is here, so ships can travel to systems of this size."),
    Topic.CROWD: gettext_noop(
        "%(short)d pieces of this colour are here. One more, and the system is overpopulated."
    ),
    Topic.OVERPOPULATED: gettext_noop(
        "Overpopulated: %(many)d or more pieces of this colour are here."
        " Whoever has the turn may call a catastrophe."
    ),
    Topic.DERELICT: gettext_noop(
        "Ships of a player who is out. They hold their star and count as pieces, but nobody has their powers."
        " Everybody may attack them."
    ),
    Topic.LAST_TURN: gettext_noop("Here the last turn happened; the numbers are its steps."),
    Topic.BANK: gettext_noop(
        "All pieces that are not on the map, with their number. A frame marks what a build takes next."
    ),
    Topic.TIMEWARP: gettext_noop(
        "These actions come before the usual turn, with the powers at hand."
        " A sacrifice gives up those that are left, a pass one of them."
    ),
    Topic.ONE_STAR: gettext_noop("When this star is gone, so is the homeworld."),
    Topic.RED_ALERT: gettext_noop(
        "The site warns when any opponent, not only the next one, could put this player out of the game with"
        " one turn."
    ),
}
_OPTIONS: Final[Mapping[Topic, str]] = {
    Topic.ATTACK: "attack",
    Topic.CATASTROPHE: "catastrophes",
    Topic.OUT: "own_elimination",
}
"""The option of the rule set that belongs to the topic."""

POWERS: Final[Mapping[Colour, str]] = {
    Colour.RED: gettext_noop("red attacks"),
    Colour.YELLOW: gettext_noop("yellow moves and discovers"),
    Colour.GREEN: gettext_noop("green builds"),
    Colour.BLUE: gettext_noop("blue trades"),
}
ACTIONS: Final = (Topic.BUILD, Topic.TRADE, Topic.MOVE, Topic.DISCOVER, Topic.ATTACK, Topic.SACRIFICE)
MARKS: Final = (Topic.GATE, Topic.CROWD, Topic.OVERPOPULATED, Topic.DERELICT, Topic.LAST_TURN)
NUMBERS: Final = {"many": OVERPOPULATION, "short": OVERPOPULATION - 1}


class Explained(NamedTuple):
    topic: Topic
    title: str
    text: str


def explain(topic: Topic, rules: RuleSet | None = None) -> Explained:
    """The topic in words; with `rules` also what they settle about it."""
    sentences = [gettext(_WORDS[topic]) % NUMBERS]
    if rules is not None and (option := _OPTIONS.get(topic)):
        sentences.append(option_sentence(option, getattr(rules, option)))
    return Explained(topic, gettext(TITLES[topic]) % NUMBERS, " ".join(sentences))


def explain_all(topics: Container[Topic], rules: RuleSet) -> tuple[Explained, ...]:
    """In the order of a turn, each once."""
    return tuple([explain(topic, rules) for topic in Topic if topic in topics])


def explain_marks(rules: RuleSet) -> tuple[Explained, ...]:
    """Every mark that a map can have."""
    return explain_all(MARKS, rules)


def powers_in_words() -> list[tuple[SafeString, str]]:
    """The sign of each colour and what it does."""
    return [(SafeString(render_sign(colour)), gettext(words)) for colour, words in POWERS.items()]


def marks_on(position: Position, systems: Iterable[System]) -> set[Topic]:
    """The marks that the map has at these systems, but for those of the last turn."""
    marks = set()
    for system in systems:
        most = max([system.count(colour) for colour in Colour])
        if most >= OVERPOPULATION:
            marks.add(Topic.OVERPOPULATED)
        if any(system.count(colour) == OVERPOPULATION - 1 for colour in Colour):
            marks.add(Topic.CROWD)
        if any(system.fleets[seat] for seat in position.out):
            marks.add(Topic.DERELICT)
        if system.home is not None:
            marks.add(Topic.GATE)
    return marks
