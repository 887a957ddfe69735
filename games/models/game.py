"""A game and its seats."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.urls import reverse
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from homeworlds.rules import MAX_PLAYERS, Preset, RuleSet, Variant, with_options
from upkeep.public_ids import random_letters

PUBLIC_ID_LENGTH = 8
OF_CLUB = "club"
"""What a table of a club comes from, unless it was made by a ladder there."""
OF_EVENT = "event"
"""What a table of an event comes from: a title that somebody chose, which is in no language of the site."""
KEY_LENGTH = 64


def new_public_id() -> str:
    return random_letters(PUBLIC_ID_LENGTH)


class Status(models.TextChoices):
    OPEN = "open", _("Open")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class Company(models.TextChoices):
    """Whom the creator of a game asks for, among those who come by themselves."""

    EVERYBODY = "all", _("Everybody")
    NOT_AWAY = "not-away", _("Reliable and new players")
    RELIABLE = "reliable", _("Reliable players only")


class SeatOrder(models.TextChoices):
    LOT = "lot", _("By lot")
    NOVICE = "novice", _("The novice begins")
    FIXED = "fixed", _("As listed")


class Visibility(models.TextChoices):
    """Who may watch, besides its players and the invited."""

    PUBLIC = "public", _("Everybody may watch")
    UNLISTED = "unlisted", _("Whoever has the link may watch")
    PRIVATE = "private", _("Only its players")


def new_watch_token() -> str:
    return secrets.token_urlsafe(16)


class Game(models.Model):
    """One game. What follows `origin_link` is a cache of the log; `replay_games` rebuilds it."""

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    variant = models.CharField(max_length=24, choices=[(str(variant), str(variant)) for variant in Variant])
    options = models.JSONField(help_text="Every option of the rule set with its value.")
    rules_version = models.PositiveSmallIntegerField()
    preset = models.CharField(
        max_length=16,
        blank=True,
        choices=[(str(preset), str(preset)) for preset in Preset],
        help_text="The name under which the options were chosen. A label: it decides nothing.",
    )
    players = models.PositiveSmallIntegerField(help_text="The number of seats.")
    seat_order = models.CharField(max_length=6, choices=SeatOrder, default=SeatOrder.LOT)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games_created"
    )
    creation_key = models.CharField(
        max_length=KEY_LENGTH, blank=True, help_text="The same key gets the same game again."
    )
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    watch_token = models.CharField(max_length=32, default=new_watch_token, editable=False)
    rated = models.BooleanField(default=False)
    days_per_turn = models.PositiveSmallIntegerField(null=True, help_text="Empty: as long as you like.")
    clock_start = models.DurationField(null=True, help_text="Empty: no clock.")
    clock_increment = models.DurationField(null=True)
    clock_cap = models.DurationField(null=True)
    weekend_zone = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="The time zone on whose weekends clocks stand still; empty: they run on.",
    )
    excuses = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="So often a clock may run out at a table of three and more."
    )
    vacation_allowed = models.BooleanField(
        default=True, db_default=True, help_text="Whether vacation stops the clocks; never live ones."
    )
    company = models.CharField(
        max_length=8,
        choices=Company,
        default=Company.EVERYBODY,
        db_default=Company.EVERYBODY,
        help_text="Who may join without being invited.",
    )
    rating_from = models.PositiveSmallIntegerField(
        null=True, help_text="The lowest rating that joins without being invited; empty: any."
    )
    rating_to = models.PositiveSmallIntegerField(null=True, help_text="The highest; empty: any.")
    arranged = models.BooleanField(
        default=False,
        db_default=False,
        help_text="An event brings its players together: to join it is to confirm.",
    )
    musters_until = models.DateTimeField(
        null=True, help_text="The table is full: until then its players confirm, else their seats are open."
    )
    musters = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often its players were asked to confirm."
    )
    talk_allowed = models.BooleanField(default=True)
    take_back_allowed = models.BooleanField(default=True)
    sandbox_allowed = models.BooleanField(default=True)
    terms_number = models.PositiveSmallIntegerField(
        default=1, help_text="Raised by every change of the terms before the start."
    )
    expires_at = models.DateTimeField(null=True, help_text="When the unfilled game is given up.")
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(help_text="When something last happened.")
    names_changed = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often a seat was called otherwise after the start."
    )
    club = models.ForeignKey(
        "clubs.Club",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="games",
        help_text="A table of this club: its members join. Empty: of nobody’s.",
    )
    imported = models.BooleanField(
        default=False, db_default=False, help_text="Played elsewhere: its seats belong to nobody."
    )
    origin_kind = models.CharField(
        max_length=24, blank=True, help_text="What it belongs to: a record, a ladder, stairs; empty: nothing."
    )
    origin_title = models.CharField(max_length=200, blank=True)
    origin_link = models.CharField(max_length=200, blank=True)

    position = models.TextField(blank=True, help_text="In notation; empty until the start.")
    places = models.JSONField(default=dict, help_text="Where the systems lie on the map.")
    log_number = models.PositiveIntegerField(default=0, help_text="The last number of the log.")
    turn_count = models.PositiveIntegerField(default=0)
    next_seat = models.PositiveSmallIntegerField(
        null=True, help_text="Whose turn it is; empty unless the game is running."
    )
    departed = models.JSONField(default=list, help_text="Seats that resigned or lost on time.")
    revealed = models.JSONField(default=list, help_text="Pairs of seat and alignment, public.")
    fallen = models.JSONField(default=list, help_text="Good seats turned Evil.")
    outcome = models.JSONField(null=True, help_text="Winners, draw and termination.")
    bot_due_at = models.DateTimeField(
        null=True, help_text="When a worker may play its turn, if none is at it; empty unless it is a bot's."
    )
    bot_awaited = models.BooleanField(
        default=True, db_default=True, help_text="Whether somebody waits for that turn, as it was last seen."
    )
    clock_left = models.JSONField(
        default=list,
        db_default=Value([], models.JSONField()),
        help_text="Milliseconds by seat, as when the running clock began to run; empty without a clock.",
    )
    clock_since = models.DateTimeField(
        null=True, help_text="Since when the clock of the seat to move runs, or will; empty while none does."
    )
    due_at = models.DateTimeField(null=True, help_text="When that clock runs out.")
    paused_until = models.DateTimeField(
        null=True, help_text="So long all clocks stand still at most; empty, or past: no pause."
    )
    asks_consent = models.BooleanField(
        default=False, db_default=False, help_text="Somebody has asked all who play to agree on something."
    )
    sweep_at = models.DateTimeField(
        null=True, help_text="When the sweep looks at that clock: to warn, to let it fall, after a failure."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["creator", "creation_key"], name="game_key_once", condition=~Q(creation_key="")
            ),
            models.CheckConstraint(
                condition=Q(players__gte=2, players__lte=MAX_PLAYERS), name="game_players"
            ),
            models.CheckConstraint(
                condition=Q(status=Status.RUNNING, next_seat__isnull=False)
                | (~Q(status=Status.RUNNING) & Q(next_seat__isnull=True)),
                name="game_next_seat_while_running",
            ),
            models.CheckConstraint(
                condition=Q(status=Status.FINISHED, outcome__isnull=False)
                | (~Q(status=Status.FINISHED) & Q(outcome__isnull=True)),
                name="game_outcome_when_finished",
            ),
        ]
        indexes = [
            models.Index(fields=["bot_due_at"], name="game_bot_due", condition=Q(bot_due_at__isnull=False)),
            models.Index(fields=["sweep_at"], name="game_clock_due", condition=Q(sweep_at__isnull=False)),
            models.Index(
                fields=["musters_until"], name="game_musters", condition=Q(musters_until__isnull=False)
            ),
            models.Index(fields=["created_at"], name="game_open", condition=Q(status=Status.OPEN)),
            models.Index(fields=["expires_at"], name="game_expires", condition=Q(status=Status.OPEN)),
            models.Index(
                fields=["club", "status", "-changed_at"],
                name="game_of_club",
                condition=Q(club__isnull=False),
            ),
            models.Index(
                fields=["-changed_at"],
                name="game_lately",
                condition=Q(visibility=Visibility.PUBLIC, imported=False),
            ),
            models.Index(fields=["status", "-id"], name="game_of_status"),
            models.Index(fields=["variant", "-id"], name="game_of_variant"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def has_expired(self) -> bool:
        """It was given up because its seats did not fill in time; nobody cancelled it."""
        late = self.expires_at is not None and self.changed_at >= self.expires_at
        return self.status == Status.CANCELLED and late

    def rules(self) -> RuleSet:
        """The rule set as it was stored at creation, whatever became of the presets since."""
        return with_options(RuleSet(variant=Variant(self.variant)), self.options)

    def picture_path(self, number: int) -> str:
        """Of the position after an entry of the log (0: the empty table), with words in the language that is
        being spoken."""
        path = reverse("games:picture_png", args=[self.public_id, number])
        return f"{path}?lang={get_language() or settings.LANGUAGE_CODE}"

    def half_made_by(self, seat: Seat) -> str:
        """What the seat has begun of the turn that it is to make now, as an address holds it; empty when it
        has begun nothing. What it began of an earlier turn is over."""
        begun = seat.half_made
        if not begun or (seat.number, self.turn_count) != (self.next_seat, begun["turns"]):
            return ""
        query: str = begun["query"]
        return query

    def warns(self, seat: Seat) -> bool:
        """Whether the terms have the seat warned (Red Alert); never in rated games."""
        return seat.red_alert and not self.rated


class SeatKind(models.TextChoices):
    OPEN = "open", _("Open")
    PLAYER = "player", _("Player")
    BOT = "bot", _("Bot")


class SeatResult(models.TextChoices):
    """How a finished game ended for a seat."""

    WON = "won", pgettext_lazy("a player", "Won")
    SHARED = "shared", _("Won with others")
    DRAWN = "drawn", _("Drawn")
    LOST = "lost", pgettext_lazy("a player", "Lost")
    VOID = "void", _("Void")


class Seat(models.Model):
    """A place at a table. Until the start the seats stand in the order of their ids, unnumbered."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(
        null=True, help_text="From 0, in turn order; empty until the start."
    )
    kind = models.CharField(max_length=6, choices=SeatKind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="seats",
        help_text="Empty while the seat is open.",
    )
    name = models.CharField(
        max_length=20, blank=True, help_text="The player's name at the start; kept from then on."
    )
    novice = models.BooleanField(default=False)
    one_star = models.BooleanField(default=False)
    timewarp = models.PositiveSmallIntegerField(default=0)
    red_alert = models.BooleanField(default=False, help_text="Is warned of an elimination in one turn.")
    agreed_terms = models.PositiveSmallIntegerField(
        default=0, help_text="The number of the terms that the player has confirmed."
    )
    confirmed = models.BooleanField(default=False, db_default=False, help_text="Since the table was full.")
    contribution = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="What the player’s browser drew for the deal of Good vs Evil; empty: it drew nothing.",
    )
    result = models.CharField(
        max_length=6,
        blank=True,
        choices=SeatResult,
        default="",
        db_default="",
        help_text="Of a finished game.",
    )
    ended_at = models.DateTimeField(null=True, help_text="When the game ended; lists go by it.")
    seen_number = models.PositiveIntegerField(
        default=0,
        db_default=0,
        help_text="The last entry of the log that the player has opened the table on.",
    )
    seen_before = models.PositiveIntegerField(
        default=0, db_default=0, help_text="The same before the player last found something new there."
    )
    has_come = models.BooleanField(
        default=False, db_default=False, help_text="Its player has opened the table since the game began."
    )
    excuses_left = models.PositiveSmallIntegerField(default=0, db_default=0)
    missed = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often the clock of the player who sits there now ran out."
    )
    adrift_since = models.DateTimeField(null=True, help_text="Its player stays away: its turns are passed.")
    passes = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="So many turns were passed since it is adrift."
    )
    has_substitute = models.BooleanField(
        default=False, db_default=False, help_text="Whoever it is named after plays no more."
    )
    returned = models.BooleanField(
        default=False, db_default=False, help_text="Its player has come back once."
    )
    tidied = models.JSONField(null=True, help_text="The player's own order of the map's berths.")
    half_made = models.JSONField(
        null=True,
        help_text="The turn that the player has begun, for nobody else's eyes: how many came before, and the "
        "address that holds it. Empty once it is over.",
    )

    class Meta:
        ordering = ["game_id", "number", "id"]
        indexes = [
            models.Index(
                fields=["player", "-ended_at", "-game"],
                name="seat_finished",
                condition=Q(ended_at__isnull=False),
            ),
            models.Index(
                fields=["adrift_since"], name="seat_adrift", condition=Q(adrift_since__isnull=False)
            ),
            models.Index(
                fields=["player", "-game"], name="seat_not_over", condition=Q(ended_at__isnull=True)
            ),
            models.Index(fields=["game"], name="seat_open", condition=Q(kind=SeatKind.OPEN)),
            models.Index(fields=["player"], name="seat_substitute", condition=Q(has_substitute=True)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="seat_once_in_a_game"),
            models.UniqueConstraint(fields=["game", "number"], name="seat_number"),
            models.CheckConstraint(
                condition=Q(kind=SeatKind.OPEN, player__isnull=True)
                | (~Q(kind=SeatKind.OPEN) & Q(player__isnull=False)),
                name="seat_open_without_player",
            ),
            models.CheckConstraint(condition=Q(timewarp__lte=3), name="seat_timewarp"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.shown_name}"

    @property
    def shown_name(self) -> str:
        """The name it started with; before the start the player's; empty while open."""
        return self.name or (self.player.name if self.player else "")


class FormerPlayer(models.Model):
    """Somebody whose seat a substitute took."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="former")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    log_number = models.PositiveIntegerField(help_text="Of the entry by which the substitute came.")
    missed = models.PositiveSmallIntegerField(help_text="How often the player's clock ran out.")
    left_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "player"], name="former_player_once")]

    def __str__(self) -> str:
        return f"{self.player_id} of seat {self.seat_id}"
