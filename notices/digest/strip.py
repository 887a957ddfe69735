"""A day as a strip of 24 hours: what is quiet, and when the mail comes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from typing import Final

WIDTH: Final = 480
HOUR: Final = WIDTH // 24


@dataclass(frozen=True, slots=True)
class Strip:
    """Measures of its drawing, from the left."""

    quiet: tuple[tuple[int, int], ...]
    """Beginnings and widths."""
    mail: int | None
    mail_at: str
    hours: tuple[tuple[int, int], ...] = (
        (0, 0),
        (6, 6 * HOUR),
        (12, 12 * HOUR),
        (18, 18 * HOUR),
        (24, WIDTH),
    )
    """Those that are written beneath, and where."""


def strip_of(quiet_from: time | None, quiet_to: time | None, mail: time | None) -> Strip:
    return Strip(
        _spans(quiet_from, quiet_to), None if mail is None else _place(mail), f"{mail:%H:%M}" if mail else ""
    )


def _spans(begin: time | None, end: time | None) -> tuple[tuple[int, int], ...]:
    if begin is None or end is None or begin == end:
        return ()
    first, last = _place(begin), _place(end)
    if first < last:
        return ((first, last - first),)
    spans = ((0, last), (first, WIDTH - first))
    return tuple([span for span in spans if span[1]])


def _place(at: time) -> int:
    return round((at.hour + at.minute / 60) * HOUR)
