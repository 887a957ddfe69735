from django.db import migrations, models

from upkeep.growing.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("notices", "0002_deliveries"),
    ]

    operations = [
        AddIndexOnline(
            model_name="notice",
            index=models.Index(fields=["player", "-id"], name="notice_of_player"),
        ),
        AddIndexOnline(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("seen_at__isnull", True)), fields=["player", "key"], name="notice_unseen"
            ),
        ),
    ]
