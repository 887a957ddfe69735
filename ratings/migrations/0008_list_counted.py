from django.db import migrations, models

from upkeep.growing.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("ratings", "0007_list_by_index")]

    operations = [
        AddIndexOnline(
            model_name="playerrating",
            index=models.Index(
                condition=models.Q(("listed_until__isnull", False)),
                fields=["pool", "listed_until"],
                name="player_rating_listed",
            ),
        ),
    ]
