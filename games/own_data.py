"""What games keep of a player, for the player to take away."""

from __future__ import annotations

from typing import Final

from django.db.models import F, Q

from accounts.own_data.parts import Part, Why, add_parts, leave_out
from games.log.alignments import own_alignments
from games.models import (
    Analysis,
    Consent,
    Deal,
    DrawVote,
    FormerPlayer,
    Game,
    GameNote,
    Heartbeat,
    Invitation,
    Leaver,
    LogEntry,
    Mark,
    Marking,
    MarkTally,
    Outage,
    PlayOn,
    Reliability,
    Report,
    Seat,
    SecretAlignment,
    Status,
    TalkMessage,
    TalkSeen,
)

_OF_RUNNING: Final = Q(game__status=Status.RUNNING)


def register_all() -> None:
    add_parts(
        Part(
            "games_made",
            Game,
            lambda player: Game.objects.filter(creator=player),
            (
                "public_id", "status", "variant", "options", "rules_version", "preset", "players",
                "seat_order", "creator", "visibility", "rated", "days_per_turn", "clock_start",
                "clock_increment", "clock_cap", "weekend_zone", "excuses", "vacation_allowed", "company",
                "rating_from", "rating_to", "arranged", "musters_until", "talk_allowed", "take_back_allowed",
                "sandbox_allowed", "terms_number",
                "expires_at", "rematch_of", "created_at", "started_at", "finished_at", "changed_at",
                "imported", "club", "origin_kind", "origin_title", "origin_link",
            ),
            kept_back={
                "creation_key": Why.ORDER, "watch_token": Why.KEY, "names_changed": Why.ORDER,
                "musters": Why.ORDER, "position": Why.SHARED, "places": Why.SHARED, "log_number": Why.SHARED,
                "turn_count": Why.SHARED, "next_seat": Why.SHARED, "departed": Why.SHARED,
                "revealed": Why.SHARED, "fallen": Why.SHARED, "outcome": Why.SHARED,
                "bot_due_at": Why.ORDER, "bot_awaited": Why.ORDER,
                "clock_left": Why.SHARED, "clock_since": Why.SHARED, "due_at": Why.SHARED,
                "sweep_at": Why.ORDER, "paused_until": Why.SHARED, "asks_consent": Why.SHARED,
            },
        ),
        Part(
            "seats",
            Seat,
            lambda player: Seat.objects.filter(player=player),
            (
                "game", "number", "kind", "player", "name", "novice", "one_star", "timewarp", "red_alert",
                "agreed_terms", "confirmed", "contribution", "result", "ended_at", "seen_number",
                "seen_before", "has_come", "tidied", "half_made", "excuses_left", "missed", "adrift_since",
                "passes", "returned", "has_substitute",
            ),
            secret=("half_made",),
        ),
        Part(
            "seats_left",
            FormerPlayer,
            lambda player: FormerPlayer.objects.filter(player=player),
            ("seat", "player", "log_number", "missed", "left_at"),
        ),
        Part(
            "own_alignments",
            SecretAlignment,
            own_alignments,
            ("seat", "alignment", "salt"),
            not_mine={"seat": Why.OTHERS},
            running=Q(seat__game__status=Status.RUNNING),
        ),
        Part(
            "log",
            LogEntry,
            lambda player: LogEntry.objects.filter(player=player),
            ("game", "number", "kind", "seat", "player", "text", "data", "answers", "created_at"),
            kept_back={
                "key": Why.ORDER, "position": Why.SHARED, "position_hash": Why.SHARED, "places": Why.SHARED,
                "eliminated": Why.SHARED, "revealed": Why.SHARED,
            },
        ),
        Part(
            "draw_votes",
            DrawVote,
            lambda player: DrawVote.objects.filter(
                game__seats__player=player, game__seats__number=F("seat")
            ),
            ("game", "seat", "log_number", "created_at"),
            running=_OF_RUNNING,
        ),
        Part(
            "consents",
            Consent,
            lambda player: Consent.objects.filter(game__seats__player=player, game__seats__number=F("seat")),
            ("game", "matter", "pace", "seat", "log_number", "created_at"),
            running=_OF_RUNNING,
        ),
        Part(
            "invitations",
            Invitation,
            lambda player: Invitation.objects.filter(Q(inviter=player) | Q(player=player)),
            ("seat", "player", "inviter", "word", "answer", "answer_word", "created_at", "answered_at"),
            kept_back={"token": Why.KEY},
        ),
        Part(
            "talk",
            TalkMessage,
            lambda player: TalkMessage.objects.filter(author=player),
            ("game", "room", "author", "text", "log_number", "created_at", "hidden_at"),
            kept_back={"key": Why.ORDER},
            running=_OF_RUNNING,
        ),
        Part(
            "talk_read",
            TalkSeen,
            lambda player: TalkSeen.objects.filter(player=player),
            ("game", "room", "player", "last_message"),
        ),
        Part(
            "reports_made",
            Report,
            lambda player: Report.objects.filter(reporter=player),
            ("message", "reporter", "reason", "created_at", "settled_at"),
            not_mine={"message": Why.INTERNAL},
        ),
        Part(
            "notes",
            GameNote,
            lambda player: GameNote.objects.filter(player=player),
            ("game", "player", "text", "number", "changed_at"),
            running=_OF_RUNNING,
        ),
        Part(
            "marks",
            Mark,
            lambda player: Mark.objects.filter(player=player),
            ("game", "number", "kind", "player", "seat", "victim", "text"),
        ),
        Part(
            "reliability",
            Reliability,
            lambda player: Reliability.objects.filter(player=player),
            ("player", "tier", "finished", "judged", "turns", "missed", "left", "due_at"),
        ),
        Part(
            "tallies_of_marks",
            MarkTally,
            lambda player: MarkTally.objects.filter(player=player),
            ("player", "variant", "games", "turns", "missed_wins", "walked_into"),
        ),
    )  # fmt: skip
    leave_out(Why.SHARED, Analysis, Deal, PlayOn)
    leave_out(Why.ORDER, Marking, Leaver, Heartbeat, Outage)
