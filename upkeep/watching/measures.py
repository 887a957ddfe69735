"""Figures for Prometheus. Any app adds its own, one line each:

    gauge("homeworlds_outbox_rows", "Notices that wait to be sent.")(outbox_length)

Everything here is read from the database when asked for: there are several processes, and none knows the
whole. What each of them measures by itself is added up by `timings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, TypeAlias

from prometheus_client import Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
from prometheus_client.registry import Collector

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


def figures() -> list[Metric]:
    """All measures, read now."""
    return [*_measured(), *_of_families(), *_of_tallies()]


def exposition(metrics: Iterable[Metric] | None = None) -> str:
    """These, or all measures, in the text format of Prometheus."""
    return generate_latest(_Collected(figures() if metrics is None else metrics)).decode()


class _Collected(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def _measured() -> Iterator[Metric]:
    for measure in _measures.values():
        value = measure.read()
        if value is not None:
            made = CounterMetricFamily if measure.kind == "counter" else GaugeMetricFamily
            yield made(measure.name, measure.help, value=value)


def _of_families() -> Iterator[Metric]:
    for each in _families.values():
        found = GaugeMetricFamily(each.name, each.help, labels=[each.label])
        for label, value in sorted(each.read().items()):
            found.add_metric([label], value)
        yield found


def _of_tallies() -> Iterator[Metric]:
    """Each tally as a summary: how often, and how many seconds in all."""
    for name, rows in groupby(tallies(), key=lambda row: row.name):
        words, kept = f"How often {name}, and how long in all.", list(rows)
        labels = ["label"] if any(row.label for row in kept) else []
        found = SummaryMetricFamily(f"{PREFIX}{name}_seconds", words, labels=labels)
        for row in kept:
            found.add_metric([row.label] if labels else [], count_value=row.count, sum_value=row.total)
        yield found
