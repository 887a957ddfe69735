import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def no_counts_from_other_tests() -> None:
    cache.clear()
