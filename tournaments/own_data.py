"""What events hold of a player."""

from __future__ import annotations

from django.db.models import Q

from accounts.own_data.parts import Part, Why, add_parts, leave_out
from games.models import Status
from tournaments.models import (
    Act,
    CoDirector,
    Entry,
    Event,
    EventInvitation,
    EventTable,
    Result,
    Round,
    Series,
    StandingEntry,
    TableSeat,
    Vote,
)


def register_all() -> None:
    leave_out(Why.SHARED, Series, Round, EventTable, Result)
    add_parts(
        Part(
            "events_directed",
            Event,
            lambda player: Event.objects.filter(director=player).order_by("pk"),
            (
                "public_id", "title", "about", "format", "status", "director", "club", "series", "edition",
                "variant", "options", "preset", "size", "rounds", "best_of", "has_final", "clock_start",
                "clock_increment", "clock_cap", "excuses", "vacation_allowed", "rated", "red_alert",
                "sandbox_allowed", "talk_allowed", "take_back_allowed", "points", "tie_breaks",
                "round_lasts", "late_entry", "least", "most", "starts_when_full", "by_invitation",
                "company", "rating_from", "rating_to", "opens_at", "starts_at", "put_off", "created_at",
                "started_at", "finished_at", "by_hand", "waits_until", "hooked",
            ),
            kept_back={"seed": Why.ORDER, "last_number": Why.ORDER, "called_at": Why.ORDER},
        ),
        Part(
            "events_co_directed",
            CoDirector,
            lambda player: CoDirector.objects.filter(player=player).order_by("pk"),
            ("event", "player", "asked_at", "accepted_at"),
        ),
        Part(
            "event_entries",
            Entry,
            lambda player: Entry.objects.filter(player=player).order_by("pk"),
            (
                "event", "player", "waits", "number", "rating", "division", "from_round", "entered_at",
                "withdrawn_at", "why", "disqualified_at", "place", "score",
            ),
        ),
        Part(
            "event_seats",
            TableSeat,
            lambda player: TableSeat.objects.filter(entry__player=player).order_by("pk"),
            ("table", "number", "entry"),
        ),
        Part(
            "event_votes",
            Vote,
            lambda player: Vote.objects.filter(entry__player=player).order_by("pk"),
            ("table", "entry", "seat", "at"),
            running=Q(table__game__status=Status.RUNNING),
        ),
        Part(
            "events_every_edition",
            StandingEntry,
            lambda player: StandingEntry.objects.filter(player=player).order_by("pk"),
            ("series", "player", "since"),
        ),
        Part(
            "event_invitations",
            EventInvitation,
            lambda player: EventInvitation.objects.filter(player=player).order_by("pk"),
            ("event", "player", "at"),
        ),
        Part(
            "event_acts",
            Act,
            lambda player: Act.objects.filter(
                Q(by=player) | Q(player=player) | Q(other=player)
            ).order_by("pk"),
            ("event", "number", "kind", "at", "by", "player", "other", "table", "data"),
        ),
    )  # fmt: skip
