"""Two of staff: one asks, another sees what would be done and does it, or refuses; on the pages of staff and
at the server."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import log_in_as_staff, person
from games.models import Game, Visibility
from games.tests.clocks import set_up, timed_table
from homeworlds_site.tests.staff_acts import WHY, staff_called
from upkeep.clock import database_now
from upkeep.models import StaffAct, StaffRequest
from upkeep.seconding import (
    KEPT,
    LASTS,
    ask_another,
    confirm_request,
    forget_old_requests,
    refuse_request,
    waiting,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def sue(db: None) -> Player:
    return staff_called("Sue")


@pytest.fixture
def sam(db: None) -> Player:
    return staff_called("Sam")


@pytest.fixture
def bob(db: None) -> Player:
    return person("Bob")


@pytest.fixture
def game(sue: Player, bob: Player) -> Game:
    return set_up(timed_table(sue, bob))


def browser(staff: Player) -> Client:
    client = Client()
    log_in_as_staff(client, staff)
    return client


def ask(staff: Player, shown: Any, act: str, *, first: str = "", **sent: Any) -> StaffRequest:
    """By the pages: it is refused, and the very form asks another."""
    client, meta = browser(staff), shown._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_act", args=[shown.pk, act])
    refused = client.post(address, {"reason": WHY, **sent})
    assert refused.status_code == 422 and 'name="ask"' in refused.content.decode()
    assert not StaffAct.objects.exists()
    asked = client.post(address, {"reason": WHY, **sent, "ask": "1"})
    found = StaffRequest.objects.latest("pk")
    assert asked["Location"] == page_of(found)
    return found


def page_of(asked: StaffRequest) -> str:
    return reverse("admin:upkeep_staffrequest_change", args=[asked.pk])


def test_the_refused_asks_and_the_second_sees_what_he_does_and_both_are_written_down(
    sue: Player, sam: Player, bob: Player, game: Game
) -> None:
    asked = ask(sue, game, "decide", winners=["1"])
    own = browser(sue).get(page_of(asked)).content.decode()
    assert 'name="confirm"' not in own and "Take it back" in own
    second = browser(sam)
    index = second.get(reverse("admin:index")).content.decode()
    assert "1 act waits" in index
    waits = reverse("admin:upkeep_staffrequest_changelist") + "?answer__isempty=1"
    assert waits in index and page_of(asked) in second.get(waits).content.decode()
    seen = second.get(page_of(asked)).content.decode()
    for words in ("Sue", "Decide, or correct the result", "<dd>Bob</dd>", "<dd>no</dd>", WHY, game.public_id):
        assert words in seen
    assert second.post(page_of(asked), {}).status_code == 422 and waiting().exists()
    assert second.post(page_of(asked), {"confirm": "1"}).status_code == 302
    assert Game.objects.get(pk=game.pk).outcome["winners"] == [1]
    act = StaffAct.objects.get()
    assert (act.staff, act.asked_by, act.act, act.reason) == (sam, sue, "decide_game", WHY)
    assert second.post(page_of(asked), {"confirm": "1"}).status_code == 422
    assert StaffAct.objects.count() == 1 and "Confirmed: Sam" in second.get(page_of(asked)).content.decode()


def test_who_asked_does_not_confirm_and_whom_it_concerns_does_neither(
    sue: Player, sam: Player, bob: Player, game: Game
) -> None:
    asked = ask(sue, game, "void")
    Player.objects.filter(pk=bob.pk).update(is_staff=True)
    for staff in (sue, Player.objects.get(pk=bob.pk)):
        assert browser(staff).post(page_of(asked), {"confirm": "1"}).status_code == 422
    assert browser(Player.objects.get(pk=bob.pk)).post(page_of(asked), {"refuse": "1"}).status_code == 422
    assert not StaffAct.objects.exists() and waiting().exists()
    Player.objects.filter(pk=sam.pk).update(is_staff=False)
    # Now it concerns all there are.
    assert browser(Player.objects.get(pk=bob.pk)).post(page_of(asked), {"confirm": "1"}).status_code == 302
    assert (StaffAct.objects.get().staff, StaffAct.objects.get().asked_by) == (bob, sue)


def test_it_is_refused_or_taken_back_and_then_nobody_does_it(
    sue: Player, sam: Player, bob: Player, game: Game
) -> None:
    for staff in (sam, sue):
        asked = ask(sue, game, "void")
        assert browser(staff).post(page_of(asked), {"refuse": "1"}).status_code == 302
        asked.refresh_from_db()
        assert (asked.answer, asked.answered_by) == (StaffRequest.Answer.REFUSED, staff)
        assert browser(sam).post(page_of(asked), {"confirm": "1"}).status_code == 422
    assert not StaffAct.objects.exists()


def test_the_same_is_asked_for_once_and_goes_after_a_week(
    sue: Player, sam: Player, bob: Player, game: Game
) -> None:
    asked = ask(sue, game, "void")
    again = reverse("admin:games_game_act", args=[game.pk, "void"])
    assert browser(sue).post(again, {"reason": WHY, "ask": "1"}).status_code == 422
    StaffRequest.objects.update(until=F("until") - LASTS)
    assert browser(sam).post(page_of(asked), {"confirm": "1"}).status_code == 422
    assert "too old" in browser(sam).get(page_of(asked)).content.decode()
    assert ask(sue, game, "void").pk != asked.pk
    assert forget_old_requests() == 0
    StaffRequest.objects.filter(pk=asked.pk).update(until=F("until") - KEPT - timedelta(seconds=1))
    assert forget_old_requests() == 1 and waiting().count() == 1


@pytest.mark.parametrize("other", [{"page": "accounts.player"}, {"row": 2}, {"act": "decide"}], ids=str)
def test_something_else_may_be_asked_for_while_that_waits(sue: Player, sam: Player, other: Any) -> None:
    wish = {"page": "games.game", "row": 1, "act": "void", "arguments": {}, "reason": WHY}
    ask_another(asker=sue, **wish)
    ask_another(asker=sue, **{**wish, **other})
    with pytest.raises(ValidationError, match="waits"):
        ask_another(asker=sam, **wish)
    assert waiting().count() == 2


@pytest.mark.parametrize("right", ["is_staff", "is_active"])
def test_what_was_asked_by_who_is_no_longer_staff_is_not_done(
    sue: Player, sam: Player, bob: Player, game: Game, right: str
) -> None:
    asked = ask(sue, game, "void")
    Player.objects.filter(pk=sue.pk).update(**{right: False})
    assert browser(sam).post(page_of(asked), {"confirm": "1"}).status_code == 422
    assert not StaffAct.objects.exists()


def test_a_new_address_takes_two_and_the_server_is_the_second_where_there_is_one_alone(
    sue: Player, bob: Player
) -> None:
    asked = ask(sue, bob, "address", address="new@example.com")
    out = StringIO()
    call_command("confirm_request", asked.pk, stdout=out)
    assert "new@example.com" in out.getvalue() and "nothing is done yet" in out.getvalue()
    assert not StaffAct.objects.exists()
    call_command("confirm_request", asked.pk, "--yes", stdout=out)
    bob.refresh_from_db()
    act = StaffAct.objects.get()
    assert bob.email == "new@example.com" and (act.staff, act.asked_by) == (sue, sue)
    for number in (asked.pk, asked.pk + 1):
        with pytest.raises(CommandError):
            call_command("confirm_request", number, "--yes", stdout=out)


def test_who_confirms_a_look_looks(sue: Player, sam: Player, bob: Player, game: Game) -> None:
    Game.objects.update(visibility=Visibility.PRIVATE)
    address = reverse("admin:games_game_change", args=[game.pk])
    browser(sue).post(address, {"reason": WHY, "ask": "1"})
    second = browser(sam)
    assert second.post(page_of(StaffRequest.objects.get()), {"confirm": "1"})["Location"] == address
    assert "| View game |" in second.get(address).content.decode()
    assert "| View game |" not in browser(sue).get(address).content.decode()
    assert StaffAct.objects.get().asked_by == sue


def test_what_a_request_is_about_may_be_gone(sue: Player, sam: Player, bob: Player, game: Game) -> None:
    asked = ask(sue, game, "void")
    StaffRequest.objects.update(row=10**9)
    page = browser(sam).get(page_of(asked))
    assert page.status_code == 200 and "is gone" in page.content.decode()
    assert browser(sam).post(page_of(asked), {"confirm": "1"}).status_code == 422


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_answer_at_once_one_is_heard(sue: Player, sam: Player, bob: Player, at_once: Any) -> None:
    sid = staff_called("Sid")

    def said(answer: Any) -> str:
        try:
            answer()
        except ValidationError as refusal:
            return str(refusal.code)
        return "done"

    for _ in range(10):
        asked = StaffRequest.objects.create(
            asker=sue,
            until=database_now() + LASTS,
            page="accounts.player",
            row=bob.pk,
            act="warn",
            arguments={},
            reason=WHY,
        )
        answers = at_once(
            lambda asked=asked: said(
                lambda: confirm_request(request_id=asked.pk, second=sam, do=lambda second: None)
            ),
            lambda asked=asked: said(lambda: refuse_request(request_id=asked.pk, second=sid, rows=(bob,))),
        )
        assert sorted(answers) == ["done", "not_waiting"]
