"""Log lines: each says to which request, player, game and task it belongs, and never a secret.

Mail addresses, alignments, passwords in URLs and the site's own secrets (`hide`) are blotted out of the
finished line, whoever wrote it, with its traceback.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from django.http import HttpRequest

from homeworlds.outcome import Alignment

HIDDEN: Final = "[hidden]"
FIELDS: Final = (
    "view", "task_kind", "status", "ms", "sql_ms", "statements", "slowest_ms", "slowest", "sql",
)  # fmt: skip
"""What a record may carry in `extra`; anything else stays out of the line."""
SHORTEST_SECRET: Final = 6

VISITORS: Final = "django.security"
"""Who logs as an error what any visitor can bring about: an unknown host, a form too large."""
LONGEST_MESSAGE: Final = 500

# Each in time that grows with the text and no faster: a visitor may have chosen it. So a pattern does not
# begin inside of what it has already tried.
_PATTERNS: Final = (
    re.compile(r"(?<=://)[^/\s@]+(?=@)"),  # user and password in a URL
    re.compile(r"(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"),
    re.compile(r"<?\bAlignment\.(?:GOOD|EVIL)\b(?:: '[GE]'>)?"),
    # PostgreSQL shows the row or the key that broke a constraint.
    re.compile(r"(?<=Failing row contains )\(.*"),
    re.compile(r"(?<=DETAIL:  Key )\(.*"),
    re.compile(r"(?i)(?<=password=)\S+|(?<=token=)\S+|(?<=secret=)\S+|(?<=bearer )\S+|(?<=sessionid=)\S+"),
    # Parts of an address that nobody can guess open something for whoever has them.
    re.compile(r"(?<=/)(?=[\w-]*[A-Z0-9])[\w-]{16,}(?::[\w:-]+)?(?=[/\s?'\"]|$)"),
    re.compile(r"(?<=[?&]watch=)[^\s&]+"),
)
_secrets: set[str] = set()
_OUTSIDE: Final[Mapping[str, Any]] = MappingProxyType({})
_ids: ContextVar[Mapping[str, Any]] = ContextVar("ids", default=_OUTSIDE)
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def hide(*secrets: str) -> None:
    """From now on no line shows these."""
    _secrets.update(secret for secret in secrets if len(secret) >= SHORTEST_SECRET)


def scrubbed(text: str) -> str:
    for secret in _secrets:
        text = text.replace(secret, HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(HIDDEN, text)
    return text


def bind(**ids: str) -> None:
    """Adds ids to all lines of this request or task that follow; outside of both it does nothing."""
    if _ids.get() is not _OUTSIDE:
        _ids.set({**_ids.get(), **ids})


@contextmanager
def bound(request: HttpRequest | None = None, /, **ids: str) -> Iterator[None]:
    """The ids of all lines written inside."""
    kept, asked = _ids.set(ids), _request.set(request)
    try:
        yield
    finally:
        _ids.reset(kept)
        _request.reset(asked)


def ids() -> dict[str, str]:
    """What the line that is written now belongs to, as far as it is known already."""
    known: dict[str, str] = dict(_ids.get())
    request = _request.get()
    if request and request.resolver_match and "public_id" in request.resolver_match.kwargs:
        known["game"] = request.resolver_match.kwargs["public_id"]
    return known


class RequestFilter(logging.Filter):
    """Django's lines about a request name its view: an address may hold a key.

    What visitors bring about by sending nonsense is cut, and has no traceback, which would cost more than the
    answer and lead to nobody's mistake.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith(VISITORS):
            record.exc_info = record.exc_text = None
            record.msg, record.args = record.getMessage()[:LONGEST_MESSAGE], ()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            record.args, record.msg = _without_address(record, request)
        return True


class ProbeFilter(logging.Filter):
    """Leaves out what Django has to say of an answer to a watcher: who asks decides whom to tell, and a 503
    would be a fault of the site each time."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not getattr(getattr(record, "request", None), "is_probe", False)


class RoutineFilter(logging.Filter):
    """Leaves out that a task of the clock was asked for, came and is done: when none comes `/healthz` tells,
    and its failures are reported anyway."""

    def __init__(self, tasks: Collection[str]) -> None:
        super().__init__()
        self.tasks = tasks

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.INFO or not record.name.startswith("celery."):
            return True
        told = record.args.values() if isinstance(record.args, Mapping) else record.args or ()
        return not any(isinstance(each, str) and each in self.tasks for each in told)


def _without_address(record: logging.LogRecord, request: HttpRequest) -> tuple[tuple[Any, ...], str]:
    shown = request.resolver_match.route if request.resolver_match else "an address that leads nowhere"
    message = record.getMessage()
    for address in (request.get_full_path(), request.path):
        if len(address) > 1:
            message = message.replace(address, shown)
    return (), message


class Line(logging.Formatter):
    """A line of text, the ids behind it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        more = {**ids(), **_extra(record)}
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in more.items())])

    def format(self, record: logging.LogRecord) -> str:
        return scrubbed(super().format(_without_alignments(record)))


class JsonLine(logging.Formatter):
    """One JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _without_alignments(record).getMessage(),
            **ids(),
            **_extra(record),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(
            {name: scrubbed(value) if isinstance(value, str) else value for name, value in entry.items()},
            ensure_ascii=False,
        )


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}


def _without_alignments(record: logging.LogRecord) -> logging.LogRecord:
    """Formatted, an alignment is but a letter: it has to be found before."""
    if not record.args:
        return record
    copy = logging.makeLogRecord(record.__dict__)
    copy.args = _blotted(record.args)
    return copy


def _blotted(value: Any) -> Any:
    if isinstance(value, Alignment):
        return HIDDEN
    if isinstance(value, Mapping):
        return {key: _blotted(each) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_blotted(each) for each in value)
    return value
