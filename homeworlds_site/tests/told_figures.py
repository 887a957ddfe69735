"""What stands in `/metrics`, read as Prometheus reads it, and by which values labels tell things apart."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from uuid import uuid4

from celery import Task, current_app, states
from django.apps import apps
from django.db import connection
from django.test import Client
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from bots import LEVELS
from bots.thinking import LEVEL_IDS
from homeworlds_site.tests.addresses import names_in_use
from upkeep import due, sweep
from upkeep.watching import alarms, task_timings, timings

TOKEN: Final = "open-sesame"
STATUS: Final = frozenset(str(code) for code in range(100, 600))


def told(client: Client) -> list[Metric]:
    """By a request like that of Prometheus; the setting must be TOKEN."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return list(text_string_to_metric_families(answer.content.decode()))


def run_as_worker(task: Task[Any, Any], *, waited: float = 0.0) -> None:
    """As a worker does that has taken it from the queue, but that the connection of the test stays open. What
    it raises is counted."""
    number, state = uuid4().hex, states.SUCCESS
    seen = SimpleNamespace(
        name=task.name, request=SimpleNamespace(is_eager=False, due_since=time.time() - waited)
    )
    task_timings.begin(number, seen)
    try:
        task()
    except Exception:  # noqa: BLE001  any failure is one
        state = states.FAILURE
    task_timings.end(number, seen, state)


def samples(metrics: Iterable[Metric]) -> dict[str, dict[frozenset[tuple[str, str]], float]]:
    """Values by name and labels."""
    found: dict[str, dict[frozenset[tuple[str, str]], float]] = {}
    for metric in metrics:
        for sample in metric.samples:
            found.setdefault(sample.name, {})[frozenset(sample.labels.items())] = sample.value
    return found


def value(metrics: Iterable[Metric], name: str, **labels: str) -> float:
    """0 where there is none."""
    return samples(metrics).get(name, {}).get(frozenset(labels.items()), 0.0)


def bounds() -> dict[str, Collection[str]]:
    """All values that a label can ever have, as the code knows them."""
    current_app.loader.import_default_modules()
    buckets = {f"{bound:g}" for bound in (*timings.FAST, *timings.LONG)} | {
        str(float(bound)) for bound in (*timings.FAST, *timings.LONG)
    }
    levels = {f"{level}{how}" for level in (*LEVEL_IDS, *LEVELS) for how in ("", " compiled")}
    queues = {name for names in _queues() for name in names}
    return {
        "view": names_in_use() | {timings.NO_VIEW},
        "status": STATUS,
        "task": set(current_app.tasks),
        "state": states.ALL_STATES | {"IGNORED", "UNKNOWN"},
        "le": buckets | {"+Inf"},
        "name": set(alarms.names()),
        "table": {*connection.introspection.table_names(), "all", *_tables()},
        "label": levels | set(sweep._STEPS) | queues | {"compiled search"},
        "work": {work.name for work in due.works()},
    }


def _tables() -> set[str]:
    return {model._meta.db_table for model in apps.get_models()}


def _queues() -> Iterator[Collection[str]]:
    from django.conf import settings

    for name, rung in settings.QUEUES_OF_WORKERS.items():
        yield (name, *rung)


def unbounded(metrics: Iterable[Metric]) -> list[str]:
    """Labels that can have any number of values: of those names that are not known here, and other values."""
    known = bounds()
    wrong = set()
    for metric in metrics:
        for sample in metric.samples:
            for label, said in sample.labels.items():
                if said not in known.get(label, ()):
                    wrong.add(f"{sample.name}: {label}={said!r}")
    return sorted(wrong)


# --- Queries of a dashboard

DASHBOARD: Final = Path(__file__).resolve().parents[2] / "deploy" / "grafana" / "homeworlds.json"
_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_WORD: Final = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_MATCHER: Final = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
_GROUPS: Final = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^()]*)\)")
FUNCTIONS: Final = frozenset(
    "sum avg min max count topk bottomk rate irate increase histogram_quantile and or unless".split()
)
OF_PROMETHEUS: Final = frozenset({"instance", "job"})


class Panel(NamedTuple):
    title: str
    queries: tuple[str, ...]


def panels(file: Path = DASHBOARD) -> list[Panel]:
    found = json.loads(file.read_text())["panels"]
    return [Panel(each["title"], tuple(target["expr"] for target in each["targets"])) for each in found]


def asked_for(query: str) -> tuple[set[str], set[str], list[tuple[str, str]]]:
    """The names of metrics in a query of PromQL, those of labels, and which values these must have."""
    labels, values = set[str](), list[tuple[str, str]]()
    for inside in _BRACES.findall(query):
        for label, how, said in _MATCHER.findall(inside):
            labels.add(label)
            values += [(label, one) for one in (said.split("|") if "~" in how else [said])]
    text = _TEXT.sub("", _BRACES.sub("", query))
    for inside in _GROUPS.findall(text):
        labels |= set(_WORD.findall(inside))
    text = re.sub(r"\[[^\]]*\]", "", _GROUPS.sub("", text))
    names = set(_WORD.findall(re.sub(r"(?<![\w:])\d[\w.]*", "", text)))  # a number is no name
    return names - FUNCTIONS, labels, values


def faults(query: str, metrics: Iterable[Metric]) -> list[str]:
    """What a query asks for that is not exported."""
    exported, known = samples(metrics), bounds()
    names, labels, values = asked_for(query)
    if not names:
        return ["it asks for nothing"]
    have = {label for name in names & exported.keys() for each in exported[name] for label, _said in each}
    return [
        *(f"no metric is called {name}" for name in sorted(names - exported.keys())),
        *(f"none of them has a label {label}" for label in sorted(labels - have - OF_PROMETHEUS)),
        *(
            f"{label} is never {said}"
            for label, said in values
            if label in known and said not in known[label]
        ),
    ]
