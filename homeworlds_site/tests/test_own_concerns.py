"""Nobody of staff is judge in his own game: every act of staff against who acts, each cell asserted. The acts
are found by walking the services, so that a new one without its row here fails."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.own_data.export import export_of
from accounts.staff import acts
from accounts.tests.cast import log_in_as_staff, person
from clubs.models import Club, Membership
from clubs.services import found_club, join_club
from clubs.services import staff as of_clubs
from games.models import DrawVote, FormerPlayer, Game, GameNote, Room, Seat, Status, TalkMessage, Visibility
from games.services import pause_game, resume_game
from games.services.deciding import decide_game, extend_clock, resign_for
from games.services.looking import look_as_staff
from games.services.talk import hide_message, settle_reports, show_message
from games.tests.clocks import set_up, timed_table
from games.tests.play import table_of
from homeworlds.rules import RuleSet, Variant
from proofs.weaving.walked import services
from ratings.models import Exclusion
from ratings.services.excluding import exclude_player, readmit_player
from study.services import keep_line
from tournaments.tests.events import people, running, started
from upkeep.concerns import models_with_concerns
from upkeep.models import StaffAct
from upkeep.services import write_down_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
WHY: Final = "It was asked for."
SUPERUSERS_ONLY: Final = {"make_staff", "end_staff", "remove_second_factor"}


@dataclass
class World:
    sue: Player
    """Of staff."""
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
    return acts.change_address(staff=world.sue, player=world.bob, reason=WHY, address="b@example.com")


def end_silence(world: World) -> object:
    settle(world, silenced_until=until())
    return acts.end_silence(staff=world.sue, player=world.bob, reason=WHY)


def end_suspension(world: World) -> object:
    settle(world, suspended_until=until())
    return acts.end_suspension(staff=world.sue, player=world.bob, reason=WHY)


def reopen(world: World) -> object:
    settle(world, is_active=False)
    return acts.reopen_account(staff=world.sue, player=world.bob, reason=WHY)


def end_staff(world: World) -> object:
    settle(world, is_staff=True)
    return acts.end_staff(staff=world.sue, player=world.bob, reason=WHY)


def remove_second_factor(world: World) -> object:
    Authenticator.objects.create(user=world.bob, type=Authenticator.Type.TOTP, data={})
    return acts.remove_second_factor(staff=world.sue, player=world.bob, reason=WHY)


def readmit(world: World) -> object:
    Exclusion.objects.create(player=world.bob, since=timezone.now())
    return readmit_player(staff=world.sue, player=world.bob, reason=WHY)


def resume(world: World) -> object:
    Game.objects.filter(pk=world.game.pk).update(paused_until=until())
    return resume_game(game_id=world.game.pk, by=world.sue, reason=WHY)


def extend(world: World) -> object:
    # An hour is gone of a clock that is full.
    hour = timedelta(hours=1)
    Game.objects.filter(pk=world.game.pk).update(clock_since=F("clock_since") - hour)
    return extend_clock(staff=world.sue, game=world.game, hours=1, reason=WHY)


def on(service: Callable[..., object], **more: Any) -> Callable[[World], object]:
    """An act on the player."""
    return lambda world: service(staff=world.sue, player=world.bob, reason=WHY, **more)


def on_message(service: Callable[..., object]) -> Callable[[World], object]:
    return lambda world: service(staff=world.sue, message_id=world.message, reason=WHY)


def on_club(service: Callable[..., object], **more: Any) -> Callable[[World], object]:
    return lambda world: service(staff=world.sue, club=world.club, reason=WHY, **more)


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
    "resign_for": lambda world: resign_for(staff=world.sue, game=world.game, seat=0, reason=WHY),
    "decide_game": lambda world: decide_game(staff=world.sue, game=world.game, reason=WHY, winners=[0]),
    "extend_clock": extend,
    "pause_game": lambda world: pause_game(game_id=world.game.pk, by=world.sue, reason=WHY),
    "resume_game": resume,
    "look_as_staff": lambda world: look_as_staff(staff=world.sue, game=world.game, reason=WHY),
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
    # role: whether acts on the game and its players are refused, and acts on the club
    "plays": (True, True),
    "sat": (True, False),
    "directs": (True, False),
    "plays in the event": (True, False),
    "apart": (False, False),
    "superuser plays": (True, True),
}


def world_of(role: str) -> World:
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True, is_superuser=role == "superuser plays")
    sue = Player.objects.get(pk=sue.pk)
    if "direct" in role or "event" in role:
        director = sue if role == "directs" else person("Dora")
        entrants = [*people(5), sue] if role == "plays in the event" else people(4)
        event = started(director, entrants)
        game = next(each for each in running(event) if not each.seats.filter(player=sue).exists())
    else:
        last = sue if role in ("plays", "superuser plays") else person("Dan")
        game = set_up(timed_table(*[person(name) for name in ("Alice", "Bob", "Cleo")], last))
        if role == "sat":
            seat = Seat.objects.get(game=game, number=3)
            FormerPlayer.objects.create(seat=seat, player=sue, log_number=1, missed=0, left_at=timezone.now())
    bob = game.seats.get(number=1).player
    assert bob is not None
    club = found_club(player=bob, name="Orion")
    if ROLES[role][1]:
        join_club(club_id=club.pk, player=sue)
    TalkMessage.objects.create(
        game=game, room=Room.PLAYERS, author=bob, text="x", key="k", log_number=1, created_at=timezone.now()
    )
    return World(sue, bob, game, club)


@pytest.mark.parametrize("role", ROLES)
def test_each_act_is_refused_to_whom_it_concerns_and_to_nobody_else(role: str) -> None:
    world = world_of(role)
    refused_game, refused_club = ROLES[role]
    wrong = []
    for table, refused in ((OF_GAMES, refused_game), (OF_CLUBS, refused_club)):
        for name, act in table.items():
            if found := cell(world, name, act, refused):
                wrong.append(f"{role}, {name}: {found}")
    assert not wrong, "\n".join(wrong)


class Undone(Exception):
    """The world stays as it is for the next act."""


def cell(world: World, name: str, act: Callable[[World], object], refused: bool) -> str:
    """What is wrong with it; empty: nothing."""
    said, written = "", StaffAct.objects.count()
    try:
        with transaction.atomic():
            if name in SUPERUSERS_ONLY:
                world = World(Player.objects.get(pk=world.sue.pk), world.bob, world.game, world.club)
                world.sue.is_superuser = True
            try:
                act(world)
            except ValidationError as refusal:
                said = refusal.code or str(refusal)
                if said == "concerned" and "staff" not in refusal.message:
                    said = f"it does not say who can do it: {refusal.message}"
                elif StaffAct.objects.count() != written:
                    said = "it is refused and written down"
            raise Undone
    except Undone:
        pass
    expected = "concerned" if refused else ""
    return "" if said == expected else f"{said or 'done'}, not {expected or 'done'}"


def test_every_service_for_staff_has_its_row() -> None:
    found = set()
    for service in services():
        asked = inspect.signature(service).parameters
        if "staff" in asked or {"by", "reason"} <= set(asked):
            found.add(service.__name__)
    assert found - {write_down_act.__name__} == OF_GAMES.keys() | OF_CLUBS.keys()


def test_rows_that_staff_act_on_have_said_whose_concern_they_are() -> None:
    assert models_with_concerns() >= {Player, Game, TalkMessage, Club, Membership}


def test_nobody_of_staff_acts_on_himself() -> None:
    sue = person("Sue")
    Player.objects.filter(pk=sue.pk).update(is_staff=True, is_superuser=True)
    sue = Player.objects.get(pk=sue.pk)
    for act in (acts.erase_player, acts.note_on_player, exclude_player):
        with pytest.raises(ValidationError) as refused:
            act(staff=sue, player=sue, reason=WHY)
        assert refused.value.code == "concerned"


def test_who_plays_rated_games_with_somebody_does_not_take_his_results_out() -> None:
    sue, bob = person("Sue"), person("Bob")
    game = table_of(sue, bob, rules=RuleSet())
    Game.objects.filter(pk=game.pk).update(
        rated=True, status=Status.FINISHED, next_seat=None, outcome={"winners": [0], "draw": False}
    )
    with pytest.raises(ValidationError) as refused:
        exclude_player(staff=sue, player=bob, reason=WHY)
    assert refused.value.code == "concerned"
    assert not Exclusion.objects.exists()


def test_the_page_of_an_own_private_game_says_why_it_is_not_shown(client: Client) -> None:
    world = world_of("sat")
    Game.objects.filter(pk=world.game.pk).update(visibility=Visibility.PRIVATE)
    log_in_as_staff(client, world.sue)
    address = reverse("admin:games_game_change", args=[world.game.pk])
    answer = client.post(address, {"reason": WHY})
    assert answer.status_code == 422
    assert "another member of staff can do this" in answer.content.decode()
    assert not StaffAct.objects.exists()


def test_a_file_made_by_staff_tells_nothing_that_only_the_player_knows_while_the_game_runs() -> None:
    alice, bob, sue = person("Alice"), person("Bob"), person("Sue")
    game = table_of(alice, bob, person("Cleo"), person("Dan"), rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    Seat.objects.filter(game=game, player=bob).update(half_made={"turns": 0, "query": "s=SECRETHALF"})
    now = timezone.now()
    GameNote.objects.create(game=game, player=bob, text="SECRETNOTE", number=1, changed_at=now)
    seat = Seat.objects.get(game=game, player=bob)
    DrawVote.objects.create(game=game, seat=seat.number, log_number=0, created_at=now)
    keep_line(owner=bob, game=game, number=0, turns=["build G1 SECRETLINE"], name="SECRETLINE")
    secret = {"own_alignments", "notes", "draw_votes", "kept_lines"}
    own, given = export_of(bob), acts.export_for_player(staff=sue, player=bob, reason=WHY)
    assert {name for name in secret if not json.loads(own)["tables"][name]} == set()
    assert "SECRETHALF" in own and "SECRET" not in given
    told = json.loads(given)
    assert {name for name in secret if told["tables"][name]} == set()
    assert secret <= {row["table"] for row in told["not_in_this_file"] if row.get("rows_by") == "running"}
    assert "half_made" not in told["tables"]["seats"][0]
    decide_game(staff=sue, game=game, reason=WHY)
    told = json.loads(acts.export_for_player(staff=sue, player=bob, reason=WHY))
    assert {name for name in secret if not told["tables"][name]} <= {"draw_votes"}
