"""What outages do to the moments of kept lines (`upkeep.timekeeping.moments`)."""

from __future__ import annotations

from study.models import SandboxLine
from upkeep.timekeeping.moments import HAPPENED, stays


def register_all() -> None:
    stays(HAPPENED, SandboxLine, "created_at")
