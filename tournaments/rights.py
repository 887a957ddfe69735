"""Who may open an event, enter it, and direct it. The pages and the services ask the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from clubs.access import membership_of
from clubs.models import Club, Membership
from games.access import sits_or_sat
from games.clocks.reliability import Tier
from games.lobby.joining import reliability_of
from games.models import Company, EntryKind, LogEntry
from tournaments.models import (
    Act,
    CoDirector,
    Entry,
    Event,
    EventInvitation,
    EventStatus,
    EventTable,
    Format,
    Kind,
    Result,
    ResultKind,
    Round,
    TableSeat,
)
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.sheet import Placed
from tournaments.strengths import strengths_of
from tournaments.times import BANS, MOST_DIRECTED
from upkeep.dates import exact

MOST_LOOKED_AT: Final = 50
"""Games of somebody's last events."""


def is_known(player: Player) -> bool:
    """A person with an account that can be written to: no guest, no bot, nobody who is gone."""
    known = player.is_human and player.is_active and not player.is_former
    return known and player.unconfirmed_since is None


def why_not_act(player: Player) -> EventRefusal | None:
    """Asks nothing."""
    if not is_known(player):
        return EventRefusal(EventRefusalCode.PEOPLE_ONLY)
    if player.is_suspended:
        return EventRefusal(EventRefusalCode.SUSPENDED, until=exact(player.suspended_until))
    return None


def why_not_open(player: Player, club: Club | None = None) -> EventRefusal | None:
    """Two queries at most."""
    if refusal := why_not_act(player):
        return refusal
    if club is not None:
        member = membership_of(player, club)
        if member is None or not member.leads or club.is_closed:
            return EventRefusal(EventRefusalCode.OFFICERS_OPEN)
    directed = Event.objects.filter(
        director=player, status__in=(EventStatus.OPEN, EventStatus.RUNNING)
    ).count()
    if directed >= MOST_DIRECTED:
        return EventRefusal(EventRefusalCode.DIRECTS_ENOUGH, most=MOST_DIRECTED)
    return None


def why_not_enter(event: Event, player: Player, now: datetime) -> EventRefusal | None:
    """Whether there is room is not asked: who finds none waits. Ten queries at most."""
    if refusal := why_not_act(player):
        return refusal
    if event.is_over:
        return EventRefusal(EventRefusalCode.OVER)
    if event.status == EventStatus.RUNNING and not takes_latecomers(event, player):
        return EventRefusal(EventRefusalCode.STARTED_ALREADY)
    if is_shut_out(event, player):
        return EventRefusal(EventRefusalCode.SHUT_OUT)
    if (until := barred_until(player)) and now < until:
        return EventRefusal(EventRefusalCode.DID_NOT_TURN_UP, from_=exact(until))
    if now < event.opens_at:
        return EventRefusal(EventRefusalCode.NOT_OPEN_YET, from_=exact(event.opens_at))
    if Entry.objects.filter(event=event, player=player).exists():
        return EventRefusal(EventRefusalCode.ENTERED_ALREADY)
    return _why_not_welcome(event, player)


def barred_until(player: Player) -> datetime | None:
    """When who did not turn up in the last events may enter others again; None: he did. It follows from
    results, so what is undone bars nobody. Two queries at most."""
    missed: dict[int, datetime] = {}
    for event_id, at in _missed(player):
        missed.setdefault(event_id, at)
    if not missed:
        return None
    return max(missed.values()) + BANS[min(len(missed), len(BANS)) - 1]


def _missed(player: Player) -> Iterator[tuple[int, datetime]]:
    """The events, and the moments, of games that the player lost on time without a turn, the last first,
    back to the last game that was played to its end."""
    later = Result.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number"))
    results = Result.objects.filter(
        ~Exists(later), kind=ResultKind.GAME, table__annulled_at=None, table__seats__entry__player=player
    )
    rows = results.order_by("-at", "-pk").values_list(
        "table__round__event", "at", "places", "table__seats__number", "table__game"
    )
    last = list(rows[:MOST_LOOKED_AT])
    away = [row for row in last if Placed.read(row[2][row[3]]).is_away]
    if not away:
        return
    turns = LogEntry.objects.filter(game__in=[row[4] for row in away], kind=EntryKind.TURN, player=player)
    came = set(turns.values_list("game", flat=True))
    for row in last:
        event_id, at, _places, _seat, game = row
        if row not in away:
            return
        if game not in came:
            yield event_id, at


def takes_latecomers(event: Event, player: Player) -> bool:
    """While at most half of the rounds are paired; whom the director has invited since the start, as long as
    a round is left. Two queries at most."""
    paired = Round.objects.filter(event=event).count()
    if paired <= event.last_latecomer_round and event.last_latecomer_round > 0:
        return True
    return may_add(event, paired) and is_invited(event, player)


def may_add(event: Event, paired: int) -> bool:
    """Whether the format has a seat for whoever comes after the start, when so many rounds are paired."""
    runs = event.status == EventStatus.RUNNING
    return runs and Format(event.format).seats_latecomers and paired < event.rounds


def is_invited(event: Event, player: Player) -> bool:
    """While that still serves: before the start, or since. One query."""
    asked = EventInvitation.objects.filter(event=event, player=player)
    return (asked.filter(at__gte=event.started_at) if event.started_at else asked).exists()


def why_no_member(event: Event, player: Player) -> EventRefusal | None:
    """Whether the event is of a club in which the player is not. One query at most."""
    if event.club_id and not Membership.objects.filter(club=event.club_id, player=player).exists():
        return EventRefusal(EventRefusalCode.MEMBERS_ONLY)
    return None


def _why_not_welcome(event: Event, player: Player) -> EventRefusal | None:
    if refusal := why_no_member(event, player):
        return refusal
    if event.by_invitation and not EventInvitation.objects.filter(event=event, player=player).exists():
        return EventRefusal(EventRefusalCode.INVITED_ONLY)
    if refusal := _why_not_reliable(event, player):
        return refusal
    if event.rating_from is None and event.rating_to is None:
        return None
    own = round(strengths_of(event, [player])[player.pk])
    if event.rating_from is not None and own < event.rating_from:
        return EventRefusal(EventRefusalCode.RATING_TOO_LOW, least=event.rating_from, own=own)
    if event.rating_to is not None and own > event.rating_to:
        return EventRefusal(EventRefusalCode.RATING_TOO_HIGH, most=event.rating_to, own=own)
    return None


def _why_not_reliable(event: Event, player: Player) -> EventRefusal | None:
    known = reliability_of(player)
    tier = Tier(known.tier) if known else Tier.NEW
    if event.company != Company.EVERYBODY and tier is Tier.AWAY:
        return EventRefusal(EventRefusalCode.OFTEN_AWAY)
    if event.company == Company.RELIABLE and tier is Tier.NEW:
        return EventRefusal(EventRefusalCode.NOT_RELIABLE_YET)
    return None


def directs(event: Event, player: Player) -> bool:
    """As its director, or beside him. One query at most."""
    if event.director_id is not None and event.director_id == player.pk:
        return True
    return CoDirector.objects.filter(event=event, player=player, accepted_at__isnull=False).exists()


def directors_of(event: Event) -> list[Player]:
    """Who can act for it now, its director first. One query."""
    beside = CoDirector.objects.filter(event=event, accepted_at__isnull=False).select_related("player")
    people = [event.director, *[each.player for each in beside.order_by("accepted_at", "pk")]]
    return [player for player in people if player is not None and why_not_act(player) is None]


def plays_in(event: Event, player: Player) -> bool:
    """Or waits for a place. One query."""
    return Entry.objects.filter(event=event, player=player, withdrawn_at=None).exists()


def sits_at(table: EventTable, player: Player) -> bool:
    """Whether it counts for the player, whoever plays on there; or he plays on for somebody. Two queries."""
    own = TableSeat.objects.filter(table=table, entry__player=player).exists()
    return own or (table.game is not None and sits_or_sat(table.game, player))


def took_part(event: Event, player: Player) -> bool:
    """Whoever has withdrawn has a standing still. One query."""
    return Entry.objects.filter(event=event, player=player, waits=False).exists()


def is_shut_out(event: Event, player: Player) -> bool:
    """Whether the director has removed the player, and has not invited him since. One query."""
    removed = Q(kind=Kind.LEFT, data__has_key="reason") | Q(kind=Kind.WITHDRAWN, data__has_key="reason")
    acts = Act.objects.filter(Q(kind=Kind.INVITED) | removed, event=event, player=player)
    last = acts.order_by("-number").first()
    return last is not None and last.kind != Kind.INVITED


def why_not_direct(event: Event, player: Player) -> EventRefusal | None:
    """One query at most."""
    if not directs(event, player):
        return EventRefusal(EventRefusalCode.DIRECTOR_ONLY)
    return why_not_act(player)
