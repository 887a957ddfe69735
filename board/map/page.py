"""The map of the table as HTML: one pure function of what lies there and of who looks at it.

A discovered system is a card in the column of its star's size, in the berth it was given; the
homeworlds stand in rows above and below. Everything is plain text put together with f-strings, so
every name passes through `escape`, and there is no style attribute (strict CSP).

What a program or a test takes hold of: a card has `data-target`, the name of its system, and a free
berth `data-berth`, the size of the star that is discovered there. Both have the class `lit` while a tap
on them does what is being chosen. The buttons of ships beside the map have `data-ship`, the ship in
notation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.legend import Topic, explain
from board.map.places import Arrangement, Place, Places
from board.map.symbols import (
    render_bank_piece,
    render_burst,
    render_gate,
    render_ghost,
    render_newcomer,
    render_ship,
    render_sign,
    render_star,
)
from board.map.traces import STARS, Spot, Trace, Traces
from board.words.systems import BANK_WORDS, SIZE_LABELS, STAR_WORDS, big_first, describe_system
from homeworlds.actions import Discover, Homeworld, Move, Pass, Turn
from homeworlds.pieces import PIECES, SIZES, Colour, Piece
from homeworlds.position import OVERPOPULATION, Position, System

Attributes = Mapping[str, str]
"""Attributes of a link, unescaped: `{"href": …, "hx-get": …}`."""

FRAME = {
    2: ((1,), (0,)),
    3: ((1, 2), (0,)),
    4: ((1, 2, 3), (0,)),
    5: ((2, 3), (1, 0, 4)),
    6: ((2, 3, 4), (1, 0, 5)),
}
"""The rows of homes above and below, by number of seats, in steps clockwise from the viewer."""

STACKED_OVER = 6
"""A larger fleet shows equal pieces once, with their number."""
LISTED_STEPS = 3
NO_TRACES = Traces()
NOTHING_LATELY: Mapping[str, int | None] = {}


_UNUSED = {(True, True): "", (False, True): " unused", (False, False): " unused unused-line"}


class _View(NamedTuple):
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

    def rows(self) -> int:
        """The berths drawn in each column."""
        if self.arrangement is None:
            return self.places.berths
        standing = [*self.places.systems.values(), *self.traces.vanished.values()]
        return self.arrangement.rows_for(self.places, standing)

    def used(self, place: Place) -> bool:
        """Whether the row of a place has ever been used, so that it takes room on a phone."""
        if self.arrangement is None:
            return place.berth in self.used_rows()
        return self.arrangement.berth(place) in self.used_rows()

    def used_rows(self) -> frozenset[int]:
        standing = [*self.places.systems.values(), *self.traces.vanished.values()]
        if self.arrangement is not None:
            return self.arrangement.used_rows(standing)
        return self.places.used | {place.berth for place in standing}

    def order(self, size: int) -> list[int]:
        """The berths of a column in the order in which they are drawn."""
        rows = self.rows()
        order = list(range(rows)) if self.arrangement is None else self.arrangement.order(size, rows)
        if self.position.players == 2 and self.viewer == 1:
            order[:4] = order[3::-1]
        return order

    def degrees(self, seat: int) -> int:
        """How far a seat's ships are turned, so that they point away from it."""
        players = self.position.players
        return (seat - self.viewer) % players * 360 // players


def render_map(
    position: Position,
    places: Places,
    *,
    viewer: int,
    seated: bool = True,
    selection: str | None = None,
    last_turn: Turn = (),
    last_mover: int | None = None,
    over: bool = False,
    reach: Container[str] | None = None,
    open_columns: Mapping[int, Sequence[Piece]] | None = None,
    ship: Piece | None = None,
    lit: Container[str] = (),
    lit_words: str = "",
    link: Callable[[str], Attributes] | None = None,
    discover_link: Callable[[int], Attributes] | None = None,
    traces: Traces = NO_TRACES,
    lately: Mapping[str, int | None] = NOTHING_LATELY,
    arrangement: Arrangement | None = None,
) -> SafeString:
    """The map from the seat `viewer`; `seated` False for a spectator, who owns nothing there.

    `selection` names the system chosen, `ship` the one chosen there; `last_turn` is canonical and was made by
    `last_mover`. `reach` names the systems to mark with it and `open_columns` the sizes whose next free
    berth is marked, with the stars that it can get; None: all that the system chosen connects to. `lit`
    names the systems of which one is to be tapped, and `lit_words` is said of each. `over` after the end:
    nobody is to move, no crowd is a danger. `link` gives the attributes of a system's link by its name,
    `discover_link` those of the free berth where a star of that size would come to stand; without them
    nothing is a link. `traces` has pieces drawn as ghosts where they lay before, and marks those that
    came. Besides the systems of the last turn those of `lately` have a corner in the colour of the seat that
    touched them. `arrangement` is the viewer's own. The symbols come from `render_symbols`.
    Raises KeyError when a system has no place.
    """
    view = _View(
        position=position,
        places=places,
        viewer=viewer,
        me=viewer if seated else None,
        selected=position.find(selection) if selection is not None else None,
        steps=touched(position, last_turn, last_mover),
        turn_maker=last_mover,
        over=over,
        reach=reach,
        open_columns={} if over else open_columns,
        link=link,
        discover_link=discover_link,
        ship=ship,
        lit=lit,
        lit_words=lit_words,
        traces=traces,
        lately=lately,
        arrangement=arrangement,
    )
    top, bottom = FRAME[position.players]
    columns = "".join([_column(view, size) for size in SIZES])
    choosing = " choosing" if view.selected or lit else ""
    return SafeString(
        f'<div class="map seats-{position.players}{choosing}">{_frame(view, top, "top")}'
        f'<div class="columns rows-{min(len(view.used_rows()), 12)}">{columns}</div>'
        f"{_frame(view, bottom, 'bottom')}</div>"
    )


def render_cards(
    position: Position,
    places: Places,
    systems: Iterable[str],
    *,
    prefix: str,
    last_turn: Turn = (),
    last_mover: int | None = None,
) -> SafeString:
    """Some systems of the map by themselves, for a picture beside text, as seat 0 sees them; what is not
    on the map is left out. `prefix` begins the ids."""
    steps = touched(position, last_turn, last_mover)
    view = _View(position, places, 0, 0, None, steps, last_mover, False, prefix=prefix)
    cards = []
    for name in systems:
        system = position.find(name)
        if name in places.homes:
            cards.append(_home(view, places.homes[name]))
        elif system is not None:
            cards.append(_system(view, system, places.systems[name]))
    return SafeString("".join(cards))


def render_badge(seat: int, name: str) -> SafeString:
    """The sign of a seat with the initial of its player."""
    initial = name[:1].upper()[:1]
    return SafeString(f'<b class="badge seat-{seat}" aria-hidden="true">{escape(initial)}</b>')


def render_piece(piece: Piece, owner: int | None = None, *, degrees: int = 0) -> SafeString:
    """One piece by itself, for a button: a ship with its owner's plate, or a piece of the bank."""
    if owner is None:
        return SafeString(render_bank_piece(piece))
    return SafeString(render_ship(piece, owner, degrees))


def render_bank(position: Position, *, before: Position | None = None) -> SafeString:
    """The twelve kinds in the bank with their numbers; what a build would take next is framed.

    Besides what is different from `before`, the position before the turn in the making, stands by how much.
    """
    before, groups = before or position, []
    for colour in Colour:
        cells = [_bank_cell(position, piece, before) for piece in PIECES if piece.colour == colour]
        groups.append(f'<span class="bank-group">{"".join(cells)}</span>')
    empty = ""
    if not any(position.in_bank(piece) for piece in PIECES):
        empty = f'<span class="bank-empty">{escape(gettext("The bank is empty."))}</span>'
    return SafeString(f'<span class="bank-strip">{"".join(groups)}{empty}</span>')


def _bank_cell(position: Position, piece: Piece, before: Position) -> str:
    number = position.in_bank(piece)
    values = {"piece": BANK_WORDS[piece], "number": number}
    kind, label = "", gettext("%(piece)s: %(number)d in the bank.") % values
    if not number:
        kind = " none"
    elif position.smallest_in_bank(piece.colour) == piece:
        kind, label = " next", gettext("%(piece)s: %(number)d in the bank, the next build.") % values
    if number == 1:
        kind += " last"
    changed = ""
    if change := number - before.in_bank(piece):
        signed = f"{change:+d}".replace("-", "\u2212")
        changed = f"<i>{signed}</i>"
        label = gettext("%(label)s By this turn: %(change)s.") % {"label": label, "change": signed}
    return (
        f'<span class="bank-piece{kind}" role="img" aria-label="{escape(label)}">'
        f"{render_bank_piece(piece)}<b>{number}</b>{changed}</span>"
    )


def touched(position: Position, turn: Turn, mover: int | None) -> dict[str, list[int]]:
    """The numbers of the steps at each system that the turn touched."""
    steps: dict[str, list[int]] = {}
    for number, action in enumerate(turn, start=1):
        names: tuple[str | None, ...]
        match action:
            case Homeworld():
                names = (None if mover is None else position.names[mover],)
            case Discover():
                names = (action.origin, action.name)
            case Move():
                names = (action.origin, action.destination)
            case Pass():
                names = ()
            case _:
                names = (action.system,)
        for name in names:
            if name is not None:
                steps.setdefault(name, []).append(number)
    return steps


def step_numbers(steps: Sequence[int]) -> str:
    """The steps of a turn at a system, in short."""
    if len(steps) > LISTED_STEPS:
        return f"{steps[0]}–{steps[-1]}"
    return "·".join(map(str, steps))


def _frame(view: _View, row: tuple[int, ...], side: str) -> str:
    players = view.position.players
    homes = [_home(view, (view.viewer + k) % players) for k in row]
    return f'<div class="frame {side} of-{len(row)}" role="list">{"".join(homes)}</div>'


def _home(view: _View, seat: int) -> str:
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
    body = f"{head}{_sky(view, system, seat)}{horizon}{_ground(view, system, seat)}"
    return _card(view, system, f"home-{seat}", kinds, body + _burst(view, system.name), owner=seat)


def _empty_home(view: _View, seat: int, kinds: list[str], head: str) -> str:
    player = view.position.names[seat]
    if seat in view.position.out:
        label = gettext("%(player)s is out and has no homeworld.") % {"player": player}
    else:
        label = gettext("%(player)s has no homeworld.") % {"player": player}
    return _item(
        f'<div class="{" ".join(kinds)} empty" id="{view.prefix}home-{seat}" role="group" '
        f'aria-label="{escape(label)}">{head}{_remains(view, player)}{_burst(view, player)}</div>'
    )


def _remains(view: _View, name: str) -> str:
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


def _burst(view: _View, name: str) -> str:
    """One jagged ring around a system for its catastrophes, with one tag for their steps."""
    steps = view.traces.bursts.get(name)
    return render_burst(steps) if steps else ""


def _ghosts(view: _View, name: str, owner: int, *, size: int = 0) -> str:
    """The pieces that lay there before, each with the step that took it away; of one size or of all."""
    degrees = view.degrees(owner)
    ghosts = []
    for trace in view.traces.gone.get((name, owner), ()):
        if size in (0, trace.piece.size):
            star = owner == STARS
            drawing = render_star(trace.piece) if star else render_ship(trace.piece, owner, degrees)
            ghosts.append(render_ghost(drawing, trace))
    return "".join(ghosts)


def _lane(view: _View, system: System, size: int) -> str:
    shown = "".join([render_star(star) for star in system.stars if star.size == size])
    return f"<span>{shown or render_gate(size)}{_ghosts(view, system.name, STARS, size=size)}</span>"


def _column(view: _View, size: int) -> str:
    """A column with its berths in the order of the page; one a line on a phone, two from 700 pixels."""
    systems = {system.name: system for system in view.position.systems}
    standing = {
        place.berth: systems[name]
        for name, place in view.places.systems.items()
        if place.column == size and name in systems
    }
    vanished = {place.berth: name for name, place in view.traces.vanished.items() if place.column == size}
    opened = view.selected is not None and (
        all(star.size != size for star in view.selected.stars)
        if view.open_columns is None
        else size in view.open_columns
    )
    next_one = view.places.next_berth(size, players=view.position.players, discoverer=view.position.mover)
    cells = []
    order = view.order(size)
    if opened and next_one not in order:
        order.append(next_one)
    used = [view.used(Place(size, berth)) for berth in order]
    for row, berth in enumerate(order):
        if berth in standing:
            cells.append(_system(view, standing[berth], Place(size, berth)))
        elif berth in vanished:
            cells.append(_vanished_system(view, vanished[berth]))
        elif opened and berth == next_one:
            cells.append(_open_berth(view, Place(size, berth)))
        else:
            # On a wide screen two berths share a line.
            line = used[row // 2 * 2 :][:2]
            cells.append(f'<i class="berth{_UNUSED[used[row], any(line)]}"></i>')
    label = escape(gettext(SIZE_LABELS[size]))
    return (
        f'<div class="column"><p class="size"><i>{"•" * size}</i> {label}</p>'
        f'<div class="berths" role="list" aria-label="{label}">{"".join(cells)}</div></div>'
    )


def _open_berth(view: _View, place: Place) -> str:
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


def _vanished_system(view: _View, name: str) -> str:
    shown = escape(name)
    label = escape(gettext("%(name)s is no more.") % {"name": name})
    return _item(
        f'<div class="system vanished" role="group" aria-label="{label}"><s class="name">{shown}</s>'
        f"{_remains(view, name)}{_burst(view, name)}</div>"
    )


def _system(view: _View, system: System, place: Place) -> str:
    chips = _chips(view, system)
    owners = [seat for seat, fleet in enumerate(system.fleets) if fleet]
    badge = ""
    if view.position.players > 2 and len(owners) == 1:
        badge = render_badge(owners[0], view.position.names[owners[0]])
    name = escape(system.name)
    stars = "".join([render_star(star) for star in system.stars]) + _ghosts(view, system.name, STARS)
    body = (
        f'{_sky(view, system)}<span class="horizon">{stars}<span class="label"><span class="named">{badge}'
        f'<bdi class="name" title="{name}">{name}</bdi></span>{chips}</span></span>{_ground(view, system)}'
    )
    kinds = ["system", "chipped"] if chips else ["system"]
    # Without a name in it: the same card after every swap, so that the focus stays.
    body += _burst(view, system.name)
    return _card(view, system, f"berth-{place.column}-{place.berth}", kinds, body, owner=None)


def _card(view: _View, system: System, id_: str, kinds: list[str], body: str, *, owner: int | None) -> str:
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


def _sky(view: _View, system: System, home_of: int | None = None) -> str:
    """The fleets of everyone but the viewer, from his left neighbour on."""
    players = view.position.players
    owners = [(view.viewer + k) % players for k in range(1, players)]
    return f'<span class="sky">{"".join([_fleet(view, system, owner, home_of) for owner in owners])}</span>'


def _ground(view: _View, system: System, home_of: int | None = None) -> str:
    return f'<span class="ground">{_fleet(view, system, view.viewer, home_of)}</span>'


def _fleet(view: _View, system: System, owner: int, home_of: int | None) -> str:
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


def _chips(view: _View, system: System) -> str:
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
