from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def take_running_games_as_seen(apps, schema_editor):
    """Whoever has a turn before him now may have looked at it long ago."""
    games = apps.get_model("games", "Game").objects
    seats = apps.get_model("games", "Seat").objects.filter(game__status="running")
    log_number = Subquery(games.filter(pk=OuterRef("game")).values("log_number"))
    seats.update(seen_number=log_number, seen_before=log_number)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_more_notices")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="seen_number",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="The last entry of the log that the player has opened the table on.",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="seen_before",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="The same before the player last found something new there.",
            ),
        ),
        migrations.RunPython(take_running_games_as_seen, migrations.RunPython.noop, elidable=True),
    ]
