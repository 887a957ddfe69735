"""Who directs an event beside its director, and who does so after him."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from accounts.selectors import blocked_among
from tournaments.models import CoDirector, Event, Kind
from tournaments.notices import notify_asked, notify_handed_over
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import is_known, why_no_member, why_not_act
from tournaments.services.keeping import lock_event, lock_to_direct, now_in, write_down
from tournaments.times import MOST_CO_DIRECTORS


@transaction.atomic
def ask_co_director(*, event_id: int, director: Player, asked: Player) -> CoDirector:
    """The director asks somebody to direct beside him, who gets a notice.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, MAIN_DIRECTOR_ONLY, OVER,
    CANNOT_CO_DIRECT, CO_DIRECTS_ALREADY, CO_DIRECTORS_ENOUGH).
    """
    event = _lock_as_main(event_id, director)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    if not is_known(asked) or blocked_among(asked.pk, [director.pk]) or why_no_member(event, asked):
        raise EventRefusal(EventRefusalCode.CANNOT_CO_DIRECT)
    if asked == director or CoDirector.objects.filter(event=event, player=asked).exists():
        raise EventRefusal(EventRefusalCode.CO_DIRECTS_ALREADY, name=asked.name)
    if CoDirector.objects.filter(event=event).count() >= MOST_CO_DIRECTORS:
        raise EventRefusal(EventRefusalCode.CO_DIRECTORS_ENOUGH, most=MOST_CO_DIRECTORS)
    now = now_in(event)
    made = CoDirector.objects.create(event=event, player=asked, asked_at=now)
    act = write_down(event, Kind.CO_ASKED, now, by=director, player=asked)
    notify_asked(event, asked, number=act.number, by=director, now=now)
    return made


@transaction.atomic
def accept_co_directing(*, event_id: int, player: Player) -> CoDirector:
    """Whoever was asked may do all that the director does, but ask others and hand over.

    Locks the event. Raises EventRefusal (PEOPLE_ONLY, SUSPENDED, NOT_ASKED, OVER).
    """
    if refusal := why_not_act(player):
        raise refusal
    event = lock_event(event_id)
    row = CoDirector.objects.filter(event=event, player=player, accepted_at=None).first()
    if row is None:
        raise EventRefusal(EventRefusalCode.NOT_ASKED)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    row.accepted_at = now_in(event)
    row.save(update_fields=["accepted_at"])
    write_down(event, Kind.CO_JOINED, row.accepted_at, by=player, player=player)
    return row


@transaction.atomic
def leave_co_directing(*, event_id: int, player: Player, leaver: Player) -> None:
    """Somebody directs no longer beside the director, or declines, by himself; or the director says so.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, MAIN_DIRECTOR_ONLY, NOT_CO_DIRECTING).
    """
    event = lock_event(event_id) if player == leaver else _lock_as_main(event_id, player)
    gone, _ = CoDirector.objects.filter(event=event, player=leaver).delete()
    if not gone:
        raise EventRefusal(EventRefusalCode.NOT_CO_DIRECTING, name=leaver.name)
    write_down(event, Kind.CO_LEFT, now_in(event), by=player, player=leaver)


@transaction.atomic
def hand_over(*, event_id: int, director: Player, to: Player) -> Event:
    """Somebody who directs beside the director takes his place, and he that one's.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, MAIN_DIRECTOR_ONLY, OVER,
    NOT_CO_DIRECTING, CANNOT_CO_DIRECT).
    """
    event = _lock_as_main(event_id, director)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    row = CoDirector.objects.filter(event=event, player=to, accepted_at__isnull=False).first()
    if row is None:
        raise EventRefusal(EventRefusalCode.NOT_CO_DIRECTING, name=to.name)
    if why_not_act(to):
        raise EventRefusal(EventRefusalCode.CANNOT_CO_DIRECT)
    event.director, row.player = to, director
    event.save(update_fields=["director"])
    row.save(update_fields=["player"])
    now = now_in(event)
    act = write_down(event, Kind.HANDED_OVER, now, by=director, player=to)
    notify_handed_over(event, to, number=act.number, by=director, now=now)
    return event


def _lock_as_main(event_id: int, director: Player) -> Event:
    event = lock_to_direct(event_id, director)
    if event.director_id != director.pk:
        raise EventRefusal(EventRefusalCode.MAIN_DIRECTOR_ONLY)
    return event
