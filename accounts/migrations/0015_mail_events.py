from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_mail_clubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name=name,
            field=models.BooleanField(db_default=True, default=True, verbose_name=words),
        )
        for name, words in (
            ("mail_event_rounds", "of rounds of events"),
            ("mail_event_tables", "of tables of events"),
            ("mail_event_deadlines", "of the ends of rounds"),
            ("mail_event_ends", "of the ends of events"),
        )
    ]
