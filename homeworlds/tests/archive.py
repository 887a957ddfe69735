"""What pytest needs for the tests that read the folder of recorded games and referee answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from homeworlds.tests.samples import SHARED

MARK = "archive: reads the recorded games and referee answers in HOMEWORLDS_SHARED"


def reason_without_archive(item: pytest.Item) -> str | None:
    """Why a test cannot run that reads the folder; None for any that can."""
    needed = item.get_closest_marker("archive") or "shared" in getattr(item, "fixturenames", ())
    if needed and not SHARED.is_dir():
        return f"the recorded games are not in {SHARED} (set HOMEWORLDS_SHARED)"
    return None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder, only to be read."""
    return SHARED
