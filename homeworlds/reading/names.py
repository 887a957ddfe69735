"""What a step may name, and what its words stand for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from homeworlds.notation import EXAMPLES, VOCABULARIES, verb_of
from homeworlds.reading.plain import LOOKALIKES, cleaned
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.turn import HalfTurn

MOST_SHOWN: Final = 6
"""Readings and names that a refusal lists."""

BESIDE: Final = frozenset({"resign", "resigns", "abandonner", "draw", "nulle", "undo"})
"""What people type as a turn and is none."""


BETWEEN: Final = frozenset().union(*[words.between for words in VOCABULARIES])
WHOLE_VERBS: Final = {word: verb for words in VOCABULARIES for word, verb in words.verbs.items()}
COLOURS: Final = {word: colour for words in VOCABULARIES for word, colour in words.colours.items()}
SIZES: Final = {word: size for words in VOCABULARIES for word, size in words.sizes.items()}
SPEAKERS: Final = frozenset().union(*[words.speakers for words in VOCABULARIES])
FILLERS: Final = frozenset({"+", "="}).union(*[words.fillers for words in VOCABULARIES])
ROLES: Final = {
    word: role
    for words in VOCABULARIES
    for role in ("at", "origin", "to", "instead", "owner", "named", "using")
    for word in getattr(words, role)
}


PIECE: Final = re.compile(r"([rygb])([123])|([123])([rygb])|([rygb])|([123])", re.ASCII | re.IGNORECASE)
"""A piece or half of one, in signs."""
_SHIP: Final = re.compile(r"(?:[rygb][123]|[123][rygb])(?:[nesw]|@\S*)?,?$", re.ASCII | re.IGNORECASE)
"""After what may be a colour or an article it tells that this is a verb."""


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """The same for names that differ in case only, and in marks that nobody sees."""
    return cleaned(name).casefold()


class Names:
    """The systems and players that a step may name."""

    def __init__(self, systems: Sequence[str], players: Sequence[str], mover: int) -> None:
        self.systems = {key(name): name for name in systems}
        self.players = {key(name): seat for seat, name in enumerate(players)}
        self.mover = key(players[mover])
        self.known = (self.systems.keys() | self.players.keys()) - {""}
        self.signs = frozenset("".join(self.known))
        """All that are in a name: who types them may mean it."""

    def beginning(self, word: str) -> tuple[str, ...]:
        begins = key(word)
        return tuple([name for name in self.known if name.startswith(begins)])

    def near(self, word: str) -> tuple[str, ...]:
        close = difflib.get_close_matches(key(word), self.systems, MOST_SHOWN, 0.6)
        return tuple([self.systems[name] for name in close])


def names_of(half: HalfTurn) -> Names:
    return _names(tuple([system.name for system in half.position.systems]), half.start.names, half.mover)


@lru_cache(maxsize=256)
def _names(systems: tuple[str, ...], players: tuple[str, ...], mover: int) -> Names:
    return Names(systems, players, mover)


def may_begin(words: Sequence[str], names: Names) -> bool:
    """Whether the first of the words is a verb rather than a name or a colour."""
    if not words:
        return False
    word, *after = words[:2]
    bare = word.rstrip(":,").casefold()
    if bare in BESIDE or bare in WHOLE_VERBS or bare in EXAMPLES:
        return True
    if bare in ("a", "b") and after and _SHIP.match(after[0]) and key(word) not in names.known:
        return True
    if key(word) in names.known or PIECE.fullmatch(word) or bare in ROLES or bare in FILLERS:
        return False
    try:
        meant_verb(word)
    except Refusal:
        return False
    return True


def meant_verb(word: str) -> str:
    for written in (word.rstrip(":,.").lower(), word.rstrip(":,.").translate(LOOKALIKES).lower()):
        if written in WHOLE_VERBS:
            return WHOLE_VERBS[written]
        if written in BESIDE:
            raise Refusal(RefusalCode.NOT_A_STEP, text=word)
        try:
            return verb_of(written)
        except Refusal:
            continue
    refusal = Refusal(RefusalCode.UNKNOWN_VERB, verb=word)
    refusal.suggestions = tuple(difflib.get_close_matches(word.lower(), EXAMPLES, MOST_SHOWN, 0.6))
    raise refusal
