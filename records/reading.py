"""Reading records: exported games (docs/record-format.md) and the recorded games of 2005-2020.

What is read here is whole and well-formed; whether the rules allow it, the services say.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

from board.words.refusals import sentence
from games.models import EntryKind, Status
from homeworlds import records
from homeworlds.names import check_name
from homeworlds.notation import LONGEST_TURN, format_turn
from homeworlds.outcome import Alignment, Outcome, Termination, evil_dealt
from homeworlds.reading.decoding import encoding_of
from homeworlds.refusals import Refusal
from homeworlds.renaming import renamed_turn
from homeworlds.rules import (
    LATER_OPTIONS,
    OPTIONS,
    RULES_VERSION,
    Preset,
    RuleSet,
    Variant,
    check_players,
    with_options,
)
from records.foreign import lines_of_foreign, read_foreign
from records.reading_text import BEGINNING, export_of_text, split_texts
from records.recorded import RecordedEntry, RecordedGame, RecordedSeat
from records.refusals import NotARecord
from records.writing import FORMAT, NOTED, OF_ALL

ORIGIN: Final = "record"
LONGEST_LINK: Final = 200
OF_NO_SEAT: Final = frozenset({EntryKind.DRAW, EntryKind.DECISION, EntryKind.VOID, EntryKind.REOPENED})
MOST_TIMEWARP: Final = 3
LONGEST_LINE: Final = 5_000_000
"""Characters of a record; the longest games have a hundredth of it."""

COMPASS: Final[Mapping[str, str]] = {"N": "North", "E": "East", "S": "South", "W": "West"}
"""What the nameless players of the recorded games are called."""


# --- Files


def read_lines(file: Path) -> Iterator[str]:
    """The records of a file, gzip or plain, one by one: a line each, or all of the file when it is a single
    object on several lines; or those in notation. Raises NotARecord and OSError."""
    try:
        with file.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
        with gzip.open(file) if zipped else file.open("rb") as data:
            opened = io.TextIOWrapper(data, encoding_of(data.peek(4)[:4]))
            first = opened.readline(LONGEST_LINE)
            if first.startswith(BEGINNING):
                yield from split_texts(chain([first], iter(partial(opened.readline, LONGEST_LINE), "")))
                return
            if first.strip() and not _is_json(first):
                # Either one object over several lines, or a bad line among good ones.
                whole = first + opened.read(LONGEST_LINE)
                if _is_json(whole):
                    yield whole
                    return
                foreign = lines_of_foreign(whole)
                yield from foreign or (line for line in whole.splitlines() if line.strip())
                return
            if first.strip():
                yield first
            while line := opened.readline(LONGEST_LINE):
                if line.strip():
                    yield line
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
        raise NotARecord("The file is neither text in UTF-8 nor gzip of it.") from error


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def read_record(line: str) -> RecordedGame:
    """One record of any kind. Raises NotARecord."""
    if line.startswith(BEGINNING):
        return read_export(export_of_text(line))
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotARecord("This is not JSON.") from error
    if not isinstance(data, dict):
        raise NotARecord("A record is a JSON object.")
    if "format" in data:
        return read_export(data)
    if "t" in data and "fin" in data:
        return read_archived(data)
    if "game" in data or "moves" in data or "source" in data:
        return read_foreign(line)
    raise NotARecord("This is no record: it has neither a format nor turns.")


# --- The recorded games of 2005-2020


def read_archived(data: Mapping[str, Any]) -> RecordedGame:
    """A recorded game of the old server. Raises NotARecord."""
    try:
        record = records.read_record(data)
    except Refusal as refusal:
        raise NotARecord(sentence(refusal)) from refusal
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise NotARecord(f"The recorded game cannot be read: {error}.") from error
    names = {letter: COMPASS[letter] for letter in record.letters}
    players = len(names)
    log = []
    for step in record.steps:
        if step.departs:
            log.append(RecordedEntry(EntryKind.RESIGNATION, step.seat))
        else:
            turn = renamed_turn(step.turn, names)
            log.append(RecordedEntry(EntryKind.TURN, step.seat, format_turn(turn, players)))
    year = data.get("y")
    return RecordedGame(
        link=f"{ORIGIN}:{record.id}",
        title=f"Recorded game {record.id}" + (f" of {year}" if isinstance(year, int) else ""),
        rules=record.rules,
        preset=None,
        seats=tuple(
            [
                RecordedSeat(name=name, one_star=number in record.one_star)
                for number, name in enumerate(names.values())
            ]
        ),
        log=tuple(log),
        archived=record,
    )


# --- Exported games


def read_export(data: Mapping[str, Any]) -> RecordedGame:
    """A game exported, as its JSON says it. Raises NotARecord."""
    if data.get("format") != FORMAT or isinstance(data["format"], bool):
        raise NotARecord(f"Only the format {FORMAT} can be read.")
    if data.get("status") != Status.FINISHED:
        raise NotARecord("Only finished games can be imported, and this one is not finished.")
    link = _text(data, "game")
    if not 1 <= len(link) <= LONGEST_LINK or not link.isprintable():
        raise NotARecord(f"“game” must be the address of the game, of at most {LONGEST_LINK} characters.")
    if data.get("rules_version") != RULES_VERSION:
        raise NotARecord(f"The game was played by another version of the rules than {RULES_VERSION}.")
    rules = _rules(data)
    seats = _seats(data, rules)
    return RecordedGame(
        link=link,
        title=f"Imported from {link}"[:LONGEST_LINK],
        rules=rules,
        preset=_preset(data),
        seats=seats,
        log=tuple([_entry(each, len(seats)) for each in _list(data, "log")]),
        outcome=_outcome(data, len(seats)),
    )


def _rules(data: Mapping[str, Any]) -> RuleSet:
    variant = _text(data, "variant")
    if variant not in list(Variant):
        raise NotARecord(f"There is no variant “{variant[:40]}”.")
    options = data.get("options")
    if not isinstance(options, dict) or options.keys() | LATER_OPTIONS != OPTIONS.keys():
        raise NotARecord(f"“options” must have each of {', '.join(OPTIONS)}, and nothing else.")
    try:
        return with_options(RuleSet(variant=Variant(variant)), options)
    except Refusal as refusal:
        raise NotARecord(sentence(refusal)) from refusal


def _preset(data: Mapping[str, Any]) -> Preset | None:
    preset = data.get("preset") or None
    if preset is not None and preset not in list(Preset):
        raise NotARecord("“preset” must be the name of a rule set, or empty.")
    return None if preset is None else Preset(preset)


def _seats(data: Mapping[str, Any], rules: RuleSet) -> tuple[RecordedSeat, ...]:
    seats = tuple([_seat(each, rules) for each in _list(data, "seats")])
    try:
        check_players(len(seats), rules.variant)
    except Refusal as refusal:
        raise NotARecord(sentence(refusal)) from refusal
    if len({seat.name.casefold() for seat in seats}) < len(seats):
        raise NotARecord("Two seats have the same name.")
    if rules.variant is Variant.GOOD_VS_EVIL:
        evil = sum(seat.alignment is Alignment.EVIL for seat in seats)
        if evil != evil_dealt(len(seats)) or None in [seat.alignment for seat in seats]:
            raise NotARecord(
                f"Good vs Evil needs the alignment of every seat, {evil_dealt(len(seats))} of them Evil."
            )
    elif any(seat.alignment for seat in seats):
        raise NotARecord("Only Good vs Evil has alignments.")
    return seats


def _seat(seat: object, rules: RuleSet) -> RecordedSeat:
    if not isinstance(seat, dict):
        raise NotARecord("A seat must be an object.")
    name = _text(seat, "name")
    try:
        check_name(name)
    except Refusal as refusal:
        raise NotARecord(sentence(refusal)) from refusal
    timewarp = seat.get("timewarp", 0)
    if type(timewarp) is not int or timewarp not in range(MOST_TIMEWARP + 1):
        raise NotARecord(f"The Timewarp of {name} must be a number from 0 to {MOST_TIMEWARP}.")
    alignment = seat.get("alignment")
    if alignment is not None and alignment not in list(Alignment):
        raise NotARecord(f"The alignment of {name} must be G or E.")
    return RecordedSeat(
        name=name,
        novice=_truth(seat, "novice"),
        one_star=_truth(seat, "one_star"),
        timewarp=timewarp,
        alignment=None if alignment is None else Alignment(alignment),
    )


def _entry(entry: object, players: int) -> RecordedEntry:
    if not isinstance(entry, dict):
        raise NotARecord("An entry of the log must be an object.")
    kind, seat, data = entry.get("kind"), entry.get("seat"), entry.get("data", {})
    if kind not in list(EntryKind):
        raise NotARecord(f"There is no kind of entry “{str(kind)[:40]}”.")
    if not isinstance(data, dict):
        raise NotARecord("“data” of an entry must be an object.")
    if seat is not None and not _is_seat(seat, players):
        raise NotARecord(f"The seat of an entry must be a number from 0 to {players - 1}.")
    if seat is None and kind not in OF_NO_SEAT and data.get("what") not in OF_ALL:
        raise NotARecord("Only entries about the whole game, such as a draw, are without a seat.")
    if kind in (EntryKind.CLOCK, EntryKind.SEAT_CHANGE) and NOTED.get(data.get("what"), ("",))[0] != kind:
        raise NotARecord("“data” of an entry about a clock or a seat must say what happened.")
    if kind == EntryKind.REOPENED and type(data.get("before")) is not int:
        raise NotARecord("“data” of a reopened game must name the first entry that is undone.")
    if kind == EntryKind.DECISION:
        winners = _list(data, "winners")
        least = 2 if _truth(data, "draw") else 0
        if not all(_is_seat(each, players) for each in winners) or len(winners) < least:
            raise NotARecord("“data” of a decision must name the seats that won, or two that drew.")
    text = entry.get("text", "")
    if not isinstance(text, str) or len(text) > LONGEST_TURN or (kind == EntryKind.TURN) != bool(text):
        raise NotARecord("“text” must be the turn in notation, and empty for an entry that is no turn.")
    return RecordedEntry(EntryKind(kind), seat, text, data)


def _outcome(data: Mapping[str, Any], players: int) -> Outcome:
    result = data.get("result")
    if not isinstance(result, dict):
        raise NotARecord("A finished game needs a result.")
    winners, termination = _list(result, "winners"), result.get("termination")
    if termination not in list(Termination):
        raise NotARecord("The result does not say which rule ended the game.")
    if not all(_is_seat(seat, players) for seat in winners):
        raise NotARecord(f"The winners must be seats, numbers from 0 to {players - 1}.")
    return Outcome(tuple(winners), _truth(result, "draw"), Termination(termination))


def _is_seat(value: object, players: int) -> bool:
    return type(value) is int and value in range(players)


def _text(data: Mapping[str, Any], name: str) -> str:
    text = data.get(name)
    if not isinstance(text, str):
        raise NotARecord(f"“{name}” must be a text.")
    return text


def _list(data: Mapping[str, Any], name: str) -> Sequence[Any]:
    values = data.get(name)
    if not isinstance(values, list):
        raise NotARecord(f"“{name}” must be a list.")
    return values


def _truth(data: Mapping[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise NotARecord(f"“{name}” must be true or false.")
    return value
