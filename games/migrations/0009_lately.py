from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0008_names_changed")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-changed_at"],
                name="game_lately",
                condition=Q(visibility="public") & ~Q(origin_kind="record"),
            ),
        ),
    ]
