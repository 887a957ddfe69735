"""Figures for Prometheus. Any app adds its own, one line each:

    gauge("homeworlds_outbox_rows", "Notices that wait to be sent.")(outbox_length)

Everything is read from the database when asked for: there are several processes, and none knows the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from upkeep.models import Tally
from upkeep.selectors import BACKUP, SWEEP, seconds_since, tallies

Read: TypeAlias = Callable[[], float | None]
ReadMany: TypeAlias = Callable[[], Mapping[str, float]]
PREFIX: Final = "homeworlds_"


@dataclass(frozen=True)
class Measure:
    name: str
    kind: Literal["gauge", "counter"]
    help: str
    read: Read


@dataclass(frozen=True)
class Family:
    """Gauges of one name, told apart by a label."""

    name: str
    label: str
    help: str
    read: ReadMany


_measures: dict[str, Measure] = {}
_families: dict[str, Family] = {}


def gauge(name: str, help: str) -> Callable[[Read], Read]:  # noqa: A002  Prometheus calls it so
    """Shows what the function returns now; nothing when that is None. It should take a small query."""
    return _adder(name, "gauge", help)


def counter(name: str, help: str) -> Callable[[Read], Read]:  # noqa: A002
    """As `gauge`, for what only grows; the name ends in `_total`."""
    return _adder(name, "counter", help)


def family(name: str, label: str, help: str) -> Callable[[ReadMany], ReadMany]:  # noqa: A002
    """As `gauge`, for several at once: the function returns the value of each label."""

    def add(read: ReadMany) -> ReadMany:
        _families[name] = Family(name, label, help, read)
        return read

    return add


def _adder(name: str, kind: Literal["gauge", "counter"], words: str) -> Callable[[Read], Read]:
    def add(read: Read) -> Read:
        _measures[name] = Measure(name, kind, words, read)
        return read

    return add


@gauge(PREFIX + "sweep_age_seconds", "Seconds since the last sweep ended.")
def sweep_age() -> float | None:
    return seconds_since(SWEEP)


@gauge(PREFIX + "backup_age_seconds", "Seconds since the last backup was made.")
def backup_age() -> float | None:
    return seconds_since(BACKUP)


def exposition() -> str:
    """All measures in the text format of Prometheus."""
    return "\n".join([*_lines_of_measures(), *_lines_of_families(), *_lines_of_tallies(), ""])


def _lines_of_measures() -> Iterator[str]:
    for measure in _measures.values():
        value = measure.read()
        if value is not None:
            yield from _head(measure.name, measure.kind, measure.help)
            yield f"{measure.name} {value:g}" if isinstance(value, float) else f"{measure.name} {value}"


def _lines_of_families() -> Iterator[str]:
    for each in _families.values():
        yield from _head(each.name, "gauge", each.help)
        for label, value in sorted(each.read().items()):
            yield f'{each.name}{{{each.label}="{label}"}} {value:.0f}'


def _lines_of_tallies() -> Iterator[str]:
    """Each tally as a summary: how often, and how many seconds in all."""
    name = None
    for row in tallies():
        if row.name != name:
            name = row.name
            yield from _head(f"{PREFIX}{name}_seconds", "summary", f"How often {name}, and how long in all.")
        yield from _summary(row)


def _summary(row: Tally) -> Iterator[str]:
    label = f'{{label="{row.label}"}}' if row.label else ""
    yield f"{PREFIX}{row.name}_seconds_count{label} {row.count}"
    yield f"{PREFIX}{row.name}_seconds_sum{label} {row.total:.3f}"


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"
