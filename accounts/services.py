"""Everything that makes or changes a player."""

import contextlib
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.mail import AT_ALL, SWITCHES, stopped_by
from accounts.models import FormerName, Player
from accounts.names import check_player_name, name_key
from accounts.selectors import name_is_taken, newcomers_waiting_for
from accounts.signals import guest_renamed, preferences_saved
from upkeep.clock import database_now
from upkeep.public_ids import random_letters

# One account holds one seat of a game, and a game has up to five bots of one level.
BOT_NAMES: Final = {
    "cadet": ("Sprout", "Fledgling", "Tadpole", "Greenhorn", "Pipling"),
    "scout": ("Kestrel", "Magpie", "Lynx", "Otter", "Hare"),
    "pilot": ("Comet", "Zephyr", "Jetstream", "Quicksilver", "Albatross"),
    "navigator": ("Sextant", "Astrolabe", "Compass", "Pathfinder", "Lodestar"),
    "commander": ("Bastion", "Vanguard", "Rampart", "Halberd", "Ironclad"),
    "admiral": ("Nebula", "Quasar", "Eclipse", "Umbra", "Titan"),
    # Of games that run on.
    "random": ("Rover", "Nomad", "Drifter", "Vagabond", "Wanderer"),
    "judge": ("Sage", "Oracle", "Mentor", "Arbiter", "Judge"),
}
"""Each of a level begins with another letter: a badge on the table shows no more."""

# Who sits in imported games, by seat.
RECORD_NAMES: Final = ("Record-One", "Record-Two", "Record-Three", "Record-Four", "Record-Five", "Record-Six")


RENAMES: Final = 3
"""So many names may be given up within `RENAMES_WITHIN`: each is kept from everybody else for ever."""
RENAMES_WITHIN: Final = timedelta(days=90)


class RenamedTooOften(ValidationError):
    def __init__(self) -> None:
        super().__init__(
            _("You can change your name %(most)s times in %(days)s days. Please wait a while."),
            code="renamed_too_often",
            params={"most": RENAMES, "days": RENAMES_WITHIN.days},
        )


class NameTaken(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("Somebody already has this name, or one that looks like it."), code="name_taken")


class NoGuest(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("You have signed up already."), code="no_guest")


def check_free_name(name: str, *, player: Player | None = None, address: str = "") -> str:
    """The name in NFC, if it is a good one and nobody but `player` has it. Raises ValidationError.

    A name that waits for the very code that `address` would get is free to whoever reads that address.
    """
    name = check_player_name(name)
    if name_is_taken(name, by_other_than=player, waiting_for=address):
        raise NameTaken
    return name


@transaction.atomic
def free_name_waiting_for(*, name: str, address: str) -> None:
    """Signing up once more, with the same name and address, replaces the first time."""
    newcomers_waiting_for(address).filter(name_key=name_key(name)).delete()


GUEST_START: Final = "Guest-"


def new_guest_name() -> str:
    """A name that nobody has."""
    for _attempt in range(20):
        name = GUEST_START + random_letters(5)
        if not name_is_taken(name):
            return name
    raise RuntimeError("No free name for a guest in twenty attempts.")


@transaction.atomic
def create_guest() -> Player:
    """A player without name, address or password, who lives in one browser's session."""
    return Player.objects.create_player(
        name=new_guest_name(), email=None, password=None, kind=Player.Kind.GUEST
    )


@transaction.atomic
def keep_guest(
    *,
    guest: Player,
    name: str,
    password: str,
    language: str = "",
    time_zone: str = "",
    stated_strength: str | None = None,
) -> Player:
    """Makes the guest a person with name and password; the games stay with the same player.

    `language` is that of the page, for the mails that follow, and `time_zone` the browser's; what was chosen
    before is kept. A `stated_strength` of None leaves it as it is.

    The e-mail address follows when its code has been confirmed; only then can the player log in elsewhere.
    Without it the guest is one again the next day (`accounts.addresses`).
    Raises ValidationError for the name, NoGuest for somebody who has been kept meanwhile, from another tab.
    """
    player = Player.objects.select_for_update().get(pk=guest.pk)
    if not player.is_guest:
        raise NoGuest
    old, player.name = player.name, check_free_name(name, player=player)
    player.kind, player.unconfirmed_since = Player.Kind.HUMAN, database_now()
    player.set_password(password)
    player.language = player.language or language
    player.time_zone = player.time_zone or time_zone
    if stated_strength is not None:
        player.stated_strength = stated_strength
    _save_name(
        player, old, "kind", "unconfirmed_since", "password", "language", "time_zone", "stated_strength"
    )
    guest_renamed.send(sender=Player, player=player, old=old)
    return player


@transaction.atomic
def rename(*, player: Player, name: str) -> Player:
    """Gives the player another name; the old one is kept for the player, and its links lead on. Seats keep
    the name they started with. Raises ValidationError (also `renamed_too_often`)."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    old, player.name = player.name, check_free_name(name, player=player)
    if name_key(old) != name_key(player.name) and not _may_give_up_a_name(player):
        raise RenamedTooOften
    _save_name(player, old)
    return player


@transaction.atomic
def give_name(*, player: Player, name: str) -> Player:
    """For staff: another name at once, at the tables of the player too, however often it has changed before.
    Locks the player. Raises ValidationError."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    old, player.name = player.name, check_free_name(name, player=player)
    _save_name(player, old)
    guest_renamed.send(sender=Player, player=player, old=old)
    return player


def _may_give_up_a_name(player: Player) -> bool:
    """Going back to an old name keeps no more names than before."""
    recent = player.former_names.filter(until__gt=database_now() - RENAMES_WITHIN)
    return recent.count() < RENAMES or player.former_names.filter(name_key=name_key(player.name)).exists()


def _save_name(player: Player, old: str, *more_fields: str) -> None:
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key", *more_fields])
            if name_key(old) != player.name_key:
                FormerName.objects.filter(player=player, name_key=player.name_key).delete()
                FormerName.objects.create(
                    player=player, name=old, name_key=name_key(old), until=database_now()
                )
    except IntegrityError as error:  # taken since we looked
        raise NameTaken from error


@transaction.atomic
def ensure_bots() -> None:
    """Creates the accounts of the bots that do not exist yet; those with a former name get a new one."""
    bots = list(Player.objects.filter(kind=Player.Kind.BOT).order_by("pk"))
    existing = {bot.name for bot in bots}
    missing = {}
    for level, names in BOT_NAMES.items():
        renamed = [bot for bot in bots if bot.bot_level == level and bot.name not in names]
        for name in [name for name in names if name not in existing]:
            if not renamed:
                missing[name] = level
                continue
            bot = renamed.pop(0)
            bot.name = name
            # Another request did it just now, or somebody has had the name since before it was reserved.
            with contextlib.suppress(IntegrityError), transaction.atomic():
                bot.save(update_fields=["name", "name_key"])
    if missing:
        Player.objects.create_bots(missing)


@transaction.atomic
def ensure_record_players() -> list[Player]:
    """The accounts that hold the seats of imported games, by seat; nobody can log in to them, none gets mail.

    Raises NameTaken: a person has had one of the names since before it was kept.
    """
    players = []
    for name in RECORD_NAMES:
        of_name = Player.objects.filter(name_key=name_key(name))
        player = of_name.first() or _new_record_player(name) or of_name.get()
        if player.is_active or player.email or not player.is_human:
            raise NameTaken
        players.append(player)
    return players


def _new_record_player(name: str) -> Player | None:
    """None: somebody else has made it at the same moment."""
    with contextlib.suppress(IntegrityError), transaction.atomic():
        return Player.objects.create_player(
            name=name,
            email=None,
            password=None,
            is_active=False,
            mail_turns=False,
            mail_invitations=False,
            mail_starts=False,
            mail_ends=False,
        )
    return None


@transaction.atomic
def keep_place_in_guide(*, player: Player, place: int) -> None:
    """Where the player goes on in the guided first game, on every device."""
    player.guide_step = place
    player.save(update_fields=["guide_step"])


@transaction.atomic
def save_preferences(
    *,
    player: Player,
    time_zone: str,
    language: str,
    palette: str,
    stated_strength: str,
) -> None:
    player.time_zone, player.language, player.palette = time_zone, language, palette
    player.stated_strength = stated_strength
    player.save(update_fields=["time_zone", "language", "palette", "stated_strength"])
    preferences_saved.send(sender=None, player=player)


@transaction.atomic
def choose_language(*, player: Player, language: str) -> None:
    """For pages and mails alike. Raises ValueError for a language that the site does not speak."""
    if language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    player.language = language
    player.save(update_fields=["language"])


@transaction.atomic
def switch_mail_off(*, player: Player, switch: str) -> None:
    """Ends one kind of mail, or all of them but those about the account; it may be off already."""
    if switch not in SWITCHES and switch != AT_ALL:
        raise ValueError(switch)
    switch = stopped_by(switch)
    setattr(player, switch, False)
    player.save(update_fields=[switch])
