"""A kind of notice that no app registers: whether it rains, as long as the weather of the test says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from notices import kinds, sending
from notices.kinds import Drawing, Kind, Letter, Link, Told
from notices.models import Notice
from notices.services import tell
from upkeep.breaker import Breaker
from upkeep.clock import database_now

RAIN = "rain"


@dataclass
class Weather:
    """What the app knows that registers the kind."""

    rains: bool = True
    says: list[str] = field(default_factory=lambda: ["It rains."])
    drawing: Drawing | None = None

    def letter(self, notice: Notice) -> Letter:
        return Letter(
            subject=f"Rain in {notice.key}",
            paragraphs=tuple(self.says),
            link=Link("The forecast", f"https://homeworlds.example/weather/{notice.key}/"),
            told=(Told("On Monday", ("It was dry.", "It was warm.")),),
            picture=Link("The clouds", f"https://homeworlds.example/clouds/{notice.news}.png"),
            drawing=(lambda: drawing) if (drawing := self.drawing) else None,
        )

    def kind(self, name: str = RAIN, switch: str = "mail_turns") -> Kind:
        return Kind(name, switch, is_still_true=lambda notice: self.rains, letter=self.letter)


@pytest.fixture(autouse=True)
def no_other_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "_kinds", {})


@pytest.fixture
def weather() -> Weather:
    weather = Weather()
    kinds.register(weather.kind())
    return weather


@pytest.fixture(autouse=True)
def mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of which no other test has tales."""
    monkeypatch.setattr(sending, "mail_server", Breaker("mail server"))


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What would be queued; nobody works in the background."""
    made: list[tuple[Any, ...]] = []
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *call: made.append(call))
    return made


@pytest.fixture
def tell_of_rain(weather: Weather) -> Callable[..., set[int]]:
    def tell_them(*players: Player | None, by: Player | None = None, **more: Any) -> set[int]:
        news = {"kind": RAIN, "key": "Leeds", "news": 1, "now": database_now()} | more
        return tell(players=players, by=by, **news)

    return tell_them


@pytest.fixture
def notice(bob: Player, tell_of_rain: Callable[..., set[int]]) -> Notice:
    """Bob is told that it rains in Leeds."""
    tell_of_rain(bob)
    return Notice.objects.get()
