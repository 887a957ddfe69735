from collections import Counter

from django.db import migrations

from accounts.names import KEPT_APART, name_key


def write_keys_anew(apps, schema_editor):
    """Of several names that turn out to look alike the oldest gets the key; each of the others stays with its
    owner, under a key that nobody else's name can have."""
    taken = Counter()
    for name in ("Player", "FormerName"):
        model = apps.get_model("accounts", name)
        rows = list(model.objects.order_by("pk").only("pk", "name", "name_key"))
        for row in rows:
            # Out of the way first: the new key of one may be the old key of another.
            model.objects.filter(pk=row.pk).update(name_key=f"{KEPT_APART}{row.pk}")
        for row in rows:
            key = name_key(row.name)
            taken[name, key] += 1
            if taken[name, key] > 1:
                key = f"{key[:60]}{KEPT_APART}{row.pk}"
            model.objects.filter(pk=row.pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_free_unconfirmed_addresses")]

    operations = [migrations.RunPython(write_keys_anew, migrations.RunPython.noop)]
