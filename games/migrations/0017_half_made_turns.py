from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_used_berths"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="half_made",
            field=models.JSONField(
                help_text="The turn that the player has begun, for nobody else's eyes: how many came before, "
                "and the address that holds it. Empty once it is over.",
                null=True,
            ),
        ),
    ]
