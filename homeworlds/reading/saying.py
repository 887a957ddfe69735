"""What the words after the verb say: pieces, places, owners, new names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from homeworlds.names import SEPARATORS
from homeworlds.pieces import PIECES, Colour, Piece
from homeworlds.reading.names import COLOURS, FILLERS, PIECE, ROLES, SIZES, Names, key
from homeworlds.reading.plain import LOOKALIKES


class Item(NamedTuple):
    """One thing that a step says."""

    colour: Colour | None = None
    size: int | None = None
    names: tuple[str, ...] = ()
    """Systems or players that it may mean; a new name as it was written."""
    seat: int | None = None
    role: str = ""
    """From the word before it: at, origin, to, instead, owner, named or using."""

    @property
    def is_piece(self) -> bool:
        return self.colour is not None or self.size is not None

    def fits(self, piece: Piece) -> bool:
        return self.colour in (None, piece.colour) and self.size in (None, piece.size)

    @property
    def piece(self) -> Piece | None:
        if self.colour is None or self.size is None:
            return None
        return PIECES[3 * self.colour + self.size - 1]


def items_of(words: Sequence[str], names: Names, *, discovers: bool) -> Iterator[list[Item]]:
    """Every way to understand the words; each with all that they say, in their order."""
    readings: list[list[Item]] = [[]]
    role = ""
    for word in words:
        if key(word) not in names.known:
            folded = word.casefold()
            if folded in ROLES:
                role = ROLES[folded]
                continue
            if folded in FILLERS or not word.strip(".,:!?-"):
                continue
        meanings = list(_meanings(word, names, role, discovers=discovers))
        readings = [[*said, *meaning] for said in readings for meaning in meanings][:_MOST_READINGS]
        role = ""
    for said in readings:
        yield _joined(said)


def unglued(words: Sequence[str], names: Names) -> Iterator[str]:
    """Pieces and names that were written together, apart; look-alikes of names as the names."""
    for word in words:
        if word.isascii() and word.isalnum() and not _PIECES.fullmatch(word):
            yield word
            continue
        bare = word.strip(".,:!?")
        if key(word) in names.known or key(bare) in names.known:
            yield word
        elif _PIECES.fullmatch(bare):
            yield from (bare[at : at + 2] for at in range(0, len(bare), 2))
        elif key(plain := bare.translate(LOOKALIKES)) in names.known:
            yield plain
        elif (
            (parts := [each for each in _GLUE.split(bare) if each])
            and len(parts) > 1
            and all(key(each) in names.known or PIECE.fullmatch(each) for each in parts)
        ):
            yield from parts
        else:
            yield word


_PIECES: Final = re.compile(r"(?:[rygb][123]){2,3}", re.ASCII | re.IGNORECASE)
_GLUE: Final = re.compile(r"->|=>|[-=/+>]")


def with_ship(verb: str, items: Sequence[Item]) -> list[Item]:
    """What does it, where a word says so, in its place: first of a journey; of no weight for what is built or
    attacked; last, as what it is traded for."""
    used = [item for item in items if item.role == "using"]
    rest = [item for item in items if item.role != "using"]
    match verb:
        case "move" | "discover":
            return [*[item._replace(role="") for item in used], *rest]
        case "attack" | "build":
            return [*rest, *[item for item in used if not item.is_piece]]
        case "trade":
            return [item._replace(role="instead") if item.role == "using" else item for item in items]
    return [item._replace(role="") if item.role == "using" else item for item in items]


_MOST_READINGS: Final = 32
_OWNER: Final = re.compile(r"(.+)['’]s?")


def _meanings(word: str, names: Names, role: str, *, discovers: bool) -> Iterator[list[Item]]:
    bare = word.strip(".,:!?\"'“”‘’«»")
    if role == "named":
        yield [Item(names=(_bare_name(word),), role=role)]
        return
    if key(word) in names.known:
        yield [Item(names=(key(word),), role=role)]
    if bare != word and key(bare) in names.known:
        yield [Item(names=(key(bare),), role=role)]
    owner = _OWNER.fullmatch(bare)
    if owner and key(owner[1]) in names.players:
        yield [Item(names=(key(owner[1]),), role="owner")]
        return
    ship, at, whose = bare.partition("@")
    piece = _piece(ship, role)
    if at and piece and (of := _owner(whose, names)):
        yield [piece, of]
        return
    if not at and piece:
        yield [piece]
    if key(word) in names.known or key(bare) in names.known:
        return
    if discovers and not piece:
        yield [Item(names=(_bare_name(word),), role="named")]
    if beginning := names.beginning(bare):
        yield [Item(names=beginning, role=role)]
    elif not discovers and not piece:
        yield [Item(names=(bare,), role=role)]


def _bare_name(word: str) -> str:
    """A new name, without the quotes around it and the signs after it."""
    return word.strip('"“”«»').rstrip("".join(SEPARATORS) + ".!?") or word


@lru_cache(maxsize=4096)
def _piece(word: str, role: str) -> Item | None:
    folded = word.casefold()
    if folded in SIZES:
        return Item(size=SIZES[folded], role=role)
    if folded in COLOURS:
        return Item(colour=COLOURS[folded], role=role)
    found = PIECE.fullmatch(word) or PIECE.fullmatch(word.translate(LOOKALIKES))
    if found is None:
        return None
    letter, size = found[1] or found[4] or found[5], found[2] or found[3] or found[6]
    colour = Colour("rygb".index(letter.lower())) if letter else None
    return Item(colour=colour, size=int(size) if size else None, role=role)


def _owner(whose: str, names: Names) -> Item | None:
    if whose.isascii() and whose.isdigit() and int(whose) < len(names.players):
        return Item(seat=int(whose), role="owner")
    found = [name for name in names.players if name.startswith(key(whose))]
    return Item(names=tuple(found), role="owner") if whose and found else None


def _joined(said: Sequence[Item]) -> list[Item]:
    """A size and a colour that stand beside each other are one piece."""
    joined: list[Item] = []
    for item in said:
        last = joined[-1] if joined else Item()
        halves = last.is_piece and item.is_piece and not item.role
        if halves and (last.colour is None) == (item.size is None) != (last.size is None):
            colour = item.colour if last.colour is None else last.colour
            joined[-1] = Item(colour, item.size if last.size is None else last.size, role=last.role)
        else:
            joined.append(item)
    return joined
