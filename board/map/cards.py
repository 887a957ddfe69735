"""The systems of the map as cards: a homeworld or another system, with what lies there and its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from html import escape
from typing import NamedTuple

from django.utils.translation import gettext

from board.map.legend import Topic, explain
from board.map.places import Arrangement, Place, Places
from board.map.symbols import (
    render_badge,
    render_burst,
    render_gate,
    render_ghost,
    render_newcomer,
    render_ship,
    render_sign,
    render_star,
)
from board.map.traces import STARS, Spot, Trace, Traces
from board.words.systems import STAR_WORDS, big_first, describe_system
from homeworlds.pieces import SIZES, Colour, Piece
from homeworlds.position import OVERPOPULATION, Position, System

Attributes = Mapping[str, str]
"""Attributes of a link, unescaped: `{"href": …, "hx-get": …}`."""

STACKED_OVER = 6
"""A larger fleet shows equal pieces once, with their number."""
LISTED_STEPS = 3
NO_TRACES = Traces()
NOTHING_LATELY: Mapping[str, int | None] = {}


class View(NamedTuple):
    """What a map shows, and to whom."""

    position: Position
    places: Places
    viewer: int
    me: int | None
    selected: System | None
    steps: Mapping[str, list[int]]
    turn_maker: int | None
    over: bool
    reach: Container[str] | None = None
    open_columns: Mapping[int, Sequence[Piece]] | None = None
    link: Callable[[str], Attributes] | None = None
    discover_link: Callable[[int], Attributes] | None = None
    ship: Piece | None = None
    lit: Container[str] = ()
    lit_words: str = ""
    traces: Traces = NO_TRACES
    lately: Mapping[str, int | None] = NOTHING_LATELY
    prefix: str = ""
    """Of the ids, where several pictures stand on a page."""
    arrangement: Arrangement | None = None
    founding: Sequence[Piece] = ()
    """The stars that whoever sets up has chosen so far."""

    def degrees(self, seat: int) -> int:
        """How far a seat's ships are turned, so that they point away from it."""
        players = self.position.players
        return (seat - self.viewer) % players * 360 // players


def step_numbers(steps: Sequence[int]) -> str:
    """The steps of a turn at a system, in short."""
    if len(steps) > LISTED_STEPS:
        return f"{steps[0]}–{steps[-1]}"
    return "·".join(map(str, steps))


def home_card(view: View, seat: int) -> str:
    position = view.position
    name = view.places.home_of(seat)
    system = position.find(name) if name is not None else None
    kinds = [f"home seat-{seat}"]
    if seat == view.viewer:
        kinds.append("below")
    if seat in position.out:
        kinds.append("out")
    elif seat == position.mover and not view.over:
        kinds.append("mover")
    player = position.names[seat]
    shown = f'<bdi class="name" title="{escape(player)}">{escape(player)}</bdi>'
    if seat in position.out:
        shown = f"<s>{shown}</s>"
    chips = _chips(view, system) if system else ""
    if "mover" in kinds:
        mine = seat == view.me
        kinds += ["mine"] if mine else []
        words = gettext("your turn") if mine else gettext("to move")
        chips += f'<span class="moves" aria-hidden="true">{escape(words)}</span>'
    head = f'<span class="head">{render_badge(seat, player)}{shown}{chips}</span>'
    if system is None:
        return _empty_home(view, seat, kinds, head)
    lanes = "".join([_lane(view, system, size) for size in SIZES])
    horizon = f'<span class="horizon lanes">{lanes}</span>'
    sky, ground = _sky_and_ground(view, system, seat)
    body = f"{head}{sky}{horizon}{ground}"
    return _card(view, system, f"home-{seat}", kinds, body + _burst(view, system.name), owner=seat)


def _empty_home(view: View, seat: int, kinds: list[str], head: str) -> str:
    player, position = view.position.names[seat], view.position
    stars = view.founding if seat == position.mover and seat not in position.out else ()
    if seat in position.out:
        label = gettext("%(player)s is out and has no homeworld.") % {"player": player}
    elif stars:
        words = ", ".join([gettext(STAR_WORDS[star]) for star in stars])
        label = gettext("Chosen for the homeworld of {player}: {stars}.").format(player=player, stars=words)
    else:
        label = gettext("%(player)s has no homeworld.") % {"player": player}
    lanes = "".join([f"<span>{_stars_or_gate(stars, size)}</span>" for size in SIZES]) if stars else ""
    head += f'<span class="horizon lanes">{lanes}</span>' if lanes else ""
    return _item(
        f'<div class="{" ".join(kinds)} empty" id="{view.prefix}home-{seat}" role="group" '
        f'aria-label="{escape(label)}">{head}{_remains(view, player)}{_burst(view, player)}</div>'
    )


def _remains(view: View, name: str) -> str:
    """The ghosts of a system that is no more: its stars, then the ships of each."""
    fleets = "".join(
        [
            f'<span class="fleet">{ghosts}</span>'
            for owner in range(view.position.players)
            if (ghosts := _ghosts(view, name, owner))
        ]
    )
    ghosts = _ghosts(view, name, STARS) + fleets
    return f'<span class="remains">{ghosts}</span>' if ghosts else ""


def _burst(view: View, name: str) -> str:
    """One jagged ring around a system for its catastrophes, with one tag for their steps."""
    steps = view.traces.bursts.get(name)
    return render_burst(steps) if steps else ""


def _ghosts(view: View, name: str, owner: int, *, size: int = 0) -> str:
    """The pieces that lay there before, each with the step that took it away; of one size or of all."""
    degrees = view.degrees(owner)
    ghosts = []
    for trace in view.traces.gone.get((name, owner), ()):
        if size in (0, trace.piece.size):
            star = owner == STARS
            drawing = render_star(trace.piece) if star else render_ship(trace.piece, owner, degrees)
            ghosts.append(render_ghost(drawing, trace))
    return "".join(ghosts)


def _lane(view: View, system: System, size: int) -> str:
    ghosts = _ghosts(view, system.name, STARS, size=size)
    return f"<span>{_stars_or_gate(system.stars, size)}{ghosts}</span>"


def _stars_or_gate(stars: Sequence[Piece], size: int) -> str:
    return "".join([render_star(star) for star in stars if star.size == size]) or render_gate(size)


def open_berth(view: View, place: Place) -> str:
    if view.discover_link is None or not view.open_columns:
        return '<i class="berth open"></i>'
    stars = view.open_columns[place.column]
    words = ", ".join([gettext(STAR_WORDS[star]) for star in stars])
    label = gettext("discover: {stars}").format(stars=words)
    drawn = "".join(map(render_star, stars))
    return _item(
        f'<a class="berth open lit" id="berth-{place.column}-{place.berth}" data-berth="{place.column}" '
        f'aria-label="{escape(label)}"{_attributes(view.discover_link(place.column))}>'
        f"<span>{drawn}</span>{escape(gettext('discover'))}</a>"
    )


def vanished_card(view: View, name: str) -> str:
    shown = escape(name)
    label = escape(gettext("%(name)s is no more.") % {"name": name})
    return _item(
        f'<div class="system vanished" role="group" aria-label="{label}"><s class="name">{shown}</s>'
        f"{_remains(view, name)}{_burst(view, name)}</div>"
    )


def system_card(view: View, system: System, place: Place) -> str:
    chips = _chips(view, system)
    owners = [seat for seat, fleet in enumerate(system.fleets) if fleet]
    badge = ""
    if view.position.players > 2 and len(owners) == 1:
        badge = render_badge(owners[0], view.position.names[owners[0]])
    name = escape(system.name)
    stars = "".join([render_star(star) for star in system.stars]) + _ghosts(view, system.name, STARS)
    sky, ground = _sky_and_ground(view, system)
    body = (
        f'{sky}<span class="horizon">{stars}<span class="label"><span class="named">{badge}'
        f'<bdi class="name" title="{name}">{name}</bdi></span>{chips}</span></span>{ground}'
    )
    kinds = ["system", "chipped"] if chips else ["system"]
    # Without a name in it: the same card after every swap, so that the focus stays.
    body += _burst(view, system.name)
    return _card(view, system, f"berth-{place.column}-{place.berth}", kinds, body, owner=None)


def _card(view: View, system: System, id_: str, kinds: list[str], body: str, *, owner: int | None) -> str:
    """The link around a system, with its place in the present selection."""
    current = ""
    by = view.lately.get(system.name)
    if system.name in view.steps and view.turn_maker != view.position.mover:
        # A turn in the making shows its steps only.
        by = view.turn_maker
    if by is not None:
        kinds += ["touched", f"by-{by}"]
    if view.selected is not None:
        if view.selected is system:
            kinds.append("selected")
            current = ' aria-current="true"'
        elif view.selected.connects_to(system) if view.reach is None else system.name in view.reach:
            kinds.append("reach")
        elif system.name not in view.lit:
            kinds.append("far")
    elif view.lit and system.name not in view.lit:
        kinds.append("far")
    label = describe_system(
        view.position,
        system,
        owner=owner,
        me=view.me,
        steps=view.steps.get(system.name, ()),
        gone=_pieces(view.traces.gone, system),
        come=_pieces(view.traces.come, system),
    )
    if system.name in view.lit:
        kinds.append("lit")
        label = f"{label} {view.lit_words}"
    shared = f'class="{" ".join(kinds)}" id="{view.prefix}{id_}" aria-label="{escape(label)}"{current}'
    if view.link is None:
        return _item(f'<div {shared} role="group">{body}</div>')
    target = f' data-target="{escape(system.name)}"'
    return _item(f"<a {shared}{target}{_attributes(view.link(system.name))}>{body}</a>")


def _item(card: str) -> str:
    """To screen readers the map is lists of systems: a row of homeworlds, or the systems of a size."""
    return f'<div class="item" role="listitem">{card}</div>'


def _pieces(traces: Mapping[Spot, Sequence[Trace]], system: System) -> list[Piece]:
    """The ships among the traces at a system."""
    spots = [(system.name, owner) for owner in range(len(system.fleets))]
    return [trace.piece for spot in spots for trace in traces.get(spot, ())]


def _attributes(attributes: Attributes) -> str:
    return "".join([f' {name}="{escape(value)}"' for name, value in attributes.items()])


def _sky_and_ground(view: View, system: System, home_of: int | None = None) -> tuple[str, str]:
    """The fleets of everyone but the viewer, from his left neighbour on, and the viewer's own."""
    players = view.position.players
    ground, *others = [
        _fleet(view, system, (view.viewer + step) % players, home_of) for step in range(players)
    ]
    sky, is_home = "".join(others), home_of is not None
    return (
        f'<span class="sky">{sky}</span>' if sky or is_home else "",
        f'<span class="ground">{ground}</span>' if ground or is_home else "",
    )


def _fleet(view: View, system: System, owner: int, home_of: int | None) -> str:
    """A line of ships that may wrap; with a badge where the owner is not clear without it."""
    fleet = system.fleets[owner]
    ghosts = _ghosts(view, system.name, owner)
    if not fleet and not ghosts:
        return ""
    owners = sum(map(bool, system.fleets))
    badge = ""
    if view.position.players > 2 and (owners > 1 or not fleet or home_of not in (None, owner)):
        badge = render_badge(owner, view.position.names[owner])
    degrees = view.degrees(owner)
    ships, newcomers = big_first(fleet), []
    for trace in view.traces.come.get((system.name, owner), ()):
        if trace.piece in ships:
            ships.remove(trace.piece)
            glyph = render_ship(trace.piece, owner, degrees)
            newcomers.append(render_newcomer(glyph, trace))
    chosen = view.ship if view.selected is system and owner == view.position.mover else None
    if len(ships) > STACKED_OVER:
        glyphs = [
            _chosen(_stack(render_ship(piece, owner, degrees), number, degrees), piece == chosen)
            for piece, number in Counter(ships).items()
        ]
    else:
        first = ships.index(chosen) if chosen in ships else -1
        glyphs = [
            _chosen(render_ship(piece, owner, degrees), place == first) for place, piece in enumerate(ships)
        ]
    kinds = "fleet"
    if owner in view.position.out:
        kinds += " derelict"
    glyphs += newcomers
    if len(glyphs) == 4 and degrees % 180 == 0 and not ghosts:
        kinds += " four"
    return f'<span class="{kinds}">{badge}{"".join(glyphs)}{ghosts}</span>'


def _chosen(ship: str, chosen: bool) -> str:
    return f'<span class="chosen">{ship}</span>' if chosen else ship


def _stack(ship: str, number: int, degrees: int) -> str:
    """A ship that stands for several; the tag lies at its tip, right of one that points up or down."""
    if number == 1:
        return ship
    side = "left" if 180 < degrees < 360 else "right"
    height = "high" if degrees < 90 or degrees > 270 else "low"
    return f'<span class="stack {side} {height}">{ship}<b>×{number}</b></span>'


def _chips(view: View, system: System) -> str:
    chips = []
    steps = view.steps.get(system.name)
    if steps and view.turn_maker is not None:
        numbers = step_numbers(steps)
        badge = render_badge(view.turn_maker, view.position.names[view.turn_maker])
        chips.append(f'<span class="chip step"{_title(Topic.LAST_TURN)}>{badge}<span>{numbers}</span></span>')
    for colour in () if view.over else Colour:
        number = system.count(colour)
        if number >= OVERPOPULATION:
            chips.append(
                f'<span class="chip hot"{_title(Topic.OVERPOPULATED)}>{render_sign(colour)}{number}!</span>'
            )
        elif number == OVERPOPULATION - 1:
            chips.append(
                f'<span class="chip crowd"{_title(Topic.CROWD)}>{render_sign(colour)}{number}</span>'
            )
    return f'<span class="chips">{"".join(chips)}</span>' if chips else ""


def _title(topic: Topic) -> str:
    return f' title="{escape(explain(topic).text)}"'
