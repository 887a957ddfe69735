import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def no_counts_from_other_tests() -> None:
    """The limits count in the cache."""
    cache.clear()


@pytest.fixture(autouse=True)
def mails_arrive(postman: None) -> None:
    """Who sends them, and when, is tested with the outbox."""
