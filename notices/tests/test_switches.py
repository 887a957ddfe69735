"""The page of switches: three presets, and each tick by itself."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.services import create_guest
from notices import channels
from notices.channels import Channel
from notices.kinds import topic_of
from notices.models import Preferences
from notices.switches.choices import PRESETS, chosen, columns_of, nearest, of_preset
from notices.switches.services import choose_preset, save_choices, switch_channel
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def push(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = Channel("push", "Push", "notices.tasks.push", lambda player: [], lambda delivery: None)  # type: ignore[arg-type]
    monkeypatch.setattr(channels, "_channels", {"push": channel})


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_a_new_player_is_told_all_that_concerns_it(alice):
    preset, differing = nearest(chosen(alice), alice)
    assert (preset.name, differing) == ("all", 0)


@pytest.mark.parametrize("preset", [each.name for each in PRESETS])
def test_a_preset_fills_the_table_and_leaves_offers_as_they_are(client, alice, preset):
    Player.objects.filter(pk=alice.pk).update(mail_open_seats=True)
    client.force_login(alice)
    assert client.post(reverse("notices:switches"), {"preset": preset}).status_code == 302
    choices = chosen(again(alice))
    assert nearest(choices, alice) == (next(each for each in PRESETS if each.name == preset), 0)
    assert "open_seats" in choices["mail"]
    page = page_of(client.get(reverse("notices:switches")))
    assert [each["value"] for each in page.select("[name=preset][aria-pressed=true]")] == [preset]


def test_one_tick_makes_it_ones_own_mix_and_what_is_locked_stays(client, alice):
    client.force_login(alice)
    ticks = {column: list(topics) for column, topics in of_preset("all", alice).items()}
    ticks["mail"] = [topic for topic in ticks["mail"] if topic not in ("ends", "warnings", "acts")]
    client.post(reverse("notices:switches"), ticks)
    alice = again(alice)
    assert not alice.mail_ends
    assert alice.mail_warnings
    assert alice.mail_acts
    assert (
        "1 tick differs from “All that concerns me”." in page_of(client.get(reverse("notices:switches"))).text
    )


def test_ticks_of_a_channel_count_as_soon_as_it_is_on(alice):
    save_choices(player=alice, choices={"push": ["turns"]}, mail_at_all=True)
    assert again(alice).told_by == {}
    switch_channel(player=alice, channel="push", on=True)
    assert again(alice).told_by == {"push": ["turns", "warnings"]}
    choose_preset(player=alice, name="warnings")
    assert again(alice).told_by == {"push": ["warnings"]}
    switch_channel(player=alice, channel="push", on=False)
    assert again(alice).told_by == {}
    assert chosen(again(alice))["push"] == {"warnings"}, "what was chosen is kept for the next time"


def test_what_is_unknown_is_refused_and_changes_nothing(client, alice):
    client.force_login(alice)
    before = Player.objects.filter(pk=alice.pk).values().get()
    for wrong in ({"preset": "silence"}, {"mail": ["rain"]}, {"push": ["is_staff"]}):
        assert client.post(reverse("notices:switches"), wrong).status_code == 422
    assert Player.objects.filter(pk=alice.pk).values().get() == before
    assert not Preferences.objects.exists()


def test_a_guest_has_no_column_of_mail_and_can_choose(client):
    guest = create_guest()
    client.force_login(guest)
    assert columns_of(guest) == ["push", "hook"]
    assert page_of(client.get(reverse("notices:switches"))).select("[name=mail]") == []
    client.post(reverse("notices:switches"), {"push": ["turns"]})
    assert chosen(again(guest))["push"] == {"turns", "warnings"}


def test_no_mail_at_all_is_said_on_the_page_and_undone_there(client, alice):
    client.force_login(alice)
    topics = [topic_of(switch) for switch in ("mail_turns", "mail_starts")]
    client.post(reverse("notices:switches"), {"mail": topics, "no_mail": "on"})
    assert not again(alice).mail_at_all
    assert (
        "No mail comes to you but about your account" in page_of(client.get(reverse("notices:switches"))).text
    )
    client.post(reverse("notices:switches"), {"preset": "all"})
    assert again(alice).mail_at_all
