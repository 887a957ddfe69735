"""The cast: Alice and Bob play, Charlie joins or watches."""

import pytest

from accounts.models import Player
from accounts.services import ensure_bots


def person(name: str) -> Player:
    return Player.objects.create_player(name=name, email=f"{name.lower()}@example.org", password=None)


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return person("Charlie")


@pytest.fixture
def bots(db: None) -> None:
    ensure_bots()
