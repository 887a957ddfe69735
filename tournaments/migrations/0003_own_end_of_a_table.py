from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_growth"),
        ("tournaments", "0002_no_pairing"),
    ]

    operations = [
        migrations.AddField(
            model_name="eventtable",
            name="called_at",
            field=models.DateTimeField(help_text="When the director was asked to adjudicate.", null=True),
        ),
        migrations.AddField(
            model_name="eventtable",
            name="ends_at",
            field=models.DateTimeField(help_text="Games that run then are adjudicated.", null=True),
        ),
        migrations.AddField(
            model_name="eventtable",
            name="look_at",
            field=models.DateTimeField(
                help_text="When time brings something about next: a reminder, the end, what follows it.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="eventtable",
            name="reminded_at",
            field=models.DateTimeField(
                help_text="When its players were told that the end is near.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="eventtable",
            index=models.Index(
                condition=models.Q(("look_at__isnull", False)), fields=["look_at"], name="event_table_looks"
            ),
        ),
    ]
