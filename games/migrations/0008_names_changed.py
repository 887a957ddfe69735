from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_seen")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="names_changed",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="How often a seat was called otherwise after the start."
            ),
        ),
    ]
