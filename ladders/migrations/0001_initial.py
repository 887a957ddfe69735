from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import F, Q

import ladders.models.ladder
from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="Ladder",
        fields=fields(
            public_id=models.CharField(
                max_length=8, unique=True, default=ladders.models.ladder.new_ladder_id, editable=False
            ),
            club=models.OneToOneField(
                "clubs.club", models.PROTECT, null=True, help_text="Empty: the site's.", related_name="ladder"
            ),
            variant=models.CharField(
                max_length=24,
                choices=[
                    ("binary", "binary"),
                    ("sinister", "sinister"),
                    ("good-vs-evil", "good-vs-evil"),
                    ("last-captain-standing", "last-captain-standing"),
                ],
            ),
            options=models.JSONField(help_text="Every option of the rule set with its value."),
            preset=models.CharField(
                max_length=16,
                blank=True,
                choices=[
                    ("classic", "classic"),
                    ("booklet", "booklet"),
                    ("two-player", "two-player"),
                    ("modern", "modern"),
                ],
            ),
            clock_start=models.DurationField(),
            clock_increment=models.DurationField(),
            clock_cap=models.DurationField(),
            size=models.PositiveIntegerField(default=0, help_text="So many players; a cache."),
            last_number=models.PositiveBigIntegerField(default=0, help_text="Of the log."),
            sampled_on=models.DateField(null=True, help_text="The last day of which places are kept."),
            created_at=models.DateTimeField(),
            closed_at=models.DateTimeField(null=True),
        ),
        options={
            "verbose_name": "ladder",
            "verbose_name_plural": "ladders",
            "constraints": [
                models.CheckConstraint(
                    name="ladder_one_of_the_site",
                    condition=Q(club__isnull=True, public_id="site")
                    | (Q(club__isnull=False) & ~Q(public_id="site")),
                )
            ],
        },
    ),
    CreateModel(
        name="Rung",
        fields=fields(
            ladder=models.ForeignKey("ladders.ladder", models.CASCADE, related_name="rungs"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="rungs"),
            place=models.IntegerField(help_text="From 1, without gaps."),
            joined_at=models.DateTimeField(),
            challenge_by=models.DateTimeField(
                null=True, help_text="A newcomer leaves again then; empty once a challenge was sent."
            ),
            vacation_counted=models.DateTimeField(
                null=True, help_text="The beginning of the vacation for which that was put off last."
            ),
            limbo=models.CharField(
                max_length=9,
                blank=True,
                choices=[
                    ("leaves", "leaves the ladder"),
                    ("clock", "ran out of time"),
                    ("suspended", "is suspended"),
                    ("club", "has left the club"),
                    ("deleted", "has deleted the account"),
                ],
            ),
        ),
        options={
            "indexes": [
                models.Index(
                    name="rung_newcomer", fields=["challenge_by"], condition=Q(challenge_by__isnull=False)
                ),
                models.Index(name="rung_in_limbo", fields=["ladder"], condition=~Q(limbo="")),
            ],
            "constraints": [
                models.UniqueConstraint(name="rung_once", fields=("ladder", "player")),
                models.UniqueConstraint(name="rung_place", fields=("ladder", "place")),
            ],
        },
    ),
    CreateModel(
        name="Challenge",
        fields=fields(
            ladder=models.ForeignKey("ladders.ladder", models.CASCADE, related_name="challenges"),
            game=models.OneToOneField("games.game", models.PROTECT, related_name="challenge"),
            challenger=models.ForeignKey("accounts.player", models.PROTECT, related_name="challenges_sent"),
            challenged=models.ForeignKey(
                "accounts.player", models.PROTECT, related_name="challenges_received"
            ),
            from_place=models.PositiveIntegerField(help_text="Of the challenger, when the game began."),
            to_place=models.PositiveIntegerField(help_text="Of the challenged, when the game began."),
            at=models.DateTimeField(),
            settled_at=models.DateTimeField(null=True, help_text="Empty while the game runs."),
            settled_number=models.PositiveBigIntegerField(
                null=True, help_text="Of the settlement in the log."
            ),
            result=models.CharField(
                max_length=5,
                blank=True,
                choices=[
                    ("won", "won"),
                    ("early", "early"),
                    ("lost", "lost"),
                    ("drawn", "drawn"),
                    ("void", "void"),
                ],
            ),
        ),
        options={
            "indexes": [
                models.Index(
                    name="challenge_sent",
                    fields=["ladder", "challenger"],
                    condition=Q(settled_at__isnull=True),
                ),
                models.Index(
                    name="challenge_received",
                    fields=["ladder", "challenged"],
                    condition=Q(settled_at__isnull=True),
                ),
                models.Index(name="challenge_of_challenger", fields=["ladder", "challenger", "-settled_at"]),
                models.Index(name="challenge_of_challenged", fields=["ladder", "challenged", "-settled_at"]),
            ],
            "constraints": [
                models.CheckConstraint(name="challenge_not_oneself", condition=~Q(challenger=F("challenged")))
            ],
        },
    ),
    CreateModel(
        name="LadderEvent",
        fields=fields(
            ladder=models.ForeignKey("ladders.ladder", models.PROTECT, related_name="events"),
            number=models.PositiveBigIntegerField(help_text="From 1, without gaps."),
            kind=models.CharField(
                max_length=10,
                choices=[
                    ("joined", "joined"),
                    ("challenged", "challenged"),
                    ("settled", "settled"),
                    ("limbo", "limbo"),
                    ("back", "back"),
                    ("left", "left"),
                    ("barred", "barred"),
                    ("undone", "undone"),
                    ("closed", "closed"),
                ],
            ),
            player=models.ForeignKey(
                "accounts.player",
                models.PROTECT,
                null=True,
                help_text="Of a challenge and its settlement the challenger; empty for the end of the ladder.",
                related_name="ladder_events",
            ),
            other=models.ForeignKey(
                "accounts.player", models.PROTECT, null=True, related_name="ladder_events_with"
            ),
            game=models.ForeignKey("games.game", models.PROTECT, null=True, related_name="ladder_events"),
            result=models.CharField(
                max_length=5,
                blank=True,
                choices=[
                    ("won", "won"),
                    ("early", "early"),
                    ("lost", "lost"),
                    ("drawn", "drawn"),
                    ("void", "void"),
                ],
            ),
            why=models.CharField(max_length=10, blank=True, help_text="Of a limbo, or of somebody who left."),
            cause=models.PositiveBigIntegerField(
                default=0,
                help_text="The number of the settlement that this follows from, or undoes; 0: none.",
            ),
            until=models.DateTimeField(null=True, help_text="Of a bar."),
            at=models.DateTimeField(),
            data=models.JSONField(
                default=dict, help_text="What it came to: places before and after, by what they are called."
            ),
        ),
        options={
            "indexes": [
                models.Index(name="ladder_event_of_player", fields=["ladder", "player", "-number"]),
                models.Index(name="ladder_event_with_player", fields=["ladder", "other", "-number"]),
                models.Index(name="ladder_event_cause", fields=["ladder", "cause"], condition=~Q(cause=0)),
            ],
            "constraints": [models.UniqueConstraint(name="ladder_event_number", fields=("ladder", "number"))],
        },
    ),
    CreateModel(
        name="PlaceThen",
        fields=fields(
            ladder=models.ForeignKey("ladders.ladder", models.CASCADE, related_name="+"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            day=models.DateField(),
            place=models.PositiveIntegerField(),
        ),
        options={
            "constraints": [
                models.UniqueConstraint(name="place_then_once", fields=("ladder", "day", "player"))
            ]
        },
    ),
    CreateModel(
        name="Stairs",
        fields=fields(
            last_number=models.PositiveBigIntegerField(default=0, help_text="Of the log."),
            last_day=models.DateField(help_text="Of the last seating: there is one a day."),
        ),
    ),
    CreateModel(
        name="StairsSeason",
        fields=fields(
            number=models.PositiveSmallIntegerField(unique=True),
            began_on=models.DateField(),
            ended_on=models.DateField(null=True, help_text="Empty while it lasts."),
        ),
    ),
    CreateModel(
        name="StairsPlayer",
        fields=fields(
            player=models.OneToOneField("accounts.player", models.CASCADE, related_name="stairs"),
            step=models.PositiveSmallIntegerField(default=1),
            began_at_step=models.PositiveSmallIntegerField(default=1, help_text="In this season."),
            played=models.PositiveIntegerField(default=0, help_text="Tables of this season that are over."),
            won=models.PositiveIntegerField(default=0),
            joined_at=models.DateTimeField(),
            left_at=models.DateTimeField(null=True, help_text="The step is kept for who comes back."),
            asked_at=models.DateTimeField(null=True, help_text="Since when a table is waited for."),
            passed=models.PositiveSmallIntegerField(
                default=0, help_text="How many seatings have passed over the player since."
            ),
            variants=models.JSONField(default=list, help_text="That the player accepts."),
            sizes=models.JSONField(default=list, help_text="Of tables that the player accepts."),
        ),
        options={
            "indexes": [
                models.Index(
                    name="stairs_order",
                    fields=["-step", "-won", "played", "player"],
                    condition=Q(left_at__isnull=True),
                ),
                models.Index(name="stairs_waiting", fields=["asked_at"], condition=Q(asked_at__isnull=False)),
            ],
            "constraints": [models.CheckConstraint(name="stairs_first_step", condition=Q(step__gte=1))],
        },
    ),
    CreateModel(
        name="StairsTable",
        fields=fields(
            game=models.OneToOneField("games.game", models.PROTECT, related_name="stairs_table"),
            season=models.ForeignKey("ladders.stairsseason", models.PROTECT, related_name="tables"),
            day=models.DateField(help_text="Of the seating."),
            settled_number=models.PositiveBigIntegerField(
                null=True, help_text="Of the event in the log; empty while it is played."
            ),
        ),
        options={"indexes": [models.Index(name="stairs_tables_of_day", fields=["-day", "-game"])]},
    ),
    CreateModel(
        name="StairsSeat",
        fields=fields(
            table=models.ForeignKey("ladders.stairstable", models.CASCADE, related_name="seats"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="stairs_seats"),
            number=models.PositiveSmallIntegerField(),
            step=models.PositiveSmallIntegerField(help_text="When the table was drawn."),
            change=models.SmallIntegerField(null=True, help_text="By how many steps it moved the player."),
        ),
        options={
            "ordering": ["table", "number"],
            "indexes": [
                models.Index(name="stairs_seats_of_player", fields=["player", "-table"]),
                models.Index(
                    name="stairs_seats_running", fields=["player"], condition=Q(change__isnull=True)
                ),
            ],
            "constraints": [models.UniqueConstraint(name="stairs_seat_number", fields=("table", "number"))],
        },
    ),
    CreateModel(
        name="StairsStanding",
        fields=fields(
            season=models.ForeignKey("ladders.stairsseason", models.CASCADE, related_name="standings"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="stairs_standings"),
            place=models.PositiveIntegerField(),
            step=models.PositiveSmallIntegerField(),
            played=models.PositiveIntegerField(),
            won=models.PositiveIntegerField(),
        ),
        options={
            "indexes": [models.Index(name="stairs_standing_order", fields=["season", "place"])],
            "constraints": [
                models.UniqueConstraint(name="stairs_standing_once", fields=("season", "player"))
            ],
        },
    ),
    CreateModel(
        name="StairsEvent",
        fields=fields(
            number=models.PositiveBigIntegerField(unique=True, help_text="From 1, without gaps: see Stairs."),
            at=models.DateTimeField(),
            kind=models.CharField(
                max_length=8,
                choices=[
                    ("joined", "Joined"),
                    ("asked", "Asked"),
                    ("withdrew", "Withdrew"),
                    ("seated", "Seated"),
                    ("seating", "Seating"),
                    ("settled", "Settled"),
                    ("reopened", "Reopened"),
                    ("moved", "Moved"),
                    ("left", "Left"),
                    ("season", "Season"),
                ],
            ),
            player=models.ForeignKey("accounts.player", models.PROTECT, null=True, related_name="+"),
            game=models.ForeignKey("games.game", models.PROTECT, null=True, related_name="+"),
            step=models.PositiveSmallIntegerField(null=True, help_text="Of the player, from then on."),
            data=models.JSONField(default=dict),
        ),
        options={
            "ordering": ["number"],
            "indexes": [
                models.Index(name="stairs_events_of_player", fields=["player", "-number"]),
                models.Index(name="stairs_events_of_game", fields=["game"], condition=Q(game__isnull=False)),
            ],
        },
    ),
    CreateModel(name="Matcher", fields=fields(ran_at=models.DateTimeField(null=True))),
    CreateModel(
        name="Wish",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="wishes"),
            players=models.PositiveSmallIntegerField(help_text="At the table, the player among them."),
            variants=models.JSONField(help_text="That the player accepts."),
            clocks=models.JSONField(help_text="That the player accepts, by their names."),
            rated=models.CharField(
                max_length=8,
                default="either",
                choices=[
                    ("either", "rated or friendly"),
                    ("rated", "rated only"),
                    ("friendly", "friendly only"),
                ],
            ),
            within=models.PositiveSmallIntegerField(
                null=True,
                help_text="So far from the player's may the ratings of the others be; empty: as far as may be.",
            ),
            at_once=models.PositiveSmallIntegerField(
                default=1, help_text="So many of its games may go on at once."
            ),
            created_at=models.DateTimeField(),
            waits_since=models.DateTimeField(help_text="Since its last game began, or since it was made."),
            looked_at=models.DateTimeField(null=True, help_text="When others were last sought for it."),
        ),
        options={
            "indexes": [
                models.Index(name="wish_waits", fields=["waits_since", "id"]),
                models.Index(name="wish_looked_at", fields=["looked_at"]),
            ],
            "constraints": [
                models.CheckConstraint(name="wish_players", condition=Q(players__gte=2, players__lte=6)),
                models.CheckConstraint(name="wish_at_once", condition=Q(at_once__gte=1, at_once__lte=5)),
            ],
        },
    ),
    CreateModel(
        name="WishSeat",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="wish_seats"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="wish_seats"),
            wish=models.ForeignKey(
                "ladders.wish",
                models.SET_NULL,
                null=True,
                help_text="Empty once it is withdrawn, and for who has answered another's wish.",
                related_name="seats",
            ),
            at=models.DateTimeField(),
        ),
        options={
            "indexes": [models.Index(name="wish_seats_of_player", fields=["player", "-at"])],
            "constraints": [models.UniqueConstraint(name="wish_seat_once", fields=("game", "player"))],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("clubs", "0001_initial"), ("games", "0001_initial")]

    operations = [CreateModels(MODELS)]
