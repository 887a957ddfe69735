"""What makes the site an app: the manifest, the service worker, the page without a network, the next game."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.lists import next_game as next_of

WORKER: Final = Path(__file__).with_name("worker.js")
SHELL: Final = (
    *(f"css/{name}.css" for name in ("base", "table", "turn", "first", "drawn", "talk", "desk", "clock")),
    *(f"css/{name}.css" for name in ("rows", "mine")),
    *(
        f"js/{name}.js"
        for name in ("base", "app", "offline", "view", "table", "ear", "touch", "news", "replay")
    ),
    *(f"js/{name}.js" for name in ("talk", "keys", "clock", "motion", "desk", "rows")),
    "django_htmx/htmx-2.min.js",
    *(f"img/{name}" for name in ("favicon.svg", "favicon-turn.svg", "icon-192.png")),
)
"""What My games and a table are made of, and the page without a network."""
DARK: Final = "#0e121b"
ICONS: Final = (
    ("img/icon-192.png", "192x192", "any"),
    ("img/icon-512.png", "512x512", "any"),
    ("img/icon-maskable-192.png", "192x192", "maskable"),
    ("img/icon-maskable-512.png", "512x512", "maskable"),
)


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """In the language of who installs it."""
    icons = [
        {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    said: dict[str, Any] = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": gettext("Play Homeworlds by correspondence"),
        "lang": get_language(),
        "start_url": reverse("pages:my_games"),
        "scope": "/",
        "display": "standalone",
        "background_color": DARK,
        "theme_color": DARK,
        "icons": icons,
        "shortcuts": [
            {"name": gettext("My games"), "url": reverse("pages:my_games"), "icons": icons[:1]},
            {"name": gettext("Next game"), "url": reverse("pages:next_game"), "icons": icons[:1]},
        ],
    }
    return JsonResponse(said, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The same file for everybody; another release is another one, so that browsers take it."""
    said = worker_of_release()
    answer = HttpResponse(said, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@lru_cache(maxsize=1)
def worker_of_release() -> str:
    code = WORKER.read_text()
    shell = [reverse("pages:offline"), *[static(name) for name in SHELL]]
    app = {
        "release": _release(code, shell),
        "shell": shell,
        "offline": reverse("pages:offline"),
        "logout": reverse("account_logout"),
        "statics": settings.STATIC_URL,
        "icon": static("img/icon-192.png"),
        "key": reverse("notices:push_key"),
        "renew": reverse("notices:push_renew"),
        "shown": reverse("notices:push_shown"),
    }
    return f"const APP = {json.dumps(app, indent=2)};\n{code}"


def _release(code: str, shell: list[str]) -> str:
    """Changes with whatever of the shell does, whether files have their hashes in their names or not."""
    digest = hashlib.sha256("\n".join([code, *shell]).encode())
    for name in SHELL:
        digest.update(_content(name))
    return digest.hexdigest()[:12]


def _content(name: str) -> bytes:
    found = finders.find(name) if settings.WHITENOISE_USE_FINDERS else staticfiles_storage.path(name)
    return Path(found).read_bytes() if isinstance(found, str) else b""


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Kept by every browser of the app; it names nobody."""
    return render(request, "pages/offline.html")


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """To the game that waits with the least time left; to all games where none does."""
    found = next_of(request.user, "")
    address = reverse("games:table", args=[found.public_id]) if found else reverse("pages:my_games")
    return HttpResponseRedirect(address)
