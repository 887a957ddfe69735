"""Reading the notation that `records.writing` exports (docs/record-format.md) into the values of its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.models import EntryKind, Status
from homeworlds.outcome import Alignment
from records.refusals import NotARecord
from records.writing import FORMAT, NOTED, OF_ALL, SAID

BEGINNING: Final = "Game: "
"""Of the first line of every record in notation."""

_SEAT: Final = re.compile(r"(?P<name>[^\s()]+)(?: \((?P<notes>[a-z0-9, ]+)\))?")
_RULES: Final = re.compile(r"version (?P<version>\d{1,6})(?:, (?P<preset>[a-z-]+))?")
_RESULT: Final = re.compile(r"(?P<word>won|draw) by (?P<names>[^()]+) \((?P<termination>[a-z-]+)\)")
_ENTRY: Final = re.compile(r"(?P<number>\d{1,6})\. (?P<said>.+)")
_DRAW: Final = re.compile(r"draw \((?P<termination>[a-z-]+)\)")
_REOPENED: Final = re.compile(r"reopened \(before (?P<before>\d{1,6})\)")
_ALIGNMENTS: Final = {alignment.name.lower(): str(alignment) for alignment in Alignment}
_KINDS: Final[Mapping[str, tuple[EntryKind, dict[str, str]]]] = {
    **{said: (kind, {}) for kind, said in SAID.items()},
    **{said: (kind, {"what": what}) for what, (kind, said) in NOTED.items()},
}
_TRUTH: Final = {"true": True, "false": False}


def split_texts(lines: Iterable[str]) -> Iterator[str]:
    """The records of a file of them, which stand one after the other."""
    text: list[str] = []
    for line in lines:
        if line.startswith(BEGINNING) and text:
            yield "".join(text)
            text = []
        text.append(line)
    yield "".join(text)


def export_of_text(text: str) -> dict[str, Any]:
    """What the JSON of the same game says, but for its times. Raises NotARecord."""
    lines = [line.strip() for line in text.splitlines()]
    end = lines.index("") if "" in lines else len(lines)
    headers = [_header(line) for line in lines[:end]]
    named = dict(headers)
    rules = _match(_RULES, named.get("Rules", ""), "“Rules” must be the version of the rules")
    seats = _seats(headers)
    names = [str(seat["name"]) for seat in seats]
    result = named.get("Result", "")
    over = _RESULT.fullmatch(result)
    return {
        "format": FORMAT,
        "game": named["Game"],
        "status": Status.FINISHED if over else result,
        "variant": named.get("Variant", ""),
        "rules_version": int(rules["version"]),
        "options": dict(_option(value) for name, value in headers if name == "Option"),
        "preset": rules["preset"] or "",
        "seats": seats,
        "log": _log([line for line in lines[end:] if line], names),
        "result": over and _outcome(over, names),
    }


def _match(pattern: re.Pattern[str], text: str, why_not: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise NotARecord(f"{why_not}, not “{text[:60]}”.")
    return found


def _header(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(": ")
    if not colon:
        raise NotARecord(f"A header has a name and a value, unlike “{line[:60]}”.")
    return name, value


def _option(value: str) -> tuple[str, str | bool]:
    name, _, chosen = value.partition(" ")
    return name, _TRUTH.get(chosen, chosen)


def _seats(headers: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    said = [(name, value) for name, value in headers if name.startswith("Seat ")]
    if [name for name, _ in said] != [f"Seat {number}" for number in range(len(said))]:
        raise NotARecord("The seats must stand in their order, from “Seat 0” on.")
    return [_seat(value) for _, value in said]


def _seat(value: str) -> dict[str, Any]:
    found = _match(_SEAT, value, "A seat must be a name, with what is special about it in parentheses")
    seat: dict[str, Any] = {"name": found["name"]}
    for note in (found["notes"] or "").split(", "):
        word, _, number = note.partition(" ")
        if word == "timewarp" and number.isdigit() and len(number) < 3:
            seat["timewarp"] = int(number)
        elif note in ("one star", "novice"):
            seat[note.replace(" ", "_")] = True
        elif note in _ALIGNMENTS:
            seat["alignment"] = _ALIGNMENTS[note]
        elif note:
            raise NotARecord(f"There is no handicap “{note[:40]}”.")
    return seat


def _outcome(found: re.Match[str], names: Sequence[str]) -> dict[str, Any]:
    winners = found["names"].split(", ")
    if unknown := [name for name in winners if name not in names]:
        raise NotARecord(f"No seat is called “{unknown[0][:40]}”.")
    return {
        "winners": [names.index(name) for name in winners],
        "draw": found["word"] == "draw",
        "termination": found["termination"],
    }


def _log(lines: Sequence[str], names: Sequence[str]) -> list[dict[str, Any]]:
    log = []
    for number, line in enumerate(lines, start=1):
        found = _match(_ENTRY, line, f"Entry {number} must begin with its number and a full stop")
        if int(found["number"]) != number:
            raise NotARecord(f"Entry {number} is missing.")
        log.append(_entry(found["said"], names))
    return log


def _entry(said: str, names: Sequence[str]) -> Mapping[str, Any]:
    if draw := _DRAW.fullmatch(said):
        data = {"termination": draw["termination"]}
        return {"kind": EntryKind.DRAW, "seat": None, "text": "", "data": data}
    if reopened := _REOPENED.fullmatch(said):
        data = {"before": int(reopened["before"])}
        return {"kind": EntryKind.REOPENED, "seat": None, "text": "", "data": data}
    if said == EntryKind.VOID:
        return {"kind": EntryKind.VOID, "seat": None, "text": ""}
    if (of_all := _KINDS.get(said)) and of_all[1].get("what") in OF_ALL:
        return {"kind": of_all[0], "seat": None, "text": "", "data": of_all[1]}
    for seat, name in enumerate(names):
        if said.startswith(f"{name}: "):
            return {"kind": EntryKind.TURN, "seat": seat, "text": said[len(name) + 2 :]}
        found = _KINDS.get(said.removeprefix(f"{name} "))
        if found and said.startswith(f"{name} "):
            return {"kind": found[0], "seat": seat, "text": "", "data": found[1]}
    raise NotARecord(f"Nobody here can have done this: “{said[:60]}”.")
