"""How somebody sets up his first homeworlds: every piece with its name, a strong start at one tap, and what
speaks for and against the one in the making."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, ngettext

from board.map.symbols import render_piece, render_sign, render_star
from board.turn.buttons import VERB_LABELS, Choice
from board.turn.cautions import ADVICE, ADVICE_TITLES
from board.turn.making import Choosing, Links, text_with
from board.turn.setting_up import first_ships, first_stars, setups_of
from board.turn.slots import LEFT
from board.words.systems import COLOUR_LABELS, SHIP_WORDS, SIZE_LABELS, STAR_WORDS
from homeworlds.actions import Homeworld
from homeworlds.advice import Advice, alike_neighbour, setup_advice
from homeworlds.pieces import Colour, Piece, piece_of
from homeworlds.turn import HalfTurn

GOOD: Final = (
    ((Advice.GEMINI,), gettext_noop("Two sizes of star: your home is harder to reach.")),
    ((Advice.NO_GREEN, Advice.NO_BLUE), gettext_noop("Green builds, blue trades: both are there.")),
    ((Advice.SHIP_NOT_LARGE,), gettext_noop("A large ship: no smaller one can take it.")),
)
"""What is good where none of these speaks against it."""


class Place(NamedTuple):
    """One of the pieces of the homeworld: chosen, asked for now, or later."""

    kind: str
    """`done`, `next` or `later`."""
    words: str
    drawn: SafeString
    spoken: str
    link: SafeString | str
    """Where another one is chosen; empty while none is."""


class Named(NamedTuple):
    """The pieces of a colour, with what it does."""

    sign: SafeString
    power: str
    colour: str
    pieces: tuple[Choice | None, ...]
    """By size; None for one that may not be chosen."""


class Judged(NamedTuple):
    good: bool
    words: str


@dataclass(frozen=True, slots=True)
class FirstSheet:
    places: tuple[Place, ...]
    sizes: tuple[str, ...]
    rows: tuple[Named, ...]
    """Empty once the homeworld is made."""
    strong: SafeString
    """The link to a strong start, filled in; empty once something is made."""
    judged: tuple[Judged, ...]
    waits: str
    """What the end of the turn waits for; empty once it may come."""

    @property
    def drawn(self) -> tuple[SafeString, ...]:
        """What uses symbols."""
        pieces = [SafeString(each.piece) for row in self.rows for each in row.pieces if each]
        return (*pieces, *[row.sign for row in self.rows], *[place.drawn for place in self.places])


def first_sheet(half: HalfTurn, stars: Sequence[Piece], links: Links) -> FirstSheet:
    """Of a turn that sets up; `stars` are those chosen."""
    made = half.turn[0] if half.turn and isinstance(half.turn[0], Homeworld) else None
    before = half.previous if made and half.previous else half
    needed = len(next(iter(setups_of(before))).stars)
    chosen = made.stars if made else tuple(sorted(stars))[:needed]
    return FirstSheet(
        places=tuple(_places(half, chosen, made.ship if made else None, needed, links)),
        sizes=tuple([gettext(words) for words in SIZE_LABELS.values()]),
        rows=() if half.turn else tuple(_rows(half, chosen, links)),
        strong=SafeString("") if half.turn else _strong(half, links),
        judged=tuple(_judged(half, made)) if made else (),
        waits="" if made else _waits(needed - len(chosen)),
    )


def _waits(stars: int) -> str:
    if stars <= 0:
        return gettext("End turn waits for a ship")
    words = ngettext(
        "End turn waits for {number} star and a ship", "End turn waits for {number} stars and a ship", stars
    )
    return words.format(number=stars)


def strong_start(half: HalfTurn) -> Homeworld | None:
    """A setup that nothing speaks against: a blue star and a large green ship where there may be."""

    def beauty(setup: Homeworld) -> tuple[object, ...]:
        ship = (setup.ship.colour is not Colour.GREEN, -setup.ship.size)
        blue = all(star.colour is not Colour.BLUE for star in setup.stars)
        red = any(star.colour is Colour.RED for star in setup.stars)
        return (*ship, blue, red, setup.stars)

    position, mover = half.position, half.mover
    for setup in sorted(setups_of(half), key=beauty):
        if not setup_advice(position, mover, setup.stars, setup.ship):
            return setup
    return None


def _strong(half: HalfTurn, links: Links) -> SafeString:
    setup = strong_start(half)
    return links.markup(Choosing(text=text_with(half, setup))) if setup else SafeString("")


def _places(
    half: HalfTurn, stars: Sequence[Piece], ship: Piece | None, needed: int, links: Links
) -> Iterator[Place]:
    star_words, ship_words = gettext("star"), gettext("ship")
    for number in range(needed):
        if number < len(stars):
            star, others = stars[number], tuple(stars[:number]) + tuple(stars[number + 1 :])
            link = links.markup(Choosing(stars=others, anew=True))
            yield _done(star_words, SafeString(render_star(star)), gettext(STAR_WORDS[star]), link)
        else:
            yield _open(star_words, now=number == len(stars))
    if ship is None:
        yield _open(ship_words, now=len(stars) == needed)
    else:
        link = links.markup(Choosing(stars=tuple(stars)))
        yield _done(ship_words, render_piece(ship, half.mover), gettext(SHIP_WORDS[ship]), link)


def _done(words: str, drawn: SafeString, piece: str, link: SafeString) -> Place:
    spoken = gettext("{piece}: choose another").format(piece=f"{piece[:1].upper()}{piece[1:]}")
    return Place("done", words, drawn, spoken, link)


def _open(words: str, *, now: bool) -> Place:
    return Place("next" if now else "later", words, SafeString(""), "", "")


def _rows(half: HalfTurn, stars: Sequence[Piece], links: Links) -> Iterator[Named]:
    offered = first_ships(half, stars, links) or first_stars(half, stars, links)
    for colour in Colour:
        pieces = tuple([offered.get(piece_of(colour, size)) for size in SIZE_LABELS])
        if any(pieces):
            power = gettext(VERB_LABELS[LEFT[colour]]).lower()
            sign = SafeString(render_sign(colour))
            yield Named(sign, power, gettext(COLOUR_LABELS[colour]), pieces)


def _judged(half: HalfTurn, made: Homeworld) -> Iterator[Judged]:
    """Three lines, and what else speaks against it."""
    against = setup_advice(half.position, half.mover, made.stars, made.ship)
    told: set[Advice] = set()
    for advice, words in GOOD:
        found = [each for each in advice if each in against]
        told.update(found)
        if found:
            yield _bad(half, made, found[0])
        elif len(made.stars) == 2 or Advice.GEMINI not in advice:
            yield Judged(True, gettext(words))
    yield from [_bad(half, made, each) for each in against if each not in told]


def _bad(half: HalfTurn, made: Homeworld, advice: Advice) -> Judged:
    neighbour = alike_neighbour(half.position, half.mover, made.stars)
    name = "" if neighbour is None else half.position.names[neighbour]
    return Judged(False, f"{gettext(ADVICE_TITLES[advice])}. {gettext(ADVICE[advice]).format(player=name)}")
