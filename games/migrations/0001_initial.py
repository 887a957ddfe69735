from django.db import migrations, models
from django.db.migrations import CreateModel
from django.db.models import F, Q

import games.models.game
import games.models.invitation
from upkeep.growing.first import CreateModels, fields

MODELS = [
    CreateModel(
        name="Game",
        fields=fields(
            public_id=models.CharField(
                max_length=8, unique=True, default=games.models.game.new_public_id, editable=False
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
            rules_version=models.PositiveSmallIntegerField(),
            preset=models.CharField(
                max_length=16,
                blank=True,
                choices=[
                    ("classic", "classic"),
                    ("booklet", "booklet"),
                    ("two-player", "two-player"),
                    ("modern", "modern"),
                ],
                help_text="The name under which the options were chosen. A label: it decides nothing.",
            ),
            players=models.PositiveSmallIntegerField(help_text="The number of seats."),
            seat_order=models.CharField(
                max_length=6,
                default="lot",
                choices=[("lot", "By lot"), ("novice", "The novice begins"), ("fixed", "As listed")],
            ),
            creator=models.ForeignKey("accounts.player", models.PROTECT, related_name="games_created"),
            creation_key=models.CharField(
                max_length=64, blank=True, help_text="The same key gets the same game again."
            ),
            visibility=models.CharField(
                max_length=8,
                default="public",
                choices=[
                    ("public", "Everybody may watch"),
                    ("unlisted", "Whoever has the link may watch"),
                    ("private", "Only its players"),
                ],
            ),
            watch_token=models.CharField(
                max_length=32, default=games.models.game.new_watch_token, editable=False
            ),
            rated=models.BooleanField(default=False),
            days_per_turn=models.PositiveSmallIntegerField(
                null=True, help_text="Empty: as long as you like."
            ),
            clock_start=models.DurationField(null=True, help_text="Empty: no clock."),
            clock_increment=models.DurationField(null=True),
            clock_cap=models.DurationField(null=True),
            weekend_zone=models.CharField(
                max_length=40,
                blank=True,
                default="",
                db_default="",
                help_text="The time zone on whose weekends clocks stand still; empty: they run on.",
            ),
            excuses=models.PositiveSmallIntegerField(
                default=1,
                db_default=1,
                help_text="So often a clock may run out at a table of three and more.",
            ),
            vacation_allowed=models.BooleanField(
                default=True, db_default=True, help_text="Whether vacation stops the clocks; never live ones."
            ),
            company=models.CharField(
                max_length=8,
                default="all",
                db_default="all",
                choices=[
                    ("all", "Everybody"),
                    ("not-away", "Reliable and new players"),
                    ("reliable", "Reliable players only"),
                ],
                help_text="Who may join without being invited.",
            ),
            arranged=models.BooleanField(
                default=False,
                db_default=False,
                help_text="An event brings its players together: to join it is to confirm.",
            ),
            musters_until=models.DateTimeField(
                null=True,
                help_text="The table is full: until then its players confirm, else their seats are open.",
            ),
            musters=models.PositiveSmallIntegerField(
                default=0, db_default=0, help_text="How often its players were asked to confirm."
            ),
            talk_allowed=models.BooleanField(default=True),
            take_back_allowed=models.BooleanField(default=True),
            sandbox_allowed=models.BooleanField(default=True),
            terms_number=models.PositiveSmallIntegerField(
                default=1, help_text="Raised by every change of the terms before the start."
            ),
            expires_at=models.DateTimeField(null=True, help_text="When the unfilled game is given up."),
            rematch_of=models.OneToOneField(
                "games.game", models.SET_NULL, blank=True, null=True, related_name="rematch"
            ),
            created_at=models.DateTimeField(),
            started_at=models.DateTimeField(null=True),
            finished_at=models.DateTimeField(null=True),
            changed_at=models.DateTimeField(help_text="When something last happened."),
            names_changed=models.PositiveSmallIntegerField(
                default=0, db_default=0, help_text="How often a seat was called otherwise after the start."
            ),
            club=models.ForeignKey(
                "clubs.club",
                models.SET_NULL,
                blank=True,
                null=True,
                help_text="A table of this club: its members join. Empty: of nobody’s.",
                related_name="games",
            ),
            imported=models.BooleanField(
                default=False, db_default=False, help_text="Played elsewhere: its seats belong to nobody."
            ),
            origin_kind=models.CharField(
                max_length=24,
                blank=True,
                help_text="What it belongs to: a record, a ladder, stairs; empty: nothing.",
            ),
            origin_title=models.CharField(max_length=200, blank=True),
            origin_link=models.CharField(max_length=200, blank=True),
            position=models.TextField(blank=True, help_text="In notation; empty until the start."),
            places=models.JSONField(default=dict, help_text="Where the systems lie on the map."),
            log_number=models.PositiveIntegerField(default=0, help_text="The last number of the log."),
            turn_count=models.PositiveIntegerField(default=0),
            next_seat=models.PositiveSmallIntegerField(
                null=True, help_text="Whose turn it is; empty unless the game is running."
            ),
            departed=models.JSONField(default=list, help_text="Seats that resigned or lost on time."),
            revealed=models.JSONField(default=list, help_text="Pairs of seat and alignment, public."),
            fallen=models.JSONField(default=list, help_text="Good seats turned Evil."),
            outcome=models.JSONField(null=True, help_text="Winners, draw and termination."),
            bot_due_at=models.DateTimeField(
                null=True,
                help_text="When a worker may play its turn, if none is at it; empty unless it is a bot's.",
            ),
            bot_awaited=models.BooleanField(
                default=True,
                db_default=True,
                help_text="Whether somebody waits for that turn, as it was last seen.",
            ),
            clock_left=models.JSONField(
                default=list,
                db_default=models.Value([], models.JSONField()),
                help_text="Milliseconds by seat, as when the running clock began to run; empty without a clock.",
            ),
            clock_since=models.DateTimeField(
                null=True,
                help_text="Since when the clock of the seat to move runs, or will; empty while none does.",
            ),
            due_at=models.DateTimeField(null=True, help_text="When that clock runs out."),
            paused_until=models.DateTimeField(
                null=True, help_text="So long all clocks stand still at most; empty, or past: no pause."
            ),
            asks_consent=models.BooleanField(
                default=False,
                db_default=False,
                help_text="Somebody has asked all who play to agree on something.",
            ),
            sweep_at=models.DateTimeField(
                null=True,
                help_text="When the sweep looks at that clock: to warn, to let it fall, after a failure.",
            ),
        ),
        options={
            "indexes": [
                models.Index(
                    name="game_bot_due", fields=["bot_due_at"], condition=Q(bot_due_at__isnull=False)
                ),
                models.Index(name="game_clock_due", fields=["sweep_at"], condition=Q(sweep_at__isnull=False)),
                models.Index(
                    name="game_musters", fields=["musters_until"], condition=Q(musters_until__isnull=False)
                ),
                models.Index(name="game_open", fields=["created_at"], condition=Q(status="open")),
                models.Index(name="game_expires", fields=["expires_at"], condition=Q(status="open")),
                models.Index(
                    name="game_of_club",
                    fields=["club", "status", "-changed_at"],
                    condition=Q(club__isnull=False),
                ),
                models.Index(
                    name="game_lately",
                    fields=["-changed_at"],
                    condition=Q(imported=False, visibility="public"),
                ),
                models.Index(name="game_of_status", fields=["status", "-id"]),
                models.Index(name="game_of_variant", fields=["variant", "-id"]),
            ],
            "constraints": [
                models.UniqueConstraint(
                    name="game_key_once", fields=("creator", "creation_key"), condition=~Q(creation_key="")
                ),
                models.CheckConstraint(name="game_players", condition=Q(players__gte=2, players__lte=6)),
                models.CheckConstraint(
                    name="game_next_seat_while_running",
                    condition=Q(next_seat__isnull=False, status="running")
                    | (~Q(status="running") & Q(next_seat__isnull=True)),
                ),
                models.CheckConstraint(
                    name="game_outcome_when_finished",
                    condition=Q(outcome__isnull=False, status="finished")
                    | (~Q(status="finished") & Q(outcome__isnull=True)),
                ),
            ],
        },
    ),
    CreateModel(
        name="Seat",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="seats"),
            number=models.PositiveSmallIntegerField(
                null=True, help_text="From 0, in turn order; empty until the start."
            ),
            kind=models.CharField(
                max_length=6, choices=[("open", "Open"), ("player", "Player"), ("bot", "Bot")]
            ),
            player=models.ForeignKey(
                "accounts.player",
                models.PROTECT,
                null=True,
                help_text="Empty while the seat is open.",
                related_name="seats",
            ),
            name=models.CharField(
                max_length=20, blank=True, help_text="The player's name at the start; kept from then on."
            ),
            novice=models.BooleanField(default=False),
            one_star=models.BooleanField(default=False),
            timewarp=models.PositiveSmallIntegerField(default=0),
            red_alert=models.BooleanField(
                default=False, help_text="Is warned of an elimination in one turn."
            ),
            agreed_terms=models.PositiveSmallIntegerField(
                default=0, help_text="The number of the terms that the player has confirmed."
            ),
            confirmed=models.BooleanField(
                default=False, db_default=False, help_text="Since the table was full."
            ),
            result=models.CharField(
                max_length=6,
                blank=True,
                default="",
                db_default="",
                choices=[
                    ("won", "Won"),
                    ("shared", "Won with others"),
                    ("drawn", "Drawn"),
                    ("lost", "Lost"),
                    ("void", "Void"),
                ],
                help_text="Of a finished game.",
            ),
            ended_at=models.DateTimeField(null=True, help_text="When the game ended; lists go by it."),
            seen_number=models.PositiveIntegerField(
                default=0,
                db_default=0,
                help_text="The last entry of the log that the player has opened the table on.",
            ),
            seen_before=models.PositiveIntegerField(
                default=0,
                db_default=0,
                help_text="The same before the player last found something new there.",
            ),
            has_come=models.BooleanField(
                default=False,
                db_default=False,
                help_text="Its player has opened the table since the game began.",
            ),
            excuses_left=models.PositiveSmallIntegerField(default=0, db_default=0),
            missed=models.PositiveSmallIntegerField(
                default=0,
                db_default=0,
                help_text="How often the clock of the player who sits there now ran out.",
            ),
            adrift_since=models.DateTimeField(
                null=True, help_text="Its player stays away: its turns are passed."
            ),
            passes=models.PositiveSmallIntegerField(
                default=0, db_default=0, help_text="So many turns were passed since it is adrift."
            ),
            has_substitute=models.BooleanField(
                default=False, db_default=False, help_text="Whoever it is named after plays no more."
            ),
            returned=models.BooleanField(
                default=False, db_default=False, help_text="Its player has come back once."
            ),
            tidied=models.JSONField(null=True, help_text="The player's own order of the map's berths."),
            half_made=models.JSONField(
                null=True,
                help_text="The turn that the player has begun, for nobody else's eyes: how many came before, and the address that holds it. Empty once it is over.",
            ),
        ),
        options={
            "ordering": ["game_id", "number", "id"],
            "indexes": [
                models.Index(
                    name="seat_finished",
                    fields=["player", "-ended_at", "-game"],
                    condition=Q(ended_at__isnull=False),
                ),
                models.Index(
                    name="seat_adrift", fields=["adrift_since"], condition=Q(adrift_since__isnull=False)
                ),
                models.Index(
                    name="seat_not_over", fields=["player", "-game"], condition=Q(ended_at__isnull=True)
                ),
                models.Index(name="seat_open", fields=["game"], condition=Q(kind="open")),
                models.Index(name="seat_substitute", fields=["player"], condition=Q(has_substitute=True)),
            ],
            "constraints": [
                models.UniqueConstraint(name="seat_once_in_a_game", fields=("game", "player")),
                models.UniqueConstraint(name="seat_number", fields=("game", "number")),
                models.CheckConstraint(
                    name="seat_open_without_player",
                    condition=Q(kind="open", player__isnull=True)
                    | (~Q(kind="open") & Q(player__isnull=False)),
                ),
                models.CheckConstraint(name="seat_timewarp", condition=Q(timewarp__lte=3)),
            ],
        },
    ),
    CreateModel(
        name="FormerPlayer",
        fields=fields(
            seat=models.ForeignKey("games.seat", models.CASCADE, related_name="former"),
            player=models.ForeignKey("accounts.player", models.PROTECT, related_name="+"),
            log_number=models.PositiveIntegerField(help_text="Of the entry by which the substitute came."),
            missed=models.PositiveSmallIntegerField(help_text="How often the player's clock ran out."),
            left_at=models.DateTimeField(),
        ),
        options={
            "constraints": [models.UniqueConstraint(name="former_player_once", fields=("seat", "player"))]
        },
    ),
    CreateModel(
        name="SecretAlignment",
        fields=fields(
            seat=models.OneToOneField("games.seat", models.CASCADE, related_name="+"),
            alignment=models.CharField(max_length=1, choices=[("G", "GOOD"), ("E", "EVIL")]),
        ),
    ),
    CreateModel(
        name="Analysis",
        fields=fields(
            game=models.OneToOneField("games.game", models.CASCADE, related_name="analysis"),
            checked=models.PositiveIntegerField(default=0, help_text="So many positions are done."),
            readings=models.JSONField(
                default=list,
                help_text="For each position the number of its entry, how many turns were looked ahead, each seat’s chance and that after the best turn in thousandths, and the best turn in notation.",
            ),
            created_at=models.DateTimeField(),
            due_at=models.DateTimeField(
                null=True, help_text="When the sweep wakes a worker; empty once done."
            ),
        ),
        options={
            "verbose_name_plural": "analyses",
            "indexes": [
                models.Index(name="analysis_due", fields=["due_at"], condition=Q(due_at__isnull=False))
            ],
        },
    ),
    CreateModel(
        name="PlayOn",
        fields=fields(
            game=models.OneToOneField("games.game", models.CASCADE, related_name="play_on"),
            until=models.DateTimeField(help_text="So long the other one may accept."),
            accepted=models.BooleanField(default=False),
        ),
    ),
    CreateModel(
        name="Invitation",
        fields=fields(
            seat=models.ForeignKey("games.seat", models.CASCADE, related_name="invitations"),
            token=models.CharField(
                max_length=32, unique=True, default=games.models.invitation.new_token, editable=False
            ),
            player=models.ForeignKey(
                "accounts.player", models.CASCADE, null=True, related_name="invitations"
            ),
            inviter=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            word=models.CharField(max_length=280, blank=True, help_text="From the inviter."),
            answer=models.CharField(
                max_length=9,
                default="waiting",
                choices=[
                    ("waiting", "No answer yet"),
                    ("accepted", "Accepted"),
                    ("declined", "Declined"),
                    ("withdrawn", "Withdrawn"),
                ],
            ),
            answer_word=models.CharField(max_length=280, blank=True),
            created_at=models.DateTimeField(),
            answered_at=models.DateTimeField(null=True),
        ),
        options={
            "indexes": [
                models.Index(name="invitation_open", fields=["player"], condition=Q(answer="waiting"))
            ],
            "constraints": [
                models.UniqueConstraint(
                    name="invitation_one_waiting", fields=("seat",), condition=Q(answer="waiting")
                )
            ],
        },
    ),
    CreateModel(
        name="Consent",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="consents"),
            matter=models.CharField(
                max_length=6,
                choices=[("pause", "A pause"), ("resume", "The end of a pause"), ("clock", "A clock")],
            ),
            pace=models.CharField(
                max_length=12, blank=True, help_text="Of a clock: the name it is offered by."
            ),
            seat=models.PositiveSmallIntegerField(help_text="The seat's number."),
            log_number=models.PositiveIntegerField(help_text="The last number of the log when it was given."),
            created_at=models.DateTimeField(),
        ),
        options={
            "constraints": [models.UniqueConstraint(name="consent_once", fields=("game", "seat", "matter"))]
        },
    ),
    CreateModel(
        name="DrawVote",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="draw_votes"),
            seat=models.PositiveSmallIntegerField(help_text="The seat's number."),
            log_number=models.PositiveIntegerField(help_text="The last number of the log when it was given."),
            created_at=models.DateTimeField(),
        ),
        options={"constraints": [models.UniqueConstraint(name="draw_vote_once", fields=("game", "seat"))]},
    ),
    CreateModel(
        name="Leaver",
        fields=fields(
            player=models.OneToOneField("accounts.player", models.CASCADE, related_name="+"),
            created_at=models.DateTimeField(),
            due_at=models.DateTimeField(help_text="When the sweep takes it up (again)."),
        ),
    ),
    CreateModel(
        name="LogEntry",
        fields=fields(
            game=models.ForeignKey("games.game", models.PROTECT, related_name="log"),
            number=models.PositiveIntegerField(help_text="From 1, without gaps."),
            kind=models.CharField(
                max_length=11,
                choices=[
                    ("turn", "Turn"),
                    ("resignation", "Resignation"),
                    ("time", "Loss on time"),
                    ("draw", "Draw"),
                    ("take-back", "Take-back"),
                    ("seat-change", "Seat change"),
                    ("decision", "Decision of the staff"),
                    ("clock", "Clock"),
                    ("void", "Void"),
                    ("reopened", "Reopened"),
                ],
            ),
            seat=models.PositiveSmallIntegerField(null=True, help_text="The seat's number."),
            player=models.ForeignKey("accounts.player", models.PROTECT, null=True, related_name="+"),
            text=models.TextField(blank=True, help_text="The turn in canonical notation."),
            data=models.JSONField(default=dict, help_text="What other kinds of entry need."),
            answers=models.PositiveIntegerField(help_text="The number of the entry it answers."),
            key=models.CharField(
                max_length=64, blank=True, help_text="The same key gets the same answer again."
            ),
            created_at=models.DateTimeField(),
            position=models.TextField(help_text="After the entry, in notation."),
            position_hash=models.CharField(max_length=32, help_text="Equal for repeated positions."),
            places=models.JSONField(default=dict),
            eliminated=models.JSONField(default=list),
            revealed=models.JSONField(default=list, help_text="Alignments made public by the entry."),
        ),
        options={
            "verbose_name_plural": "log entries",
            "ordering": ["game_id", "number"],
            "indexes": [
                models.Index(name="log_repetition", fields=["game", "position_hash"]),
                models.Index(
                    name="log_flags", fields=["created_at"], condition=Q(kind__in=["time", "clock"])
                ),
                models.Index(name="log_not_turns", fields=["kind", "-id"], condition=~Q(kind="turn")),
            ],
            "constraints": [
                models.UniqueConstraint(name="log_number", fields=("game", "number")),
                models.UniqueConstraint(
                    name="log_key_once", fields=("game", "player", "key"), condition=~Q(key="")
                ),
                models.CheckConstraint(name="log_answers_last", condition=Q(number=F("answers") + 1)),
            ],
        },
    ),
    CreateModel(
        name="Marking",
        fields=fields(
            game=models.OneToOneField("games.game", models.CASCADE, related_name="marking"),
            checked=models.PositiveIntegerField(default=0, help_text="So many entries of the log are done."),
            created_at=models.DateTimeField(),
            due_at=models.DateTimeField(
                null=True, help_text="When the sweep wakes a worker; empty once done."
            ),
        ),
        options={
            "indexes": [
                models.Index(name="marking_due", fields=["due_at"], condition=Q(due_at__isnull=False))
            ]
        },
    ),
    CreateModel(
        name="Mark",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="marks"),
            number=models.PositiveIntegerField(help_text="Of the entry of the log."),
            kind=models.CharField(
                max_length=11,
                choices=[
                    ("missed", "Missed"),
                    ("walked-into", "Walked into it"),
                    ("unchecked", "Not checked"),
                ],
            ),
            player=models.ForeignKey(
                "accounts.player",
                models.SET_NULL,
                null=True,
                help_text="Who made the turn.",
                related_name="+",
            ),
            seat=models.PositiveSmallIntegerField(null=True, help_text="Who could have played the text."),
            victim=models.PositiveSmallIntegerField(
                null=True, help_text="Who would have fallen; empty: it would have won."
            ),
            text=models.TextField(blank=True, help_text="The turn in canonical notation."),
        ),
        options={
            "ordering": ["game_id", "number", "kind"],
            "constraints": [models.UniqueConstraint(name="mark_once", fields=("game", "number", "kind"))],
        },
    ),
    CreateModel(
        name="MarkTally",
        fields=fields(
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="mark_tallies"),
            variant=models.CharField(
                max_length=24,
                choices=[
                    ("binary", "binary"),
                    ("sinister", "sinister"),
                    ("good-vs-evil", "good-vs-evil"),
                    ("last-captain-standing", "last-captain-standing"),
                ],
            ),
            games=models.PositiveIntegerField(default=0),
            turns=models.PositiveIntegerField(default=0),
            missed_wins=models.PositiveIntegerField(default=0),
            walked_into=models.PositiveIntegerField(default=0),
        ),
        options={
            "ordering": ["player_id", "variant"],
            "constraints": [models.UniqueConstraint(name="mark_tally_once", fields=("player", "variant"))],
        },
    ),
    CreateModel(
        name="GameNote",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="+"),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            text=models.CharField(max_length=4000, blank=True),
            number=models.PositiveIntegerField(default=0, help_text="Raised by every change."),
            changed_at=models.DateTimeField(),
        ),
        options={"constraints": [models.UniqueConstraint(name="note_once", fields=("game", "player"))]},
    ),
    CreateModel(
        name="Reliability",
        fields=fields(
            player=models.OneToOneField("accounts.player", models.CASCADE, related_name="reliability"),
            tier=models.CharField(max_length=8, help_text="As games.clocks.reliability judges the figures."),
            finished=models.PositiveSmallIntegerField(
                default=0, help_text="Games with other people; no more are counted than are looked at."
            ),
            judged=models.PositiveSmallIntegerField(
                default=0, help_text="Those of the last ones with a clock."
            ),
            turns=models.PositiveIntegerField(default=0, db_default=0, help_text="Made in these in time."),
            missed=models.PositiveSmallIntegerField(
                default=0, help_text="Turns missed in these that are not made up for."
            ),
            left=models.PositiveSmallIntegerField(
                default=0, help_text="So many of these were left, and it is not made up for."
            ),
            due_at=models.DateTimeField(
                null=True, help_text="Since when there is something new to count, or when it is tried again."
            ),
        ),
        options={
            "verbose_name_plural": "reliabilities",
            "indexes": [
                models.Index(name="reliability_due", fields=["due_at"], condition=Q(due_at__isnull=False))
            ],
        },
    ),
    CreateModel(
        name="TalkMessage",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="talk"),
            room=models.CharField(max_length=8, choices=[("players", "Players"), ("watchers", "Watchers")]),
            author=models.ForeignKey("accounts.player", models.PROTECT, related_name="+"),
            text=models.CharField(max_length=2000),
            key=models.CharField(max_length=64, help_text="The same key says it once."),
            log_number=models.PositiveIntegerField(help_text="The last number of the log when it was said."),
            created_at=models.DateTimeField(),
            hidden_at=models.DateTimeField(null=True, help_text="Taken away by staff."),
        ),
        options={
            "ordering": ["game_id", "id"],
            "indexes": [models.Index(name="talk_of_room", fields=["game", "room", "id"])],
            "constraints": [models.UniqueConstraint(name="talk_key_once", fields=("game", "author", "key"))],
        },
    ),
    CreateModel(
        name="TalkSeen",
        fields=fields(
            game=models.ForeignKey("games.game", models.CASCADE, related_name="+"),
            room=models.CharField(max_length=8, choices=[("players", "Players"), ("watchers", "Watchers")]),
            player=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            last_message=models.BigIntegerField(default=0, help_text="The id of the last message seen."),
        ),
        options={
            "constraints": [models.UniqueConstraint(name="talk_seen_once", fields=("game", "room", "player"))]
        },
    ),
    CreateModel(
        name="Report",
        fields=fields(
            message=models.ForeignKey("games.talkmessage", models.CASCADE, related_name="reports"),
            reporter=models.ForeignKey("accounts.player", models.CASCADE, related_name="+"),
            reason=models.CharField(max_length=500, blank=True),
            created_at=models.DateTimeField(),
            settled_at=models.DateTimeField(null=True),
        ),
        options={
            "indexes": [
                models.Index(name="report_open", fields=["created_at"], condition=Q(settled_at__isnull=True))
            ],
            "constraints": [models.UniqueConstraint(name="report_once", fields=("message", "reporter"))],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("clubs", "0001_initial")]

    operations = [CreateModels(MODELS)]
