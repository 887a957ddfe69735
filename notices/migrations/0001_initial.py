import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """The table is there already; games made it, and made it ready."""

    initial = True
    dependencies = [
        ("games", "0014_notices_move_out"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Notice",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(help_text="A name that an app has registered.", max_length=40),
                        ),
                        (
                            "key",
                            models.CharField(
                                help_text="What it is about, as its app calls it: a game's public id.",
                                max_length=64,
                                null=True,
                            ),
                        ),
                        ("news", models.PositiveIntegerField()),
                        ("created_at", models.DateTimeField()),
                        (
                            "due_at",
                            models.DateTimeField(
                                help_text="When a worker may take it; empty once settled.", null=True
                            ),
                        ),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("sent_at", models.DateTimeField(null=True)),
                        (
                            "dropped",
                            models.CharField(blank=True, help_text="Why it was not sent.", max_length=40),
                        ),
                        ("game", models.BigIntegerField(db_column="game_id", editable=False, null=True)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "games_notice",
                        "indexes": [
                            models.Index(
                                fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False)
                            ),
                            models.Index(
                                fields=["created_at"], name="notice_settled", condition=Q(due_at__isnull=True)
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=["key", "player", "kind", "news"], name="notice_told_once"
                            ),
                            models.UniqueConstraint(
                                fields=["player", "game", "kind", "news"], name="notice_once"
                            ),
                        ],
                    },
                ),
            ],
        ),
    ]
