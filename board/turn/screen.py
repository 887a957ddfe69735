"""What every screen has on which a turn is made: the table, the sandbox and the guided first game."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.cards import Attributes
from board.map.legend import Explained, Topic, explain_all, marks_on, powers_in_words
from board.map.page import Marks, Seen, render_map
from board.map.snapshot import Snapshot
from board.map.symbols import render_symbols
from board.turn.cautions import Cautions
from board.turn.choices import Choices
from board.turn.facts import SystemFacts
from board.turn.first import FirstSheet
from board.turn.making import Choosing, Links, Making
from board.turn.slots import Slot, slots_of
from board.turn.verdict import Kind
from homeworlds.rules import RuleSet

NO_CAUTIONS = Cautions(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the answer to a form adds to the screen."""

    notice: str = ""
    """Why the turn did not count."""
    error: str = ""
    """What is wrong with the form itself."""
    confirm: bool = False
    """Ask whether the turn shall end although it eliminates its maker."""
    key: str = ""
    """The key of the form that asked; empty for a new one."""
    found: bool = False
    """The turn in the making was begun on an earlier visit."""
    kept: bool = False
    """The order comes from a table that has become old; it may have counted by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnScreen:
    """What `games/_turn.html`, `games/_order.html` and `games/_bank.html` ask of a screen."""

    links: Links
    map: SafeString
    bank: SafeString
    facts: SystemFacts | None = None
    """Of the system that is chosen."""
    making: Making | None
    """None: the viewer has no turn to make."""
    choices: Choices | None
    explained: tuple[Explained, ...]
    """What can be done now, and what the turn in the making does."""
    cautions: Cautions = NO_CAUTIONS
    """What to think of before the turn in the making ends, and what it does to the game."""
    said: Said
    newcomer: bool = False
    """One of the first games of who makes the turn: what to do next is said at every step."""
    first: FirstSheet | None = None
    """How a newcomer sets up; None for everybody else."""

    @property
    def end_look(self) -> str:
        """Of the button that ends the turn: gold when there is nothing better to do."""
        verdict = self.cautions.verdict
        if self.making is None or not self.making.may_end:
            return ""
        if verdict is not None and not verdict.wins_or_lives_on:
            return " hot" if verdict.kind is Kind.OUT else ""
        wins = verdict is not None and verdict.kind is Kind.WINS
        return " primary" if wins or not self.making.goes_on else ""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The sacrifice in the making, step by step; empty without one."""
        return slots_of(self.making.half, self.links) if self.making and self.making.steps else ()

    @property
    def symbols(self) -> SafeString:
        """The shapes that the drawings refer to, once for the whole page."""
        rows = self.choices.rows if self.choices else ()
        pieces = [choice.piece for row in rows for choice in row.choices]
        if self.choices and self.choices.going:
            pieces.append(self.choices.going.piece)
        return render_symbols(
            self.map,
            self.bank,
            *pieces,
            *[slot.drawn for slot in self.slots],
            *(self.facts.marks if self.facts else ()),
            *(self.first.drawn if self.first else ()),
        )

    @property
    def powers(self) -> list[tuple[SafeString, str]]:
        return powers_in_words()


def explain_turn(making: Making | None, choices: Choices | None, rules: RuleSet) -> tuple[Explained, ...]:
    """What can be chosen now, the marks of the system chosen, and what the turn in the making threatens."""
    if making is None or choices is None or making.setting_up:
        return ()
    topics = {Topic(verb) for verb in choices.verbs}
    if choices.passing:
        topics.add(Topic.PASS)
    if choices.catastrophes or choices.elsewhere:
        topics.add(Topic.CATASTROPHE)
    if making.half.effects().would_fall:
        topics.add(Topic.OUT)
    system = making.half.position.find(choices.at) if choices.at else None
    if system is not None and making.half.actions_left:
        topics |= marks_on(making.half.position, [system]) - {Topic.GATE}
    return explain_all(topics, rules)


def linked_map(
    table: Snapshot, seen: Seen, choices: Choices | None, choosing: Choosing, links: Links | None
) -> SafeString:
    """The map whose cards and free berths lead where the choice goes on.

    `choices` None: there is no turn to make, and a card only shows what its system connects to.
    `links` None: nothing is a link.
    """

    def discover_link(size: int) -> Attributes:
        return links.to(choices.berths[size].target) if links and choices else {}

    marks = Marks(
        selection=choosing.at or (choices.at if choices else "") or None,
        link=partial(map_link, choices, choosing, links) if links else None,
        founding=choosing.stars,
    )
    if choices:
        lit, lit_words = _lit(choices)
        marks = marks._replace(
            ship=choices.ship,
            reach=choices.reach,
            open_columns={size: berth.stars for size, berth in choices.berths.items()},
            lit=lit,
            lit_words=lit_words,
            discover_link=discover_link,
        )
    return render_map(table, seen, marks)


def _lit(choices: Choices) -> tuple[Container[str], str]:
    """The systems of which one is to be tapped, and what is said of each."""
    if not choices.moves:
        return choices.acting, gettext("You can act here.")
    if choices.ship is None:
        return choices.moves, gettext("Moves a ship here.")
    return choices.moves, gettext("Moves {ship} here.").format(ship=choices.ship)


def map_link(choices: Choices | None, choosing: Choosing, links: Links, name: str) -> Attributes:
    """Where the card of a system leads: the move that is being chosen, or the choice of the system. The stars
    chosen for a homeworld stay chosen."""
    if choices is None:
        return links.to(Choosing(at="" if name == choosing.at else name))
    if name in choices.moves:
        return links.to(choices.moves[name])
    at = "" if name in (choosing.at, choices.at) else name
    return links.to(Choosing(text=choosing.text, stars=choosing.stars, at=at))
