from django.db import migrations


class Migration(migrations.Migration):
    """The tables stay as they are; from now on the app `ratings` knows them."""

    dependencies = [("games", "0012_lines_move_out")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel("PairTally"), migrations.DeleteModel("PlayerTally")]
        ),
    ]
