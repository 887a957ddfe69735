"""What a browser may keep, and what it gets to install the site."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game
from games.services import resign
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from pages.app import views

pytestmark = pytest.mark.django_db
READER, KEEP = "X-Reader", "X-Keep"


@pytest.fixture
def alice() -> Player:
    return person("Alice")


@pytest.fixture
def reader(alice: Player, client: Client) -> Client:
    client.force_login(alice)
    return client


def table(alice: Player, variant: Variant, players: int) -> Game:
    others = [person(name) for name in ("Bob", "Charlie", "Dana")[: players - 1]]
    return table_of(alice, *others, rules=preset_rules(Preset.BOOKLET, variant))


def test_a_table_and_my_games_may_be_kept_by_who_is_logged_in(reader, alice):
    game = table(alice, Variant.BINARY, 2)
    for path in ("/games/mine/", f"/games/{game.public_id}/"):
        answer = reader.get(path)
        assert answer[KEEP] == "yes" and answer[READER] and "no-store" in answer["Cache-Control"]
        assert alice.public_id not in answer[READER]


def test_nothing_is_kept_where_the_viewer_has_a_side_that_is_secret(reader, alice):
    game = table(alice, Variant.GOOD_VS_EVIL, 4)
    for path in ("/games/mine/", f"/games/{game.public_id}/", f"/games/{game.public_id}/0/"):
        assert KEEP not in reader.get(path), path


def test_no_other_page_may_be_kept(reader, alice):
    for path in ("/", "/accounts/settings/", f"/players/{alice.name}/", "/settings/notices/push/"):
        answer = reader.get(path)
        assert answer.status_code == 200 and KEEP not in answer, path


def test_readers_have_names_of_their_own_and_who_is_not_logged_in_has_none(reader, client):
    first = reader.get("/")[READER]
    other = Client()
    other.force_login(person("Bob"))
    assert other.get("/")[READER] != first
    assert READER not in Client().get("/")


def test_the_worker_is_another_one_with_each_release(client, monkeypatch):
    views.worker_of_release.cache_clear()
    first = client.get("/sw.js")
    assert first["Content-Type"].startswith("text/javascript") and "no-cache" in first["Cache-Control"]
    views.worker_of_release.cache_clear()
    assert client.get("/sw.js").text == first.text
    monkeypatch.setattr(views, "_content", lambda name: b"another release")
    views.worker_of_release.cache_clear()
    second = client.get("/sw.js")
    releases = [re.search(r'"release": "(\w+)"', each.text).group(1) for each in (first, second)]
    assert releases[0] != releases[1]
    views.worker_of_release.cache_clear()


def test_every_file_of_the_shell_is_there():
    assert all(views._content(name) for name in views.SHELL)


def test_the_policy_lets_the_worker_and_the_manifest_of_this_site_run_alone(client):
    policy = client.get("/")["Content-Security-Policy"]
    assert "worker-src 'self'" in policy and "manifest-src 'self'" in policy


def test_the_manifest_has_icons_for_every_mask_and_both_shortcuts(client):
    said = json.loads(client.get("/manifest.webmanifest").content)
    assert [(each["sizes"], each["purpose"]) for each in said["icons"]] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("192x192", "maskable"),
        ("512x512", "maskable"),
    ]
    assert [each["name"] for each in said["shortcuts"]] == ["My games", "Next game"]


def test_the_page_without_a_network_names_nobody(reader, alice):
    assert alice.name not in reader.get("/offline/").text


def test_next_game_leads_to_the_game_that_waits_else_to_all(reader, alice):
    assert reader.get("/games/next/")["Location"] == "/games/mine/"
    game = table(alice, Variant.BINARY, 2)
    assert reader.get("/games/next/")["Location"] == f"/games/{game.public_id}/"


def test_a_game_with_sides_may_be_kept_when_it_is_over(reader, alice):
    game = table(alice, Variant.GOOD_VS_EVIL, 4)
    play_turn(game, "homeworld G1 B2 G3")
    while Game.objects.get(pk=game.pk).status == "running":
        seat = Game.objects.get(pk=game.pk).seats.exclude(number__in=Game.objects.get(pk=game.pk).departed)
        resign(game_id=game.pk, player=seat.last().player, key="r", confirmed=True)
    assert reader.get(f"/games/{game.public_id}/")[KEEP] == "yes"
