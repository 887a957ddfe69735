"""Reports of players that wait for staff: of what is said at tables, and of what clubs say of themselves."""

from __future__ import annotations

from typing import NamedTuple

from clubs.models import ClubReport
from games.models import Report


class WaitingReports(NamedTuple):
    talk: int
    clubs: int

    @property
    def total(self) -> int:
        return self.talk + self.clubs


def waiting_reports() -> WaitingReports:
    """Two queries."""
    talk, clubs = [model.objects.filter(settled_at=None).count() for model in (Report, ClubReport)]
    return WaitingReports(talk, clubs)
