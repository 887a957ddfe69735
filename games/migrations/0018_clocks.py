import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_half_made_turns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "log_number",
                    models.PositiveIntegerField(help_text="Of the entry by which the substitute came."),
                ),
                (
                    "missed",
                    models.PositiveSmallIntegerField(help_text="How often the player's clock ran out."),
                ),
                ("left_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "tripped_at",
                    models.DateTimeField(
                        help_text="Since when too many clocks run out at once for any to be let fall.",
                        null=True,
                    ),
                ),
                (
                    "released_until",
                    models.DateTimeField(help_text="Until then staff let them fall all the same.", null=True),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                ("live_only", models.BooleanField()),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="clock_cap",
            field=models.DurationField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="clock_increment",
            field=models.DurationField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="clock_left",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                help_text="Milliseconds by seat, as when the running clock began to run; empty without a clock.",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="clock_since",
            field=models.DateTimeField(
                help_text="Since when the clock of the seat to move runs, or will; empty while none does.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="clock_start",
            field=models.DurationField(help_text="Empty: no clock.", null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="due_at",
            field=models.DateTimeField(help_text="When that clock runs out.", null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="excuses",
            field=models.PositiveSmallIntegerField(
                db_default=1,
                default=1,
                help_text="So often a clock may run out at a table of three and more.",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="sweep_at",
            field=models.DateTimeField(
                help_text="When the sweep looks at that clock: to warn, to let it fall, after a failure.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="weekend_zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The time zone on whose weekends clocks stand still; empty: they run on.",
                max_length=40,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="adrift_since",
            field=models.DateTimeField(help_text="Its player stays away: its turns are passed.", null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="excuses_left",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="has_substitute",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Whoever it is named after plays no more."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="missed",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                help_text="How often the clock of the player who sits there now ran out.",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="passes",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="So many turns were passed since it is adrift."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="returned",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Its player has come back once."
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "Turn"),
                    ("resignation", "Resignation"),
                    ("time", "Loss on time"),
                    ("draw", "Draw"),
                    ("take-back", "Take-back"),
                    ("seat-change", "Seat change"),
                    ("decision", "Decision of the staff"),
                    ("clock", "Clock"),
                    ("void", "Void"),
                ],
                max_length=11,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("sweep_at__isnull", False)), fields=["sweep_at"], name="game_clock_due"
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("kind__in", ["time", "clock"])), fields=["created_at"], name="log_flags"
            ),
        ),
        migrations.AddField(
            model_name="formerplayer",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="formerplayer",
            name="seat",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="former", to="games.seat"
            ),
        ),
        migrations.AddIndex(
            model_name="outage",
            index=models.Index(fields=["ended_at"], name="outage_ended"),
        ),
        migrations.AddConstraint(
            model_name="formerplayer",
            constraint=models.UniqueConstraint(fields=("seat", "player"), name="former_player_once"),
        ),
    ]
