import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, Exists, OuterRef

GAMES = 10


def count_what_was(apps, schema_editor):
    """Who has finished enough games is not new, though no clock ran in them."""
    Seat = apps.get_model("games", "Seat")
    Reliability = apps.get_model("games", "Reliability")
    others = Seat.objects.filter(game=OuterRef("game"), kind="player").exclude(player=OuterRef("player"))
    ended = Seat.objects.filter(
        Exists(others),
        kind="player",
        ended_at__isnull=False,
        game__visibility="public",
        game__origin_kind="",
    )
    counted = ended.order_by().values_list("player").annotate(number=Count("pk"))
    Reliability.objects.bulk_create(
        [
            Reliability(
                player_id=player,
                tier="reliable" if number >= GAMES else "new",
                finished=min(number, GAMES),
            )
            for player, number in counted.iterator()
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_pauses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Reliability",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tier",
                    models.CharField(
                        help_text="As games.clocks.reliability judges the figures.", max_length=8
                    ),
                ),
                (
                    "finished",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Games with other people; no more are counted than are looked at.",
                    ),
                ),
                (
                    "judged",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Those of the last ones with a clock."
                    ),
                ),
                (
                    "missed",
                    models.PositiveSmallIntegerField(default=0, help_text="Turns missed in these."),
                ),
                (
                    "left",
                    models.PositiveSmallIntegerField(default=0, help_text="So many of these were left."),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reliability",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name_plural": "reliabilities"},
        ),
        migrations.RunPython(count_what_was, migrations.RunPython.noop),
    ]
