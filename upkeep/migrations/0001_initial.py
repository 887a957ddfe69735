from datetime import timedelta

from django.conf import settings
from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import Q
from django.db.models.functions import Now

from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="Heartbeat",
        fields=fields(
            at=models.DateTimeField(help_text="In the time of the site."),
            ahead=models.DurationField(
                default=timedelta(0),
                db_default=timedelta(0),
                help_text="So much more the database's clock shows since it jumped, which nobody believes.",
            ),
            tripped_at=models.DateTimeField(
                null=True, help_text="Since when too many clocks run out at once for any to be let fall."
            ),
            released_until=models.DateTimeField(
                null=True, help_text="Until then staff let them fall all the same."
            ),
            witness=models.CharField(
                max_length=36, default="", db_default="", help_text="Whose ticks they are; empty: nobody's."
            ),
            witnessed_at=models.DateTimeField(
                null=True, help_text="What was written then; of another beat the witness knows nothing."
            ),
            ticks=models.FloatField(
                default=0.0, db_default=0.0, help_text="Seconds of the witness at that moment."
            ),
        ),
        options={"db_table": "games_heartbeat"},
    ),
    CreateModel(
        name="Outage",
        fields=fields(
            began_at=models.DateTimeField(), ended_at=models.DateTimeField(), live_only=models.BooleanField()
        ),
        options={
            "db_table": "games_outage",
            "indexes": [models.Index(name="outage_ended", fields=["ended_at"])],
        },
    ),
    CreateModel(
        name="Tally",
        fields=fields(
            name=models.CharField(max_length=40),
            label=models.CharField(
                max_length=40, blank=True, help_text="A kind of it, such as a level of bots."
            ),
            count=models.PositiveBigIntegerField(default=0),
            total=models.FloatField(default=0, help_text="Seconds, of what takes time."),
            changed_at=models.DateTimeField(help_text="The last time, by the database's clock."),
        ),
        options={
            "verbose_name_plural": "tallies",
            "constraints": [models.UniqueConstraint(name="tally_once", fields=("name", "label"))],
        },
    ),
    CreateModel(
        name="Fault",
        fields=fields(
            fingerprint=models.CharField(max_length=64, unique=True),
            headline=models.CharField(verbose_name="what", max_length=200),
            process=models.CharField(
                verbose_name="where", max_length=20, blank=True, help_text="The part that saw it last."
            ),
            text=models.TextField(
                verbose_name="last report", help_text="The log line with its traceback, without secrets."
            ),
            count=models.PositiveBigIntegerField(verbose_name="how often", default=0),
            untold=models.PositiveBigIntegerField(default=0, help_text="How often since the last mail."),
            first_at=models.DateTimeField(verbose_name="first", db_default=Now()),
            last_at=models.DateTimeField(verbose_name="last", db_index=True, db_default=Now()),
            mailed_at=models.DateTimeField(verbose_name="mailed", blank=True, null=True),
        ),
        options={"verbose_name": "error", "verbose_name_plural": "errors", "ordering": ["-last_at"]},
    ),
    CreateModel(
        name="StaffAct",
        fields=fields(
            staff=models.ForeignKey(
                settings.AUTH_USER_MODEL, models.PROTECT, verbose_name="staff", related_name="+"
            ),
            at=models.DateTimeField(verbose_name="when", db_default=Now()),
            act=models.CharField(verbose_name="what", max_length=40, help_text="The name of the service."),
            object_kind=models.CharField(verbose_name="kind of object", max_length=40),
            object_id=models.CharField(
                verbose_name="object", max_length=40, db_index=True, help_text="The public id."
            ),
            reason=models.TextField(verbose_name="reason"),
            internal=models.BooleanField(
                verbose_name="internal", default=False, db_default=False, help_text="Only staff read it."
            ),
            concerns=models.ManyToManyField(
                settings.AUTH_USER_MODEL,
                verbose_name="whom it concerns",
                help_text="They read what was done, when and why.",
                related_name="staff_acts",
            ),
        ),
        options={
            "verbose_name": "act of staff",
            "verbose_name_plural": "acts of staff",
            "ordering": ["-pk"],
            "constraints": [models.CheckConstraint(name="staff_act_has_reason", condition=~Q(reason=""))],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [CreateModels(MODELS)]
