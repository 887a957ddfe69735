"""A recorded game as it is read: turn by turn played on, until one cannot be understood.

As old servers had it: a seat may pass before it sets up, the mover is the recorded one, and the last player
may go on after the others have left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from homeworlds.actions import Discover, Pass, Turn
from homeworlds.names import LONGEST_NAME, check_name, ends_as_separator
from homeworlds.notation import format_turn, parse_turn
from homeworlds.outcome import Alignment, Departure
from homeworlds.reading.plain import cleaned
from homeworlds.reading.turns import read_turn
from homeworlds.records import RecordError, Step, replay_step
from homeworlds.refusals import Refusal
from homeworlds.rules import FirstShip, OwnElimination, Preset, RuleSet, Variant, preset_rules, with_options
from homeworlds.state import GameState, start_game

COMPASS: Final = {2: ("North", "South"), 3: ("North", "East", "South"), 4: ("North", "East", "South", "West")}
MOST_TURNS: Final = 3_000
"""Of one game; the longest that is known has a tenth of it."""
MOST_PLAYERS: Final = 6


class Move(NamedTuple):
    """A turn or a departure, as it was read."""

    seat: int
    text: str
    """The turn in canonical form; empty for a departure."""
    departure: Departure | None
    line: int
    """Where it stands, from 1."""


class Unread(NamedTuple):
    """What was not understood, and why."""

    line: int
    text: str
    why: str


@dataclass(slots=True)
class ForeignGame:
    """A game from elsewhere, as far as it could be read."""

    format: str
    names: tuple[str, ...]
    rules: RuleSet
    """Guessed, unless the record says them: what refuses nothing that old servers allowed."""
    state: GameState
    """After the last of `moves`."""
    one_star: frozenset[int] = frozenset()
    moves: list[Move] = field(default_factory=list)
    title: str = ""
    winners: tuple[int, ...] = ()
    """The seats that won, by what the record says."""
    draw: bool = False
    unread: list[Unread] = field(default_factory=list)
    """Empty when all was understood."""

    @property
    def turns(self) -> list[str]:
        return [move.text for move in self.moves if move.departure is None]


def old_rules(players: int, *, sinister: bool = False) -> RuleSet:
    """What refuses nothing that old servers allowed."""
    if not 2 <= players <= MOST_PLAYERS:
        raise RecordError(f"A game has 2 to {MOST_PLAYERS} players, and this one {players}")
    several = Variant.SINISTER if sinister else Variant.LAST_CAPTAIN_STANDING
    return with_options(
        preset_rules(Preset.BOOKLET, Variant.BINARY if players == 2 else several),
        {"first_ship": FirstShip.ANY.value, "own_elimination": OwnElimination.LOSES.value},
    )


def fitting_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that the notation can carry, each once, as near to the given ones as can be."""
    fitting: list[str] = []
    for number, name in enumerate(names, start=1):
        plain = re.sub(r"[\s;(),|]+", "-", cleaned(name).strip())[:LONGEST_NAME]
        wished = plain.rstrip("-:>=") or f"P{number}"
        taken = {other.casefold() for other in fitting}
        candidate, more = wished, 1
        while candidate.casefold() in taken or not _is_name(candidate):
            more += 1
            candidate = f"{wished[: LONGEST_NAME - 3]}-{more}" if _is_name(wished) else f"P{number}-{more}"
        fitting.append(candidate)
    return tuple(fitting)


def _is_name(name: str) -> bool:
    try:
        check_name(name)
    except Refusal:
        return False
    return not ends_as_separator(name)


class Table:
    """Where a record is played on."""

    def __init__(
        self,
        form: str,
        players: Sequence[str],
        *,
        rules: RuleSet | None = None,
        unnamed: bool = False,
        one_star: Sequence[int] = (),
        timewarp: Mapping[int, int] | None = None,
        alignments: Sequence[Alignment] | None = None,
    ) -> None:
        """`unnamed`: the record does not say what the homeworlds are called; it is guessed."""
        names = fitting_names(players)
        rules = rules or old_rules(len(names))
        state = start_game(rules, names, one_star=one_star, timewarp=timewarp or {})
        self.game = ForeignGame(form, names, rules, state, frozenset(one_star))
        self.alignments = alignments
        self.aliases: dict[str, str] = {}
        """What else a system is called, by its folded word."""
        self.unnamed = set(range(len(names))) if unnamed else set[int]()
        self._before: list[tuple[GameState, int]] = []
        for name, written in zip(names, players, strict=True):
            self.call(written, name)

    def call(self, word: str, name: str) -> None:
        if word and word.casefold() != name.casefold() and not re.search(r"[\s;()]", word):
            self.aliases[cleaned(word).casefold()] = name

    def seat_of(self, word: str) -> int | None:
        """Whom a word names: by name or by the letter or word of the compass."""
        folded = cleaned(word).casefold()
        names = self.game.names
        for seat, name in enumerate(names):
            if folded in (name.casefold(), self._written(name)):
                return seat
        compass = COMPASS.get(len(names), ())
        found = [seat for seat, word in enumerate(compass) if folded in (word.casefold(), word[0].casefold())]
        if found:
            return found[0]
        alias = self.aliases.get(folded)
        return names.index(alias) if alias in names else None

    def _written(self, name: str) -> str:
        return next((word for word, known in self.aliases.items() if known == name), name.casefold())

    @property
    def mover(self) -> int:
        return self.game.state.position.mover

    def turn(self, text: str, line: int, seat: int | None = None) -> None:
        """Plays a turn as it was written. Raises Refusal, and RecordError when there are too many."""
        if len(self.game.moves) >= MOST_TURNS:
            raise RecordError(f"More than {MOST_TURNS:,} turns are not read as one game")
        seat = self.mover if seat is None else seat
        self.played(self._read(self._renamed(text), seat), line, seat)

    def try_turn(self, text: str, seat: int | None = None) -> None:
        """Raises Refusal unless the turn can be read; nothing is played."""
        self._read(self._renamed(text), self.mover if seat is None else seat)

    def played(self, turn: Turn, line: int, seat: int) -> None:
        """Plays a turn that is understood. Raises Refusal."""
        before = self.game.state
        after = replay_step(self._as_mover(seat, before), Step(seat, False, turn), self.alignments)
        self._before.append((before, len(self.game.moves)))
        self.game.state = after
        self.game.moves.append(Move(seat, format_turn(turn, len(self.game.names)), None, line))

    def _read(self, text: str, seat: int) -> Turn:
        state = self._as_mover(seat, self.game.state)._replace(outcome=None)
        if re.search(r"(?i)^\s*h\w*\s+\w\w\s+-\s+\w\w", text):
            position = state.position
            state = state._replace(position=position._replace(one_star=position.one_star | {seat}))
            self.game.state = self.game.state._replace(position=state.position)
            self.game.one_star |= {seat}
        if re.fullmatch(r"(?i)\s*p(ass)?\W*", text):
            text = "pass"
            if state.position.homeworld(seat) is None:
                return (Pass(),)
        try:
            return read_turn(text, state).turn
        except Refusal as refusal:
            for unknown in self._unknown(text, state) if self.unnamed else ():
                if (turn := self._guessed(text, seat, unknown)) is not None:
                    return turn
            raise refusal

    def _unknown(self, text: str, state: GameState) -> list[str]:
        """What the steps call systems by, and no system is called."""
        known = {system.name.casefold() for system in state.position.systems}
        try:
            turn = parse_turn(text, len(self.game.names))
        except Refusal:
            return []
        found = []
        for action in turn:
            words = [getattr(action, field, None) for field in ("system", "origin", "destination")]
            found += [word.casefold() for word in words if word and word.casefold() not in known]
            if isinstance(action, Discover) and action.name:
                known.add(action.name.casefold())
        return found

    def _guessed(self, text: str, seat: int, unknown: str) -> Turn | None:
        """Read as the name of a homeworld that has not been called by any yet: the mover's own first."""
        for home in sorted(self.unnamed, key=lambda each: each != seat):
            self.aliases[unknown] = self.game.names[home]
            self.unnamed.discard(home)
            try:
                return self._read(self._renamed(text), seat)
            except Refusal:
                del self.aliases[unknown]
                self.unnamed.add(home)
        return None

    def _renamed(self, text: str) -> str:
        if not self.aliases:
            return text
        known = {system.name.casefold() for system in self.game.state.position.systems}

        def name(word: re.Match[str]) -> str:
            folded = word[0].casefold()
            return word[0] if folded in known else self.aliases.get(folded, word[0])

        return re.sub(r"[^\s;|,()]+", name, text)

    def _as_mover(self, seat: int, state: GameState) -> GameState:
        position = state.position
        return state if position.mover == seat else state._replace(position=position._replace(mover=seat))

    def depart(self, seat: int, departure: Departure, line: int) -> None:
        """A seat that has left already may leave again: that says nothing."""
        state = self.game.state
        after = replay_step(state, Step(seat, True, ()), self.alignments)
        if after is state:
            return
        self._before.append((state, len(self.game.moves)))
        self.game.state = after
        self.game.moves.append(Move(seat, "", departure, line))

    def take_back(self, number: int | None = None) -> None:
        """The last move, or all from one on, as if it had not been."""
        while self._before and (number is None or len(self.game.moves) > number):
            self.game.state, count = self._before.pop()
            del self.game.moves[count:]
            if number is None:
                return

    def stop(self, line: int, text: str, why: object, waiting: int = 0) -> ForeignGame:
        """What could not be read is named, and how much waits for it."""
        self.game.unread.append(Unread(line, text[:200], sentence_of(why)))
        if waiting:
            self.game.unread.append(Unread(line + 1, "", f"{waiting} more wait for line {line}."))
        return self.game

    def claim(self, winners: Sequence[str | int], *, draw: bool = False) -> None:
        """What the record says of the end; words that name nobody are passed over."""
        seats = [self.seat_of(each) if isinstance(each, str) else each for each in winners]
        self.game.winners = tuple(
            [seat for seat in seats if seat is not None and seat < len(self.game.names)]
        )
        self.game.draw = draw


def sentence_of(why: object) -> str:
    return why.sentence if isinstance(why, Refusal) else f"{why}".rstrip(".") + "."


_LEAVES: Final = re.compile(
    r"(?i)\b(resign|drop|quit|forfeit|abandon|concede|surrender|left the game|timed? ?out|times out"
    r"|out of time|on time|ran out)"
)


def departure_of(text: str) -> Departure | None:
    """Whether somebody leaves by what a line says."""
    found = _LEAVES.search(text)
    if found is None:
        return None
    return Departure.TIME if re.match(r"(?i)time|out|on|ran", found[1]) else Departure.RESIGNATION
