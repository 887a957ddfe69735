from datetime import timedelta

from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def let_old_games_expire(apps, schema_editor):
    """Games older than the limit get it from now on, so that nobody is surprised."""
    games = apps.get_model("games", "Game").objects.filter(status="open", expires_at=None)
    for players in range(2, 7):
        limit = timedelta(days=7) + timedelta(days=3, hours=12) * (players - 2)
        games.filter(players=players).update(expires_at=timezone.now() + limit)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_marks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is your turn"),
                    ("invitation", "Invitation"),
                    ("start", "A game starts"),
                    ("end", "A game ends"),
                    ("draw", "A draw is offered"),
                    ("terms", "Terms have changed"),
                    ("removed", "Removed from a table"),
                    ("cancelled", "A game is given up"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("due_at__isnull", True)), fields=["created_at"], name="notice_settled"
            ),
        ),
        migrations.RunPython(let_old_games_expire, migrations.RunPython.noop, elidable=True),
    ]
