import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The table is that of `games`, which knows it no more."""

    initial = True

    dependencies = [
        ("games", "0012_lines_move_out"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="SandboxLine",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "number",
                            models.PositiveIntegerField(
                                help_text="The entry of the game's log after which it starts; 0: the empty table.",
                                null=True,
                            ),
                        ),
                        ("root", models.TextField(blank=True, help_text="The pasted position in notation.")),
                        (
                            "rules",
                            models.JSONField(
                                default=dict, help_text="Of a pasted position: variant and every option."
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        ("turns", models.TextField(help_text="In canonical notation, one a line.")),
                        (
                            "share_token",
                            models.CharField(
                                blank=True, help_text="Empty: for its owner only.", max_length=32
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        (
                            "game",
                            models.ForeignKey(
                                help_text="Empty: a pasted position.",
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="games.game",
                            ),
                        ),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "parent",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="branches",
                                to="study.sandboxline",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "games_sandboxline",
                        "ordering": ["number", "id"],
                        "indexes": [models.Index(fields=["owner", "game"], name="sandbox_of_game")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("game__isnull", False), ("number__isnull", False), ("root", "")
                                    ),
                                    models.Q(
                                        ("game__isnull", True),
                                        ("number__isnull", True),
                                        models.Q(("root", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="sandbox_of_game_or_pasted",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("share_token", ""), ("game__isnull", False), _connector="OR"
                                ),
                                name="sandbox_pasted_unshared",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("share_token", ""), _negated=True),
                                fields=("share_token",),
                                name="sandbox_share_token",
                            ),
                        ],
                    },
                ),
            ],
        ),
    ]
