"""Traces by OpenTelemetry, for a site whose TRACES_URL names a collector; without it nothing is loaded.

What leaves the site is a view, a task, a statement without values and how long each took. Addresses, players,
messages of errors and whatever else a library puts into a span stay here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from upkeep.watching.spent import without_values

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter

NEEDED: Final = (
    "opentelemetry.sdk.trace",
    "opentelemetry.exporter.otlp.proto.http",
    "opentelemetry.instrumentation.django",
    "opentelemetry.instrumentation.celery",
    "opentelemetry.instrumentation.psycopg",
    "opentelemetry.instrumentation.redis",
)
TOLD: Final = frozenset(
    {
        "celery.action",
        "celery.state",
        "celery.task_name",
        "db.operation.name",
        "db.system",
        "db.system.name",
        "error.type",
        "http.method",
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "http.status_code",
        "messaging.destination",
        "messaging.system",
    }
)
STATEMENTS: Final = ("db.statement", "db.query.text")
SERVICE: Final = "homeworlds"


def can_trace() -> bool:
    """Whether its packages are here."""
    try:
        return all(find_spec(name) for name in NEEDED)
    except ModuleNotFoundError:  # of a folder above it
        return False


def begin() -> None:
    """Call it once in a process, before its handlers are made: Django's is told by its list of middleware."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = Resource.create({"service.name": f"{SERVICE}-{settings.ROLE}"})
    provider = TracerProvider(resource=about)
    sending = OTLPSpanExporter(endpoint=f"{settings.TRACES_URL.rstrip('/')}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(discreet(sending)))
    for library in ("Django", "Celery", "Psycopg", "Redis"):
        module: Any = import_module(f"opentelemetry.instrumentation.{library.lower()}")
        getattr(module, f"{library}Instrumentor")().instrument(tracer_provider=provider)


def know_tasks() -> None:
    """A web server asks for tasks by their names alone; what instruments Celery ends the span of that only
    for a task it finds."""
    from celery import current_app

    current_app.loader.import_default_modules()


def discreet(exporter: SpanExporter) -> SpanExporter:
    """Hands on what may be told of each span."""
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

    class Discreet(SpanExporter):
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            return exporter.export([_told(span) for span in spans])

        def shutdown(self) -> None:
            exporter.shutdown()

        def force_flush(self, timeout_millis: int = 30_000) -> bool:
            return exporter.force_flush(timeout_millis)

    return Discreet()


def _told(span: ReadableSpan) -> ReadableSpan:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import Status

    known = span.attributes or {}
    return ReadableSpan(
        name=_name(span.name, known),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes={
            **{name: value for name, value in known.items() if name in TOLD},
            **{name: without_values(str(known[name])) for name in STATEMENTS if name in known},
        },
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _name(name: str, known: Mapping[str, Any]) -> str:
    """An address that leads nowhere would stand in it; a statement begins with what it does."""
    method = known.get("http.method") or known.get("http.request.method")
    if method:
        return f"{method} {known.get('http.route', '')}".strip()
    return name.split()[0] if any(each in known for each in STATEMENTS) else name
