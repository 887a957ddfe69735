"""Deleting an account: what the player leaves behind in the games."""

import json
import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.services import rename
from accounts.tests.cast import person
from games import services
from games.log import rebuilding
from games.models import Answer, Game, Invitation, Leaver, LogEntry, Room, TalkMessage
from games.services import SeatWish, create_game, invite, resign, say, settle_leaver, settle_overdue_leavers
from games.tests.play import deal, play_peaceful_turns, play_turn, table_of
from homeworlds.rules import RuleSet, Variant
from notices.models import Notice
from ratings.tallies import count_results
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
NAME, OLDER = "Zyxwvut", "Ponmlkj"
TEXT = re.compile(f"{NAME}|{OLDER}", re.IGNORECASE)


@pytest.fixture
def leaver(db):
    return person(NAME)


@pytest.fixture
def bob(db):
    return person("Bob")


@pytest.fixture
def charlie(db):
    return person("Charlie")


def delete(player):
    """With all that the worker does."""
    player = delete_account(player=player)
    settle_leaver(leaver_id=Leaver.objects.get(player=player).pk)
    return player


def finished(*players, rules=None, turns=6):
    game = play_peaceful_turns(table_of(*players, rules=rules or RuleSet()), turns)
    for player in players[1:]:
        resign(game_id=game.pk, player=player, key=f"r{player.pk}", confirmed=True)
    return Game.objects.get(pk=game.pk)


def tables_with(pattern) -> list[str]:
    """Every cell of the database in which the pattern is found."""
    found = []
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  our own names
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                found += [
                    f"{table}.{c}"
                    for c, value in zip(columns, row, strict=True)
                    if pattern.search(str(value))
                ]
    return found


def everything_of(leaver, bob, charlie):
    """Games of all kinds, talk, invitations, notices and a change of name."""
    old = finished(leaver, bob)
    leaver = rename(player=leaver, name=OLDER)
    leaver = rename(player=leaver, name=NAME)
    fallen = finished(bob, leaver, charlie, rules=RuleSet(variant=Variant.SINISTER))
    running = play_peaceful_turns(table_of(leaver, bob, rules=RuleSet()), 5)
    secret = table_of(bob, leaver, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    deal(secret, "GGE")  # so that the leaver's going ends nothing
    play_peaceful_turns(secret, 4)
    opened = create_game(creator=leaver, rules=RuleSet(), seats=[SeatWish(player=leaver), SeatWish()])
    invite(
        game_id=opened.pk,
        player=leaver,
        seat_id=opened.seats.get(player=None).pk,
        invited=bob,
        word=f"I am {NAME}",
    )
    joined = create_game(creator=bob, rules=RuleSet(), seats=[SeatWish(player=bob), SeatWish(invited=leaver)])
    seated = create_game(
        creator=bob,
        rules=RuleSet(variant=Variant.SINISTER),
        seats=[SeatWish(player=bob), SeatWish(player=leaver), SeatWish()],
    )
    say(game_id=running.pk, player=leaver, room=Room.PLAYERS, text=f"{NAME} here", key="1")
    said = say(game_id=running.pk, player=bob, room=Room.PLAYERS, text="Hello", key="2")
    services.report_message(game=running, message_id=said.pk, player=leaver, reason=f"Tell {NAME}")
    return leaver, {
        "old": old, "fallen": fallen, "running": running, "secret": secret, "opened": opened,
        "joined": joined, "seated": seated,
    }  # fmt: skip


def test_the_name_is_nowhere_afterwards(leaver, bob, charlie):
    leaver, games = everything_of(leaver, bob, charlie)
    assert {"games_logentry.text", "games_logentry.position", "games_game.places"} <= set(tables_with(TEXT))
    delete(leaver)
    assert tables_with(TEXT) == []
    pages = ["/games/open/", "/players/Former-player-1/", "/players/Bob/"]
    for game in games.values():
        table = f"/games/{game.public_id}/"
        pages += [table, f"{table}talk/", f"{table}record.txt", f"{table}record.json", f"{table}turns/0/"]
        pages += [f"{table}turns/{number}/" for number in range(1, 9)]
    for viewer in (None, bob, charlie):
        client = Client()
        if viewer:
            client.force_login(viewer)
        looked = 0
        for page in [*pages, *(["/games/mine/", "/accounts/quiet/"] if viewer else [])]:
            response = client.get(page)
            assert nowhere_in(response, TEXT), page
            looked += response.status_code == 200
        assert looked > 30
    for name in (NAME, OLDER):
        assert Client().get(f"/players/{name}/").status_code == 404


def test_running_games_are_resigned_open_ones_left_or_cancelled(leaver, bob, charlie):
    leaver, games = everything_of(leaver, bob, charlie)
    delete(leaver)
    now = {what: Game.objects.get(pk=game.pk) for what, game in games.items()}
    assert now["running"].status == "finished" and now["running"].outcome["winners"] == [1]
    assert now["secret"].status == "running" and now["secret"].departed == [1]
    assert now["opened"].status == "cancelled"
    assert now["seated"].status == "open" and not now["seated"].seats.filter(player=leaver).exists()
    assert Invitation.objects.get(seat__game=now["joined"]).answer == Answer.DECLINED
    assert not Invitation.objects.filter(answer=Answer.WAITING).exists()
    assert not Notice.objects.filter(player=leaver).exists()


def test_games_stay_replayable_under_the_number(leaver, bob, charlie):
    leaver, games = everything_of(leaver, bob, charlie)
    hashes = dict(LogEntry.objects.values_list("pk", "position_hash"))
    delete(leaver)
    for game in Game.objects.exclude(started_at=None):
        assert rebuilding.check(game) == []
        assert "Former-player-1" in game.seats.values_list("name", flat=True)
    assert hashes.items() <= dict(LogEntry.objects.values_list("pk", "position_hash")).items()
    assert count_results(write=False) == []
    exported = json.loads(Client().get(f"/games/{games['old'].public_id}/record.json").content)
    assert exported["seats"][0]["name"] == "Former-player-1"
    assert "Former-player-1" in " ".join(entry["text"] for entry in exported["log"])
    page = page_of(Client().get("/players/Former-player-1/")).one("main")
    assert page.names("heading")[0] == "Former player 1" and "Results" not in page.names("heading")
    assert f"/games/{games['old'].public_id}/" in page.targets


def test_the_others_hear_of_it_and_their_words_stay(leaver, bob, charlie):
    leaver, games = everything_of(leaver, bob, charlie)
    delete(leaver)
    client = Client()
    client.force_login(bob)
    page = page_of(client.get(f"/games/{games['running'].public_id}/talk/"))
    said = [each.text for each in page.select(".talk-words")]
    assert sorted(said) == ["Hello", "This was taken away with its author’s account."]
    assert TalkMessage.objects.filter(text="").count() == 1
    assert mail.outbox == []


def test_an_open_table_gets_the_new_name_of_somebody_who_was_out_already(leaver, bob, charlie, client):
    game = table_of(leaver, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    resign(game_id=game.pk, player=leaver, key="r", confirmed=True)
    news = f"/games/{game.public_id}/news/?after=1"
    assert client.get(news).status_code == 204
    delete(leaver)
    assert Game.objects.get(pk=game.pk).log_number == 1
    table = client.get(news)
    assert "Former-player-1" in page_of(table).select(".seat-list")[0].names("link")
    assert nowhere_in(table, TEXT)
    assert client.get(news.replace("=1", "=1.1")).status_code == 204


def test_a_system_that_has_the_number_for_a_name_is_no_obstacle(leaver, bob):
    game = table_of(leaver, bob, rules=RuleSet())
    for text in ("homeworld G3 B1 Y3", "homeworld G3 B1 Y3", f"build Y1 {NAME}", "build Y1 Bob"):
        play_turn(game, text)
    play_turn(game, f"discover Y1 {NAME} G2 former-PLAYER-1")
    delete(leaver)
    game.refresh_from_db()
    assert game.seats.get(number=0).name == "Former-player-1~2" and rebuilding.check(game) == []
    assert tables_with(TEXT) == []


def test_done_twice_it_is_done_once(leaver, bob, charlie):
    leaver, _games = everything_of(leaver, bob, charlie)
    delete(leaver)
    before = list(LogEntry.objects.values_list("pk", "text", "position"))
    settle_leaver(leaver_id=Leaver.objects.get().pk)
    assert list(LogEntry.objects.values_list("pk", "text", "position")) == before


def test_what_no_worker_did_the_sweep_does_and_looks_again_later(leaver, bob):
    game = table_of(leaver, bob, rules=RuleSet())
    delete_account(player=leaver)
    assert Game.objects.get(pk=game.pk).status == "running" and settle_overdue_leavers() == 0
    Leaver.objects.update(due_at=timezone.now())
    assert settle_overdue_leavers() == 1 and settle_overdue_leavers() == 0
    assert Game.objects.get(pk=game.pk).status == "finished"
    late = table_of(bob, Player.objects.get(pk=leaver.pk), rules=RuleSet())
    long_ago = timezone.now() - timedelta(minutes=3)
    Leaver.objects.update(due_at=long_ago, created_at=long_ago)
    assert settle_overdue_leavers() == 1
    assert Game.objects.get(pk=late.pk).status == "finished" and not Leaver.objects.exists()


def test_a_worker_that_dies_in_the_middle_loses_nothing(leaver, bob, monkeypatch):
    games = [finished(leaver, bob, turns=2) for _ in range(3)]
    player = delete_account(player=leaver)
    original, seen = LogEntry.objects.all().__class__.write_renamed, []

    def dies(queryset, entries):
        seen.append(entries)
        if len(seen) == 2:
            raise ConnectionError
        original(queryset, entries)

    monkeypatch.setattr(LogEntry.objects.all().__class__, "write_renamed", dies)
    with pytest.raises(ConnectionError):
        settle_leaver(leaver_id=Leaver.objects.get().pk)
    names = [game.seats.get(player=player).name for game in games]
    assert names == [player.name, NAME, NAME]
    Leaver.objects.update(due_at=timezone.now())
    settle_overdue_leavers()
    assert tables_with(TEXT) == []
    assert all(rebuilding.check(Game.objects.get(pk=game.pk)) == [] for game in games)


def test_the_deletion_and_its_news_stand_in_one_commit(leaver, monkeypatch):
    monkeypatch.setattr("games.services.leaving.wake_leaver", lambda **more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        delete_account(player=leaver)
    leaver.refresh_from_db()
    assert leaver.name == NAME and leaver.is_active and not Leaver.objects.exists()
