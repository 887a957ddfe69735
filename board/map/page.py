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

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from board.map.cards import (
    NO_TRACES,
    NOTHING_LATELY,
    Attributes,
    View,
    home_card,
    open_berth,
    system_card,
    vanished_card,
)
from board.map.places import Arrangement, Place
from board.map.snapshot import Snapshot
from board.map.symbols import render_bank_piece
from board.map.traces import Traces
from board.words.systems import BANK_WORDS, SIZE_LABELS
from homeworlds.pieces import PIECES, SIZES, Colour, Piece
from homeworlds.position import Position

FRAME = {
    2: ((1,), (0,)),
    3: ((1, 2), (0,)),
    4: ((1, 2, 3), (0,)),
    5: ((2, 3), (1, 0, 4)),
    6: ((2, 3, 4), (1, 0, 5)),
}
"""The rows of homes above and below, by number of seats, in steps clockwise from the viewer."""
_UNUSED = {(True, True): "", (False, True): " unused", (False, False): " unused unused-line"}


class Seen(NamedTuple):
    """From where, by whom, and what he has not seen before."""

    viewer: int = 0
    """The seat from which it is seen."""
    seated: bool = True
    """No: a spectator, who owns nothing there."""
    traces: Traces = NO_TRACES
    """Pieces are drawn as ghosts where they lay before, and those that came are marked."""
    lately: Mapping[str, int | None] = NOTHING_LATELY
    """Systems with a corner in the colour of the seat that touched them, besides those of the last turn."""
    arrangement: Arrangement | None = None
    """The viewer's own."""


FROM_THE_FIRST = Seen()


class Marks(NamedTuple):
    """What can be done next, and where it leads."""

    selection: str | None = None
    """The system chosen."""
    ship: Piece | None = None
    """The ship chosen there."""
    reach: Container[str] | None = None
    """The systems to mark with the one chosen; None: all that it connects to."""
    open_columns: Mapping[int, Sequence[Piece]] | None = None
    """The sizes whose next free berth is marked, with the stars that it can get; None: as for `reach`."""
    lit: Container[str] = ()
    """The systems of which one is to be tapped."""
    lit_words: str = ""
    """Said of each of them."""
    founding: Sequence[Piece] = ()
    """The stars that the mover has chosen so far for a homeworld."""
    link: Callable[[str], Attributes] | None = None
    """The attributes of a system's link by its name; None: nothing is a link."""
    discover_link: Callable[[int], Attributes] | None = None
    """Of the free berth where a star of that size would come to stand."""


NO_MARKS = Marks()


def render_map(table: Snapshot, seen: Seen = FROM_THE_FIRST, marks: Marks = NO_MARKS) -> SafeString:
    """The map. The symbols come from `render_symbols`. Raises KeyError when a system has no place."""
    position, chosen = table.position, marks.selection
    view = View(
        position=position,
        places=table.places,
        viewer=seen.viewer,
        me=seen.viewer if seen.seated else None,
        selected=position.find(chosen) if chosen is not None else None,
        steps=table.steps,
        turn_maker=table.last_mover,
        over=table.over,
        reach=marks.reach,
        open_columns={} if table.over else marks.open_columns,
        link=marks.link,
        discover_link=marks.discover_link,
        ship=marks.ship,
        lit=marks.lit,
        lit_words=marks.lit_words,
        traces=seen.traces,
        lately=seen.lately,
        arrangement=seen.arrangement,
        founding=marks.founding,
    )
    top, bottom = FRAME[position.players]
    choosing = " choosing" if view.selected or marks.lit else ""
    return SafeString(
        f'<div class="map seats-{position.players}{choosing}">{_frame(view, top, "top")}'
        f"{_columns(view)}{_frame(view, bottom, 'bottom')}</div>"
    )


def render_cards(table: Snapshot, systems: Iterable[str], *, prefix: str) -> SafeString:
    """Some systems of the map by themselves, for a picture beside text, from seat 0, and nobody's own:
    all who look on hear the same. What is not on the map is left out. `prefix` begins the ids."""
    places = table.places
    view = View(
        table.position, places, 0, None, None, table.steps, table.last_mover, table.over, prefix=prefix
    )
    cards = []
    for name in systems:
        system = table.position.find(name)
        if name in places.homes:
            cards.append(home_card(view, places.homes[name]))
        elif system is not None:
            cards.append(system_card(view, system, places.systems[name]))
    return SafeString("".join(cards))


def render_bank(position: Position, *, before: Position | None = None) -> SafeString:
    """The twelve kinds in the bank with their numbers; what a build would take next is framed.

    Besides what is different from `before`, the position before the turn in the making, stands by how much.
    """
    before, groups, language = before or position, [], get_language()
    for colour in Colour:
        following = position.smallest_in_bank(colour)
        cells = [
            _bank_cell(
                piece,
                number := position.in_bank(piece),
                number - before.in_bank(piece),
                piece == following,
                language,
            )
            for piece in PIECES
            if piece.colour == colour
        ]
        groups.append(f'<span class="bank-group">{"".join(cells)}</span>')
    empty = ""
    if not any(position.in_bank(piece) for piece in PIECES):
        empty = f'<span class="bank-empty">{escape(gettext("The bank is empty."))}</span>'
    return SafeString(f'<span class="bank-strip">{"".join(groups)}{empty}</span>')


@lru_cache(maxsize=512)
def _bank_cell(piece: Piece, number: int, change: int, is_next: bool, _language: str | None) -> str:
    """In the language that is active; kept, since a bank has few different ones."""
    values = {"piece": BANK_WORDS[piece], "number": number}
    kind, label = "", gettext("%(piece)s: %(number)d in the bank.") % values
    if not number:
        kind = " none"
    elif is_next:
        kind, label = " next", gettext("%(piece)s: %(number)d in the bank, the next build.") % values
    if number == 1:
        kind += " last"
    changed = ""
    if change:
        signed = f"{change:+d}".replace("-", "\u2212")
        changed = f"<i>{signed}</i>"
        label = gettext("%(label)s By this turn: %(change)s.") % {"label": label, "change": signed}
    return (
        f'<span class="bank-piece{kind}" role="img" aria-label="{escape(label)}">'
        f"{render_bank_piece(piece)}<b>{number}</b>{changed}</span>"
    )


def _frame(view: View, row: tuple[int, ...], side: str) -> str:
    players = view.position.players
    homes = [home_card(view, (view.viewer + k) % players) for k in row]
    return f'<div class="frame {side} of-{len(row)}" role="list">{"".join(homes)}</div>'


def _columns(view: View) -> str:
    """With as many rows as the view has; those that have never been used take no room on a phone."""
    places, own = view.places, view.arrangement
    standing = [*places.systems.values(), *view.traces.vanished.values()]
    rows = places.berths if own is None else own.rows_for(places, standing)
    used = places.used | {each.berth for each in standing} if own is None else own.used_rows(standing)
    columns = "".join([_column(view, size, rows, used) for size in SIZES])
    return f'<div class="columns rows-{min(len(used), 12)}">{columns}</div>'


def _column(view: View, size: int, rows: int, used_rows: Container[int]) -> str:
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
    own = view.arrangement
    order = list(range(rows)) if own is None else own.order(size, rows)
    if view.position.players == 2 and view.viewer == 1:
        order[:4] = order[3::-1]
    if opened and next_one not in order:
        order.append(next_one)
    used = [(berth if own is None else own.berth(Place(size, berth))) in used_rows for berth in order]
    for row, berth in enumerate(order):
        if berth in standing:
            cells.append(system_card(view, standing[berth], Place(size, berth)))
        elif berth in vanished:
            cells.append(vanished_card(view, vanished[berth]))
        elif opened and berth == next_one:
            cells.append(open_berth(view, Place(size, berth)))
        else:
            # On a wide screen two berths share a line.
            line = used[row // 2 * 2 :][:2]
            cells.append(f'<i class="berth{_UNUSED[used[row], any(line)]}"></i>')
    label = escape(gettext(SIZE_LABELS[size]))
    return (
        f'<div class="column"><p class="size"><i>{"•" * size}</i> {label}</p>'
        f'<div class="berths" role="list" aria-label="{label}">{"".join(cells)}</div></div>'
    )
