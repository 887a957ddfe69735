"""Turns as people write them, read where the rules leave one meaning.

The words stand in `homeworlds.notation`; here stands what may be turned round, left out and misspelt. A step
is compared with the steps that are legal where it is to be done: it is read if one of them alone fits all
that was written. What is written in canonical form is never read otherwise than `parse_turn` reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from homeworlds.actions import Discover, Homeworld
from homeworlds.names import ends_as_separator
from homeworlds.notation import EXAMPLES, format_action, names_as_separator, parse_action, parse_turn
from homeworlds.reading.fitting import fits, imaginable, named, slots, that_fit
from homeworlds.reading.names import (
    COLOURS,
    MOST_SHOWN,
    ROLES,
    SPEAKERS,
    Names,
    key,
    may_begin,
    meant_verb,
    names_of,
)
from homeworlds.reading.plain import cleaned
from homeworlds.reading.saying import Item, items_of, unglued, with_ship
from homeworlds.reading.steps import steps_of
from homeworlds.reading.whole import whole_step
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.state import GameState, begin
from homeworlds.turn import HalfTurn, make_turn

NAMED: Final = frozenset([word for word, role in ROLES.items() if role == "named"])
"""Who says how a system is called discovers it."""


def read_turn(text: str, state: GameState) -> HalfTurn:
    """The turn of the seat to move, as far as it was written, half-made: its `turn` is in canonical form.

    Raises Refusal with `input` quoted and `step` set; `suggestions` then holds what may have been meant.

    >>> from homeworlds import Preset, Variant, format_turn, preset_rules, start_game
    >>> state = start_game(preset_rules(Preset.MODERN, Variant.BINARY), ["Ann", "Bob"])
    >>> state = state.play(read_turn("hw R1 and B2 with large green", state)).play("homeworld Y1 B3 G3")
    >>> format_turn(read_turn("1. Ann: build at Ann", state).turn, players=2)
    'build G1 Ann'
    >>> try:
    ...     read_turn("grow at Vega", state)
    ... except Refusal as refusal:
    ...     print(refusal.sentence)
    There is no system named Vega.
    """
    reading = read_so_far(text, state)
    if reading.refusal is not None:
        raise reading.refusal
    return reading.half


class Reading(NamedTuple):
    """A turn as far as it could be read."""

    half: HalfTurn
    """With the steps before the one that was refused."""
    steps: tuple[str, ...] = ()
    """As they were written, when one of them is refused."""
    refusal: Refusal | None = None
    """Its `step` is the number in `steps`; None when the text is refused as a whole."""


def read_so_far(text: str, state: GameState) -> Reading:
    """What `read_turn` reads, and what stands before a mistake.

    Raises Refusal when the game is over.
    """
    half = begin(state)
    try:
        turn = parse_turn(text, state.position.players)
        # What looks like a comment as a whole may be a numbered turn.
        if not names_as_separator(turn) and (turn or not text.strip()):
            return Reading(make_turn(state.rules, state.position, turn))
    except Refusal as refusal:
        if refusal.code is RefusalCode.TOO_LONG:
            return Reading(half, (), refusal)
    steps = steps_of(text, half)
    for number, step in enumerate(steps):
        try:
            half = after_step(step, half)
        except Refusal as refusal:
            refusal.step = number
            return Reading(half, tuple(steps), refusal)
    return Reading(half)


def after_step(text: str, half: HalfTurn) -> HalfTurn:
    """The half-made turn with one more step. Raises Refusal with `input` quoted."""
    try:
        return _after_step(text, half)
    except Refusal as refusal:
        refusal.input = refusal.input or text.strip()
        raise


def _after_step(text: str, half: HalfTurn) -> HalfTurn:
    players = half.start.players
    try:
        action = parse_action(text, players)
        after = half.then(action)
    except Refusal as refusal:
        as_written = refusal
    else:
        if isinstance(action, Discover) and ends_as_separator(action.name or ""):
            raise Refusal(RefusalCode.NAME_SEPARATES, name=str(action.name))
        return after
    names = names_of(half)
    words = _verb_first(cleaned(text).split(), names)
    verb = meant_verb(words[0] if words else "")
    if verb == "move" and not {word.lower() for word in words}.isdisjoint(NAMED):
        verb = "discover"
    read = items_of(list(unglued(words[1:], names)), names, discovers=verb == "discover")
    said = [with_ship(verb, items) for items in read]
    if verb == "homeworld":
        return half.then(_homeworld(text, said))
    for items in said:
        if whole := whole_step(verb, items, names):
            try:
                return half.then(whole)
            except Refusal:
                continue
    found = {named(action, items) for items in said for action in that_fit(half, verb, items)}
    if len(found) == 1:
        return half.then(found.pop())
    if found:
        raise _several(text, sorted(format_action(each, players) for each in found))
    if as_written.code not in _ABOUT_WORDS:
        raise as_written
    raise _why_not(text, verb, words, said, half, names)


def _verb_first(words: list[str], names: Names) -> list[str]:
    """“I pass”, “red catastrophe at Vega”."""
    first = words[0].casefold() if words else ""
    if (first not in SPEAKERS and first not in COLOURS) or key(first) in names.known:
        return words
    if not may_begin(words[1:], names):
        return words
    if first in SPEAKERS:
        return words[1:]
    return [words[1], first, *words[2:]] if meant_verb(words[1]) == "catastrophe" else words


_ABOUT_WORDS: Final = (
    RefusalCode.WRONG_WORDS,
    RefusalCode.UNKNOWN_VERB,
    RefusalCode.UNKNOWN_PIECE,
    RefusalCode.UNKNOWN_COLOUR,
    RefusalCode.NO_SUCH_SEAT,
    RefusalCode.NO_SUCH_SYSTEM,
    RefusalCode.BAD_NAME,
)
"""Refusals that say nothing of the rules: a clearer one is looked for."""


def _several(text: str, readings: Sequence[str]) -> Refusal:
    shown = "; ".join([f"“{each}”" for each in readings[:MOST_SHOWN]])
    refusal = Refusal(RefusalCode.SEVERAL_READINGS, text=text, readings=shown)
    refusal.suggestions = tuple(readings[:MOST_SHOWN])
    return refusal


def _homeworld(text: str, said: Sequence[Sequence[Item]]) -> Homeworld:
    """The ship comes last."""
    for items in said:
        pieces = [item.piece for item in items if item.is_piece]
        names = [item.names[0] for item in items if item.names]
        found = [piece for piece in pieces if piece is not None]
        if len(found) == len(pieces) and len(found) in (2, 3) and len(names) < 2:
            *stars, ship = found
            return Homeworld(tuple(sorted(stars)), ship, names[0] if names else None)
    raise Refusal(RefusalCode.WRONG_WORDS, text=text.strip(), example=EXAMPLES["homeworld"])


def _why_not(
    text: str,
    verb: str,
    words: Sequence[str],
    said: Sequence[Sequence[Item]],
    half: HalfTurn,
    names: Names,
) -> Refusal:
    """What was written fits nothing that is possible: the clearest reason there is."""
    step = " ".join(words)
    if more := [at for at in range(1, len(words)) if may_begin(words[at : at + 2], names)]:
        example = f"{' '.join(words[: more[0]])}; {' '.join(words[more[0] :])}"
        return Refusal(RefusalCode.SEVERAL_STEPS, text=step, example=example)
    for items in said:
        for item in items:
            unknown = item.names if item.names and item.role != "named" else ()
            if unknown and not names.known & set(unknown):
                near = names.near(unknown[0])
                if not near:
                    return Refusal(RefusalCode.NO_SUCH_SYSTEM, system=unknown[0])
                refusal = Refusal(RefusalCode.NAME_MEANT, system=unknown[0], known=", ".join(near))
                refusal.suggestions = near
                return refusal
    for items in said:
        if against := _by_the_rules(verb, items, half):
            return against
    return Refusal(RefusalCode.NO_READING, text=step, example=EXAMPLES[verb])


def _by_the_rules(verb: str, items: Sequence[Item], half: HalfTurn) -> Refusal | None:
    """What the rules say against the step that comes nearest to being possible, of all that it may mean."""
    nearest, reached = None, -1
    for action in imaginable(verb, half):
        if not fits(slots(action, half), list(items), half):
            continue
        try:
            half.then(named(action, items))
        except Refusal as refusal:
            near = _IN_THE_WAY.index(refusal.code) if refusal.code in _IN_THE_WAY else len(_IN_THE_WAY)
            if near > reached:
                nearest, reached = refusal, near
    return nearest


_IN_THE_WAY: Final = (
    RefusalCode.NO_ENEMY_SHIP,
    RefusalCode.NO_SHIP_THERE,
    RefusalCode.NO_SUCH_SHIP,
    RefusalCode.OWN_SHIP,
    RefusalCode.SAME_SYSTEM,
    RefusalCode.SAME_COLOUR,
    RefusalCode.NO_SHIP_OF_COLOUR,
    RefusalCode.NO_POWER,
)
"""What is wrong with most steps, and so says little of one of which something was left out."""
