"""What the races ask for."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture
def no_limits_and_no_bots_in_requests(calls: list[tuple[Any, ...]]) -> None:
    cache.clear()
