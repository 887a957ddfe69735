"""What stands in the bell: the new things by what they are about, then those that were seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from notices.bell.subjects import Subject, subjects_of
from notices.kinds import UnknownKind, kind_named
from notices.models import Dropped, Notice
from upkeep.clock import local_now

MOST_NEW: Final = 100
MOST_SEEN: Final = 60
LINES: Final = 4
"""Of one subject; of more it is said how many."""


@dataclass(frozen=True, slots=True)
class Line:
    words: str
    at: datetime
    is_true: bool
    """Still. Of what was seen nobody asks."""


@dataclass(frozen=True, slots=True)
class Group:
    """All that is new about one thing, or all that was seen; what came last first."""

    key: str
    subject: Subject
    lines: tuple[Line, ...]
    number: int
    """Of the notices."""

    @property
    def more(self) -> int:
        return self.number - len(self.lines)


@dataclass(frozen=True, slots=True)
class Bell:
    new: tuple[Group, ...]
    seen: tuple[Group, ...]
    last: int
    """The id of the last notice: “all seen” means those up to it."""


def bell_of(player: Player) -> Bell:
    """Asks what the apps know of these things once for all, and each new line whether it is still true,
    where its app has not said so already."""
    kept = local_now() - timedelta(days=settings.NOTICES_KEPT_DAYS)
    shown = Notice.objects.filter(player=player, key__isnull=False, created_at__gte=kept)
    shown = shown.exclude(dropped=Dropped.TAKEN_BACK).order_by("-pk")
    new = _of(player, shown.filter(seen_at__isnull=True), MOST_NEW)
    new_keys = {notice.key for notice in new}
    seen = [
        notice
        for notice in _of(player, shown.filter(seen_at__isnull=False), MOST_SEEN)
        if notice.key not in new_keys
    ]
    subjects = subjects_of(player, [*new, *seen])
    last = max([notice.pk for notice in (*new, *seen)], default=0)
    return Bell(_grouped(new, subjects), _grouped(seen, subjects, of_old=True), last)


def _of(player: Player, notices: QuerySet[Notice], most: int) -> list[Notice]:
    found = list(notices[:most])
    for notice in found:
        notice.player = player  # so that nobody asks for it again
    return found


def _grouped(
    notices: Sequence[Notice], subjects: dict[str, Subject], *, of_old: bool = False
) -> tuple[Group, ...]:
    by_key: dict[str, list[Notice]] = {}
    for notice in notices:
        by_key.setdefault(str(notice.key), []).append(notice)
    groups = []
    for key, about in by_key.items():
        subject = subjects.get(key) or _unknown()
        lines = [_line(notice, subject, of_old=of_old) for notice in about[:LINES]]
        groups.append(Group(key, subject, tuple(lines), len(about)))
    return tuple(groups)


def _unknown() -> Subject:
    """Its app knows nothing of it any more."""
    return Subject(gettext("Something that is gone"), reverse("notices:bell"))


def _line(notice: Notice, subject: Subject, *, of_old: bool) -> Line:
    try:
        kind = kind_named(notice.kind)
    except UnknownKind:  # of another release, while a site is upgraded
        return Line(gettext("There is news of it."), notice.created_at, is_true=True)
    is_true = subject.truths.get(notice.pk)
    if is_true is None:
        is_true = of_old or kind.is_still_true(notice)
    words = subject.lines.get(notice.pk)
    if words is None:
        words = kind.line(notice) if kind.line else kind.letter(notice).subject if is_true else ""
    return Line(words or gettext("There was news of it."), notice.created_at, is_true)
