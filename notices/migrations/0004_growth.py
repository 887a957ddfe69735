from django.conf import settings
from django.db import migrations, models

from upkeep.growing.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("notices", "0003_threads"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline(
            model_name="accountmail",
            index=models.Index(fields=["address"], name="account_mail_address"),
        ),
    ]
