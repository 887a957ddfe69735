"""People, guests and bots: one kind of player, so that seats, ratings and events know only one."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import check_player_name, key_to_keep
from upkeep.clock import local_now
from upkeep.kept.addresses import address_of
from upkeep.public_ids import random_letters


def new_public_id() -> str:
    return random_letters(10)


class PlayerManager(BaseUserManager["Player"]):
    def newcomers(self) -> "models.QuerySet[Player]":
        """Who have signed up and never been in: unseen by others until they confirm their address."""
        return self.filter(unconfirmed_since__isnull=False, last_login__isnull=True)

    def create_player(self, *, name: str, email: str | None, password: str | None, **fields: Any) -> "Player":
        """Stores a player whose name and password are checked already; without a password nobody logs in."""
        player = self.model(name=name, email=email or None, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_bots(self, levels: Mapping[str, str]) -> None:
        """Stores a bot of each name, with its level, in one statement; a name that is taken is left."""
        bots = [
            self.model(name=name, name_key=key_to_keep("", name), kind=Player.Kind.BOT, bot_level=level)
            for name, level in levels.items()
        ]
        for bot in bots:
            bot.set_unusable_password()
        self.bulk_create(bots, ignore_conflicts=True)

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "Player":
        """Needed by `manage.py createsuperuser`; the name may be a reserved one."""
        name = check_player_name(name, reserved=True)
        return self.create_player(
            name=name,
            email=self.normalize_email(email),
            password=password,
            is_staff=True,
            is_superuser=True,
            **fields,
        )


class Player(AbstractBaseUser, PermissionsMixin):
    class Kind(models.TextChoices):
        HUMAN = "human", _("Person")
        GUEST = "guest", _("Guest")
        BOT = "bot", _("Bot")

    class Palette(models.TextChoices):
        """What the four colours look like; words and notation are the same in all of them."""

        STANDARD = "standard", _("Standard: red, yellow, green, blue")
        XENO = "xeno", _("Xeno: orange, clear, cyan, purple")

    class StatedStrength(models.TextChoices):
        """What somebody says before anything is measured here. The ratings know what it is worth."""

        NEW = "new", _("I am new to the game")
        KNOWS_IT = "knows-it", _("I know the game")
        STRONG = "strong", _("I play it well")

    public_id = models.CharField(
        _("public id"), max_length=10, unique=True, default=new_public_id, editable=False
    )
    name = models.CharField(_("name"), max_length=20)
    # The name as the eye reads it: two players never have names that look alike.
    name_key = models.CharField(max_length=80, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), null=True, blank=True, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices, default=Kind.HUMAN)
    bot_level = models.CharField(_("level of the bot"), max_length=20, blank=True, default="")
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    palette = models.CharField(
        _("colours of the pieces"),
        max_length=8,
        choices=Palette.choices,
        default=Palette.STANDARD,
        db_default=Palette.STANDARD,
    )
    # For forecasts and pairing alone; empty: not stated.
    stated_strength = models.CharField(
        _("stated strength"),
        max_length=8,
        choices=StatedStrength.choices,
        blank=True,
        default="",
        db_default="",
    )
    mail_turns = models.BooleanField(_("when it is my turn"), default=True)
    mail_invitations = models.BooleanField(_("when I am invited"), default=True)
    mail_starts = models.BooleanField(_("when a game starts"), default=True)
    mail_ends = models.BooleanField(_("when a game ends"), default=True)
    mail_ladders = models.BooleanField(_("of ladders and stairs"), default=True, db_default=True)
    mail_clubs = models.BooleanField(_("when I am invited to a club"), default=True, db_default=True)
    mail_event_rounds = models.BooleanField(_("of rounds of events"), default=True, db_default=True)
    mail_event_tables = models.BooleanField(_("of tables of events"), default=True, db_default=True)
    mail_event_deadlines = models.BooleanField(_("of the ends of rounds"), default=True, db_default=True)
    mail_event_ends = models.BooleanField(_("of the ends of events"), default=True, db_default=True)
    mail_open_seats = models.BooleanField(
        _("when somebody is wanted to play on for another"), default=False, db_default=False
    )
    mail_warnings = models.BooleanField(_("when my time runs out"), default=True, db_default=True)
    mail_talk = models.BooleanField(_("when somebody writes to me"), default=False, db_default=False)
    mail_hooks = models.BooleanField(
        _("when another address of mine takes nothing any more"), default=True, db_default=True
    )
    mail_at_all = models.BooleanField(
        _("any of these by mail"),
        default=True,
        db_default=True,
        help_text=_("Mails about the account come anyway."),
    )
    told_by = models.JSONField(
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        editable=False,
        help_text="By the name of each channel besides mail that is on: the topics it tells of.",
    )
    asked_about_push = models.BooleanField(default=False, db_default=False, editable=False)
    # Where the player goes on in the guided first game; 0 before its first step is done.
    guide_step = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    deleted_at = models.DateTimeField(_("deleted"), null=True, editable=False)
    former_number = models.PositiveIntegerField(
        null=True, unique=True, editable=False, help_text="What a deleted player is known by."
    )
    # Signed up and not shown yet that mail to the given address arrives; until then without address.
    unconfirmed_since = models.DateTimeField(null=True, editable=False)
    refused_address = models.EmailField(
        _("refused address"),
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text=_("A mail server says that there is no such address; empty once mail has arrived again."),
    )
    # Every session of before hangs on a smaller number.
    sessions_ended = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # What staff have laid down; past times are over.
    suspended_until = models.DateTimeField(_("suspended until"), null=True, editable=False)
    silenced_until = models.DateTimeField(_("muted by staff until"), null=True, editable=False)
    acts_unread = models.BooleanField(default=False, db_default=False, editable=False)
    mail_acts = models.BooleanField(
        _("when staff have done something that concerns me"), default=True, db_default=True
    )
    mail_reports = models.BooleanField(
        _("as staff: when players report something"), default=True, db_default=True
    )
    # What a vacation is says `accounts.vacation`.
    vacation_left = models.DurationField(
        null=True, editable=False, help_text="At the moment that follows; empty: as at joining."
    )
    vacation_counted_at = models.DateTimeField(
        null=True, editable=False, help_text="From then on it grows; empty: from joining on."
    )
    vacation_since = models.DateTimeField(null=True, editable=False)
    vacation_until = models.DateTimeField(null=True, editable=False)
    vacation_followed_from = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When the clocks of the games are to follow the vacation (again); empty: they do.",
    )
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(
                "unconfirmed_since",
                name="player_unconfirmed",
                condition=models.Q(unconfirmed_since__isnull=False),
            ),
            models.Index(
                fields=["vacation_followed_from"],
                name="player_vacation",
                condition=models.Q(vacation_followed_from__isnull=False),
            ),
            # What lists of staff ask for, of which there are few among many.
            models.Index(fields=["-id"], name="player_staff", condition=models.Q(is_staff=True)),
            models.Index(fields=["-id"], name="player_inactive", condition=models.Q(is_active=False)),
            models.Index(fields=["kind", "-id"], name="player_no_human", condition=~models.Q(kind="human")),
            models.Index(fields=["-id"], name="player_refused", condition=~models.Q(refused_address="")),
            models.Index(fields=["id"], name="player_volunteers", condition=models.Q(mail_open_seats=True)),
        ]
        constraints = [
            models.UniqueConstraint(Lower("email"), name="player_email_unique_in_any_case"),
            models.CheckConstraint(
                name="player_bot_has_level",
                condition=models.Q(kind="bot") & ~models.Q(bot_level="")
                | ~models.Q(kind="bot") & models.Q(bot_level=""),
            ),
            models.CheckConstraint(
                name="player_only_people_have_email",
                condition=models.Q(kind="human") | models.Q(email__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = key_to_keep(self.name_key, self.name)
        # An address is absent or unique; the empty text would be one address shared by all who have none.
        # Nobody holds one against others before it is confirmed, whatever the account library sets.
        self.email = (None if self.unconfirmed_since else self.email) or None
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """The public profile."""
        return address_of("profile", self.name)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        return self._with_sessions_ended(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self._with_sessions_ended, super().get_session_auth_fallback_hash())

    def _with_sessions_ended(self, auth_hash: str) -> str:
        return f"{auth_hash}.{self.sessions_ended}" if self.sessions_ended else auth_hash

    @property
    def is_suspended(self) -> bool:
        """Reads, exports and writes to the staff, and neither plays nor talks."""
        return self.suspended_until is not None and self.suspended_until > local_now()

    @property
    def is_silenced(self) -> bool:
        """Plays and does not talk."""
        return self.silenced_until is not None and self.silenced_until > local_now()

    @property
    def has_mail(self) -> bool:
        """Has a confirmed address, and wants any mail: to others no page promises one."""
        return self.mail_at_all and bool(self.email)

    @property
    def is_human(self) -> bool:
        return self.kind == self.Kind.HUMAN

    @property
    def is_former(self) -> bool:
        """The account is deleted: what is left is a name for its games."""
        return self.deleted_at is not None

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT


class FormerName(models.Model):
    """A name a player gave up: its links lead on, and nobody else gets it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=20)
    name_key = models.CharField(max_length=80, unique=True, editable=False)
    until = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.name


class AddressChange(models.Model):
    """A confirmed address that gave way to another one; whoever reads mail at it can take that back."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="address_changes")
    old = models.EmailField()
    new = models.EmailField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    undone_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return f"{self.player_id} {self.at:%Y-%m-%d}"


class Quiet(models.Model):
    """One player does not want to hear another, or to be played or invited by them."""

    class Kind(models.TextChoices):
        MUTE = "mute", _("Muted")
        BLOCK = "block", _("Blocked")

    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="quiets")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="quiet_once"),
            models.CheckConstraint(condition=~models.Q(owner=models.F("other")), name="quiet_not_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"
