"""All that staff may do, by the names of the services, and who does it: the register of which the tests of
own concerns are made."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Player
from accounts.staff import acts
from accounts.tests.cast import person
from clubs.models import Club, Membership, Role
from clubs.services import found_club, join_club
from clubs.services import staff as of_clubs
from games.models import FormerPlayer, Game, Room, Seat, TalkMessage
from games.services import pause_game, resume_game
from games.services.deciding import decide_game, extend_clock, resign_for
from games.services.looking import look_as_staff
from games.services.talk import hide_message, settle_reports, show_message
from games.tests.clocks import set_up, timed_table
from ratings.models import Exclusion
from ratings.services.excluding import exclude_player, readmit_player
from tournaments.tests.events import people, running, started
from upkeep.concerns import asked_for
from upkeep.models import StaffAct

WHY: Final = "It was asked for."
SUPERUSERS_ONLY: Final = {"make_staff", "end_staff", "remove_second_factor"}


REVEALS: Final = {"change_address"}
"""What takes two of staff in any case."""


@dataclass(frozen=True)
class World:
    staff: Player
    """Who acts."""
    bob: Player
    """Plays in the game."""
    game: Game
    club: Club

    @property
    def message(self) -> int:
        return TalkMessage.objects.get().pk


def settle(world: World, **changes: Any) -> None:
    Player.objects.filter(pk=world.bob.pk).update(**changes)


def until() -> Any:
    return timezone.now() + timedelta(days=3)


def change_address(world: World) -> object:
    EmailAddress.objects.filter(user=world.bob).delete()  # the mail to the old one needs a request
    return acts.change_address(staff=world.staff, player=world.bob, reason=WHY, address="b@example.com")


def end_silence(world: World) -> object:
    settle(world, silenced_until=until())
    return acts.end_silence(staff=world.staff, player=world.bob, reason=WHY)


def end_suspension(world: World) -> object:
    settle(world, suspended_until=until())
    return acts.end_suspension(staff=world.staff, player=world.bob, reason=WHY)


def reopen(world: World) -> object:
    settle(world, is_active=False)
    return acts.reopen_account(staff=world.staff, player=world.bob, reason=WHY)


def end_staff(world: World) -> object:
    settle(world, is_staff=True)
    return acts.end_staff(staff=world.staff, player=world.bob, reason=WHY)


def remove_second_factor(world: World) -> object:
    Authenticator.objects.create(user=world.bob, type=Authenticator.Type.TOTP, data={})
    return acts.remove_second_factor(staff=world.staff, player=world.bob, reason=WHY)


def readmit(world: World) -> object:
    Exclusion.objects.create(player=world.bob, since=timezone.now())
    return readmit_player(staff=world.staff, player=world.bob, reason=WHY)


def resume(world: World) -> object:
    Game.objects.filter(pk=world.game.pk).update(paused_until=until())
    return resume_game(game_id=world.game.pk, by=world.staff, reason=WHY)


def extend(world: World) -> object:
    # An hour is gone of a clock that is full.
    hour = timedelta(hours=1)
    Game.objects.filter(pk=world.game.pk).update(clock_since=F("clock_since") - hour)
    return extend_clock(staff=world.staff, game=world.game, hours=1, reason=WHY)


def on(service: Callable[..., object], **more: Any) -> Callable[[World], object]:
    """An act on the player."""
    return lambda world: service(staff=world.staff, player=world.bob, reason=WHY, **more)


def on_message(service: Callable[..., object]) -> Callable[[World], object]:
    return lambda world: service(staff=world.staff, message_id=world.message, reason=WHY)


def on_club(service: Callable[..., object], **more: Any) -> Callable[[World], object]:
    return lambda world: service(staff=world.staff, club=world.club, reason=WHY, **more)


OF_GAMES: Final[dict[str, Callable[[World], object]]] = {
    "close_account": on(acts.close_account),
    "reopen_account": reopen,
    "make_staff": on(acts.make_staff),
    "end_staff": end_staff,
    "remove_second_factor": remove_second_factor,
    "rename_player": on(acts.rename_player, name="Rob"),
    "change_address": change_address,
    "warn_player": on(acts.warn_player),
    "silence_player": on(acts.silence_player, days=3),
    "end_silence": end_silence,
    "suspend_player": on(acts.suspend_player, days=3),
    "end_suspension": end_suspension,
    "note_on_player": on(acts.note_on_player),
    "erase_player": on(acts.erase_player),
    "export_for_player": on(acts.export_for_player),
    "exclude_player": on(exclude_player),
    "readmit_player": readmit,
    "resign_for": lambda world: resign_for(staff=world.staff, game=world.game, seat=0, reason=WHY),
    "decide_game": lambda world: decide_game(staff=world.staff, game=world.game, reason=WHY, winners=[0]),
    "extend_clock": extend,
    "pause_game": lambda world: pause_game(game_id=world.game.pk, by=world.staff, reason=WHY),
    "resume_game": resume,
    "look_as_staff": lambda world: look_as_staff(staff=world.staff, game=world.game, reason=WHY),
    "hide_message": on_message(hide_message),
    "show_message": on_message(show_message),
    "settle_reports": on_message(settle_reports),
}
"""By the names of the services: what touches a game that runs, or who plays there."""

OF_CLUBS: Final[dict[str, Callable[[World], object]]] = {
    "rename_club": on_club(of_clubs.rename_club, name="Vega"),
    "clear_club": on_club(of_clubs.clear_club),
    "close_club_as_staff": on_club(of_clubs.close_club_as_staff),
    "settle_club_reports": on_club(of_clubs.settle_club_reports),
    "look_at_club": on_club(of_clubs.look_at_club),
}

ROLES: Final = {
    # role: whether acts on the game and its players are his own concern, and acts on the club
    "plays": (True, True),
    "sat": (True, False),
    "directs": (True, False),
    "directs and plays": (True, False),
    "plays in the event": (True, False),
    "officer": (False, True),
    "apart": (False, False),
    "superuser plays": (True, True),
    "superuser apart": (False, False),
}


def staff_called(name: str, *, superuser: bool = False) -> Player:
    player = person(name)
    Player.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=superuser)
    return Player.objects.get(pk=player.pk)


def world_of(role: str) -> World:
    sue = staff_called("Sue", superuser="superuser" in role)
    if "direct" in role or "event" in role:
        director = sue if "directs" in role else person("Dora")
        entrants = people(4) if role == "directs" else [*people(5), sue]
        event = started(director, entrants)
        game = next(each for each in running(event) if not each.seats.filter(player=sue).exists())
    else:
        last = sue if role in ("plays", "superuser plays") else person("Dan")
        game = set_up(timed_table(*[person(name) for name in ("Alice", "Bob", "Cleo")], last))
        if role == "sat":
            has_sat(game, sue)
    bob = game.seats.get(number=1).player
    assert bob is not None
    club = found_club(player=bob, name="Orion")
    if ROLES[role][1]:
        member = join_club(club_id=club.pk, player=sue)
        Membership.objects.filter(pk=member.pk, player=sue).update(role=Role.OFFICER)
    TalkMessage.objects.create(
        game=game, room=Room.PLAYERS, author=bob, text="x", key="k", log_number=1, created_at=timezone.now()
    )
    return World(sue, bob, game, club)


def has_sat(game: Game, player: Player) -> None:
    seat = Seat.objects.get(game=game, number=3)
    FormerPlayer.objects.create(seat=seat, player=player, log_number=1, missed=0, left_at=timezone.now())


class Undone(Exception):
    """The world stays as it is for the next act."""


def outcome(world: World, act: Callable[[World], object], *, asker: Player | None = None) -> str:
    """The code of what refuses it; empty: it is done, and both names are written down. It is undone."""
    said, written = "", StaffAct.objects.count()
    try:
        with transaction.atomic(), asked_for(asker) if asker else nullcontext():
            try:
                act(world)
            except ValidationError as refusal:
                said = refusal.code or str(refusal)
                if said == "concerned" and "staff" not in refusal.message:
                    said = f"it does not say who can do it: {refusal.message}"
                elif StaffAct.objects.count() != written:
                    said = "it is refused and written down"
            else:
                last = StaffAct.objects.first()
                if last is None or (last.staff, last.asked_by) != (world.staff, asker):
                    said = "it does not say by whom"
            raise Undone
    except Undone:
        pass
    return said
