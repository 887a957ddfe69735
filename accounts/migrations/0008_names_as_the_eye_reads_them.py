import unicodedata
from collections import Counter

from django.db import migrations

from accounts.names import KEPT_APART, name_key

_ALIKE = {
    "3": "з",
    "6": "б",
    "a": "аαɑ",
    "b": "вβ",
    "c": "сϲ",
    "d": "ԁđ",
    "e": "еёε",
    "g": "ɡց",
    "h": "һнհ",
    "j": "ј",
    "k": "кκ",
    "l": "1i|!іїӏιıłʟꞁⅼ",
    "m": "мμ",
    "n": "пηո",
    "o": "0оοσøօ",
    "p": "рρ",
    "q": "ԛ",
    "r": "г",
    "s": "5$ѕ",
    "t": "тτ",
    "u": "υս",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγ",
}
_LOOKALIKES = str.maketrans({copy: plain for plain, copies in _ALIKE.items() for copy in copies})
_IGNORED = str.maketrans("", "", "-_.·•‐‑–—~*+=:")


def key_before(name):
    """As the release before reads a name."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(
        c for c in unicodedata.normalize("NFD", folded.translate(_LOOKALIKES)) if not unicodedata.combining(c)
    )
    bare = letters.translate(_LOOKALIKES).replace("rn", "m").replace("vv", "w")
    return (bare.translate(_IGNORED) or bare)[:80]


def write_keys_anew(apps, schema_editor):
    _write_keys(apps, name_key)


def write_keys_of_before(apps, schema_editor):
    _write_keys(apps, key_before)


def _write_keys(apps, key_of):
    """Of several names that turn out to look alike the oldest gets the key; each of the others stays with its
    owner, under a key that nobody else's name can have."""
    for name in ("Player", "FormerName"):
        model, taken = apps.get_model("accounts", name), Counter()
        rows = list(model.objects.order_by("pk").only("pk", "name"))
        for row in rows:
            # Out of the way first: the new key of one may be the old key of another.
            model.objects.filter(pk=row.pk).update(name_key=f"{KEPT_APART}{row.pk}")
        for row in rows:
            key = key_of(row.name)
            taken[key] += 1
            if taken[key] > 1:
                key = f"{key[:60]}{KEPT_APART}{row.pk}"
            model.objects.filter(pk=row.pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_free_unconfirmed_addresses")]

    operations = [migrations.RunPython(write_keys_anew, write_keys_of_before)]
