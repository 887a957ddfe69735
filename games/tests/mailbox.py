"""People who can be written to, for tests of what is written: take these fixtures for those of the cast."""

from __future__ import annotations

import re

import pytest

from accounts.models import Player
from accounts.tests.cast import person

SITE = "https://homeworlds.example"


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return person("Charlie")


@pytest.fixture(autouse=True)
def known_address(settings):
    """The site knows where it is, for the links in its mails."""
    settings.SITE_URL = SITE


def as_lines(text: str) -> str:
    """Without the breaks of the lines."""
    return re.sub(r"\s+", " ", text)
