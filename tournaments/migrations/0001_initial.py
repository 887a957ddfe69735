from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import Q

import tournaments.models.event
from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="Series",
        fields=fields(
            key=models.CharField(
                max_length=40, unique=True, help_text="As the schedule in the settings calls it; else by lot."
            ),
            repeats=models.CharField(
                max_length=8,
                choices=[
                    ("never", "it is held once"),
                    ("after", "a week after the last one is over"),
                    ("weekly", "every week"),
                    ("monthly", "every month"),
                ],
            ),
            edition=models.PositiveIntegerField(default=0, help_text="The last one that was opened."),
            next_at=models.DateTimeField(
                null=True,
                help_text="When the next one starts, of weekly and monthly ones; else by the last one.",
            ),
            created_at=models.DateTimeField(),
            ended_at=models.DateTimeField(null=True, help_text="No edition follows any more."),
        ),
    ),
    CreateModel(
        name="Event",
        fields=fields(
            public_id=models.CharField(
                max_length=8, unique=True, default=tournaments.models.event.new_event_id, editable=False
            ),
            title=models.CharField(max_length=60),
            about=models.TextField(max_length=2000, blank=True),
            format=models.CharField(
                max_length=11,
                choices=[
                    ("divisions", "Divisions"),
                    ("swiss", "Swiss"),
                    ("pods", "Pods by score"),
                    ("all-at-once", "Pods all at once"),
                    ("knockout", "Knock-out"),
                ],
            ),
            status=models.CharField(
                max_length=9,
                default="open",
                choices=[
                    ("open", "Open"),
                    ("running", "Running"),
                    ("finished", "Finished"),
                    ("cancelled", "Cancelled"),
                ],
            ),
            director=models.ForeignKey(
                "accounts.player",
                models.PROTECT,
                null=True,
                help_text="Empty: it runs by itself.",
                related_name="events_directed",
            ),
            club=models.ForeignKey(
                "clubs.club", models.PROTECT, null=True, help_text="Its members enter.", related_name="events"
            ),
            series=models.ForeignKey("tournaments.series", models.PROTECT, null=True, related_name="events"),
            edition=models.PositiveIntegerField(default=0, help_text="Of the series, from 1."),
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
            size=models.PositiveSmallIntegerField(help_text="Players at a table; some may be smaller."),
            rounds=models.PositiveSmallIntegerField(
                help_text="As announced; divisions and a knock-out have as many as their players ask for."
            ),
            best_of=models.PositiveSmallIntegerField(default=1, help_text="Of a knock-out: 1 or 3 games."),
            has_final=models.BooleanField(
                default=False, help_text="Pods all at once end with a table of the best."
            ),
            clock_start=models.DurationField(),
            clock_increment=models.DurationField(),
            clock_cap=models.DurationField(),
            excuses=models.PositiveSmallIntegerField(default=1),
            vacation_allowed=models.BooleanField(default=True),
            rated=models.BooleanField(default=True),
            red_alert=models.BooleanField(
                default=False, help_text="Of friendly events: the site warns everybody."
            ),
            sandbox_allowed=models.BooleanField(default=True),
            talk_allowed=models.BooleanField(default=True),
            take_back_allowed=models.BooleanField(default=True),
            points=models.CharField(
                max_length=5,
                choices=[
                    ("two", "A win is 1, a draw ½."),
                    ("win", "A win is 5; a draw shares 5 among those left, 2 at most for each."),
                    ("order", "Whoever is out first gets 0, the next 1, and so on; the winner gets most."),
                ],
            ),
            tie_breaks=models.JSONField(help_text="In their order; the rating comes last."),
            round_lasts=models.DurationField(
                null=True, help_text="Empty: no table waits for another, so games end by their clocks."
            ),
            late_entry=models.BooleanField(default=False, help_text="Until half of the rounds are over."),
            seed=models.PositiveBigIntegerField(help_text="Of all lots of the event."),
            least=models.PositiveSmallIntegerField(help_text="With fewer entrants it does not start."),
            most=models.PositiveSmallIntegerField(help_text="More entrants wait for a place."),
            starts_when_full=models.BooleanField(default=False),
            by_invitation=models.BooleanField(default=False),
            company=models.CharField(
                max_length=8,
                default="all",
                choices=[
                    ("all", "Everybody"),
                    ("not-away", "Reliable and new players"),
                    ("reliable", "Reliable players only"),
                ],
            ),
            rating_from=models.PositiveSmallIntegerField(null=True),
            rating_to=models.PositiveSmallIntegerField(null=True),
            opens_at=models.DateTimeField(help_text="From then on one can enter."),
            starts_at=models.DateTimeField(
                null=True, help_text="Empty: when it is full, or when the edition before is over."
            ),
            put_off=models.PositiveSmallIntegerField(default=0, help_text="So often, for want of entrants."),
            created_at=models.DateTimeField(),
            started_at=models.DateTimeField(null=True),
            finished_at=models.DateTimeField(null=True),
            by_hand=models.BooleanField(default=False, help_text="The director pairs the next round."),
            waits_until=models.DateTimeField(
                null=True, help_text="So long the director may pair it; then it is paired by itself."
            ),
            last_number=models.PositiveBigIntegerField(default=0, help_text="Of the acts."),
            called_at=models.DateTimeField(
                null=True, help_text="When a worker was last called to go on with it."
            ),
        ),
        options={
            "verbose_name": "event",
            "verbose_name_plural": "events",
            "indexes": [
                models.Index(name="event_starts", fields=["starts_at"], condition=Q(status="open")),
                models.Index(name="event_list", fields=["status", "-created_at"]),
                models.Index(name="event_of_director", fields=["director", "status"]),
                models.Index(
                    name="event_waits", fields=["waits_until"], condition=Q(waits_until__isnull=False)
                ),
            ],
            "constraints": [
                models.UniqueConstraint(
                    name="event_edition_once", fields=("series", "edition"), condition=Q(series__isnull=False)
                ),
                models.CheckConstraint(name="event_size", condition=Q(size__gte=2, size__lte=6)),
                models.CheckConstraint(name="event_rounds", condition=Q(rounds__gte=1)),
                models.CheckConstraint(name="event_best_of", condition=Q(best_of__in=(1, 3))),
                models.CheckConstraint(name="event_least", condition=Q(least__gte=2)),
            ],
        },
    ),
    CreateModel(
        name="Entry",
        fields=fields(
            event=models.ForeignKey("tournaments.event", models.PROTECT, related_name="entries"),
            player=models.ForeignKey("accounts.player", models.PROTECT, related_name="event_entries"),
            waits=models.BooleanField(default=False, help_text="For a place, in the order of coming."),
            number=models.PositiveSmallIntegerField(
                null=True, help_text="From 0, by rating at the start; who comes later follows. Empty before."
            ),
            rating=models.FloatField(
                null=True, help_text="At the start: the measured one, else the presumed."
            ),
            division=models.PositiveSmallIntegerField(null=True, help_text="From 1, the strongest."),
            from_round=models.PositiveSmallIntegerField(
                default=1, help_text="The first in which the player sits."
            ),
            entered_at=models.DateTimeField(),
            withdrawn_at=models.DateTimeField(
                null=True, help_text="Since when no further round is for the player."
            ),
            why=models.CharField(
                max_length=9,
                blank=True,
                choices=[
                    ("left", "has withdrawn"),
                    ("time", "ran out of time"),
                    ("suspended", "is suspended"),
                    ("deleted", "has deleted the account"),
                    ("club", "has left the club"),
                ],
            ),
            place=models.PositiveSmallIntegerField(null=True, help_text="At the end; of the division."),
            score=models.FloatField(null=True, help_text="At the end."),
        ),
        options={
            "ordering": ["event", "number", "entered_at", "pk"],
            "indexes": [
                models.Index(name="entries_of_player", fields=["player", "-event"]),
                models.Index(
                    name="entries_with_place", fields=["player", "place"], condition=Q(place__isnull=False)
                ),
            ],
            "constraints": [
                models.UniqueConstraint(name="entry_once", fields=("event", "player")),
                models.UniqueConstraint(name="entry_number", fields=("event", "number")),
                models.CheckConstraint(
                    name="entry_withdrawn_why",
                    condition=Q(why="", withdrawn_at__isnull=True)
                    | (Q(withdrawn_at__isnull=False) & ~Q(why="")),
                ),
            ],
        },
    ),
    CreateModel(
        name="StandingEntry",
        fields=fields(
            series=models.ForeignKey("tournaments.series", models.CASCADE, related_name="standing_entries"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="standing_entries"),
            since=models.DateTimeField(),
        ),
        options={
            "constraints": [models.UniqueConstraint(name="standing_entry_once", fields=("series", "player"))]
        },
    ),
    CreateModel(
        name="EventInvitation",
        fields=fields(
            event=models.ForeignKey("tournaments.event", models.CASCADE, related_name="invitations"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="event_invitations"),
            at=models.DateTimeField(),
        ),
        options={
            "constraints": [models.UniqueConstraint(name="event_invitation_once", fields=("event", "player"))]
        },
    ),
    CreateModel(
        name="Round",
        fields=fields(
            ends_at=models.DateTimeField(null=True, help_text="Games that run then are adjudicated."),
            look_at=models.DateTimeField(
                null=True,
                help_text="When time brings something about next: a reminder, the end, what follows it.",
            ),
            reminded_at=models.DateTimeField(
                null=True, help_text="When its players were told that the end is near."
            ),
            called_at=models.DateTimeField(null=True, help_text="When the director was asked to adjudicate."),
            event=models.ForeignKey("tournaments.event", models.PROTECT, related_name="rounds_paired"),
            number=models.PositiveSmallIntegerField(help_text="From 1."),
            kind=models.CharField(
                max_length=6, default="normal", choices=[("normal", "Round"), ("final", "Final table")]
            ),
            paired_at=models.DateTimeField(),
            begun_at=models.DateTimeField(null=True, help_text="When all its tables had their games."),
            closed_at=models.DateTimeField(null=True),
            alone=models.BooleanField(
                default=False,
                db_default=False,
                help_text="Open, it is so by itself: made with no others, and no game of it went on after all.",
            ),
        ),
        options={
            "ordering": ["event", "number"],
            "indexes": [
                models.Index(name="round_begins", fields=["event"], condition=Q(begun_at__isnull=True)),
                models.Index(name="round_open", fields=["event"], condition=Q(closed_at__isnull=True)),
                models.Index(name="round_looks", fields=["look_at"], condition=Q(look_at__isnull=False)),
            ],
            "constraints": [
                models.UniqueConstraint(name="round_number", fields=("event", "number")),
                models.UniqueConstraint(
                    name="round_open_once", fields=("event",), condition=Q(alone=True, closed_at__isnull=True)
                ),
            ],
        },
    ),
    CreateModel(
        name="EventTable",
        fields=fields(
            ends_at=models.DateTimeField(null=True, help_text="Games that run then are adjudicated."),
            look_at=models.DateTimeField(
                null=True,
                help_text="When time brings something about next: a reminder, the end, what follows it.",
            ),
            reminded_at=models.DateTimeField(
                null=True, help_text="When its players were told that the end is near."
            ),
            called_at=models.DateTimeField(null=True, help_text="When the director was asked to adjudicate."),
            round=models.ForeignKey("tournaments.round", models.PROTECT, related_name="tables"),
            number=models.PositiveSmallIntegerField(help_text="From 1, in the round."),
            match=models.PositiveSmallIntegerField(
                default=0,
                help_text="Of a knock-out: its place in the draw, from 0; several games may belong to one.",
            ),
            leg=models.PositiveSmallIntegerField(
                default=1, help_text="Of a knock-out: which game of the match."
            ),
            has_game=models.BooleanField(default=True, help_text="No: a bye."),
            game=models.OneToOneField("games.game", models.PROTECT, null=True, related_name="event_table"),
            replaces=models.OneToOneField(
                "tournaments.eventtable",
                models.PROTECT,
                null=True,
                help_text="An annulled one.",
                related_name="replaced_by",
            ),
            annulled_at=models.DateTimeField(null=True),
        ),
        options={
            "ordering": ["round", "number"],
            "indexes": [
                models.Index(
                    name="event_table_waits",
                    fields=["round", "number"],
                    condition=Q(annulled_at__isnull=True, game__isnull=True, has_game=True),
                ),
                models.Index(
                    name="event_table_looks", fields=["look_at"], condition=Q(look_at__isnull=False)
                ),
            ],
            "constraints": [
                models.UniqueConstraint(name="event_table_number", fields=("round", "number")),
                models.CheckConstraint(
                    name="event_table_bye_without_game", condition=Q(has_game=True) | Q(game__isnull=True)
                ),
            ],
        },
    ),
    CreateModel(
        name="TableSeat",
        fields=fields(
            table=models.ForeignKey("tournaments.eventtable", models.PROTECT, related_name="seats"),
            number=models.PositiveSmallIntegerField(),
            entry=models.ForeignKey("tournaments.entry", models.PROTECT, related_name="seats"),
        ),
        options={
            "ordering": ["table", "number"],
            "constraints": [
                models.UniqueConstraint(name="table_seat_number", fields=("table", "number")),
                models.UniqueConstraint(name="table_seat_once", fields=("table", "entry")),
            ],
        },
    ),
    CreateModel(
        name="Result",
        fields=fields(
            table=models.ForeignKey("tournaments.eventtable", models.PROTECT, related_name="results"),
            number=models.PositiveIntegerField(help_text="Of the table, from 1."),
            kind=models.CharField(
                max_length=8,
                choices=[
                    ("game", "the game"),
                    ("bye", "a bye"),
                    ("walkover", "somebody was gone before the game began"),
                    ("reopened", "the game goes on after all"),
                ],
            ),
            weight=models.SmallIntegerField(help_text="1: it is over; -1: it goes on after all."),
            places=models.JSONField(default=list, help_text="By seat; each is a `Placed`."),
            at=models.DateTimeField(),
            read_at=models.DateTimeField(null=True, help_text="When the event has gone on with it."),
        ),
        options={
            "ordering": ["table", "number"],
            "indexes": [
                models.Index(name="result_unread", fields=["table"], condition=Q(read_at__isnull=True))
            ],
            "constraints": [
                models.UniqueConstraint(name="result_number", fields=("table", "number")),
                models.CheckConstraint(name="result_weight", condition=Q(weight__in=(1, -1))),
            ],
        },
    ),
    CreateModel(
        name="Vote",
        fields=fields(
            table=models.ForeignKey("tournaments.eventtable", models.PROTECT, related_name="votes"),
            entry=models.ForeignKey("tournaments.entry", models.PROTECT, related_name="votes"),
            seat=models.SmallIntegerField(help_text="That has won; -1: those left draw."),
            at=models.DateTimeField(),
        ),
        options={"constraints": [models.UniqueConstraint(name="table_vote_once", fields=("table", "entry"))]},
    ),
    CreateModel(
        name="Act",
        fields=fields(
            event=models.ForeignKey("tournaments.event", models.PROTECT, related_name="acts"),
            number=models.PositiveBigIntegerField(help_text="From 1, without gaps."),
            kind=models.CharField(
                max_length=11,
                choices=[
                    ("opened", "Opened"),
                    ("invited", "Invited"),
                    ("entered", "Entered"),
                    ("moved-up", "Moved Up"),
                    ("left", "Left"),
                    ("replaced", "Replaced"),
                    ("put-off", "Put Off"),
                    ("started", "Started"),
                    ("paired", "Paired"),
                    ("by-hand", "By Hand"),
                    ("no-pairing", "No Pairing"),
                    ("forbidden", "Forbidden"),
                    ("lifted", "Lifted"),
                    ("closed", "Closed"),
                    ("withdrawn", "Withdrawn"),
                    ("returned", "Returned"),
                    ("extended", "Extended"),
                    ("adjudicated", "Adjudicated"),
                    ("annulled", "Annulled"),
                    ("message", "Message"),
                    ("finished", "Finished"),
                    ("goes-on", "Goes On"),
                    ("cancelled", "Cancelled"),
                ],
            ),
            at=models.DateTimeField(),
            by=models.ForeignKey(
                "accounts.player",
                models.PROTECT,
                null=True,
                help_text="Empty: the site itself.",
                related_name="event_acts",
            ),
            player=models.ForeignKey(
                "accounts.player", models.PROTECT, null=True, related_name="event_acts_concerning"
            ),
            other=models.ForeignKey(
                "accounts.player",
                models.PROTECT,
                null=True,
                help_text="Of two whom it concerns alike, the one with the higher id.",
                related_name="event_acts_beside",
            ),
            table=models.ForeignKey("tournaments.eventtable", models.PROTECT, null=True, related_name="acts"),
            data=models.JSONField(default=dict),
        ),
        options={
            "ordering": ["event", "number"],
            "constraints": [models.UniqueConstraint(name="act_number", fields=("event", "number"))],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("clubs", "0001_initial"), ("games", "0001_initial")]

    operations = [CreateModels(MODELS)]
