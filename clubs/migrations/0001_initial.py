from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import Q

import clubs.models
from upkeep.growing.first import CreateModels, fields
from upkeep.growing.online import AddTrigramIndex

MODELS = [
    CreateModel(
        name="Club",
        fields=fields(
            public_id=models.CharField(
                max_length=8, unique=True, default=clubs.models.new_club_id, editable=False
            ),
            name=models.CharField(verbose_name="name", max_length=40),
            name_key=models.CharField(
                max_length=80, editable=False, help_text="The name as the eye reads it."
            ),
            about=models.TextField(verbose_name="about the club", max_length=2000, blank=True),
            news=models.CharField(verbose_name="news", max_length=160, blank=True),
            news_at=models.DateTimeField(null=True, editable=False, help_text="When the news were written."),
            joining=models.CharField(
                verbose_name="who may join",
                max_length=7,
                default="open",
                choices=[("open", "Everybody may join"), ("invited", "By invitation only")],
            ),
            hidden=models.BooleanField(
                verbose_name="hidden",
                default=False,
                help_text="Nobody but members and the invited know of it.",
            ),
            size=models.PositiveSmallIntegerField(default=0, help_text="So many members; a cache."),
            created_at=models.DateTimeField(),
            closed_at=models.DateTimeField(null=True),
        ),
        options={
            "verbose_name": "club",
            "verbose_name_plural": "clubs",
            "indexes": [
                models.Index(
                    name="club_listed",
                    fields=["-size", "name_key", "id"],
                    condition=Q(closed_at__isnull=True, hidden=False),
                )
            ],
            "constraints": [
                models.UniqueConstraint(
                    name="club_name", fields=("name_key",), condition=Q(closed_at__isnull=True, hidden=False)
                ),
                models.CheckConstraint(
                    name="club_hidden_invites", condition=Q(hidden=False) | Q(joining="invited")
                ),
            ],
        },
    ),
    CreateModel(
        name="Membership",
        fields=fields(
            club=models.ForeignKey("clubs.club", models.CASCADE, related_name="memberships"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="memberships"),
            role=models.CharField(
                verbose_name="role",
                max_length=7,
                default="member",
                choices=[("founder", "Founder"), ("officer", "Officer"), ("member", "Member")],
            ),
            joined_at=models.DateTimeField(),
            officer_since=models.DateTimeField(null=True, help_text="Empty for members."),
        ),
        options={
            "indexes": [models.Index(name="members_of_club", fields=["club", "joined_at", "id"])],
            "constraints": [
                models.UniqueConstraint(name="member_once", fields=("club", "player")),
                models.UniqueConstraint(
                    name="club_one_founder", fields=("club",), condition=Q(role="founder")
                ),
            ],
        },
    ),
    CreateModel(
        name="ClubInvitation",
        fields=fields(
            club=models.ForeignKey("clubs.club", models.CASCADE, related_name="invitations"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="club_invitations"),
            by=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            created_at=models.DateTimeField(),
            answer=models.CharField(
                max_length=9,
                default="waiting",
                choices=[
                    ("waiting", "Waiting"),
                    ("accepted", "Accepted"),
                    ("declined", "Declined"),
                    ("withdrawn", "Withdrawn"),
                    ("removed", "Removed"),
                ],
            ),
            answered_at=models.DateTimeField(null=True),
        ),
        options={
            "constraints": [
                models.UniqueConstraint(
                    name="club_invited_once", fields=("club", "player"), condition=Q(answer="waiting")
                )
            ]
        },
    ),
    CreateModel(
        name="ClubReport",
        fields=fields(
            club=models.ForeignKey("clubs.club", models.CASCADE, verbose_name="club", related_name="reports"),
            reporter=models.ForeignKey(
                "accounts.player", models.CASCADE, verbose_name="reporter", related_name="+"
            ),
            said=models.TextField(
                verbose_name="what it said", help_text="Its name, news and text, as they stood then."
            ),
            reason=models.CharField(verbose_name="reason", max_length=500, blank=True),
            created_at=models.DateTimeField(verbose_name="when"),
            settled_at=models.DateTimeField(verbose_name="settled", null=True),
        ),
        options={
            "verbose_name": "report of a club",
            "verbose_name_plural": "reports of clubs",
            "indexes": [
                models.Index(
                    name="club_report_open", fields=["created_at"], condition=Q(settled_at__isnull=True)
                )
            ],
            "constraints": [
                models.UniqueConstraint(
                    name="club_report_once", fields=("club", "reporter"), condition=Q(settled_at__isnull=True)
                )
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial")]

    operations = [CreateModels(MODELS), AddTrigramIndex("club", "name", "club_name_part")]
