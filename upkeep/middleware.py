"""What watches the site from outside, and a line in the log for each request."""

import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from homeworlds import __version__
from upkeep.limits import place_of
from upkeep.watching import slow
from upkeep.watching.alarms import DATABASE, measured, states
from upkeep.watching.health import findings
from upkeep.watching.logs import bound
from upkeep.watching.measures import exposition, figures
from upkeep.watching.slow import AskedAs
from upkeep.watching.spent import spending
from upkeep.watching.timings import NO_VIEW, request_took, timings

logger = logging.getLogger("upkeep.requests")
HEADERS: Final = (XFrameOptionsMiddleware, CSPMiddleware, SecurityMiddleware)
"""What watchers get of them without going through them: they would ask for TLS and a known host."""
GetResponse = Callable[[HttpRequest], HttpResponse]


def probes(get_response: GetResponse) -> GetResponse:
    """Answers `/livez`, `/healthz`, `/alarms` and `/metrics`.

    Before anything else, for they are asked from inside, by any host name and without TLS; and so that a
    database that hangs cannot keep them waiting by way of a session.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = PROBES.get(request.path)
        if answer is None:
            return get_response(request)
        asked = request.method in ("GET", "HEAD")
        response = answer(request) if asked else HttpResponseNotAllowed(["GET", "HEAD"])
        response["Cache-Control"] = "no-store"
        for headers in HEADERS:
            response = headers(get_response).process_response(request, response)
        request.is_probe = True  # type: ignore[attr-defined]  # for what is logged of it
        return response

    return middleware


def livez(request: HttpRequest) -> HttpResponse:
    """This process answers; it says nothing of what it stands on."""
    return HttpResponse("ok\n", content_type="text/plain")


def healthz(request: HttpRequest) -> HttpResponse:
    found = findings()
    well = all(finding.ok for finding in found.values())
    said = {
        "ok": well,
        "version": __version__,
        "checks": {name: finding.as_dict() for name, finding in found.items()},
    }
    if knows_token(request):  # for `doctor`, which asks through the proxy
        said["you"] = {"secure": request.is_secure(), "place": place_of(request)}
    return JsonResponse(said, status=200 if well else 503)


def knows_token(request: HttpRequest) -> bool:
    """Whether it comes with METRICS_TOKEN; without one nobody does."""
    given = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    return bool(token) and constant_time_compare(given.encode(), f"Bearer {token}".encode())


def alarms(request: HttpRequest) -> HttpResponse:
    """What needs a hand, each with its sentence; 503 while there is any."""
    if not knows_token(request):
        return HttpResponse(status=404)
    known = states()
    ringing = {state.name: state.says for state in known if state.trouble}
    body = {
        "ok": not ringing,
        "alarms": ringing,
        "unknown": [state.name for state in known if not state.known],
    }
    return JsonResponse(body, status=503 if ringing else 200)


def metrics(request: HttpRequest) -> HttpResponse:
    """The alarms, how long requests and tasks take, and while the database is there its figures."""
    if not knows_token(request):
        return HttpResponse(status=404)
    known = states()
    told = [measured(known), *timings()]
    if not any(state.name == DATABASE and state.trouble for state in known):
        try:
            told += figures()
        except DatabaseError:
            logger.warning("The measures could not be read.")
    return HttpResponse(exposition(told), content_type=CONTENT_TYPE_PLAIN_0_0_4)


PROBES: Final = {"/livez": livez, "/healthz": healthz, "/alarms": alarms, "/metrics": metrics}


def timed_requests(get_response: GetResponse) -> GetResponse:
    """Counts each request and its time under the name of its view, and tells of those that were slow.

    Nothing here costs more than it must: most requests are answered in less than a fifth of a millisecond.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        seconds, view, status = time.perf_counter() - began, view_of(request), response.status_code
        lines: AskedAs | None = getattr(request, "asked_as", None)
        request_took(view, status, seconds, lines.spent if lines else None)
        if lines and (lines.spent.slow_ones or 0 < settings.SLOW_REQUEST_MS <= 1000 * seconds):
            slow.tell_of_request(request.method or "", view, status, seconds, lines)
        return response

    return middleware


def view_of(request: HttpRequest) -> str:
    """The name of what has answered: a view, or what knows its answer without it (`answered_for`)."""
    match = request.resolver_match
    return (match.view_name if match else getattr(request, "answered_for", "")) or NO_VIEW


def request_lines(get_response: GetResponse) -> GetResponse:
    """Gives each request an id that all its lines and tasks carry, notes what it spends in the database, and
    writes one line when it is answered.

    The line names the view, not the address: an address may hold a key.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        number = secrets.token_hex(8)
        with bound(request, request=number), spending() as spent:
            request.asked_as = AskedAs(number, spent)  # type: ignore[attr-defined]
            response = get_response(request)
            match = request.resolver_match
            facts = {
                "view": match.view_name if match else "",
                "status": response.status_code,
                "ms": round(1000 * (time.monotonic() - began)),
            }
            logger.info("%s answered", request.method, extra=facts)
        return response

    return middleware
