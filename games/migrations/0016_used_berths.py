"""Which berths of the map have ever been used is kept with the places, of every entry and of the game."""

from itertools import groupby
from typing import Any

from django.db import migrations


def note_used_berths(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("games", "LogEntry").objects
    games = apps.get_model("games", "Game").objects
    wanted = entries.only("game_id", "number", "kind", "places")
    in_order = wanted.order_by("game_id", "number").iterator(chunk_size=500)
    for game_id, log in groupby(in_order, key=lambda entry: entry.game_id):
        after: list[set[int]] = [set()]
        for entry in log:
            # What is taken back has not been.
            before = after[-2] if entry.kind == "take-back" and len(after) > 1 else after[-1]
            after.append(before | berths(entry.places))
            places = {**entry.places, "used": sorted(after[-1])}
            entries.filter(pk=entry.pk).update(places=places)
        ((places,),) = games.filter(pk=game_id).values_list("places")
        games.filter(pk=game_id).update(places={**places, "used": sorted(after[-1])})


def berths(places: Any) -> set[int]:
    return {berth for _column, berth in places.get("systems", {}).values()}


class Migration(migrations.Migration):
    dependencies = [("games", "0015_decisions_of_staff")]
    operations = [migrations.RunPython(note_used_berths, migrations.RunPython.noop)]
