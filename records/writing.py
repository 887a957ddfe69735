"""A finished or running game to take away: all that is public of it (docs/record-format.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from games.models import EntryKind, Game, Seat
from homeworlds.outcome import Alignment

FORMAT: Final = 1

SAID: Final = {
    EntryKind.RESIGNATION: "resigns",
    EntryKind.TIME: "loses on time",
    EntryKind.TAKE_BACK: "takes back",
}
"""What the notation text says of an entry that is no turn. Part of the format, so never translated."""
NOTED: Final = {
    "excused": (EntryKind.CLOCK, "is excused"),
    "adrift": (EntryKind.CLOCK, "goes adrift"),
    "vacation": (EntryKind.CLOCK, "goes on vacation"),
    "given": (EntryKind.CLOCK, "gives time"),
    "extended": (EntryKind.CLOCK, "is given time by staff"),
    "paused": (EntryKind.CLOCK, "paused"),
    "paused-by-staff": (EntryKind.CLOCK, "paused by staff"),
    "resumed": (EntryKind.CLOCK, "resumed"),
    "resumed-by-staff": (EntryKind.CLOCK, "resumed by staff"),
    "wound": (EntryKind.CLOCK, "clocks begin"),
    "back": (EntryKind.SEAT_CHANGE, "is back"),
    "substitute": (EntryKind.SEAT_CHANGE, "has a substitute"),
}
"""The same of entries about the clock and about who sits where, by `what` they say, with their kind."""
CLOCKS: Final = frozenset({"left", "next", "amounts"})
"""In the data of entries: how clocks stood. A record tells no times but those of its entries."""
OF_ALL: Final = frozenset({"paused", "paused-by-staff", "resumed", "resumed-by-staff", "wound"})
"""Those of them that are of no seat."""


def link_of(game: Game) -> str:
    """The address of the table, which names the game wherever its record goes."""
    return f"{settings.SITE_URL}{reverse('games:table', args=[game.public_id])}"


def export_json(game: Game) -> dict[str, Any]:
    """The record of a started game as plain JSON values. One query, however long the game.

    Alignments only as far as everybody knows them, so of all seats once the game is over.
    """
    seats = list(game.seats.all())
    known = _dealt(game)
    entries = game.log.order_by("number").values("kind", "seat", "text", "data", "created_at")
    return {
        "format": FORMAT,
        "game": link_of(game),
        "status": game.status,
        "created_at": _moment(game.created_at),
        "started_at": _moment(game.started_at),
        "finished_at": _moment(game.finished_at),
        "variant": game.variant,
        "rules_version": game.rules_version,
        "options": game.options,
        "preset": game.preset,
        "seats": [_seat(seat, known.get(number)) for number, seat in enumerate(seats)],
        "log": [_entry(entry) for entry in entries],
        "result": game.outcome,
    }


def _entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Without what was left on a clock when a turn ended: only its own table counts on that."""
    data = {name: value for name, value in entry["data"].items() if name not in CLOCKS}
    return {**entry, "data": data, "created_at": _moment(entry["created_at"])}


def _seat(seat: Seat, alignment: Alignment | None) -> dict[str, Any]:
    exported: dict[str, Any] = {
        "name": seat.name,
        "kind": seat.kind,
        "novice": seat.novice,
        "one_star": seat.one_star,
        "timewarp": seat.timewarp,
    }
    if alignment is not None:
        exported["alignment"] = str(alignment)
    return exported


def _dealt(game: Game) -> dict[int, Alignment]:
    """The public alignments as they were dealt: who has fallen since was Good."""
    return {
        seat: Alignment.GOOD if seat in game.fallen else Alignment(alignment)
        for seat, alignment in game.revealed
    }


def export_text(game: Game) -> str:
    """The record of a started game in notation: header lines, an empty line, one line for each entry."""
    seats = list(game.seats.all())
    entries = game.log.order_by("number").values("number", "kind", "seat", "text", "data")
    lines = [*_headers(game, seats), "", *[_line(entry, seats) for entry in entries]]
    return "\n".join(lines) + "\n"


def _headers(game: Game, seats: Sequence[Seat]) -> Iterator[str]:
    yield f"Game: {link_of(game)}"
    yield f"Variant: {game.variant}"
    yield f"Rules: version {game.rules_version}" + (f", {game.preset}" if game.preset else "")
    for option, value in game.options.items():
        yield f"Option: {option} {str(value).lower()}"
    known = _dealt(game)
    for number, seat in enumerate(seats):
        notes = [f"timewarp {seat.timewarp}"] if seat.timewarp else []
        notes += ["one star"] if seat.one_star else []
        notes += ["novice"] if seat.novice else []
        notes += [known[number].name.lower()] if number in known else []
        yield f"Seat {number}: {seat.name}" + (f" ({', '.join(notes)})" if notes else "")
    yield f"Started: {_moment(game.started_at)}"
    if game.finished_at is not None:
        yield f"Finished: {_moment(game.finished_at)}"
    yield f"Result: {_result(game, seats)}"


def _result(game: Game, seats: Sequence[Seat]) -> str:
    if game.outcome is None:
        return game.status
    names = ", ".join([seats[seat].name for seat in game.outcome["winners"]])
    if not names:
        return f"none ({game.outcome['termination']})"
    return f"{_word(game.outcome)} by {names} ({game.outcome['termination']})"


def _word(outcome: Mapping[str, Any]) -> str:
    return "draw" if outcome["draw"] else "won"


def _line(entry: Mapping[str, Any], seats: Sequence[Seat]) -> str:
    name = "" if entry["seat"] is None else f" {seats[entry['seat']].name}"
    if entry["kind"] == EntryKind.TURN:
        return f"{entry['number']}.{name}: {entry['text']}"
    if entry["kind"] == EntryKind.DECISION:
        data = entry["data"]
        named = ", ".join([seats[seat].name for seat in data["winners"]])
        return f"{entry['number']}. decision ({f'{_word(data)} by {named}' if named else 'void'})"
    if entry["kind"] == EntryKind.REOPENED:
        return f"{entry['number']}. reopened (before {entry['data']['before']})"
    if entry["kind"] == EntryKind.VOID:
        return f"{entry['number']}. void"
    if entry["kind"] in (EntryKind.CLOCK, EntryKind.SEAT_CHANGE):
        return f"{entry['number']}.{name} {NOTED[entry['data']['what']][1]}"
    if entry["kind"] == EntryKind.DRAW:
        return f"{entry['number']}. draw ({entry['data']['termination']})"
    return f"{entry['number']}.{name} {SAID[EntryKind(entry['kind'])]}"


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")
