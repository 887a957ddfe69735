from django.db import migrations, models
from django.db.models import Exists, OuterRef, Subquery

TOLD_BEFORE = ("turn", "invitation", "start", "end", "draw", "terms", "removed", "cancelled")
"""The kinds that the previous release knows."""


def name_games(apps, schema_editor):
    """What a notice is about is told by a key, for games their public id."""
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    apps.get_model("games", "Notice").objects.update(key=Subquery(games.values("public_id")))


def number_games(apps, schema_editor):
    """Drops what the previous release cannot tell: other kinds, and games that are gone."""
    Game, Notice = apps.get_model("games", "Game"), apps.get_model("games", "Notice")
    Notice.objects.exclude(kind__in=TOLD_BEFORE).delete()
    number = Game.objects.filter(public_id=OuterRef("key")).values("pk")
    numberless = Notice.objects.filter(game__isnull=True).annotate(number=Subquery(number))
    same = Notice.objects.filter(
        game=OuterRef("number"), player=OuterRef("player"), kind=OuterRef("kind"), news=OuterRef("news")
    )
    Notice.objects.filter(pk__in=list(numberless.filter(Exists(same)).values_list("pk", flat=True))).delete()
    Notice.objects.filter(game__isnull=True).update(game=Subquery(number))
    there = Game.objects.filter(pk=OuterRef("game"))
    Notice.objects.filter(~Exists(there)).delete()


class Migration(migrations.Migration):
    """The table of notices is made ready for an app of its own, which knows no games."""

    dependencies = [("games", "0013_tallies_move_out")]

    previous_release_survives = (
        "The column of the game keeps its name, its type and the constraint that ON CONFLICT asks for. Of the "
        "new constraint the previous release breaks nothing: it leaves the key empty, and no empty one equals another."
    )

    operations = [
        migrations.AlterField(
            "notice", "game", models.BigIntegerField(null=True, db_column="game_id", editable=False)
        ),
        migrations.AlterField(
            "notice",
            "kind",
            models.CharField(max_length=40, help_text="A name that an app has registered."),
        ),
        migrations.AddField(
            "notice",
            "key",
            models.CharField(
                max_length=64,
                null=True,
                help_text="What it is about, as its app calls it: a game's public id.",
            ),
        ),
        migrations.RunPython(name_games, number_games),
        migrations.AddConstraint(
            "notice",
            models.UniqueConstraint(fields=["key", "player", "kind", "news"], name="notice_told_once"),
        ),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Notice")]),
    ]
