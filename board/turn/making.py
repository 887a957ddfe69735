"""The half-made turn as the table shows it. No rules: what may come next says the library.

The turn in the making is text in the address: its notation, and what has been chosen of the next
step. So every choice is a plain link, and clicked and typed turns are one thing.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from board.turn.order import ReadTurn, TypedStep, text_of, tidy
from board.words.refusals import sentence, translated
from homeworlds.actions import Action, Attack, Build, Discover, Homeworld, Move, Sacrifice, Trade, Turn
from homeworlds.descriptions import describe_action, describe_effects
from homeworlds.notation import format_action
from homeworlds.pieces import Colour, Piece, find_piece
from homeworlds.turn import HalfTurn, Loss

LONGEST_TEXT = 10_000
"""Characters of a typed order that are shown again; no turn needs a fifth of them."""
LONGEST_ADDRESS = 3000
"""Characters of an address after its path: servers refuse more than 4,000 before the site sees them."""


class Verb(enum.StrEnum):
    """What a ship can do, in the order of the buttons."""

    BUILD = "build"
    TRADE = "trade"
    MOVE = "move"
    DISCOVER = "discover"
    ATTACK = "attack"
    SACRIFICE = "sacrifice"


def verb_of(action: Action) -> Verb | None:
    """None for what needs no ship chosen: setup, catastrophe and pass."""
    match action:
        case Build():
            return Verb.BUILD
        case Trade():
            return Verb.TRADE
        case Move():
            return Verb.MOVE
        case Discover():
            return Verb.DISCOVER
        case Attack():
            return Verb.ATTACK
        case Sacrifice():
            return Verb.SACRIFICE
    return None


@dataclass(frozen=True, slots=True)
class Choosing:
    """What the address says: the turn so far, and what is chosen of the next step."""

    text: str = ""
    at: str = ""
    ship: Piece | None = None
    verb: Verb | None = None
    to: str = ""
    """Where to move, while the ship is still to be chosen."""
    size: int | None = None
    """Of the star to discover."""
    stars: tuple[Piece, ...] = ()
    """Chosen for the homeworld."""
    threat: bool = False
    """Show the turn that a Red Alert warns of."""
    anew: bool = False
    """Nothing is done, also where a turn was begun before."""

    @classmethod
    def from_query(cls, query: QueryDict) -> Choosing:
        """Reads leniently: what cannot be is as if it had not been chosen."""
        text = tidy(query.get("turn", ""))
        if name := query.get("name", "").strip():
            # The new name of the system that the last step discovers.
            text = f"{text} {name}"
        verb, size = query.get("do", ""), query.get("size", "")
        stars = [find_piece(star) for star in query.getlist("star")[:2]]
        chosen = any([text, stars, query.get("at")])
        return cls(
            text=text[:LONGEST_TEXT],
            at=query.get("at", ""),
            ship=find_piece(query.get("ship", "")),
            verb=Verb(verb) if verb in list(Verb) else None,
            to=query.get("to", ""),
            size=int(size) if size in ("1", "2", "3") else None,
            stars=tuple([star for star in stars if star is not None]),
            threat=query.get("threat") == "1",
            anew="turn" in query and not chosen,
        )

    def pairs(self) -> list[tuple[str, str]]:
        """The same as an address says it; without what is not chosen, and without too long an order."""
        chosen = [
            ("turn", self.text if self.fits_address else ""),
            *[("star", str(star)) for star in self.stars],
            ("at", self.at),
            ("do", self.verb or ""),
            ("ship", str(self.ship) if self.ship is not None else ""),
            ("to", self.to),
            ("size", str(self.size or "")),
            ("threat", "1" if self.threat else ""),
        ]
        said = [(name, value) for name, value in chosen if value]
        return said or ([("turn", "")] if self.anew else [])

    def query(self) -> str:
        """The end of an address; empty when nothing is chosen."""
        return query_of(self.pairs())

    def half_made(self) -> str:
        """The same of what is worth keeping until another day."""
        return Choosing(text=self.text, stars=self.stars).query()

    @property
    def fits_address(self) -> bool:
        """Every legal turn does, but not whatever can be typed."""
        return len(query_of([("turn", self.text)])) <= LONGEST_ADDRESS


def query_of(pairs: Sequence[tuple[str, str]]) -> str:
    return f"?{urlencode(pairs)}" if pairs else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses of a table: each a page of its own, which HTMX loads as a fragment."""

    page: str
    fragment: str
    """Empty where there is none, and HTMX takes the table out of the page."""
    show: str
    """Takes a typed order, to look at."""
    end: str
    """Takes the form that ends the turn."""
    end_fragment: str
    carried: tuple[tuple[str, str], ...] = ()
    """What each address of this table says besides what is chosen."""

    def to(self, choosing: Choosing) -> dict[str, str]:
        """The attributes of a link, unescaped. The answer tells HTMX the address to show."""
        query = query_of([*self.carried, *choosing.pairs()])
        if not self.fragment:
            return {"href": self.page + query}
        return {
            "href": self.page + query,
            "hx-get": self.fragment + query,
            "hx-target": "#table",
            "hx-swap": "outerHTML",
        }

    def markup(self, choosing: Choosing) -> SafeString:
        """The same, ready for a template."""
        return format_html_join("", ' {}="{}"', self.to(choosing).items())


def back_to(half: HalfTurn) -> Choosing:
    """The turn as it was then; where nothing was done yet the address says so, or what was begun on an
    earlier visit would be found again."""
    return Choosing(text=text_of(half), anew=not half.turn)


def text_with(half: HalfTurn, action: Action) -> str:
    """The turn so far and one step more, in notation."""
    steps = text_of(half)
    step = format_action(action, half.start.players)
    return f"{steps}; {step}" if steps else step


def choosing_after(half: HalfTurn, action: Action, at: str) -> Choosing:
    """The address after a step: the system stays chosen while something can follow there. Not before a
    further move, so that a card of the map is a system to start from and not yet one to go to."""
    system = half.position.find(at)
    ships = len(system.fleets[half.mover]) if system else 0
    if isinstance(action, Sacrifice | Move | Discover):
        ships -= 1
    more = isinstance(action, Sacrifice) or half.actions_left > 1
    power = action.ship.colour if isinstance(action, Sacrifice) else half.power
    stays = more and ships and power is not Colour.YELLOW
    return Choosing(text=text_with(half, action), at=at if stays else "")


@dataclass(frozen=True, slots=True)
class Making:
    """A turn in the making, in words."""

    half: HalfTurn
    text: str
    error: str
    typed: tuple[TypedStep, ...]
    """The steps of what was typed, when one of them is wrong."""
    meant: tuple[tuple[str, SafeString], ...]
    """What may have been meant, and where that leads."""
    is_other: bool
    """Something was asked for that is no step: to resign, a draw."""
    actions: str
    """How many actions are left: “2 builds left”."""
    steps: tuple[str, ...]
    effects: tuple[str, ...]
    """What it costs and wins; who falls says the verdict."""
    undo: SafeString
    start_over: SafeString
    may_end: bool
    why_not: str
    """Why the turn may not end here, although something has been done."""
    dim: str
    """Why the turn may not end yet, whatever has been done; empty when it may."""
    discovered: str
    """The turn up to the name of the system that the last step discovers; empty if it does not."""
    discovered_name: str

    @property
    def goes_on(self) -> bool:
        """Something useful is left to do."""
        return bool(self.half.actions_left) and not is_setup(self.half)

    @property
    def setting_up(self) -> bool:
        return is_setup(self.half)


def is_setup(half: HalfTurn) -> bool:
    return half.start.homeworld(half.mover) is None


def make(read: ReadTurn, links: Links) -> Making:
    """The half-made turn for the page of the player who makes it."""
    half = read.half
    names, mover = half.start.names, half.mover
    why_not = half.why_not_end()
    previous, last = half.previous, half.turn[-1] if half.turn else None
    undo = SafeString("")
    if previous is not None:
        back = back_to(previous)
        if isinstance(last, Homeworld):
            back = replace(back, stars=last.stars)
        undo = links.markup(back)
    discovery = _discovery(half, last)
    return Making(
        half=half,
        text=read.text,
        error=read.error,
        typed=read.steps,
        meant=tuple([(meant.label, links.markup(Choosing(text=meant.order))) for meant in read.meant]),
        is_other=read.is_other,
        actions=actions_left_sentence(half),
        steps=turn_words(half.turn, mover, names),
        effects=_told(half),
        undo=undo,
        start_over=links.markup(Choosing(anew=True)),
        may_end=why_not is None and not read.error,
        why_not=sentence(why_not) if why_not and half.turn else "",
        dim=read.error or (sentence(why_not) if why_not else ""),
        discovered=discovery[0],
        discovered_name=discovery[1],
    )


def _told(half: HalfTurn) -> tuple[str, ...]:
    """What the turn does beside what its steps say themselves: captures and the sacrifice."""
    if not half.turn:
        return ()
    effects = half.effects()
    sacrificed = [
        Loss(half.mover, step.ship, step.system) for step in half.turn if isinstance(step, Sacrifice)
    ]
    lost = list(effects.ships_lost)
    for loss in sacrificed:
        lost.remove(loss)
    effects = effects._replace(ships_lost=tuple(lost), ships_captured=(), would_fall=())
    told = describe_effects(effects, half.start.names, half.mover)
    return tuple([translated(effect.words) for effect in told])


def _discovery(half: HalfTurn, last: Action | None) -> tuple[str, str]:
    if not isinstance(last, Discover) or half.previous is None:
        return "", ""
    return text_with(half.previous, replace(last, name=None)), last.name or ""


def turn_words(turn: Turn, mover: int, names: Sequence[str]) -> tuple[str, ...]:
    """What was done, step by step, without saying by whom."""
    return tuple([translated(describe_action(_owned(action, mover, names), names)) for action in turn])


def _owned(action: Action, mover: int, names: Sequence[str]) -> Action:
    """With two seats the notation leaves the owner of an attacked ship out."""
    if isinstance(action, Attack) and action.owner is None and len(names) == 2:
        return replace(action, owner=1 - mover)
    return action


def actions_left_sentence(half: HalfTurn) -> str:
    number = half.actions_left
    if is_setup(half):
        return gettext("Your homeworld is ready.") if half.turn else gettext("Set up your homeworld.")
    if not number:
        return gettext("No action left.")
    if half.power is None:
        return ngettext("{number} action", "{number} actions", number).format(number=number)
    return _power_left(half.power, number).format(number=number)


def _power_left(power: Colour, number: int) -> str:
    sentences: Mapping[Colour, str] = {
        Colour.RED: ngettext("{number} attack left", "{number} attacks left", number),
        Colour.YELLOW: ngettext("{number} move left", "{number} moves left", number),
        Colour.GREEN: ngettext("{number} build left", "{number} builds left", number),
        Colour.BLUE: ngettext("{number} trade left", "{number} trades left", number),
    }
    return sentences[power]
