"""What the accounts keep of a player, the account library and what lies below included."""

from __future__ import annotations

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry as AdminEntry

from accounts.models import AddressChange, FormerName, Player, Quiet
from accounts.own_data.parts import Part, Why, add_parts, leave_out
from upkeep.models import StaffAct, StaffRequest


def register_all() -> None:
    add_parts(
        Part(
            "account",
            Player,
            lambda player: Player.objects.filter(pk=player.pk),
            (
                "public_id", "name", "email", "kind", "bot_level", "time_zone", "language", "palette",
                "stated_strength", "mail_turns", "mail_invitations", "mail_starts", "mail_ends", "mail_acts",
                "mail_hooks",
                "mail_reports", "mail_ladders", "mail_clubs", "mail_event_rounds", "mail_event_tables",
                "mail_event_deadlines", "mail_event_ends", "mail_open_seats", "mail_warnings", "mail_talk",
                "mail_at_all", "told_by", "asked_about_push", "guide_step", "suspended_until",
                "silenced_until",
                "acts_unread", "refused_address", "unconfirmed_since", "last_login", "date_joined",
                "is_active",
                "is_staff", "is_superuser", "deleted_at", "former_number", "vacation_left",
                "vacation_counted_at", "vacation_since", "vacation_until",
            ),
            kept_back={
                "password": Why.KEY, "name_key": Why.ORDER, "sessions_ended": Why.ORDER,
                "vacation_followed_from": Why.ORDER,
            },
        ),
        Part(
            "addresses",
            EmailAddress,
            lambda player: EmailAddress.objects.filter(user=player),
            ("user", "email", "verified", "primary"),
        ),
        Part(
            "codes_sent",
            EmailConfirmation,
            lambda player: EmailConfirmation.objects.filter(email_address__user=player),
            ("email_address", "created", "sent"),
            kept_back={"key": Why.KEY},
        ),
        Part(
            "address_changes",
            AddressChange,
            lambda player: AddressChange.objects.filter(player=player),
            ("player", "old", "new", "at", "undone_at"),
        ),
        Part(
            "former_names",
            FormerName,
            lambda player: FormerName.objects.filter(player=player),
            ("player", "name", "until"),
            kept_back={"name_key": Why.ORDER},
        ),
        Part(
            "second_factors",
            Authenticator,
            lambda player: Authenticator.objects.filter(user=player),
            ("user", "type", "created_at", "last_used_at"),
            kept_back={"data": Why.KEY},
        ),
        Part(
            "sessions",
            UserSession,
            lambda player: UserSession.objects.filter(user=player),
            ("user", "created_at", "last_seen_at", "ip", "user_agent", "data"),
            kept_back={"session_key": Why.KEY},
        ),
        Part(
            "muted_and_blocked",
            Quiet,
            lambda player: Quiet.objects.filter(owner=player),
            ("owner", "other", "kind", "created_at"),
            not_mine={"other": Why.OTHERS},
        ),
        Part(
            "acts_of_staff",
            StaffAct,
            lambda player: StaffAct.objects.filter(concerns=player, internal=False),
            ("at", "act", "object_kind", "object_id", "reason", "internal"),
            kept_back={"staff": Why.INTERNAL, "asked_by": Why.INTERNAL},
        ),
    )  # fmt: skip
    leave_out(Why.INTERNAL, StaffAct.concerns.through, StaffRequest)
    leave_out(
        Why.UNUSED,
        Player.groups.through,
        Player.user_permissions.through,
        AdminEntry,
    )
