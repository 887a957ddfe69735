"""What needs a hand of whoever runs the site: each thing in one sentence that says what to do.

Any app adds its own in `AppConfig.ready`, by `add_alarm`. The page of staff, `/alarms`, `/metrics` and
`manage.py alarms` all show the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import TimeoutError as TooLate
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connections
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily

from upkeep.watching.health import SECONDS, Check

METRIC: Final = "homeworlds_alarm"
DATABASE: Final = "database"
HUNG: Final = gettext_lazy("Asked for it, nothing answered in time: look at the log of the web server.")


@dataclass(frozen=True)
class Trouble:
    """A whole sentence, put into the reader's language when it is shown."""

    words: Promise | str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return str(self.words % self.values)


Ask = Callable[[], Trouble | None]


@dataclass(frozen=True)
class Alarm:
    name: str
    title: Promise
    check: Check[Trouble | None]
    needs_database: bool
    late: Trouble


@dataclass(frozen=True)
class State:
    """What is known of an alarm now; without `trouble` and not `known` it could not be asked."""

    name: str
    title: Promise
    trouble: Trouble | None
    known: bool = True

    @property
    def says(self) -> str:
        if self.trouble:
            return str(self.trouble)
        return _("All is well.") if self.known else _("Nobody knows while the database is away.")


_alarms: dict[str, Alarm] = {}


def add_alarm(
    name: str,
    title: Promise,
    ask: Ask,
    *,
    needs_database: bool = True,
    fresh: float = 0.0,
    late: Promise = HUNG,
) -> None:
    """Asks `ask` in a thread of its own, at most once in `fresh` seconds; None from it says that all is well.

    `late` is said when it hangs. Raises ValueError when the name is taken.
    """
    if name in _alarms:
        raise ValueError(f"there is an alarm named {name} already")

    def asked() -> Trouble | None:
        try:
            return ask()
        finally:
            connections.close_all()  # this thread's only

    _alarms[name] = Alarm(name, title, Check(asked, fresh=fresh), needs_database, Trouble(late))


def names() -> list[str]:
    return list(_alarms)


def states() -> list[State]:
    """All alarms, in the order in which they were added. None is waited for a second; what stands in the
    database is asked only once it has answered."""
    known = _asked(alarm for alarm in _alarms.values() if not alarm.needs_database)
    if known[DATABASE].trouble:
        for alarm in _alarms.values():
            known.setdefault(alarm.name, State(alarm.name, alarm.title, None, known=False))
    else:
        known |= _asked(alarm for alarm in _alarms.values() if alarm.needs_database)
    return [known[name] for name in _alarms]


def _asked(alarms: Iterable[Alarm]) -> dict[str, State]:
    give_up = time.monotonic() + SECONDS
    running = [(alarm, alarm.check.start()) for alarm in alarms]
    found = {}
    for alarm, answer in running:
        try:
            trouble = answer.result(timeout=max(give_up - time.monotonic(), 0))
        except TooLate:
            trouble = alarm.late
        except Exception as error:  # noqa: BLE001  whatever it is, it is the finding; its text may hold a secret
            words = gettext_lazy(
                "Looking after it failed (%(error)s): the log of the web server may say why."
            )
            trouble = Trouble(words, {"error": type(error).__name__})
        found[alarm.name] = State(alarm.name, alarm.title, trouble)
    return found


def measured(known: Iterable[State]) -> Metric:
    """For Prometheus: 1 for what needs a hand, 0 for what is well, nothing for what is not known."""
    words = "Whether this needs a hand; /alarms and the page of staff say what to do."
    found = GaugeMetricFamily(METRIC, words, labels=["name"])
    for state in known:
        if state.known:
            found.add_metric([state.name], int(state.trouble is not None))
    return found
