from django.db import migrations, models
from django.db.models import Q


def mark_imported(apps, schema_editor):
    """Until now every game that came from anywhere was an imported one."""
    apps.get_model("games", "Game").objects.exclude(origin_kind="").update(imported=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0025_reliability_follows")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="imported",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Played elsewhere: its seats belong to nobody."
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="origin_kind",
            field=models.CharField(
                blank=True,
                help_text="What it belongs to: a record, a ladder, stairs; empty: nothing.",
                max_length=24,
            ),
        ),
        migrations.RunPython(mark_imported, migrations.RunPython.noop),
        migrations.RemoveIndex(model_name="game", name="game_lately"),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(visibility="public", imported=False), fields=["-changed_at"], name="game_lately"
            ),
        ),
    ]
