"""Visitors with a browser, and bots that roll the same dice in every run."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser

from accounts.models import Player
from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.services import create_game, play_bot
from homeworlds_site.tests.browser.visitor import DESKTOP, Visitor, Way

Visit = Callable[..., Visitor]


@pytest.fixture
def visit(live_server: Any, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens a browser of its own for one more visitor; at the end none may have complained."""
    cache.clear()
    visitors: list[Visitor] = []

    def arrive(
        size: tuple[int, int] = DESKTOP, *, scripts: bool = True, way: Way = "mouse", **options: Any
    ) -> Visitor:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=scripts,
            # What a service worker fetches, no test can hold up or cut; those of the app ask for it.
            **{"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block", **options},
        )
        visitors.append(Visitor(context, live_server.url, scripts=scripts, way=way))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.context.close()
    assert not [complaint for visitor in visitors for complaint in visitor.complaints]


@pytest.fixture
def alice(transactional_db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(transactional_db: None) -> Player:
    return person("Bob")


@pytest.fixture
def others(transactional_db: None) -> list[Player]:
    """One of them has the longest of names."""
    return [person(name) for name in ("Bob", "Wilhelmina-Henrietta", "Charlie", "Dora", "Edmund")]


@pytest.fixture
def log_in(live_server: Any) -> Callable[..., None]:
    """Hands a visitor the cookie of a player, without the form; whether push shall be on is asked of nobody
    any more, but for who says so."""

    def hand_over(visitor: Visitor, player: Player, *, asked_about_push: bool = True) -> None:
        Player.objects.filter(pk=player.pk).update(asked_about_push=asked_about_push)
        client = Client()
        client.force_login(player)
        cookie = client.cookies["sessionid"].value
        visitor.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])

    return hand_over


@pytest.fixture
def loaded_dice(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Callable[[str], None]:
    """From now on bots' turns and the lots of new games depend on this seed alone."""
    ensure_bots()

    def load(seed: str) -> None:
        def play(*, game_id: int, number: int, seconds: float | None) -> None:
            play_bot(game_id=game_id, number=number, rng=random.Random(f"{seed}:{number}"))

        monkeypatch.setattr("games.services.bot_turns.play_bot", play)
        lots = functools.partial(create_game, lots=random.Random(seed))
        monkeypatch.setattr("games.views.lobby.create_game", lots)
        monkeypatch.setattr("games.log.alignments.seal_seats", lambda game, seats: {})

    return load


@pytest.fixture
def bots_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play only when the test says so."""
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *arguments: None)
