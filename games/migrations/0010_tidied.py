from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_lately")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="tidied",
            field=models.JSONField(help_text="The player's own order of the map's berths.", null=True),
        ),
    ]
