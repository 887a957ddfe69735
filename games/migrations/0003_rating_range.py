from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_what_proves_a_deal"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rating_from",
            field=models.PositiveSmallIntegerField(
                help_text="The lowest rating that joins without being invited; empty: any.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="rating_to",
            field=models.PositiveSmallIntegerField(help_text="The highest; empty: any.", null=True),
        ),
    ]
