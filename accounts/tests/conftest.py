import pytest
from django.core.cache import cache

from accounts.models import Player
from accounts.tests.cast import person


@pytest.fixture(autouse=True)
def no_counts_from_other_tests() -> None:
    """The limits count in the cache."""
    cache.clear()


@pytest.fixture
def alice(db: None) -> Player:
    return person("Alice")
