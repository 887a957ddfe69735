"""Services that people are told by and whose servers stand at fixed names: apprise speaks their languages.

Its requests go by the one client for what stands outside (`upkeep.outside`), and to the hosts named here
alone: in each module that is loaded the library it asks by is put aside for `_Guarded`, which knows nothing
else. Matrix is told by the bridge of t2bot, for which an address is made in the room itself.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import logging
import time
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import requests
from django.conf import settings
from requests.structures import CaseInsensitiveDict

from upkeep import outside

# Its lines quote addresses, which are secrets.
logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)


@dataclass(frozen=True, slots=True)
class Service:
    title: str
    module: str
    plugin: str
    schemas: tuple[str, ...]
    hosts: tuple[str, ...]
    native: str = ""
    """How the address begins that the service itself gives out."""
    asks: tuple[str, ...] = ()
    """What may stand behind the question mark. All else there is for the library, which would read files of
    this machine by some of it."""
    without: Mapping[str, str] = field(default_factory=dict)
    """Attributes that its plugin must have, or it would ask a server of somebody's own."""


SERVICES: Final[Mapping[str, Service]] = {
    "discord": Service(
        "Discord", "discord", "NotifyDiscord", ("discord",), ("discord.com",),
        "https://discord.com/api/webhooks/", ("thread_id",),
    ),
    "slack": Service(
        "Slack", "slack", "NotifySlack", ("slack",), ("hooks.slack.com",), "https://hooks.slack.com/services/"
    ),
    "tgram": Service("Telegram", "telegram", "NotifyTelegram", ("tgram",), ("api.telegram.org",)),
    "ntfy": Service(
        "ntfy", "ntfy", "NotifyNtfy", ("ntfy", "ntfys"), ("ntfy.sh",), "https://ntfy.sh/",
        without={"mode": "cloud"},
    ),
    "t2bot": Service(
        "Matrix", "matrix.base", "NotifyMatrix", (), ("webhooks.t2bot.io",),
        "https://webhooks.t2bot.io/api/v1/matrix/hook/", without={"mode": "t2bot"},
    ),
    "gchat": Service(
        "Google Chat", "google_chat", "NotifyGoogleChat", ("gchat",), ("chat.googleapis.com",),
        "https://chat.googleapis.com/v1/spaces/", ("key", "token"),
    ),
    "pover": Service("Pushover", "pushover", "NotifyPushover", ("pover",), ("api.pushover.net",)),
    "pbul": Service("Pushbullet", "pushbullet", "NotifyPushBullet", ("pbul",), ("api.pushbullet.com",)),
}  # fmt: skip
"""By the schema that is kept. The hosts are those that the plugin's own source asks."""


_PLAIN: Final = str.maketrans({"@": "@\u200b", "<": "‹", ">": "›"})
"""So that the title of an event calls nobody who reads there, and is no markup."""


class NotSent(Exception):
    """The library has asked nobody: the address says too little."""


@dataclass(slots=True)
class _Errand:
    hosts: tuple[str, ...]
    give_up: float
    answers: list[outside.Answer] = field(default_factory=list)
    error: Exception | None = None


_errand: Final[ContextVar[_Errand | None]] = ContextVar("errand", default=None)


def service_of(address: str) -> str:
    """The schema of the service that an address is of; empty: of none."""
    low = address.lower()
    scheme = low.partition("://")[0]
    for schema, service in SERVICES.items():
        if scheme in service.schemas or (service.native and low.startswith(service.native)):
            return schema
    return ""


def is_understood(schema: str, address: str) -> bool:
    """Whether the library can make anything of it, by the hosts of the service alone."""
    return _plugin(SERVICES[schema], address) is not None


def tell(schema: str, address: str, *, title: str, body: str) -> outside.Answer:
    """The last answer, or the first that was no success. Raises NotSent, and what `outside.ask` raises."""
    service = SERVICES[schema]
    plugin = _plugin(service, address)
    if plugin is None:
        raise NotSent
    library = importlib.import_module("apprise")
    with _sent_to(service) as errand:
        sender = library.Apprise(asset=plugin.asset)
        sender.add(plugin)
        sender.notify(body=body.translate(_PLAIN), title=title.translate(_PLAIN), body_format="text")
    if errand.error is not None:
        raise errand.error
    if not errand.answers:
        raise NotSent
    return errand.answers[-1]


def _plugin(service: Service, address: str) -> Any:
    """The library's object for the address; None: it makes nothing of it, or would ask elsewhere."""
    if {name for name, _ in parse_qsl(urlsplit(address).query, keep_blank_values=True)} - set(service.asks):
        return None
    if "#" in address:
        return None
    plugin = getattr(_module(service), service.plugin)
    is_native = service.native and address.lower().startswith(service.native)
    try:
        read = plugin.parse_native_url(address) if is_native else plugin.parse_url(address)
        made = plugin(**read | {"asset": _asset()}) if read else None
    except TypeError:  # so the library says that it misses something
        return None
    if made is None or any(getattr(made, name) != value for name, value in service.without.items()):
        return None
    made.request_rate_per_sec = 0  # else it sleeps between two requests
    return made


def _asset() -> Any:
    """Our name, and no pictures fetched from anybody."""
    return importlib.import_module("apprise").AppriseAsset(
        app_id=settings.SITE_NAME,
        app_desc=settings.SITE_NAME,
        app_url=settings.SITE_URL,
        image_url_mask="",
        image_url_logo="",
    )


def _module(service: Service) -> Any:
    """Loaded when it is first needed: few processes ever do."""
    module: Any = importlib.import_module(f"apprise.plugins.{service.module}")
    if not isinstance(module.requests, _Guarded):
        module.requests = _Guarded()
    return module


@contextlib.contextmanager
def _sent_to(service: Service) -> Iterator[_Errand]:
    errand = _Errand(service.hosts, time.monotonic() + outside.SECONDS)
    kept = _errand.set(errand)
    try:
        yield errand
    finally:
        _errand.reset(kept)


class _Guarded:
    """What a plugin may use of the library `requests`."""

    codes = requests.codes
    RequestException = requests.RequestException
    exceptions = requests.exceptions

    def get(self, url: str, **more: Any) -> requests.Response:
        return self.request("GET", url, **more)

    def post(self, url: str, data: Any = None, **more: Any) -> requests.Response:
        return self.request("POST", url, data=data, **more)

    def put(self, url: str, data: Any = None, **more: Any) -> requests.Response:
        return self.request("PUT", url, data=data, **more)

    def request(
        self,
        method: str,
        url: str,
        *,
        params: Any = None,
        data: Any = None,
        json: Any = None,
        headers: Any = None,
        auth: Any = None,
        files: Any = None,
        **_left_to_us: Any,
    ) -> requests.Response:
        """Raises RequestException also for what is no success: the library would try again by itself."""
        errand = _errand.get()
        if errand is None:
            raise requests.RequestException("nobody is to be told anything now")
        asked = requests.Request(
            method, url, params=params, data=data, json=json, headers=headers, auth=auth, files=files
        ).prepare()
        body = asked.body.encode() if isinstance(asked.body, str) else asked.body
        try:
            answer = outside.ask(
                method,
                str(asked.url),
                body=body if isinstance(body, bytes) else None,
                headers={n: str(said) for n, said in asked.headers.items() if n != "Content-Length"},
                hosts=errand.hosts,
                seconds=errand.give_up - time.monotonic(),
            )
        except (outside.Closed, outside.NoAnswer) as error:
            errand.error = error
            raise requests.RequestException from None
        errand.answers.append(answer)
        if not 200 <= answer.status < 300:
            raise requests.RequestException
        return _as_library_has_it(answer, str(asked.url))


def _as_library_has_it(answer: outside.Answer, url: str) -> requests.Response:
    made = requests.Response()
    made.status_code, made.url = answer.status, url
    made.headers = CaseInsensitiveDict(answer.headers)
    made.raw, made.encoding = io.BytesIO(answer.body), "utf-8"
    return made
