"""Nobody of staff is judge in his own game: every act of staff against who acts, each cell asserted. The acts
are found by walking the services, so that a new one without its row in the register fails."""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from typing import Final

import pytest
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.own_data.export import export_of
from accounts.staff import acts
from accounts.tests.cast import log_in_as_staff, person
from clubs.models import Club, Membership
from clubs.services import join_club
from games.models import DrawVote, Game, GameNote, Report, Seat, Status, TalkMessage, Visibility
from games.services.deciding import decide_game
from games.tests.play import table_of
from homeworlds.rules import RuleSet, Variant
from homeworlds_site.tests.staff_acts import (
    OF_CLUBS,
    OF_GAMES,
    REVEALS,
    ROLES,
    SUPERUSERS_ONLY,
    WHY,
    has_sat,
    outcome,
    staff_called,
    world_of,
)
from proofs.weaving.walked import services
from ratings.models import Exclusion
from ratings.services.excluding import exclude_player
from study.services import keep_line
from upkeep.admin import ReadOnly
from upkeep.concerns import models_with_concerns
from upkeep.models import StaffAct
from upkeep.services import write_down_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
ACTS: Final = {**OF_GAMES, **OF_CLUBS}


def expected(role: str, name: str) -> str:
    """What is said to whoever does it alone; empty: it is done."""
    if name in SUPERUSERS_ONLY and "superuser" not in role:
        return "not_for_you"
    if ROLES[role][name in OF_CLUBS]:
        return "concerned"
    return "needs_second" if name in REVEALS else ""


@pytest.mark.parametrize("role", ROLES)
def test_each_act_is_refused_to_whom_it_concerns_and_to_nobody_else(role: str) -> None:
    world = world_of(role)
    wrong = {
        name: (said, should)
        for name, act in ACTS.items()
        if (said := outcome(world, act)) != (should := expected(role, name))
    }
    assert not wrong, role


def test_what_one_may_not_do_alone_another_does_for_him_whom_it_does_not_concern() -> None:
    world = world_of("superuser plays")
    sue, sam, sid = world.staff, staff_called("Sam", superuser=True), staff_called("Sid", superuser=True)
    has_sat(world.game, sid)
    join_club(club_id=world.club.pk, player=sid)
    seconds = {
        # second: who does it, and what is said of what reveals nothing, and of what does
        "herself": (sue, "needs_second", "needs_second"),
        "concerned, as not all are": (sid, "concerned", "concerned"),
        "apart": (sam, "", ""),
        "concerned, as all are": (sid, "", "concerned"),
    }
    for who, (second, plain, revealing) in seconds.items():
        if who == "concerned, as all are":
            Player.objects.filter(pk=sam.pk).update(is_staff=False)
        wrong = {
            name: (said, should)
            for name, act in ACTS.items()
            if (said := outcome(replace(world, staff=second), act, asker=sue))
            != (should := revealing if name in REVEALS else plain)
        }
        assert not wrong, who


def test_what_reveals_takes_two_whomever_it_concerns() -> None:
    world = world_of("apart")
    sue, sam = world.staff, staff_called("Sam")
    for name in REVEALS:
        assert outcome(world, ACTS[name]) == outcome(world, ACTS[name], asker=sue) == "needs_second"
        assert outcome(replace(world, staff=sam), ACTS[name], asker=sue) == ""


def test_each_act_on_a_page_of_staff_is_in_the_register() -> None:
    found = {
        inspect.getclosurevars(act).nonlocals.get("service", act).__name__
        for page in admin.site._registry.values()
        for act in getattr(page, "acts", {}).values()
    }
    looks = {"look_as_staff", "look_at_club"}
    assert found | looks == ACTS.keys()
    for page in admin.site._registry.values():
        assert isinstance(page, ReadOnly), f"{page} changes rows by itself"
        assert getattr(page, "acts", {}).keys() == getattr(page, "labels", {}).keys()


def test_every_service_for_staff_has_its_row() -> None:
    found = set()
    for service in services():
        asked = inspect.signature(service).parameters
        if "staff" in asked or {"by", "reason"} <= set(asked):
            found.add(service.__name__)
    assert found - {write_down_act.__name__} == ACTS.keys()


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
    log_in_as_staff(client, world.staff)
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


@pytest.mark.parametrize("role", ["plays", "sat", "apart"])
def test_reports_from_a_table_are_not_read_by_who_plays_there_while_it_runs(
    client: Client, role: str
) -> None:
    world = world_of(role)
    Report.objects.create(
        message_id=world.message, reporter=world.bob, reason="Rude.", created_at=timezone.now()
    )
    log_in_as_staff(client, world.staff)
    address = reverse("admin:games_report_changelist")
    assert ("Rude." in client.get(address).content.decode()) == (role == "apart")
    Game.objects.update(status=Status.FINISHED, next_seat=None, outcome={"winners": [0], "draw": False})
    assert "Rude." in client.get(address).content.decode()
