from django.db import migrations


class Migration(migrations.Migration):
    """The table stays as it is; from now on the app `study` knows it."""

    dependencies = [("games", "0011_sandbox_and_notes")]
    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("SandboxLine")]),
    ]
