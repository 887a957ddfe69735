"""Games that this site exported, in notation or as JSON, and the recorded games of 2005-2020."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from homeworlds.foreign.table import ForeignGame, Table, Unread
from homeworlds.notation import parse_turn
from homeworlds.outcome import Alignment, Departure
from homeworlds.records import JsonRecord, RecordError, read_record
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet, Variant, with_options

NAME: Final = "own"

_ENTRY: Final = re.compile(r"(?P<number>\d{1,6})\. (?P<said>.+)")
_DEPARTURES: Final = {
    "resigns": Departure.RESIGNATION,
    "resigns by staff": Departure.RESIGNATION,
    "loses on time": Departure.TIME,
}
_KINDS: Final = {"resignation": Departure.RESIGNATION, "time": Departure.TIME}
_REOPENED: Final = re.compile(r"reopened \(before (\d{1,6})\)")


def sniff(beginning: str) -> float:
    if beginning.startswith("Game: ") and re.search(r"(?m)^(Variant|Rules|Seat 0): ", beginning):
        return 1.0
    if not beginning.lstrip().startswith("{"):
        return 0.0
    is_export = re.search(r'"format"\s*:\s*1\b', beginning) and '"game"' in beginning
    is_export = is_export or ('"options"' in beginning and '"seats"' in beginning)
    is_recorded = re.search(r'"t"\s*:\s*\[', beginning) and re.search(r'"n"\s*:\s*[234]\b', beginning)
    return 1.0 if is_export or is_recorded else 0.0


def read(text: str) -> Iterator[ForeignGame]:
    if text.startswith("Game: "):
        for game in re.split(r"(?m)^(?=Game: )", text):
            if game.strip():
                yield _of_notation(game)
        return
    for number, line in enumerate(_objects(text), start=1):
        data = read_object(line, number)
        yield _of_archive(data) if "t" in data else _of_export(data)


def _objects(text: str) -> list[str]:
    """A line each; or one object over several lines."""
    lines = [line for line in text.split("\n") if line.strip()]
    return lines if len(lines) > 1 and lines[0].rstrip().endswith("}") else [text]


def read_object(text: str, line: int = 1) -> Mapping[str, Any]:
    """Raises RecordError unless it is a JSON object."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"Line {line} is not JSON") from error
    if not isinstance(data, dict):
        raise RecordError(f"Line {line} is no JSON object")
    return data


def _of_archive(data: JsonRecord) -> ForeignGame:
    try:
        record = read_record(data)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise RecordError(f"The recorded game cannot be read: {error}") from error
    table = Table(NAME, record.letters, rules=record.rules, one_star=sorted(record.one_star))
    table.game.title = f"{record.id}"
    for number, step in enumerate(record.steps, start=1):
        try:
            if step.departs:
                table.depart(step.seat, Departure.RESIGNATION, number)
            else:
                table.played(step.turn, number, step.seat)
        except Refusal as why:
            return table.stop(number, f"{step}", why, len(record.steps) - number)
    table.claim([record.winner])
    return table.game


def _rules(variant: object, options: object) -> RuleSet:
    if not isinstance(variant, str) or variant not in list(Variant) or not isinstance(options, dict):
        raise RecordError("The record does not say variant and options")
    return with_options(RuleSet(variant=Variant(variant)), options)


def _of_export(data: Mapping[str, Any]) -> ForeignGame:
    try:
        seats, log = list(data["seats"]), list(data["log"])
        names = [str(seat["name"]) for seat in seats]
        rules = _rules(data.get("variant"), data.get("options"))
        dealt = [Alignment(seat.get("alignment") or "G") for seat in seats]
        table = Table(
            NAME,
            names,
            rules=rules,
            one_star=[number for number, seat in enumerate(seats) if seat.get("one_star")],
            timewarp={
                number: int(seat["timewarp"]) for number, seat in enumerate(seats) if seat.get("timewarp")
            },
            alignments=dealt if rules.variant is Variant.GOOD_VS_EVIL else None,
        )
        table.game.title = str(data.get("game", data.get("title", "")))
        for number, entry in enumerate(log, start=1):
            try:
                _repeat(table, entry, number)
            except Refusal as why:
                return table.stop(number, str(entry.get("text", "")), why, len(log) - number)
        if result := data.get("result", data if "winners" in data else None):
            table.claim(list(result["winners"]), draw=bool(result.get("draw")))
        table.game.unread += [
            Unread(int(each["line"]), str(each["text"]), str(each["why"])) for each in data.get("unread", [])
        ]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, RecordError | Refusal):
            raise
        raise RecordError(f"The exported game cannot be read: {error}") from error
    return table.game


def _repeat(table: Table, entry: Mapping[str, Any], number: int) -> None:
    kind, seat = entry["kind"], entry.get("seat")
    if kind == "turn":
        table.played(parse_turn(str(entry["text"]), len(table.game.names)), number, int(seat or 0))
    elif kind in _KINDS and isinstance(seat, int):
        table.depart(seat, _KINDS[kind], number)
    elif kind == "take-back":
        table.take_back()
    elif kind == "reopened":
        _reopen(table, int(entry["data"]["before"]))


def _reopen(table: Table, before: int) -> None:
    table.take_back(sum(move.line < before for move in table.game.moves))


def _of_notation(text: str) -> ForeignGame:
    lines = text.split("\n")
    said = [line.partition(": ") for line in lines]
    fields = {name: value.strip() for name, _, value in said}
    options = dict(value.strip().partition(" ")[::2] for name, _, value in said if name == "Option")
    seats = [fields[f"Seat {number}"] for number in range(6) if f"Seat {number}" in fields]
    rules = _rules(fields.get("Variant"), {name: _value(value) for name, value in options.items()})
    notes = [set(re.split(r"[(),]+ *", seat.partition(" ")[2])) for seat in seats]
    dealt = [Alignment.EVIL if "evil" in each else Alignment.GOOD for each in notes]
    table = Table(
        NAME,
        [seat.split(" ")[0] for seat in seats],
        rules=rules,
        one_star=[number for number, each in enumerate(notes) if "one star" in each],
        timewarp={
            number: int(note.split(" ")[1])
            for number, each in enumerate(notes)
            for note in each
            if re.fullmatch(r"timewarp \d", note)
        },
        alignments=dealt if rules.variant is Variant.GOOD_VS_EVIL else None,
    )
    table.game.title = fields.get("Game", "")
    entries = [(number, found) for number, line in enumerate(lines, 1) if (found := _ENTRY.fullmatch(line))]
    for at, (number, found) in enumerate(entries):
        try:
            _say(table, found["said"], number, int(found["number"]), entries)
        except Refusal as why:
            return table.stop(number, found["said"], why, len(entries) - at - 1)
    result = re.match(r"(won|draw) by (?P<names>[^()]+)", fields.get("Result", ""))
    if result:
        table.claim(re.split(r",\s*", result["names"].strip()), draw=result[1] == "draw")
    return table.game


def _value(text: str) -> object:
    return {"true": True, "false": False}.get(text.strip(), text.strip())


def _say(table: Table, said: str, line: int, number: int, entries: list[tuple[int, re.Match[str]]]) -> None:
    who, colon, turn = said.partition(": ")
    seat = table.seat_of(who)
    if colon and seat is not None:
        table.played(parse_turn(turn, len(table.game.names)), line, seat)
        return
    name, _, what = said.partition(" ")
    seat = table.seat_of(name)
    if what in _DEPARTURES and seat is not None:
        table.depart(seat, _DEPARTURES[what], line)
    elif what == "takes back":
        table.take_back()
    elif found := _REOPENED.fullmatch(said):
        first = next((at for at, entry in entries if entry["number"] == found[1]), line)
        _reopen(table, first)
