import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The tables are those of `games`, which knows them no more."""

    initial = True

    dependencies = [
        ("games", "0013_tallies_move_out"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="PairTally",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "one_won",
                            models.PositiveIntegerField(default=0, help_text="And the other did not."),
                        ),
                        (
                            "other_won",
                            models.PositiveIntegerField(default=0, help_text="And the one did not."),
                        ),
                        ("both_won", models.PositiveIntegerField(default=0)),
                        ("drawn", models.PositiveIntegerField(default=0)),
                        ("neither", models.PositiveIntegerField(default=0, help_text="Somebody else won.")),
                        (
                            "one",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "games_pairtally",
                        "constraints": [
                            models.UniqueConstraint(fields=("one", "other"), name="pair_tally_once"),
                            models.CheckConstraint(
                                condition=models.Q(("one__lt", models.F("other"))), name="pair_tally_in_order"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PlayerTally",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "variant",
                            models.CharField(
                                choices=[
                                    ("binary", "binary"),
                                    ("sinister", "sinister"),
                                    ("good-vs-evil", "good-vs-evil"),
                                    ("last-captain-standing", "last-captain-standing"),
                                ],
                                max_length=24,
                            ),
                        ),
                        ("won", models.PositiveIntegerField(default=0)),
                        ("shared", models.PositiveIntegerField(default=0)),
                        ("drawn", models.PositiveIntegerField(default=0)),
                        ("lost", models.PositiveIntegerField(default=0)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="tallies",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "games_playertally",
                        "constraints": [
                            models.UniqueConstraint(fields=("player", "variant"), name="player_tally_once")
                        ],
                    },
                ),
            ],
        ),
    ]
