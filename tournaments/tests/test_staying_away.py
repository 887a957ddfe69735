"""Who stays away from an event, or leaves it: what becomes of the games and of the seat."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.models import Game, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services import substitute
from games.tests.play import play_turn
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.models import Format
from tournaments.services.entering import return_to_event, withdraw_from_event
from tournaments.tests.events import (
    check_event,
    flags,
    followed,
    people,
    play_out,
    play_round,
    points,
    running,
    started,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


def test_who_runs_out_of_time_is_withdrawn_with_notice_and_may_come_back(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    first, second = running(event)
    away = first.seats.get(number=0).player
    flags(first)
    wins(second)
    event = followed(event)
    entry = event.entries.get(player=away)
    assert (entry.why, entry.withdrawn_at is not None) == ("time", True)
    assert Notice.objects.filter(kind="event_withdrawn", player=away).count() == 1
    assert not entry.seats.filter(table__round__number=2).exists()
    return_to_event(event_id=event.pk, player=away)
    play_round(event)
    assert entry.seats.filter(table__round__number=3).exists()
    check_event(play_out(event))


def test_in_a_pod_who_leaves_by_the_clock_gets_nothing_and_the_table_plays_on(alice: Player) -> None:
    event = started(alice, people(4), Format.PODS, excuses=0)
    (game,) = running(event)
    away = game.seats.get(number=0).player
    flags(game)
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    wins(game, game.seats.get(number=2).player)
    event = followed(event)
    assert points(event)[away.name] == 0 and event.entries.get(player=away).why == "time"


def test_nobody_takes_over_a_seat_of_an_event(alice: Player, bob: Player) -> None:
    event = started(alice, people(4), Format.PODS, excuses=0)
    (game,) = running(event)
    for text in ("G3 B1 Y3", "G3 B2 Y3", "G3 R2 Y3", "Y2 B1 G3"):
        play_turn(game, f"homeworld {text}")
    flags(game)
    adrift = game.seats.get(adrift_since__isnull=False)
    with pytest.raises(GameRefusal) as said:
        substitute(game_id=game.pk, player=bob, seat=adrift.number, key="s")
    assert said.value.code == GameRefusalCode.NOT_ADRIFT
    notice = Notice.objects.get(kind="adrift")
    assert "others may take" not in " ".join(kind_named("adrift").letter(notice).paragraphs)
    Game.objects.filter(pk=game.pk).update(origin_kind="")
    substitute(game_id=game.pk, player=bob, seat=adrift.number, key="s")
    wins(Game.objects.get(pk=game.pk), bob)
    followed(event)
    assert points(event)[adrift.player.name] == 0, "what a substitute wins is nobody's"


def test_a_leaver_of_a_division_who_has_played_little_counts_for_nobody(alice: Player) -> None:
    players = people(4)
    event = started(alice, players, Format.DIVISIONS)
    gone = players[3]
    withdraw_from_event(event_id=event.pk, player=gone)
    own = [game for game in running(event) if game.seats.filter(player=gone).exists()]
    wins(own[0], gone)
    for game in own[1:]:
        if game.seats.get(number=0).player != gone:
            play_turn(game, "homeworld G3 B1 Y3")
        flags(game)
    event = play_out(event)
    assert points(event)[gone.name] == 0 and sum(points(event).values()) == 3
    check_event(event)
