"""A seat adrift is open to substitutes for as long as is said: its turns are passed one a day at most, and
volunteers hear of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player, Quiet
from accounts.tests.cast import person
from games.clocks import absence
from games.clocks.absence import PASSES
from games.clocks.arithmetic import DAY
from games.lobby.taking_over import seats_adrift
from games.log import rebuilding
from games.log.substitutes import games_played_on
from games.models import Company, Game, LogEntry, Seat, Status, Visibility
from games.notices.kinds import NoticeKind
from games.notices.still_true import is_wanted
from games.services import play_bot, substitute
from games.services.bot_turns import claim_awaited, play_awaited
from games.services.clocks.absence import pass_adrift
from games.services.clocks.volunteers import MOST_TOLD, call_for_substitute, call_for_substitutes
from games.tests.browsing import Browser
from games.tests.clocks import log_ages, now, seat, set_up, time_passes, time_runs_out, timed_table
from games.tests.play import play_turn
from homeworlds.rules import Preset, Variant, preset_rules, with_options
from notices.kinds import kind_named
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
A_MOMENT = timedelta(seconds=30)
SECOND = timedelta(seconds=1)


@pytest.fixture
def people(db) -> list[Player]:
    return [person(name) for name in ("Alice", "Bob", "Cleo", "Dan")]


@pytest.fixture
def game(people) -> Game:
    """Alice, who is to move, stays away."""
    return adrift(people)


def adrift(people: list[Player], **terms: object) -> Game:
    return time_runs_out(set_up(timed_table(*people, excuses=0, **terms)))


def volunteer(name: str) -> Player:
    player = person(name)
    player.mail_open_seats = True
    player.save()
    return player


def ages(game: Game, time: timedelta) -> None:
    time_passes(game, time)
    log_ages(game, time)
    Game.objects.filter(pk=game.pk, bot_due_at__isnull=False).update(
        bot_due_at=now(game).bot_due_at and now(game).bot_due_at - time
    )


def is_passed(game: Game) -> bool:
    taken = pass_adrift(game_id=game.pk, number=now(game).log_number)
    return taken is not None


def others_play(game: Game) -> None:
    while now(game).next_seat:
        play_turn(game, "pass")


def test_however_lively_the_others_are_the_third_pass_is_not_before_the_seat_is_open_no_more(game):
    began = database_now()
    waited = timedelta(0)
    for passes in range(PASSES):
        assert not is_passed(game)
        assert abs(now(game).bot_due_at - database_now() - DAY) < A_MOMENT
        ages(game, DAY - A_MOMENT)
        assert not is_passed(game)
        ages(game, A_MOMENT)
        waited += DAY
        assert is_passed(game)
        assert (seat(game, 0).passes, 0 in now(game).departed) == (passes + 1, passes + 1 == PASSES)
        if passes + 1 < PASSES:
            others_play(game)
    assert waited == absence.OPEN_TO_SUBSTITUTES and database_now() - began < timedelta(hours=1)


def test_where_nobody_may_pass_the_quietest_turn_is_made_for_a_seat_adrift(people):
    strict = with_options(
        preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING), {"passing": "forbidden"}
    )
    game = adrift(people, rules=strict)
    ages(game, DAY)
    assert is_passed(game)
    made = LogEntry.objects.get(game=game, number=now(game).log_number)
    assert (made.text, made.data["adrift"]) == ("build Y1 Alice", True)
    assert seat(game, 0).passes == 1 and rebuilding.check(now(game)) == []


def test_two_passes_are_a_day_apart_also_where_the_others_were_slow(game):
    ages(game, DAY + 23 * DAY / 24)
    assert is_passed(game)
    others_play(game)
    ages(game, DAY / 12)
    assert not is_passed(game), "two days have gone since the seat went adrift, and two hours since the pass"
    ages(game, 11 * DAY / 12)
    assert is_passed(game)


def test_once_it_is_open_no_more_its_turn_is_passed_at_once(game):
    ages(game, absence.OPEN_TO_SUBSTITUTES)
    assert is_passed(game)
    others_play(game)
    assert is_passed(game)


def test_a_worker_finds_a_pass_that_is_due_and_none_before(game):
    assert claim_awaited() is None
    ages(game, DAY)
    play_awaited(claim_awaited())
    assert seat(game, 0).passes == 1


def test_where_nobody_may_take_a_seat_over_nobody_waits(game, monkeypatch):
    monkeypatch.setattr(absence, "_WITHOUT_SUBSTITUTES", {game.origin_kind})
    assert play_bot(game_id=game.pk, number=game.log_number).entry.data["adrift"]


def test_who_comes_to_sit_there_is_waited_for_no_longer(game):
    erin = person("Erin")
    substitute(game_id=game.pk, seat=0, player=erin, key="takes")
    assert now(game).bot_due_at is None and now(game).due_at is not None


def test_the_page_and_the_mail_say_how_often_it_was_passed_and_until_when_it_is_open(game, people):
    ages(game, DAY)
    is_passed(game)
    for viewer in (people[1], person("Erin"), None):
        text = page_of(Browser(viewer).open(f"/games/{game.public_id}/").page).text
        assert "passed so far: 1 of 3" in text
        assert "one a day at most; after the third, not before that moment, the seat is lost" in text
    notice = Notice.objects.get(kind=NoticeKind.ADRIFT)
    (said, *_rest) = kind_named(notice.kind).letter(notice).paragraphs
    assert "Until" in said and "after the third, not before that moment" in said


# --- volunteers


def told() -> set[str]:
    return set(Notice.objects.filter(kind=NoticeKind.SEAT_OPEN).values_list("player__name", flat=True))


def test_volunteers_are_told_once_and_nobody_else(game):
    erin, _fay = volunteer("Erin"), person("Fay")
    assert call_for_substitutes() == 1
    assert told() == {"Erin"}
    assert call_for_substitutes() == 0
    notice = Notice.objects.get(player=erin)
    letter = kind_named(notice.kind).letter(notice)
    assert "Alice stays away" in letter.paragraphs[0] and game.public_id in letter.link.address
    assert is_wanted(notice)
    substitute(game_id=game.pk, seat=0, player=person("Gus"), key="takes")
    assert not is_wanted(notice)


def test_nobody_is_told_of_two_seats_in_a_day(game, people):
    erin = volunteer("Erin")
    call_for_substitutes()
    other = adrift([person(f"{name}y") for name in ("Ann", "Ben", "Cid")])
    assert call_for_substitute(game_id=other.pk, seat=0) == 0
    Notice.objects.filter(player=erin).update(created_at=database_now() - DAY - SECOND)
    assert call_for_substitute(game_id=other.pk, seat=0) == 1


def test_only_who_may_take_the_seat_is_told(game, people):
    Player.objects.filter(pk__in=[player.pk for player in people]).update(mail_open_seats=True)
    suspended, blocked, muted, closed = [volunteer(name) for name in ("Sus", "Blo", "Mut", "Clo")]
    Player.objects.filter(pk=suspended.pk).update(suspended_until=database_now() + DAY)
    Player.objects.filter(pk=closed.pk).update(is_active=False)
    Quiet.objects.create(owner=people[2], other=blocked, kind=Quiet.Kind.BLOCK)
    Quiet.objects.create(owner=muted, other=people[3], kind=Quiet.Kind.MUTE)
    assert call_for_substitutes() == 0
    Game.objects.filter(pk=game.pk).update(company=Company.RELIABLE)
    volunteer("New")
    assert call_for_substitutes() == 0
    Game.objects.filter(pk=game.pk).update(company=Company.EVERYBODY)
    assert call_for_substitutes() == 1


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_nobody_hears_of_a_table_that_not_everybody_may_see(people, visibility):
    adrift(people, visibility=visibility)
    volunteer("Erin")
    assert call_for_substitutes() == 0


def test_few_are_told_of_one_seat(game, monkeypatch):
    monkeypatch.setattr("games.services.clocks.volunteers.MOST_TOLD", 2)
    for name in ("Erin", "Fay", "Gus"):
        volunteer(name)
    assert call_for_substitutes() == 2 < MOST_TOLD
    assert call_for_substitutes() == 0


def test_seats_that_are_open_no_more_are_left_alone(game):
    volunteer("Erin")
    ages(game, absence.OPEN_TO_SUBSTITUTES)
    assert call_for_substitutes() == 0 == len(seats_adrift(person("Fay"), database_now()))


# --- thanks


def test_the_profile_thanks_who_has_played_on(game, people):
    erin, fay = person("Erin"), person("Fay")
    assert "Played on for others" not in page_of(Browser(None).open("/players/Erin/").page).text
    substitute(game_id=game.pk, seat=0, player=erin, key="takes")
    assert "Played on for others: 1 game." in page_of(Browser(None).open("/players/Erin/").page).text
    Seat.objects.filter(game=game).update(excuses_left=0)
    time_runs_out(game)
    substitute(game_id=game.pk, seat=0, player=fay, key="takes too")
    assert [games_played_on(player) for player in (people[0], erin, fay)] == [0, 1, 1]
    assert now(game).status == Status.RUNNING
    assert LogEntry.objects.filter(game=game, data__what="substitute").count() == 2
