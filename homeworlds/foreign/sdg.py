"""The text of the SuperDuperGames archive: a heading, then numbered turns, a step a line; what players said
stands under a tab."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from homeworlds.foreign.table import ForeignGame, Table, departure_of, old_rules
from homeworlds.notation import verb_of
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal

NAME: Final = "superdupergames"

_HEADING: Final = re.compile(r"(?i)\s*Homeworlds\b.*\(\s*SDG\s*#?\s*(\d+)\s*\)")
_SEAT: Final = re.compile(r"\s*(?P<name>.+?)\s*\((?P<letter>[NESW])[^()]*\)\s*(?:,|$)", re.IGNORECASE)
_TURN: Final = re.compile(r"\s*(?P<number>\d{1,4})\s*[).~]\s*(?P<who>[^\s:~]+)\s*[:~](?P<said>.*)")
_PIECE: Final = re.compile(r"(?i)(?<!\S)([rygb][123])([0-9.!$*bikn`]+)(?=\s|$)")
_OWNER: Final = re.compile(
    r"(?i)^(\s*a\w*\s+[rygb][123])\s+(\S+)\s+\(?(n|e|s|w|north|east|south|west)\)?[\s*]*$"
)
_CALLED: Final = re.compile(r"(?i)^\s*h\w*\s+\S+\s+\S+\s+\S+\s+(\S+)")
_ORDER: Final = "NESW"


class _Turn(NamedTuple):
    line: int
    who: str
    steps: list[str]


def sniff(beginning: str) -> float:
    if _HEADING.search(beginning):
        return 1.0
    return 0.6 if re.search(r"(?im)^\s*Participants:.*\([NESW]\)", beginning) else 0.0


def read(text: str) -> Iterator[ForeignGame]:
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _HEADING.match(line)] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield _read_game(lines[start:end], start)


def _read_game(lines: list[str], offset: int) -> ForeignGame:
    said = {}
    for line in lines[:12]:
        field, colon, value = line.partition(":")
        if colon and not _TURN.match(line):
            said[field.strip().casefold()] = value.strip()
    seats = {found["letter"].upper(): found["name"] for found in _SEAT.finditer(said.get("participants", ""))}
    names = [seats[letter] for letter in _ORDER if letter in seats]
    if len(names) < 2:
        raise RecordError(
            "The line “Participants:” names no two players with their seats, like “Ann (S), Bob (N)”"
        )
    sinister = "sinister" in said.get("variants", "").casefold()
    table = Table(NAME, names, rules=old_rules(len(names), sinister=sinister))
    heading = _HEADING.match(lines[0])
    table.game.title = f"SDG {heading[1]}" if heading else ""
    turns = list(_turns(lines, offset))
    for number, turn in enumerate(turns):
        seat = table.seat_of(turn.who)
        try:
            _play(table, turn, table.mover if seat is None else seat)
        except (Refusal, RecordError) as why:
            return table.stop(turn.line, "; ".join(turn.steps), why, len(turns) - number - 1)
    table.claim(re.split(r"\s*,\s*", said.get("winner", said.get("winners", ""))))
    return table.game


def _turns(lines: list[str], offset: int) -> Iterator[_Turn]:
    turn: _Turn | None = None
    is_talk = False
    for number, line in enumerate(lines, start=offset + 1):
        found = _TURN.match(line)
        if found:
            if turn is not None:
                yield turn
            turn, is_talk = _Turn(number, found["who"], _steps(found["said"])), False
        elif line.startswith("\t"):
            is_talk = True
        elif turn is not None and not is_talk and line.strip():
            turn.steps.extend(_steps(line))
    if turn is not None:
        yield turn


def _steps(text: str) -> list[str]:
    """Signs that are no part of a step are left out: a star for “I know”, and tildes."""
    text = re.sub(r"(?<=[rygbRYGB][123])~(?=[NESWnesw]\b)", "", text)
    parts = re.split(r"[;~|]", text)
    return [step for part in parts if (step := re.sub(r"[\s*]+$", "", part).strip())]


def _play(table: Table, turn: _Turn, seat: int) -> None:
    """The steps of a turn, and who left after it."""
    steps: list[str] = []
    for step in turn.steps:
        departure = departure_of(step)
        if departure is None or _begins_with_a_verb(step):
            steps.append(_plain(table, step, seat))
            continue
        if steps:
            _play_steps(table, steps, turn.line, seat)
            steps = []
        gone = next((found for word in step.split() if (found := table.seat_of(word)) is not None), seat)
        table.depart(gone, departure, turn.line)
    if steps:
        _play_steps(table, steps, turn.line, seat)
    elif not turn.steps:
        raise RecordError("There is no step in this turn")


def _plain(table: Table, step: str, seat: int) -> str:
    if called := _CALLED.match(step):
        table.call(called[1], table.game.names[seat])
        step = re.sub(r"(?i)^(\s*h\w*\s+\S+\s+\S+\s+\S+).*", r"\1", step)
    step = _PIECE.sub(r"\1", step)
    return _OWNER.sub(lambda found: f"{found[1]}{found[3][0]} {found[2]}", step)


def _play_steps(table: Table, steps: list[str], line: int, seat: int) -> None:
    try:
        table.turn("; ".join(steps), line, seat)
    except Refusal:
        shorter = [_without_rest(step) for step in steps]
        if shorter == steps:
            raise
        table.turn("; ".join(shorter), line, seat)


_WORDS: Final = {
    "homeworld": 4, "build": 3, "trade": 4, "discover": 5, "move": 4,
    "attack": 3, "sacrifice": 3, "catastrophe": 3, "pass": 1,
}  # fmt: skip
"""How many words a step has; what stands after them is talk."""


def _without_rest(step: str) -> str:
    words = step.split()
    try:
        return " ".join(words[: _WORDS[verb_of(words[0])]])
    except Refusal:
        return step


def _begins_with_a_verb(step: str) -> bool:
    try:
        verb_of(step.split()[0])
    except Refusal:
        return False
    return True
