from django.db import migrations, models

from upkeep.growing.online import AddIndexOnline, AddTrigramIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("accounts", "0015_mail_events"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        AddIndexOnline(
            model_name="player",
            index=models.Index(condition=models.Q(("is_staff", True)), fields=["-id"], name="player_staff"),
        ),
        AddIndexOnline(
            model_name="player",
            index=models.Index(
                condition=models.Q(("is_active", False)), fields=["-id"], name="player_inactive"
            ),
        ),
        AddIndexOnline(
            model_name="player",
            index=models.Index(
                condition=models.Q(("kind", "human"), _negated=True),
                fields=["kind", "-id"],
                name="player_no_human",
            ),
        ),
        AddIndexOnline(
            model_name="player",
            index=models.Index(
                condition=models.Q(("refused_address", ""), _negated=True),
                fields=["-id"],
                name="player_refused",
            ),
        ),
        AddTrigramIndex("player", "name", "player_name_part"),
        AddTrigramIndex("player", "name_key", "player_key_part"),
        AddTrigramIndex("player", "email", "player_email_part"),
    ]
