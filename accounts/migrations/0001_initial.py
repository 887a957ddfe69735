from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

import accounts.models
from upkeep.growing.first import CreateModels, fields
from upkeep.growing.online import AddTrigramIndex

MODELS = [
    CreateModel(
        name="Player",
        fields=fields(
            password=models.CharField(verbose_name="password", max_length=128),
            last_login=models.DateTimeField(verbose_name="last login", blank=True, null=True),
            is_superuser=models.BooleanField(
                verbose_name="superuser status",
                default=False,
                help_text="Designates that this user has all permissions without explicitly assigning them.",
            ),
            public_id=models.CharField(
                verbose_name="public id",
                max_length=10,
                unique=True,
                default=accounts.models.new_public_id,
                editable=False,
            ),
            name=models.CharField(verbose_name="name", max_length=20),
            name_key=models.CharField(max_length=80, unique=True, editable=False),
            email=models.EmailField(
                verbose_name="e-mail address", max_length=254, unique=True, blank=True, null=True
            ),
            kind=models.CharField(
                verbose_name="kind",
                max_length=8,
                default="human",
                choices=[("human", "Person"), ("guest", "Guest"), ("bot", "Bot")],
            ),
            bot_level=models.CharField(
                verbose_name="level of the bot", max_length=20, blank=True, default=""
            ),
            time_zone=models.CharField(verbose_name="time zone", max_length=64, blank=True, default=""),
            language=models.CharField(verbose_name="language", max_length=8, blank=True, default=""),
            palette=models.CharField(
                verbose_name="colours of the pieces",
                max_length=8,
                default="standard",
                db_default="standard",
                choices=[
                    ("standard", "Standard: red, yellow, green, blue"),
                    ("xeno", "Xeno: orange, clear, cyan, purple"),
                ],
            ),
            stated_strength=models.CharField(
                verbose_name="stated strength",
                max_length=8,
                blank=True,
                default="",
                db_default="",
                choices=[
                    ("new", "I am new to the game"),
                    ("knows-it", "I know the game"),
                    ("strong", "I play it well"),
                ],
            ),
            mail_turns=models.BooleanField(verbose_name="when it is my turn", default=True),
            mail_invitations=models.BooleanField(verbose_name="when I am invited", default=True),
            mail_starts=models.BooleanField(verbose_name="when a game starts", default=True),
            mail_ends=models.BooleanField(verbose_name="when a game ends", default=True),
            mail_ladders=models.BooleanField(
                verbose_name="of ladders and stairs", default=True, db_default=True
            ),
            mail_clubs=models.BooleanField(
                verbose_name="when I am invited to a club", default=True, db_default=True
            ),
            mail_event_rounds=models.BooleanField(
                verbose_name="of rounds of events", default=True, db_default=True
            ),
            mail_event_tables=models.BooleanField(
                verbose_name="of tables of events", default=True, db_default=True
            ),
            mail_event_deadlines=models.BooleanField(
                verbose_name="of the ends of rounds", default=True, db_default=True
            ),
            mail_event_ends=models.BooleanField(
                verbose_name="of the ends of events", default=True, db_default=True
            ),
            mail_open_seats=models.BooleanField(
                verbose_name="when somebody is wanted to play on for another", default=False, db_default=False
            ),
            guide_step=models.PositiveSmallIntegerField(default=0, db_default=0, editable=False),
            deleted_at=models.DateTimeField(verbose_name="deleted", null=True, editable=False),
            former_number=models.PositiveIntegerField(
                unique=True, null=True, editable=False, help_text="What a deleted player is known by."
            ),
            unconfirmed_since=models.DateTimeField(null=True, editable=False),
            refused_address=models.EmailField(
                verbose_name="refused address",
                max_length=254,
                blank=True,
                default="",
                db_default="",
                editable=False,
                help_text="A mail server says that there is no such address; empty once mail has arrived again.",
            ),
            sessions_ended=models.PositiveIntegerField(default=0, db_default=0, editable=False),
            suspended_until=models.DateTimeField(verbose_name="suspended until", null=True, editable=False),
            silenced_until=models.DateTimeField(
                verbose_name="muted by staff until", null=True, editable=False
            ),
            acts_unread=models.BooleanField(default=False, db_default=False, editable=False),
            mail_acts=models.BooleanField(
                verbose_name="when staff have done something that concerns me", default=True, db_default=True
            ),
            mail_reports=models.BooleanField(
                verbose_name="as staff: when players report something", default=True, db_default=True
            ),
            vacation_left=models.DurationField(
                null=True, editable=False, help_text="At the moment that follows; empty: as at joining."
            ),
            vacation_counted_at=models.DateTimeField(
                null=True, editable=False, help_text="From then on it grows; empty: from joining on."
            ),
            vacation_since=models.DateTimeField(null=True, editable=False),
            vacation_until=models.DateTimeField(null=True, editable=False),
            vacation_followed_from=models.DateTimeField(
                null=True,
                editable=False,
                help_text="When the clocks of the games are to follow the vacation (again); empty: they do.",
            ),
            is_staff=models.BooleanField(verbose_name="staff", default=False),
            is_active=models.BooleanField(verbose_name="active", default=True),
            date_joined=models.DateTimeField(verbose_name="joined", default=timezone.now, editable=False),
            groups=models.ManyToManyField(
                "auth.group",
                verbose_name="groups",
                blank=True,
                help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                related_name="user_set",
                related_query_name="user",
            ),
            user_permissions=models.ManyToManyField(
                "auth.permission",
                verbose_name="user permissions",
                blank=True,
                help_text="Specific permissions for this user.",
                related_name="user_set",
                related_query_name="user",
            ),
        ),
        options={
            "verbose_name": "player",
            "verbose_name_plural": "players",
            "indexes": [
                models.Index(
                    F("unconfirmed_since"),
                    name="player_unconfirmed",
                    condition=Q(unconfirmed_since__isnull=False),
                ),
                models.Index(
                    name="player_vacation",
                    fields=["vacation_followed_from"],
                    condition=Q(vacation_followed_from__isnull=False),
                ),
                models.Index(name="player_staff", fields=["-id"], condition=Q(is_staff=True)),
                models.Index(name="player_inactive", fields=["-id"], condition=Q(is_active=False)),
                models.Index(name="player_no_human", fields=["kind", "-id"], condition=~Q(kind="human")),
                models.Index(name="player_refused", fields=["-id"], condition=~Q(refused_address="")),
                models.Index(name="player_volunteers", fields=["id"], condition=Q(mail_open_seats=True)),
            ],
            "constraints": [
                models.UniqueConstraint(Lower("email"), name="player_email_unique_in_any_case"),
                models.CheckConstraint(
                    name="player_bot_has_level",
                    condition=(Q(kind="bot") & ~Q(bot_level="")) | (~Q(kind="bot") & Q(bot_level="")),
                ),
                models.CheckConstraint(
                    name="player_only_people_have_email", condition=Q(kind="human") | Q(email__isnull=True)
                ),
            ],
        },
    ),
    CreateModel(
        name="FormerName",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="former_names"),
            name=models.CharField(max_length=20),
            name_key=models.CharField(max_length=80, unique=True, editable=False),
            until=models.DateTimeField(default=timezone.now, editable=False),
        ),
    ),
    CreateModel(
        name="AddressChange",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="address_changes"),
            old=models.EmailField(max_length=254),
            new=models.EmailField(max_length=254),
            at=models.DateTimeField(default=timezone.now, editable=False),
            undone_at=models.DateTimeField(null=True, editable=False),
        ),
    ),
    CreateModel(
        name="Quiet",
        fields=fields(
            owner=models.ForeignKey("accounts.player", models.CASCADE, related_name="quiets"),
            other=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            kind=models.CharField(max_length=5, choices=[("mute", "Muted"), ("block", "Blocked")]),
            created_at=models.DateTimeField(default=timezone.now, editable=False),
        ),
        options={
            "constraints": [
                models.UniqueConstraint(name="quiet_once", fields=("owner", "other")),
                models.CheckConstraint(name="quiet_not_oneself", condition=~Q(owner=F("other"))),
            ]
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        CreateModels(MODELS),
        AddTrigramIndex("player", "name", "player_name_part"),
        AddTrigramIndex("player", "name_key", "player_key_part"),
        AddTrigramIndex("player", "email", "player_email_part"),
    ]
