from django.db import migrations, models

from upkeep.growing.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("ratings", "0006_games_before_ratings")]

    operations = [
        AddIndexOnline(
            model_name="playerrating",
            index=models.Index(
                condition=models.Q(("listed_until__isnull", False)),
                fields=["pool", "-rating", "player", "listed_until"],
                name="player_rating_in_list",
            ),
        ),
        migrations.RemoveIndex(model_name="playerrating", name="player_rating_list"),
    ]
