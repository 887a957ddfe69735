from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import F, Q

from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="PlayerTally",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="tallies"),
            variant=models.CharField(
                max_length=24,
                choices=[
                    ("binary", "binary"),
                    ("sinister", "sinister"),
                    ("good-vs-evil", "good-vs-evil"),
                    ("last-captain-standing", "last-captain-standing"),
                ],
            ),
            won=models.PositiveIntegerField(default=0),
            shared=models.PositiveIntegerField(default=0),
            drawn=models.PositiveIntegerField(default=0),
            lost=models.PositiveIntegerField(default=0),
        ),
        options={
            "db_table": "games_playertally",
            "constraints": [models.UniqueConstraint(name="player_tally_once", fields=("player", "variant"))],
        },
    ),
    CreateModel(
        name="PairTally",
        fields=fields(
            one=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            other=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            one_won=models.PositiveIntegerField(default=0, help_text="And the other did not."),
            other_won=models.PositiveIntegerField(default=0, help_text="And the one did not."),
            both_won=models.PositiveIntegerField(default=0),
            drawn=models.PositiveIntegerField(default=0),
            neither=models.PositiveIntegerField(default=0, help_text="Somebody else won."),
        ),
        options={
            "db_table": "games_pairtally",
            "constraints": [
                models.UniqueConstraint(name="pair_tally_once", fields=("one", "other")),
                models.CheckConstraint(name="pair_tally_in_order", condition=Q(one__lt=F("other"))),
            ],
        },
    ),
    CreateModel(name="RatingCounter", fields=fields(last_number=models.PositiveBigIntegerField(default=0))),
    CreateModel(
        name="RatedResult",
        fields=fields(
            number=models.PositiveBigIntegerField(unique=True, help_text="Of the event: see RatingCounter."),
            game=models.ForeignKey("games.game", models.PROTECT, related_name="rated_results"),
            pool=models.CharField(
                max_length=16,
                choices=[("two", "two"), ("tables", "tables"), ("good-vs-evil", "good-vs-evil")],
            ),
            ended_at=models.DateTimeField(),
            places=models.JSONField(help_text="By order of moves; each is a `Place`: player, score, ..."),
            why_not=models.CharField(
                max_length=20,
                blank=True,
                choices=[
                    ("imported", "imported"),
                    ("friendly", "friendly"),
                    ("not-public", "not-public"),
                    ("with-bots", "with-bots"),
                    ("handicapped", "handicapped"),
                    ("not-by-lot", "not-by-lot"),
                    ("void", "void"),
                    ("too-short", "too-short"),
                    ("excluded", "excluded"),
                    ("pair-too-often", "pair-too-often"),
                ],
                help_text="Why it did not count when it ended.",
            ),
            withdrawn=models.CharField(
                max_length=8, blank=True, choices=[("reopened", "Reopened"), ("excluded", "Excluded")]
            ),
            withdrawn_number=models.PositiveBigIntegerField(
                null=True, help_text="Of the event that withdrew it."
            ),
        ),
        options={
            "constraints": [
                models.UniqueConstraint(
                    name="rated_result_stands_once", fields=("game",), condition=Q(withdrawn="")
                )
            ]
        },
    ),
    CreateModel(
        name="PlayerRating",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="ratings"),
            pool=models.CharField(
                max_length=16,
                choices=[("two", "two"), ("tables", "tables"), ("good-vs-evil", "good-vs-evil")],
            ),
            number=models.PositiveBigIntegerField(help_text="Of the event that changed it last."),
            rating=models.FloatField(),
            deviation=models.FloatField(help_text="On the day of the last game."),
            games=models.PositiveIntegerField(help_text="That counted in this pool."),
            day=models.FloatField(help_text="Of the last of them, in days since 1970-01-01 UTC."),
            listed_until=models.DateTimeField(
                null=True,
                help_text="As long as it stands in the list, if no other game comes; null: not at all.",
            ),
        ),
        options={
            "indexes": [
                models.Index(
                    name="player_rating_in_list",
                    fields=["pool", "-rating", "player", "listed_until"],
                    condition=Q(listed_until__isnull=False),
                ),
                models.Index(
                    name="player_rating_listed",
                    fields=["pool", "listed_until"],
                    condition=Q(listed_until__isnull=False),
                ),
            ],
            "constraints": [models.UniqueConstraint(name="player_rating_once", fields=("player", "pool"))],
        },
    ),
    CreateModel(
        name="RatingChange",
        fields=fields(
            number=models.PositiveBigIntegerField(help_text="Of the event: see RatingCounter."),
            game=models.ForeignKey(
                "games.game",
                models.PROTECT,
                help_text="If several were withdrawn at once: the first of them.",
                related_name="rating_changes",
            ),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="rating_changes"),
            pool=models.CharField(
                max_length=16,
                choices=[("two", "two"), ("tables", "tables"), ("good-vs-evil", "good-vs-evil")],
            ),
            why=models.CharField(
                max_length=12,
                choices=[
                    ("won", "Won"),
                    ("drew", "Drew"),
                    ("lost", "Lost"),
                    ("left", "Left"),
                    ("absent", "Absent"),
                    ("withdrawn", "Withdrawn"),
                    ("recomputed", "Recomputed"),
                ],
            ),
            opponents=models.JSONField(help_text="Ids of players."),
            at=models.DateTimeField(),
            rating_before=models.FloatField(),
            deviation_before=models.FloatField(),
            games_before=models.PositiveIntegerField(),
            rating_after=models.FloatField(),
            deviation_after=models.FloatField(),
            games_after=models.PositiveIntegerField(help_text="0: no game that counts is left."),
            day_after=models.FloatField(
                null=True, help_text="Of the last game that counts, as of a PlayerRating."
            ),
        ),
        options={
            "indexes": [
                models.Index(name="rating_change_of_player", fields=["player", "pool", "-number"]),
                models.Index(name="rating_change_of_game", fields=["game"]),
            ],
            "constraints": [
                models.UniqueConstraint(name="rating_change_once", fields=("number", "player", "pool", "why"))
            ],
        },
    ),
    CreateModel(
        name="Tick",
        fields=fields(
            owner=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
        ),
        options={"constraints": [models.UniqueConstraint(name="tick_once", fields=("owner", "player"))]},
    ),
    CreateModel(
        name="Archive",
        fields=fields(
            label=models.CharField(max_length=80, unique=True),
            games=models.PositiveIntegerField(help_text="That counted."),
        ),
    ),
    CreateModel(
        name="ArchiveStanding",
        fields=fields(
            archive=models.ForeignKey("ratings.archive", models.CASCADE, related_name="standings"),
            pool=models.CharField(
                max_length=16,
                choices=[("two", "two"), ("tables", "tables"), ("good-vs-evil", "good-vs-evil")],
            ),
            number=models.PositiveBigIntegerField(help_text="Of the player, in the archive."),
            rating=models.FloatField(),
            deviation=models.FloatField(),
            games=models.PositiveIntegerField(),
        ),
        options={
            "indexes": [models.Index(name="archive_standing_list", fields=["archive", "pool", "-rating"])],
            "constraints": [
                models.UniqueConstraint(name="archive_standing_once", fields=("archive", "pool", "number"))
            ],
        },
    ),
    CreateModel(
        name="Exclusion",
        fields=fields(
            player=models.OneToOneField("accounts.player", models.CASCADE, related_name="rating_exclusion"),
            since=models.DateTimeField(),
        ),
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("games", "0001_initial")]

    operations = [CreateModels(MODELS)]
