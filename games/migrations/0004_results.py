from collections import Counter

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PLAYER = settings.AUTH_USER_MODEL
VARIANTS = ["binary", "sinister", "good-vs-evil", "last-captain-standing"]


def count_finished_games(apps, schema_editor):
    """What `count_results` does, as it stood when this was written."""
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    ours, pairs = Counter(), Counter()
    for game in Game.objects.filter(status="finished").iterator(chunk_size=200):
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        winners, draw = game.outcome["winners"], game.outcome["draw"]
        for seat in seats:
            won = "drawn" if draw else "won" if len(winners) == 1 else "shared"
            seat.result, seat.ended_at = won if seat.number in winners else "lost", game.finished_at
        Seat.objects.bulk_update(seats, ["result", "ended_at"])
        if game.visibility != "public" or game.origin_kind:
            continue
        for seat in seats:
            ours[seat.player_id, game.variant, seat.result] += 1
        for one in seats:
            for other in seats:
                if one.player_id < other.player_id and "player" in (one.kind, other.kind):
                    pairs[one.player_id, other.player_id, meeting(one.result, other.result)] += 1
    write(apps.get_model("games", "PlayerTally"), ("player_id", "variant"), ours)
    write(apps.get_model("games", "PairTally"), ("one_id", "other_id"), pairs)


def meeting(one, other):
    if "drawn" in (one, other):
        return "drawn" if one == other else "one_won" if one == "drawn" else "other_won"
    if "lost" not in (one, other):
        return "both_won"
    return "neither" if one == other else "other_won" if one == "lost" else "one_won"


def write(model, names, counts):
    rows = {}
    for (first, second, field), number in counts.items():
        rows.setdefault((first, second), {})[field] = number
    model.objects.bulk_create(
        [model(**dict(zip(names, key, strict=True)), **numbers) for key, numbers in sorted(rows.items())],
        batch_size=500,
    )


def number(help_text=""):
    return models.PositiveIntegerField(default=0, help_text=help_text)


def own_id():
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def player(related_name="+"):
    cascade = django.db.models.deletion.CASCADE
    return models.ForeignKey(on_delete=cascade, related_name=related_name, to=PLAYER)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_playing_with_friends"),
        migrations.swappable_dependency(PLAYER),
    ]

    operations = [
        migrations.CreateModel(
            name="Leaver",
            fields=[
                ("id", own_id()),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(help_text="When the sweep takes it up (again).")),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=PLAYER
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlayerTally",
            fields=[
                ("id", own_id()),
                ("variant", models.CharField(choices=[(each, each) for each in VARIANTS], max_length=24)),
                ("won", number()),
                ("shared", number()),
                ("drawn", number()),
                ("lost", number()),
                ("player", player("tallies")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "variant"), name="player_tally_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="PairTally",
            fields=[
                ("id", own_id()),
                ("one_won", number("And the other did not.")),
                ("other_won", number("And the one did not.")),
                ("both_won", number()),
                ("drawn", number()),
                ("neither", number("Somebody else won.")),
                ("one", player()),
                ("other", player()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("one", "other"), name="pair_tally_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="pair_tally_in_order"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="ended_at",
            field=models.DateTimeField(help_text="When the game ended; lists go by it.", null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="result",
            field=models.CharField(
                blank=True,
                choices=[
                    ("won", "Won"),
                    ("shared", "Won with others"),
                    ("drawn", "Drawn"),
                    ("lost", "Lost"),
                ],
                db_default="",
                default="",
                help_text="Of a finished game.",
                max_length=6,
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)),
                fields=["player", "-ended_at", "-game"],
                name="seat_finished",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", True)),
                fields=["player", "-game"],
                name="seat_not_over",
            ),
        ),
        migrations.RunPython(count_finished_games, migrations.RunPython.noop),
    ]
