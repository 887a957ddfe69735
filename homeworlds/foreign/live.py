"""Homeworlds Live's log: pieces by their serial numbers, systems by numbers in the order they came."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from homeworlds.actions import Action, Attack, Build, Catastrophe, Discover, Homeworld, Move, Sacrifice, Trade
from homeworlds.foreign.table import ForeignGame, Table
from homeworlds.outcome import Departure
from homeworlds.pieces import Colour, Piece, find_piece
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal
from homeworlds.state import begin
from homeworlds.turn import HalfTurn

NAME: Final = "homeworlds-live"

_SERIAL: Final = re.compile(r"([rygb][123])[A-F]")
_NOBODY: Final = frozenset({"none", "null", ""})


def sniff(beginning: str) -> float:
    players = re.search(r"(?m)^Players: \S.*$", beginning)
    setup = re.search(r"(?m)^h,[rygb][123][A-F],[rygb][123][A-F],[rygb][123][A-F]\b", beginning)
    return 1.0 if players and setup else 0.7 if setup else 0.2 if players else 0.0


def read(text: str) -> Iterator[ForeignGame]:
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith("Players:")]
    if not starts:
        raise RecordError("The log begins with a line “Players: Ann,Bob”")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _read_game(lines[start:end], start)


def _read_game(lines: list[str], offset: int) -> ForeignGame:
    names = [name.strip() for name in lines[0].partition(":")[2].split(",")]
    table = Table(NAME, names)
    pieces = _Serials()
    turns = [
        (number, line.strip())
        for number, line in enumerate(lines[1:], start=offset + 2)
        if line.strip() and not line.startswith("Winner:")
    ]
    for at, (number, line) in enumerate(turns):
        try:
            _play(table, pieces, line, number)
        except (Refusal, RecordError) as why:
            return table.stop(number, line, why, len(turns) - at - 1)
    winner = next((line.partition(":")[2].strip() for line in lines if line.startswith("Winner:")), "")
    if winner.casefold() not in _NOBODY:
        table.claim([winner])
    return table.game


def _play(table: Table, pieces: _Serials, line: str, number: int) -> None:
    actions = [each.strip() for each in line.split(";") if each.strip() != "..."]
    if not actions:
        return
    seat = table.mover
    state = table.game.state._replace(outcome=None)
    half = begin(state)
    for each in actions:
        letter, *words = each.split(",")
        if letter == "e" and len(words) == 1:
            gone = table.seat_of(words[0])
            if gone is None:
                raise RecordError(f"“{words[0]}” does not play here")
            table.depart(gone, Departure.RESIGNATION, number)
            if len(actions) == 1:
                return
        elif letter not in ("pass", "p"):
            half = pieces.after(half, letter, words)
    if actions in (["pass"], ["p"]):
        table.turn("pass", number, seat)
    elif half.turn:
        table.played(half.turn, number, seat)


class _Serials:
    """Where each piece is, by its serial number, and what each system is called."""

    def __init__(self) -> None:
        self.at: dict[str, str] = {}
        self.systems: dict[str, str] = {}

    def after(self, half: HalfTurn, letter: str, words: list[str]) -> HalfTurn:
        action = self._action(half, letter, words)
        after = half.then(action)
        self._follow(after.turn[-1], words)
        return after

    def _action(self, half: HalfTurn, letter: str, words: list[str]) -> Action:
        mover, name = half.mover, half.position.names[half.mover]
        match letter, words:
            case "h", [first, second, ship]:
                self.systems[str(len(self.systems) + 1)] = name
                return Homeworld(tuple(sorted([_piece(first), _piece(second)])), _piece(ship))
            case "b", [piece, system]:
                return Build(_piece(piece), self._system(system))
            case "t", [ship, piece]:
                return Trade(_piece(ship), _piece(piece), self._where(ship))
            case "m", [ship, system]:
                return Move(_piece(ship), self._where(ship), self._system(system))
            case "d", [ship, star]:
                number = str(len(self.systems) + 1)
                return Discover(_piece(ship), self._where(ship), _piece(star), f"S{number}")
            case "x", [ship]:
                owners = [owner for owner in range(half.start.players) if owner != mover]
                return Attack(_piece(ship), self._where(ship), owners[0] if len(owners) == 1 else None)
            case "s", [ship]:
                return Sacrifice(_piece(ship), self._where(ship))
            case "c", [colour, system] if colour[:1] in ("r", "y", "g", "b"):
                return Catastrophe(self._system(system), Colour("rygb".index(colour[0])))
        raise RecordError(f"“{','.join([letter, *words])[:60]}” is no action of such a log")

    def _follow(self, action: Action, words: list[str]) -> None:
        match action:
            case Homeworld():
                self.at[words[-1]] = self.systems[str(len(self.systems))]
            case Build(_, system):
                self.at[words[0]] = system
            case Trade(_, _, system):
                self.at[words[1]] = system
            case Move(_, _, system):
                self.at[words[0]] = system
            case Discover(_, _, _, name):
                self.systems[str(len(self.systems) + 1)] = str(name)
                self.at[words[0]] = str(name)

    def _where(self, serial: str) -> str:
        if serial not in self.at:
            raise RecordError(f"The ship {serial[:20]} is not on the table")
        return self.at[serial]

    def _system(self, number: str) -> str:
        if number not in self.systems:
            raise RecordError(f"There is no system {number[:20]}")
        return self.systems[number]


def _piece(serial: str) -> Piece:
    found = _SERIAL.fullmatch(serial.strip())
    piece = find_piece(found[1]) if found else None
    if piece is None:
        raise RecordError(f"“{serial[:20]}” is not the number of a piece, like “g3A”")
    return piece
