from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_former_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="guide_step",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
