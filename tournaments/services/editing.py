"""What was announced is changed, and all who are entered are told."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import Player
from tournaments.models import Entry, EventStatus, Kind
from tournaments.notices import notify_edited
from tournaments.plans import EventPlan, why_no_such_event, why_no_such_games
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.services.keeping import lock_to_direct, now_in, write_down

BEFORE_START = ("starts_at", "least", "most")
EDITED = ("title", "about", *BEFORE_START)


@transaction.atomic
def edit_event(*, event_id: int, director: Player, **wanted: Any) -> list[str]:
    """The names of what is different by that: of EDITED, after the start of the title and the text only. What
    players agreed on for their games stays.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, SILENCED, OVER, RUNS_ALREADY,
    NOTHING_EDITED, and as `why_no_such_event`).
    """
    event = lock_to_direct(event_id, director)
    if director.is_silenced:
        raise EventRefusal(EventRefusalCode.SILENCED)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    changed = [name for name in EDITED if name in wanted and wanted[name] != getattr(event, name)]
    if event.status != EventStatus.OPEN and not set(changed).isdisjoint(BEFORE_START):
        raise EventRefusal(EventRefusalCode.RUNS_ALREADY)
    if not changed:
        raise EventRefusal(EventRefusalCode.NOTHING_EDITED)
    for name in changed:
        setattr(event, name, wanted[name])
    now = now_in(event)
    if event.status == EventStatus.OPEN:
        plan = EventPlan.of(event, starts_at=event.starts_at)
        # When an edition starts that follows another is not known yet; another's moment may just have come.
        start_changes = "starts_at" in changed
        if refusal := why_no_such_event(plan, now) if start_changes else why_no_such_games(plan):
            raise refusal
    elif not event.title.strip():
        raise EventRefusal(EventRefusalCode.NO_TITLE)
    event.save(update_fields=changed)
    act = write_down(event, Kind.EDITED, now, by=director, data={"fields": changed})
    entries = Entry.objects.filter(event=event, withdrawn_at=None).select_related("player").order_by("pk")
    notify_edited(event, [entry.player for entry in entries], number=act.number, by=director, now=now)
    return changed
