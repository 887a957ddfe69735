"""Reports of errors to a service that speaks Sentry's language; only with a DSN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sentry_sdk

from upkeep.watching.logs import VISITORS, ids, scrubbed

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint


def start_error_reports(dsn: str, **options: Any) -> None:
    """Without variables of frames and data of requests: either may hold an alignment or a password."""
    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=clean,
        **options,
    )


def clean(event: Event, hint: Hint) -> Event | None:
    """None, so that it is not sent, for what any visitor can bring about."""
    if str(event.get("logger", "")).startswith(VISITORS):
        return None
    event.pop("request", None)
    event.pop("user", None)
    event.pop("server_name", None)
    event.pop("extra", None)  # holds the command line
    event["tags"] = {**(event.get("tags") or {}), **ids()}
    cleaned: Event = _scrubbed(event)
    return cleaned


def _scrubbed(value: Any) -> Any:
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, dict):
        return {key: _scrubbed(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_scrubbed(each) for each in value]
    return value
