from django.db import migrations

from upkeep.growing.online import AddTrigramIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("clubs", "0003_reports"),
    ]

    operations = [
        AddTrigramIndex("club", "name", "club_name_part"),
    ]
