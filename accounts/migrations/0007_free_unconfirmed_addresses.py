from django.db import migrations
from django.utils import timezone


def free_addresses_without_code(apps, schema_editor):
    """Who signed up and never entered a code holds no address, and the name no longer than from now on."""
    player, address = apps.get_model("accounts", "Player"), apps.get_model("account", "EmailAddress")
    waiting = player.objects.filter(
        kind="human", last_login=None, email__isnull=False, pk__in=address.objects.values("user")
    ).exclude(pk__in=address.objects.filter(verified=True).values("user"))
    waiting.update(unconfirmed_since=timezone.now(), email=None)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_confirmed_addresses"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [
        # Nothing to do on the way back: without it, too, an address follows its code.
        migrations.RunPython(free_addresses_without_code, migrations.RunPython.noop),
    ]
