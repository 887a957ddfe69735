from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_names_as_the_eye_reads_them"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="refused_address",
            field=models.EmailField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="A mail server says that there is no such address; empty once mail has arrived again.",
                max_length=254,
                verbose_name="refused address",
            ),
        ),
    ]
