"""Which berths of the map have ever been used is kept with the places, of every entry and of the game."""

from itertools import groupby
from typing import Any

from django.db import migrations


def note_used_berths(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("games", "LogEntry").objects.only("game_id", "number", "kind", "places")
    games = apps.get_model("games", "Game").objects.only("places")
    in_order = entries.order_by("game_id", "number").iterator(chunk_size=500)
    for game_id, log in groupby(in_order, key=lambda entry: entry.game_id):
        after: list[set[int]] = [set()]
        for entry in log:
            # What is taken back has not been.
            before = after[-2] if entry.kind == "take-back" and len(after) > 1 else after[-1]
            after.append(before | berths(entry.places))
            entry.places = {**entry.places, "used": sorted(after[-1])}
            entry.save(update_fields=["places"])
        game = games.get(pk=game_id)
        game.places = {**game.places, "used": sorted(after[-1])}
        game.save(update_fields=["places"])


def berths(places: Any) -> set[int]:
    return {berth for _column, berth in places.get("systems", {}).values()}


class Migration(migrations.Migration):
    dependencies = [("games", "0015_decisions_of_staff")]
    operations = [migrations.RunPython(note_used_berths, migrations.RunPython.noop)]
