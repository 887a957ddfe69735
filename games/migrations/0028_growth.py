from django.conf import settings
from django.db import migrations, models

from upkeep.growing.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0003_reports"),
        ("games", "0027_clubs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline(
            model_name="game",
            index=models.Index(fields=["status", "-id"], name="game_of_status"),
        ),
        AddIndexOnline(
            model_name="game",
            index=models.Index(fields=["variant", "-id"], name="game_of_variant"),
        ),
        AddIndexOnline(
            model_name="logentry",
            index=models.Index(
                condition=models.Q(("kind", "turn"), _negated=True),
                fields=["kind", "-id"],
                name="log_not_turns",
            ),
        ),
        AddIndexOnline(
            model_name="seat",
            index=models.Index(condition=models.Q(("kind", "open")), fields=["game"], name="seat_open"),
        ),
    ]
