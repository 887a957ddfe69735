"""Board Game Arena's replay text: a sentence for each step, and one for the end of each turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from homeworlds.foreign.table import ForeignGame, Table, departure_of
from homeworlds.records import RecordError
from homeworlds.refusals import Refusal

NAME: Final = "board-game-arena"

_SENTENCES: Final = {
    verb: re.compile(rf"(?P<who>.+?) {words}\.?")
    for verb, words in {
        "homeworld": r"establishes a homeworld with an? (\w\d) ship at (\w\d) and (\w\d) binary stars",
        "attack": r"captures an? (\w\d) ship in (.+?)",
        "move": r"moves an? (\w\d) ship from (.+?) to (.+?)",
        "discover": r"discovers an? (\w\d) system named (.+?)",
        "build": r"builds an? (\w\d) ship in (.+?)",
        "trade": r"trades an? (\w\d) ship for an? (\w\d) ship in (.+?)",
        "sacrifice": r"sacrifices an? (\w\d) ship in (.+?)",
        "catastrophe": r"triggers an? (\w+) catastrophe in (.+?)",
        "restart": r"restarts their turn",
        "end": r"ends their turn",
        "eliminated": r"has no ships in their homeworld and is eliminated",
    }.items()
}
_MOVE_NUMBER: Final = re.compile(r"(?i)^\s*(?:move \d+\s*:?\s*|\d{1,2}:\d\d(?::\d\d)?\s*(?:[ap]m)?\s+)+")


def sniff(beginning: str) -> float:
    found = len(re.findall(r"(?m)establishes a homeworld with a|ends their turn|binary stars", beginning))
    return min(1.0, 0.5 * found)


def read(text: str) -> Iterator[ForeignGame]:
    lines = [(number, _MOVE_NUMBER.sub("", line).strip()) for number, line in enumerate(text.split("\n"), 1)]
    setups = [found["who"] for _, line in lines if (found := _SENTENCES["homeworld"].fullmatch(line))]
    names = list(dict.fromkeys(setups))
    table = Table(NAME, names)
    if len(names) != 2:
        raise RecordError("The replay does not show how two players set up")
    yield _Reader(table).read(lines)


class _Reader:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[str] = []
        self.begun = 0
        self.star = ("", "")
        self.out: list[int] = []

    def read(self, lines: list[tuple[int, str]]) -> ForeignGame:
        for number, line in lines:
            try:
                self._line(number, line)
            except (Refusal, RecordError) as why:
                rest = sum("ends their turn" in later for at, later in lines if at > number)
                return self.table.stop(self.begun or number, "; ".join(self.steps) or line, why, rest)
        if self.steps:
            try:
                self._end(lines[-1][0], None)
            except (Refusal, RecordError) as why:
                return self.table.stop(self.begun, "; ".join(self.steps), why)
        living = [seat for seat in range(2) if seat not in self.out]
        if self.out:
            self.table.claim(living or [0, 1], draw=not living)
        return self.table.game

    def _line(self, number: int, line: str) -> None:
        for verb, sentence in _SENTENCES.items():
            if found := sentence.fullmatch(line):
                self._said(verb, number, found)
                return
        gone = next(
            (seat for seat, name in enumerate(self.table.game.names) if line.startswith(f"{name} ")), None
        )
        if gone is not None and (departure := departure_of(line)):
            self.table.depart(gone, departure, number)
            self.out.append(gone)
        # All else is about the table: systems forgotten, draws offered, talk.

    def _said(self, verb: str, number: int, found: re.Match[str]) -> None:
        seat = self.table.seat_of(self._word(found["who"]))
        if seat is None:
            raise RecordError(f"“{found['who']}” does not play here")
        self.begun = self.begun or number
        words = found.groups()[1:]
        match verb:
            case "homeworld":
                ship, first, second = words
                self.steps = [f"homeworld {first} {second} {ship}"]
                self._end(number, seat)
            case "restart":
                self.steps, self.begun = [], 0
            case "end":
                self._end(number, seat)
            case "eliminated":
                self.out.append(seat)
            case "discover":
                self.star = (words[0], words[1])
            case "move":
                ship, origin, to = words
                if self.star[1] == to:
                    step = f"discover {ship} {self._system(origin)} {self.star[0]} {self._word(to)}"
                    self.star = ("", "")
                else:
                    step = f"move {ship} {self._system(origin)} {self._system(to)}"
                self.steps.append(step)
            case "catastrophe":
                self.steps.append(f"catastrophe {self._system(words[1])} {words[0]}")
            case _:
                *pieces, system = words
                self.steps.append(" ".join([verb, *pieces, self._system(system)]))

    def _end(self, number: int, seat: int | None) -> None:
        self.table.turn("; ".join(self.steps) or "pass", self.begun or number, seat)
        self.steps, self.begun = [], 0

    def _system(self, name: str) -> str:
        if name.startswith("Homeworld "):
            seat = self.table.seat_of(self._word(name.removeprefix("Homeworld ")))
            if seat is not None:
                return self.table.game.names[seat]
        return self._word(name)

    def _word(self, name: str) -> str:
        """A name without the blanks that no name of ours has."""
        return re.sub(r"[\s;(),|]+", "-", name.strip())
