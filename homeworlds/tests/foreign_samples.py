"""Recorded games as other sites would write them. Nothing of them is kept: they are made of the archive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.notation import format_action, format_turn
from homeworlds.pieces import Piece
from homeworlds.records import Record, replay_states
from homeworlds.renaming import renamed_turn
from homeworlds.state import GameState, begin, start_game
from homeworlds.turn import HalfTurn

PLAYERS: Final = ("anna-lee", "Bob_7", "Cleo", "dan")
TALK: Final = ("\tgood move! build more?", "thanks, 12) is my lucky number")


class Told(NamedTuple):
    """A game in a style, and what has to be read from it."""

    text: str
    turns: list[tuple[int, str]]


class Played(NamedTuple):
    """A turn of a record, or a departure, with the positions between its steps."""

    seat: int
    turn: Turn
    halves: tuple[HalfTurn, ...]

    @property
    def departs(self) -> bool:
        return not self.turn


def played(record: Record) -> Iterator[Played]:
    """In canonical form; systems are called by the letters and numbers of the record."""
    state = None
    for step, after in replay_states(record):
        if step.departs:
            yield Played(step.seat, (), ())
        elif step.turn == (Pass(),) and (
            state is None or state.position._replace(mover=step.seat).homeworld(step.seat) is None
        ):
            yield Played(step.seat, step.turn, ())
        else:
            half = begin((state or _start(record))._replace(outcome=None))
            if half.mover != step.seat:
                position = half.start._replace(mover=step.seat)
                half = begin((state or _start(record))._replace(position=position, outcome=None))
            halves = [half]
            for action in step.turn:
                half = half.then(action)
                halves.append(half)
            yield Played(step.seat, half.turn, tuple(halves))
        state = after


def _start(record: Record) -> GameState:
    return start_game(record.rules, tuple(record.letters), one_star=record.one_star)


def names_of(record: Record, homes: tuple[str, ...], called: str = "Sys{}") -> dict[str, str]:
    names = dict(zip(record.letters, homes, strict=False))
    numbers = {action.name for step in record.steps for action in step.turn if isinstance(action, Discover)}
    return names | {number: called.format(number) for number in numbers if number}


def expected(record: Record, names: dict[str, str]) -> list[tuple[int, str]]:
    players = len(record.letters)
    return [
        (each.seat, format_turn(renamed_turn(each.turn, names), players))
        for each in played(record)
        if not each.departs
    ]


Style = Callable[[Action, int], str]


def lower(action: Action, players: int) -> str:
    return format_action(action, players).lower()


def short(action: Action, players: int) -> str:
    verb, _, rest = format_action(action, players).partition(" ")
    return f"{verb[0]} {rest}".strip()


def sdg(record: Record) -> Told:
    """As the old archive had it, with talk, stars and names that somebody gave his homeworld."""
    players = PLAYERS[: len(record.letters)]
    names = names_of(record, players, "x'{}!")
    seats = ", ".join(
        f"{name} ({letter})" for name, letter in reversed(list(zip(players, record.letters, strict=True)))
    )
    lines = [f"Homeworlds Online (SDG# {record.id})"]
    if "sinister" in record.rules.variant:
        lines.append('Variants: "Sinister"')
    lines += [
        "Started: 2009.1.2, Ended: 2009.3.4",
        f"Participants: {seats}",
        f"Winner: {players[record.winner]}",
        "",
    ]
    number = 0
    for each in played(record):
        if each.departs:
            lines.append(
                f"~{players[each.seat]} drops out~" if number % 2 else f"{players[each.seat]} timed out"
            )
            continue
        number += 1
        letters = record.letters
        said = [_compass(action, letters) for action in renamed_turn(each.turn, names)]
        if isinstance(each.turn[0], Homeworld):
            said = [f"{said[0]} {players[each.seat]} *"]
        lines.append(f"{number}) {players[each.seat]}: {said[0]}")
        lines += said[1:]
        if number % 5 == 0:
            lines += TALK
    return Told("\n".join(lines) + "\n", expected(record, names))


def _compass(action: Action, letters: str) -> str:
    text = lower(action, len(letters))
    if isinstance(action, Attack) and action.owner is not None:
        ship = str(action.ship).lower()
        return f"attack {ship}{letters[action.owner]} {action.system}"
    return text


def abstract_play(record: Record) -> Told:
    """The state of a game, as its server keeps it."""
    homes = {2: ("North", "South"), 3: ("North", "East", "South"), 4: ("North", "East", "South", "West")}
    names = names_of(record, homes[len(record.letters)])
    stack: list[dict[str, object]] = [{"_version": "20211024", "currplayer": 1, "systems": []}]
    for each in played(record):
        if each.departs:
            stack.append({"lastmove": "resign"})
            continue
        said = [_compass(action, record.letters) for action in renamed_turn(each.turn, names)]
        stack.append({"lastmove": ", ".join(said), "currplayer": each.seat + 1})
    game = {
        "game": "homeworlds",
        "numplayers": len(record.letters),
        "variants": [],
        "gameover": True,
        "winner": [record.winner + 1],
        "stack": stack,
    }
    return Told(json.dumps(game), expected(record, names))


def arena(record: Record) -> Told:
    """Sentences, for games of two."""
    players = PLAYERS[:2]
    names = names_of(record, players, "Alpha-{}")
    shown = {name: f"Homeworld {name}" for name in players}
    lines = []
    for number, each in enumerate(played(record), start=1):
        who = players[each.seat]
        if each.departs:
            lines.append(f"{who} has quit the game")
            continue
        lines.append(f"Move {number} :")
        turn = renamed_turn(each.turn, names)
        for action in turn:
            lines += _sentences(who, action, shown)
        if not isinstance(turn[0], Homeworld):
            lines.append(f"{who} ends their turn.")
    return Told("\n".join(lines), expected(record, names))


def _sentences(who: str, action: Action, shown: dict[str, str]) -> list[str]:
    def at(system: str) -> str:
        return shown.get(system, system)

    match action:
        case Homeworld((first, second), ship):
            return [f"{who} establishes a homeworld with a {ship} ship at {first} and {second} binary stars."]
        case Build(piece, system):
            return [f"{who} builds a {piece} ship in {at(system)}."]
        case Trade(ship, piece, system):
            return [f"{who} trades a {ship} ship for a {piece} ship in {at(system)}."]
        case Move(ship, origin, to):
            return [
                f"{who} moves a {ship} ship from {at(origin)} to {at(to)}.",
                f"{at(origin)} is forgotten.",
            ]
        case Discover(ship, origin, star, name):
            return [
                f"{who} discovers a {star} system named {name}.",
                f"{who} moves a {ship} ship from {at(origin)} to {name}.",
            ]
        case Attack(ship, system, _):
            return [f"{who} captures a {ship} ship in {at(system)}."]
        case Sacrifice(ship, system):
            return [f"{who} sacrifices a {ship} ship in {at(system)}."]
        case Catastrophe(system, colour):
            return [f"{who} triggers a {colour.word} catastrophe in {at(system)}."]
    return []


def live(record: Record) -> Told:
    """Pieces by serial numbers, for games of two."""
    serials = _Serials(record.letters)
    lines = ["Players: " + ",".join(PLAYERS[:2]), f"Winner: {PLAYERS[record.winner]}"]
    turns = []
    for each in played(record):
        if each.departs:
            lines.append(f"e,{PLAYERS[each.seat]}")
            continue
        said = [
            serials.said(action, half, each.seat)
            for action, half in zip(each.turn, each.halves[1:], strict=False)
            if not isinstance(action, Pass)
        ]
        lines.append(";".join(said) or "pass")
        names = dict(zip(record.letters, PLAYERS, strict=False))
        names |= {name: f"S{number}" for name, number in serials.systems.items() if name not in names}
        turn = tuple(a for a in each.turn if not isinstance(a, Pass)) or each.turn
        turns.append((each.seat, format_turn(renamed_turn(turn, names), 2)))
    return Told("\n".join(lines), turns)


class _Serials:
    def __init__(self, letters: str) -> None:
        self.letters = letters
        self.at: dict[str, tuple[str, int | None]] = {}
        """System and owner of each piece; a star has none."""
        self.systems: dict[str, int] = {}

    def said(self, action: Action, after: HalfTurn, seat: int) -> str:
        said = self._said(action, seat)
        here = {system.name for system in after.position.systems}
        self.at = {serial: (name, owner) for serial, (name, owner) in self.at.items() if name in here}
        return said

    def _said(self, action: Action, seat: int) -> str:
        match action:
            case Homeworld((first, second), ship):
                name = self.letters[seat]
                self.systems[name] = len(self.systems) + 1
                stars = [self._new(piece, name, None) for piece in (first, second)]
                return ",".join(["h", *stars, self._new(ship, name, seat)])
            case Build(piece, system):
                return f"b,{self._new(piece, system, seat)},{self.systems[system]}"
            case Trade(ship, piece, system):
                old = self._taken(ship, system, seat)
                return f"t,{old},{self._new(piece, system, seat)}"
            case Move(ship, origin, to):
                serial = self._taken(ship, origin, seat)
                self.at[serial] = (to, seat)
                return f"m,{serial},{self.systems[to]}"
            case Discover(ship, origin, star, name):
                serial = self._taken(ship, origin, seat)
                new = self._new(star, str(name), None, but=serial)
                self.at[serial] = (str(name), seat)
                self.systems[str(name)] = len(self.systems) + 1
                return f"d,{serial},{new}"
            case Attack(ship, system, _):
                serial = self._taken(ship, system, 1 - seat)
                self.at[serial] = (system, seat)
                return f"x,{serial}"
            case Sacrifice(ship, system):
                return f"s,{self._taken(ship, system, seat)}"
            case Catastrophe(system, colour):
                gone = [s for s, (at, _) in self.at.items() if at == system and s[0] == colour.letter]
                for serial in gone:
                    del self.at[serial]
                return f"c,{colour.letter},{self.systems[system]}"
        raise AssertionError(action)

    def _new(self, piece: Piece, system: str, owner: int | None, but: str = "") -> str:
        serials = [f"{piece.text}{copy}" for copy in "ABC"]
        serial = next(each for each in serials if each not in self.at and each != but)
        self.at[serial] = (system, owner)
        return serial

    def _taken(self, ship: Piece, system: str, owner: int) -> str:
        serial = next(
            each for each, where in self.at.items() if each[:2] == ship.text and where == (system, owner)
        )
        del self.at[serial]
        return serial


def numbered(record: Record) -> Told:
    """A turn a line with number and name, and remarks."""
    players = PLAYERS[: len(record.letters)]
    names = names_of(record, players)
    lines = ["Our game, by mail", ""]
    number = 0
    for each in played(record):
        if each.departs:
            lines.append(f"{players[each.seat]} resigns")
            continue
        number += 1
        steps = ", ".join(short(a, len(players)) for a in renamed_turn(each.turn, names))
        lines.append(f"{number}. {players[each.seat]}: {steps}" + (" (ha!)" if number % 4 == 0 else ""))
    return Told("\n".join(lines), expected(record, names))


def bare(record: Record) -> Told:
    """A turn a line and nothing else, homeworlds named by their setups."""
    players = PLAYERS[: len(record.letters)]
    names = names_of(record, players)
    lines = []
    for each in played(record):
        turn = renamed_turn(each.turn, names)
        text = "; ".join(format_action(action, len(players)) for action in turn)
        lines.append(f"{text} {players[each.seat]}" if isinstance(turn[0], Homeworld) else text)
    return Told("\n".join(lines), expected(record, names))


def several(record: Record) -> Told:
    """Two numbered turns a line, nobody named: homeworlds are guessed."""
    homes = {2: ("North", "South"), 3: ("North", "East", "South"), 4: ("North", "East", "South", "West")}
    names = names_of(record, homes[len(record.letters)])
    said = names_of(record, PLAYERS)
    turns = [each for each in played(record) if not each.departs]
    parts = [
        f"{number}. " + "; ".join(lower(a, len(record.letters)) for a in renamed_turn(each.turn, said))
        for number, each in enumerate(turns, start=1)
    ]
    lines = ["  ".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
    return Told("\n".join(lines), expected(record, names))


def discord(record: Record) -> Told:
    """Messages under their writers, a step a line, with talk."""
    players = PLAYERS[: len(record.letters)]
    names = names_of(record, players)
    lines = []
    for number, each in enumerate(played(record)):
        lines.append(f"{players[each.seat]} — Today at {number % 12 + 1}:{number % 60:02} PM")
        if each.departs:
            lines += ["I resign", ""]
            continue
        if number % 6 == 5:
            lines += ["nice one :smile:", ""]
            lines.append(f"{players[each.seat]} — Today at {number % 12 + 1}:{number % 60:02} PM")
        lines += [lower(action, len(players)) for action in renamed_turn(each.turn, names)]
        lines.append("")
    return Told("\n".join(lines), expected(record, names))
