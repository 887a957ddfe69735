"""A round comes to its end while games go on; what the director does then, and otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import person
from games.models import EntryKind, Game, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services import resign, substitute
from games.tests.play import play_turn
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.models import DRAW, EventStatus, EventTable, Format, Result, Round
from tournaments.refusals import EventRefusal
from tournaments.services import adjudicating
from tournaments.services.adjudicating import adjudicate, look_at_rounds, vote
from tournaments.services.directing import annul_table, extend_round, replace_entrant, tell_all
from tournaments.services.entering import return_to_event, withdraw_from_event
from tournaments.services.pairing import pair_by_hand, take_pairing_in_hand
from tournaments.tests.events import (
    check_event,
    entered,
    flags,
    followed,
    now,
    opened,
    people,
    play_out,
    play_round,
    points,
    refused,
    running,
    started,
    tables,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)


def the_round(event) -> Round:
    return Round.objects.filter(event=event).latest("number")


def ends(event) -> None:
    """The time of the round is over."""
    time_passes(event, the_round(event).ends_at - the_round(event).paired_at + timedelta(minutes=1))
    followed(event)


def no_director(event) -> None:
    type(event).objects.filter(pk=event.pk).update(director=None)


# --- the end of a round


def test_a_round_ends_after_its_time_and_those_left_draw(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    assert the_round(event).ends_at == the_round(event).paired_at + 10 * DAY
    game = running(event)[0]
    ends(event)
    game.refresh_from_db()
    assert game.outcome["draw"] and game.outcome["termination"] == "decision"
    assert game.log.latest("number").data["by"] == "event"
    assert Round.objects.filter(event=event).count() == 2
    assert sorted(points(event).values()) == [0.5] * 4
    check_event(event)


def test_of_a_pod_those_who_are_still_there_draw(alice: Player) -> None:
    event = started(alice, people(4), Format.PODS)
    no_director(event)
    (game,) = running(event)
    out = game.seats.get(number=2)
    resign(game_id=game.pk, player=out.player, key="r", confirmed=True)
    ends(event)
    found = points(event)
    assert found.pop(out.player.name) == 0 and list(found.values()) == [pytest.approx(5 / 3, abs=1e-6)] * 3


def test_the_players_of_games_that_run_are_reminded_once(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    wins(running(event)[0])
    time_passes(event, 6 * DAY)
    followed(event)
    assert not Notice.objects.filter(kind="event_deadline").exists()
    time_passes(event, 1 * DAY + timedelta(minutes=1))
    for _ in range(2):
        followed(event)
    assert Notice.objects.filter(kind="event_deadline").count() == 2
    assert the_round(event).reminded_at is not None


def test_a_vote_of_all_who_are_left_decides(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    first, second = running(event)
    table = EventTable.objects.get(game=first)
    seats = list(first.seats.order_by("number").select_related("player"))
    late = refused(lambda: vote(table_id=table.pk, player=seats[0].player, seat=0))
    assert late == "too-early-to-vote"
    time_passes(event, 4 * DAY)
    for seat in seats:
        vote(table_id=table.pk, player=seat.player, seat=DRAW)
        vote(table_id=table.pk, player=seat.player, seat=1)
    stranger = second.seats.first().player
    assert refused(lambda: vote(table_id=table.pk, player=stranger, seat=1)) == "not-at-table"
    assert refused(lambda: vote(table_id=table.pk, player=seats[0].player, seat=7)) == "event-not-living"
    assert now(event).status == EventStatus.RUNNING and first.outcome is None
    ends(event)
    first.refresh_from_db()
    assert first.outcome["winners"] == [1] and not first.outcome["draw"]
    assert event.acts.filter(kind="adjudicated", data__how="vote").count() == 1


def test_a_vote_of_some_decides_nothing(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    game = running(event)[0]
    time_passes(event, 4 * DAY)
    table = EventTable.objects.get(game=game)
    vote(table_id=table.pk, player=game.seats.get(number=0).player, seat=0)
    ends(event)
    game.refresh_from_db()
    assert game.outcome["draw"]


def test_the_director_is_asked_first_and_has_two_days(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    ends(event)
    assert len(running(event)) == 2
    assert Notice.objects.filter(kind="event_adjudicate", player=alice).count() == 1
    first = running(event)[0]
    adjudicate(table_id=first.event_table.pk, director=alice, winners=[1])
    first.refresh_from_db()
    assert first.outcome["winners"] == [1]
    time_passes(event, 2 * DAY + timedelta(minutes=1))
    followed(event)
    assert Round.objects.filter(event=event).count() == 2
    assert sorted(points(event).values()) == [0, 0.5, 0.5, 1]
    check_event(event)


def test_what_cannot_be_adjudicated_is_refused(alice: Player, bob: Player) -> None:
    event = started(alice, [alice, *people(3)])
    own, other = sorted(running(event), key=lambda game: not game.seats.filter(player=alice).exists())
    odd = started(alice, people_of("A", 3))
    bye = next(table for table in tables(odd) if not table.has_game)
    other = other.event_table

    def why(table, director=alice, winners=(0,)) -> str:
        return refused(lambda: adjudicate(table_id=table.pk, director=director, winners=winners))

    assert why(other, director=bob) == "director-only"
    assert why(own.event_table) == "ones-own-table"
    assert why(bye) == "table-has-no-game"
    assert why(other, winners=()) == "event-not-living" == why(other, winners=(5,))
    wins(other.game)
    assert why(other) == "table-over"


def test_a_round_is_extended_but_not_beyond_thirty_days(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=20 * DAY)

    def extends(by: timedelta) -> str:
        return refused(lambda: extend_round(event_id=event.pk, director=alice, by=by))

    assert extends(11 * DAY) == "extended-enough" == extends(timedelta(0))
    assert extends(10 * DAY) == ""
    assert the_round(event).ends_at == the_round(event).paired_at + 30 * DAY
    time_passes(event, 20 * DAY + timedelta(minutes=1))
    followed(event)
    assert len(running(event)) == 2
    assert event.acts.filter(kind="extended", by=alice).count() == 1
    endless = started(alice, people_of("A", 4), Format.DIVISIONS, round_lasts=None)
    Round.objects.filter(event=endless).update(ends_at=None)
    why = refused(lambda: extend_round(event_id=endless.pk, director=alice, by=DAY))
    assert why == "no-deadline", "one that was paired when a round could go on for ever"


def people_of(letter: str, number: int) -> list[Player]:
    return [person(f"{letter}{each}") for each in range(number)]


def test_a_table_that_fails_is_set_aside_and_holds_up_no_other(alice: Player, monkeypatch) -> None:
    event = started(alice, people(4), round_lasts=10 * DAY)
    no_director(event)
    poison = tables(event)[0].pk
    decide = adjudicating.adjudicate_at_end

    def fails(*, table_id: int) -> bool:
        if table_id == poison:
            raise RuntimeError
        return decide(table_id=table_id)

    monkeypatch.setattr(adjudicating, "adjudicate_at_end", fails)
    ends(event)
    assert len(running(event)) == 1 and not look_at_rounds(event_id=event.pk)
    monkeypatch.undo()
    time_passes(event, timedelta(hours=1, minutes=1))
    followed(event)
    assert Round.objects.filter(event=event).count() == 2


# --- who stays away


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


# --- annulled


def test_an_annulled_table_is_played_anew_and_the_old_game_stays_on_record(alice: Player) -> None:
    event = started(alice, people(4))
    table = tables(event)[0]
    old = table.game
    wins(old)
    made = annul_table(table_id=table.pk, director=alice, reason="A fault of the site.")
    event = followed(event)
    made.refresh_from_db()
    assert made.game_id not in (None, old.pk) and made.replaces == table
    assert Game.objects.get(pk=old.pk).status == Status.FINISHED
    assert sum(points(event).values()) == 0
    again = refused(lambda: annul_table(table_id=table.pk, director=alice, reason="Once more."))
    assert again == "annulled-already"
    check_event(play_out(event))


def test_a_running_game_is_void_once_its_table_is_annulled(alice: Player) -> None:
    event = started(alice, people(4))
    table = tables(event)[0]
    annul_table(table_id=table.pk, director=alice, reason="Two accounts of one player.")
    game = Game.objects.get(pk=table.game_id)
    assert game.outcome["termination"] == "void" and game.log.latest("number").kind == EntryKind.DECISION
    event = play_out(event)
    assert event.status == EventStatus.FINISHED
    check_event(event)


def test_tables_of_rounds_before_and_ones_own_are_not_annulled(alice: Player) -> None:
    event = started(alice, [alice, *people(3)])
    first = tables(event)[0]
    event = play_round(event)

    def why(table, reason="R") -> str:
        return refused(lambda: annul_table(table_id=table.pk, director=alice, reason=reason))

    assert why(first) == "not-the-last-round"
    own = next(each for each in tables(event) if each.seats.filter(entry__player=alice).exists())
    assert why(own) == "ones-own-table" and why(own, reason=" ") == "no-words"


# --- by hand, and the rest


def test_the_director_pairs_a_round_and_what_is_wrong_with_it_is_said(alice: Player) -> None:
    event = started(alice, people(4), rounds=2)
    take_pairing_in_hand(event_id=event.pk, director=alice)
    event = play_round(event)
    assert Round.objects.filter(event=event).count() == 1 and now(event).waits_until is not None

    def pairs(*wanted) -> str:
        try:
            pair_by_hand(event_id=event.pk, director=alice, tables=wanted)
        except EventRefusal as refusal:
            return str(refusal.params.get("sentence", refusal.code))
        return ""

    names = {entry.number: entry.player.name for entry in event.entries.all()}
    assert pairs((0, 1), (2,)) == f"{names[3]} is not seated."
    assert pairs((0, 1), (1, 2), (3,)) == f"{names[1]} is seated twice."
    assert pairs((0, 1, 2, 3)) == "A table of 4 is not possible in this event."
    assert pairs((0, 1), (2, 9), (3,)) == "Somebody at these tables is not in the event."
    assert pairs((0, 1), (2, 3)) == ""
    assert pairs((0, 1), (2, 3)) == "not-to-be-paired"
    event = followed(event)
    assert [[s.entry.number for s in t.seats.order_by("number")] for t in tables(event)] == [[0, 1], [2, 3]]
    assert len(running(event)) == 2 and event.acts.filter(kind="paired", by=alice).count() == 1


def test_a_round_that_the_director_forgets_is_paired_by_itself(alice: Player) -> None:
    event = started(alice, people(4))
    take_pairing_in_hand(event_id=event.pk, director=alice)
    event = play_round(event)
    time_passes(event, 2 * DAY + timedelta(minutes=1))
    event = followed(event)
    assert len(running(event)) == 2 and not event.by_hand


def test_before_the_start_somebody_who_waits_gets_the_place_of_another(alice: Player) -> None:
    players = people(5)
    event = entered(opened(alice, most=4), players)
    replace_entrant(event_id=event.pk, director=alice, player=players[0], by_player=players[4])
    inside = event.entries.filter(waits=False).values_list("player", flat=True)
    assert set(inside) == {each.pk for each in players[1:]}
    why = refused(
        lambda: replace_entrant(event_id=event.pk, director=alice, player=players[0], by_player=players[1])
    )
    assert why == "no-such-entrant"


def test_a_message_of_the_director_goes_to_all_and_into_the_log(alice: Player, bob: Player) -> None:
    event = entered(opened(alice), [alice, *people(3)])
    tell_all(event_id=event.pk, director=alice, words="Be kind.")
    assert Notice.objects.filter(kind="event_message").count() == 3
    assert event.acts.latest("number").data == {"words": "Be kind."}
    assert refused(lambda: tell_all(event_id=event.pk, director=bob, words="Hello")) == "director-only"
    assert refused(lambda: tell_all(event_id=event.pk, director=alice, words=" ")) == "no-words"


def test_results_are_appended_without_a_lock_of_the_event(alice: Player) -> None:
    event = started(alice, people(4))
    game = running(event)[0]
    with CaptureQueriesContext(connection) as asked:
        wins(game)
    touched = [query["sql"] for query in asked if "tournaments_event" in query["sql"]]
    assert not [sql for sql in touched if sql.startswith("UPDATE") or "FOR " in sql]
    assert Result.objects.count() == 1


def test_of_a_short_round_the_last_third_is_told_of(alice: Player) -> None:
    event = started(alice, people(4), round_lasts=3 * DAY)
    time_passes(event, 2 * DAY - timedelta(minutes=1))
    followed(event)
    assert the_round(event).reminded_at is None
    time_passes(event, timedelta(minutes=2))
    followed(event)
    assert the_round(event).reminded_at is not None
