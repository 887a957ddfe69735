"""Opening an event, coming into it, leaving it, and what keeps somebody from each of these."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.deletion import delete_account
from accounts.models import Player, Quiet
from accounts.services import create_guest
from clubs.models import Club
from clubs.services import accept_club_invitation, close_club, found_club, invite_to_club, leave_club
from games.clocks.paces import LIVE, PACES
from games.models import Company, Leaver, Reliability
from games.services.leaving import settle_leaver
from homeworlds.refusals import Refusal
from homeworlds.rules import Variant
from tournaments.models import (
    FIXED,
    Act,
    Entry,
    Event,
    EventIsFixed,
    EventStatus,
    Format,
    Points,
    Repeats,
    Result,
    Series,
    TieBreak,
)
from tournaments.plans import usual_plan
from tournaments.refusals import EventRefusal
from tournaments.services.entering import (
    enter_event,
    leave_event,
    return_to_event,
    withdraw_from_event,
)
from tournaments.services.following import follow_event
from tournaments.services.opening import cancel_event, invite_to_event, open_event
from tournaments.services.pairing import pair_if_due
from tournaments.services.starting import start_if_due, start_now
from tournaments.strengths import strengths_of
from tournaments.tests.events import (
    check_event,
    entered,
    followed,
    now,
    opened,
    people,
    plan,
    play_out,
    play_round,
    refused,
    running,
    started,
    tables,
    time_passes,
)
from upkeep.clock import database_now
from upkeep.models import IsAppendOnly

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def enters(event: Event, player: Player) -> str:
    return refused(lambda: enter_event(event_id=event.pk, player=player))


# --- opening


def test_a_member_opens_an_event_and_directs_it(alice: Player) -> None:
    event = opened(alice)
    assert (event.status, event.director, event.rated, event.size) == (EventStatus.OPEN, alice, True, 2)
    assert list(event.acts.values_list("kind", flat=True)) == ["opened"]


@pytest.mark.parametrize("changes, code", [
    ({"title": " "}, "no-title"),
    ({"size": 4}, "format-is-for-two"),
    ({"format": Format.PODS, "size": 2}, "format-is-for-tables"),
    ({"format": Format.PODS, "size": 4}, "not-for-so-many"),
    ({"red_alert": True}, "no-red-alert"),
    ({"red_alert": True, "rated": False}, "no-red-alert"),
    ({"rounds": 0}, "wrong-rounds"),
    ({"rounds": 16}, "wrong-rounds"),
    ({"round_lasts": timedelta(days=31)}, "round-too-long"),
    ({"round_lasts": timedelta(hours=5)}, "round-too-short"),
    ({"round_lasts": None}, "round-needed"),
    ({"clock": PACES[LIVE], "round_lasts": timedelta(days=1)}, "round-too-long"),
    ({"tie_breaks": [TieBreak.WINS]}, "wrong-tie-breaks"),
    ({"tie_breaks": [TieBreak.WINS, TieBreak.WINS, TieBreak.RATING]}, "wrong-tie-breaks"),
    ({"format": Format.DIVISIONS, "tie_breaks": [TieBreak.BUCHHOLZ, TieBreak.DIRECT, TieBreak.RATING]}, ""),
    ({"points": Points.WIN}, "wrong-points"),
    ({"least": 2}, "wrong-entrants"),
    ({"least": 9, "most": 8}, "wrong-entrants"),
    ({"most": 201}, "wrong-entrants"),
    ({"rating_from": 1600, "rating_to": 1500}, "rating-upside-down"),
    ({"starts_at": None}, "start-needed"),
    ({"starts_at": database_now}, "starts-too-late"),
    ({}, ""),
    ({"clock": PACES[LIVE], "round_lasts": timedelta(minutes=65)}, ""),
    ({"format": Format.DIVISIONS, "round_lasts": None}, ""),
    ({"starts_at": None, "starts_when_full": True}, ""),
])  # fmt: skip
def test_what_cannot_be_held_is_refused_with_its_reason(
    alice: Player, changes: dict[str, Any], code: str
) -> None:
    if callable(changes.get("starts_at")):
        changes = {"starts_at": changes["starts_at"]()}
    assert refused(lambda: open_event(director=alice, plan=plan(**changes))) == code


def test_points_by_the_order_of_falling_are_for_last_captain_standing(alice: Player) -> None:
    for variant, code in ((Variant.SINISTER, "wrong-points"), (Variant.LAST_CAPTAIN_STANDING, "")):
        pods = usual_plan("P", Format.PODS, variant, points=Points.ORDER, starts_when_full=True)
        assert refused(lambda pods=pods: open_event(director=alice, plan=pods)) == code


def test_nobody_directs_more_than_three_events_at_once(alice: Player) -> None:
    first = opened(alice)
    for _ in range(2):
        opened(alice)
    assert refused(lambda: opened(alice)) == "directs-enough"
    cancel_event(event_id=first.pk, director=alice)
    opened(alice)


def test_what_runs_counts_among_the_three_and_what_others_direct_does_not(alice: Player, bob: Player) -> None:
    first = started(alice, people(4), rounds=1)
    opened(alice)
    opened(alice)
    assert refused(lambda: opened(alice)) == "directs-enough" and refused(lambda: opened(bob)) == ""
    play_out(first)
    assert refused(lambda: opened(alice)) == ""


def test_guests_and_the_suspended_neither_open_nor_enter(alice: Player, bob: Player) -> None:
    event = opened(alice)
    guest = create_guest()
    bob.suspended_until = database_now() + timedelta(days=1)
    bob.save(update_fields=["suspended_until"])
    assert (refused(lambda: opened(guest)), enters(event, guest)) == ("people-only", "people-only")
    assert (refused(lambda: opened(bob)), enters(event, bob)) == ("event-suspended", "event-suspended")


def test_only_officers_open_an_event_of_their_club(alice: Player, bob: Player) -> None:
    club = club_of(alice, bob)
    assert refused(lambda: open_event(director=bob, plan=plan(), club=club)) == "officers-open"
    assert open_event(director=alice, plan=plan(), club=club).club == club


def club_of(founder: Player, *members: Player, hidden: bool = False) -> Club:
    club = found_club(player=founder, name="Orion", hidden=hidden)
    for member in members:
        invite_to_club(club_id=club.pk, player=founder, invited=member)
        accept_club_invitation(club_id=club.pk, player=member)
    return club


def test_events_of_a_hidden_club_are_unrated_and_their_games_private(alice: Player, bob: Player) -> None:
    others = people(2)
    event = open_event(director=alice, plan=plan(), club=club_of(alice, bob, *others, hidden=True))
    assert not event.rated
    entered(event, [alice, bob, *others])
    start_now(event_id=event.pk, director=alice)
    games = running(followed(event))
    assert {game.visibility for game in games} == {"private"} and not any(game.rated for game in games)
    assert {game.origin_kind for game in games} == {""}
    assert play_out(event).status == EventStatus.FINISHED


# --- entering


def test_each_condition_is_said(alice: Player, bob: Player, charlie: Player) -> None:
    club = open_event(director=alice, plan=plan(title="Club"), club=club_of(alice))
    assert enters(club, bob) == "event-members-only"
    event = opened(alice, by_invitation=True)
    assert enters(event, bob) == "invited-only"
    invite_to_event(event_id=event.pk, director=alice, invited=bob)
    assert enters(event, bob) == "" and enters(event, bob) == "entered-already"
    cancel_event(event_id=event.pk, director=alice)
    assert enters(event, charlie) == "event-over"


def test_ratings_and_reliability_can_be_asked_for(alice: Player, bob: Player, charlie: Player) -> None:
    low = opened(alice, rating_to=1400)
    assert enters(low, bob) == "rating-too-high"
    cancel_event(event_id=low.pk, director=alice)
    high = opened(alice, rating_from=1600)
    assert enters(high, bob) == "rating-too-low"
    Player.objects.filter(pk=charlie.pk).update(stated_strength="strong")
    charlie.refresh_from_db()
    assert enters(high, charlie) == ""
    reliable = opened(alice, company=Company.RELIABLE)
    assert enters(reliable, bob) == "event-not-reliable-yet"
    Reliability.objects.create(player=bob, tier="away")
    assert enters(reliable, Player.objects.get(pk=bob.pk)) == "event-often-away"


def test_the_limits_themselves_may_enter_and_everybody_where_nothing_is_asked(
    alice: Player, bob: Player
) -> None:
    event = opened(alice)
    own = round(strengths_of(event, [bob])[bob.pk])
    assert enters(opened(alice, rating_from=own, rating_to=own), bob) == ""
    Reliability.objects.create(player=bob, tier="away")
    assert enters(event, Player.objects.get(pk=bob.pk)) == ""


def test_who_finds_no_place_waits_and_moves_up(alice: Player) -> None:
    players = people(5)
    event = entered(opened(alice, most=3), players)
    waits = event.entries.filter(waits=True).order_by("entered_at")
    assert [entry.player for entry in waits] == players[3:]
    leave_event(event_id=event.pk, player=players[0])
    assert [entry.player for entry in waits.all()] == players[4:]
    assert [act.kind for act in event.acts.order_by("-number")[:2]] == ["moved-up", "left"]


def test_a_waiting_list_has_an_end(alice: Player) -> None:
    players = people(7)
    event = entered(opened(alice, most=3), players[:6])
    assert enters(event, players[6]) == "event-full"


def test_an_event_that_starts_when_full_does(alice: Player) -> None:
    players = people(4)
    event = entered(opened(alice, most=4, starts_at=None, starts_when_full=True), players[:3])
    assert followed(event).status == EventStatus.OPEN
    entered(event, players[3:])
    assert followed(event).status == EventStatus.RUNNING


def test_nobody_leaves_or_enters_after_the_start_but_where_late_entry_is_allowed(alice: Player) -> None:
    players = people(6)
    event = started(alice, players[:4], rounds=4)
    assert refused(lambda: leave_event(event_id=event.pk, player=players[0])) == "runs-already"
    assert enters(event, players[4]) == ""
    late = Entry.objects.get(event=event, player=players[4])
    assert (late.number, late.from_round) == (4, 2)
    play_round(event)
    assert late.seats.filter(table__round__number=2).count() == 1
    play_round(event)
    assert enters(event, players[5]) == "started-already", "three rounds of four are paired"
    check_event(event)
    other = started(alice, players[:4], late_entry=False)
    assert enters(other, players[5]) == "started-already"


def test_who_comes_after_the_start_does_not_wait_for_a_place(alice: Player) -> None:
    *players, late = people(5)
    event = started(alice, players, most=4)
    before = event.last_number
    assert enters(event, late) == "event-full"
    assert not Entry.objects.filter(player=late).exists() and now(event).last_number == before


# --- the start


def test_too_few_are_waited_for_and_then_it_is_given_up(alice: Player) -> None:
    event = entered(opened(alice, least=4), people(3))
    for number in range(8):
        assert now(event).put_off == number
        time_passes(event, timedelta(days=1, minutes=1))
        assert start_if_due(event_id=event.pk)
    assert now(event).status == EventStatus.CANCELLED
    assert list(event.acts.order_by("number").values_list("kind", flat=True))[4:] == ["put-off"] * 7 + [
        "cancelled"
    ]


def test_seeds_are_by_rating_and_terms_are_fixed_from_the_start_on(alice: Player) -> None:
    players = people(4)
    Player.objects.filter(pk=players[2].pk).update(stated_strength="strong")
    event = started(alice, players)
    assert Entry.objects.get(event=event, number=0).player == players[2]
    for name, value in (("rounds", 9), ("rated", False), ("tie_breaks", ["rating"]), ("best_of", 3)):
        changed = now(event)
        setattr(changed, name, value)
        with pytest.raises(EventIsFixed):
            changed.save()
        with pytest.raises(EventIsFixed):
            Event.objects.filter(pk=event.pk).update(**{name: value})
    changed = now(event)
    changed.title = "Winter"
    changed.save()


def test_what_was_appended_stands(alice: Player) -> None:
    event = play_round(started(alice, people(4)))
    act, result = Act.objects.first(), Result.objects.first()
    for change in (act.save, act.delete, Act.objects.all().delete, lambda: Act.objects.update(kind="left")):
        with pytest.raises(IsAppendOnly):
            change()
    for change in (
        result.save,
        result.delete,
        Result.objects.all().delete,
        lambda: Result.objects.update(weight=-1),
    ):
        with pytest.raises(IsAppendOnly):
            change()
    assert event.status == EventStatus.RUNNING


# --- who withdraws, or is gone


def test_who_withdraws_sits_in_no_further_round_until_he_returns(alice: Player) -> None:
    players = people(6)
    event = started(alice, players, rounds=4)
    gone = players[0]
    withdraw_from_event(event_id=event.pk, player=gone)
    assert refused(lambda: withdraw_from_event(event_id=event.pk, player=gone)) == "withdrawn-already"
    play_round(event)
    sat = Entry.objects.get(event=event, player=gone).seats
    assert not sat.filter(table__round__number=2).exists()
    return_to_event(event_id=event.pk, player=gone)
    assert refused(lambda: return_to_event(event_id=event.pk, player=gone)) == "not-withdrawn"
    play_round(event)
    assert sat.filter(table__round__number=3).exists()
    check_event(play_out(event))


def test_nobody_comes_back_where_all_tables_are_made(alice: Player) -> None:
    players = people(4)
    event = started(alice, players, Format.DIVISIONS)
    withdraw_from_event(event_id=event.pk, player=players[0])
    assert refused(lambda: return_to_event(event_id=event.pk, player=players[0])) == "no-way-back"


def test_there_is_a_way_back_as_long_as_a_round_is_left(alice: Player) -> None:
    one, other, *more = people(5)
    event = started(alice, [one, other, *more], rounds=2)

    def returns(player: Player) -> str:
        return refused(lambda: return_to_event(event_id=event.pk, player=player))

    for player in (one, other):
        withdraw_from_event(event_id=event.pk, player=player)
    Player.objects.filter(pk=one.pk).update(suspended_until=database_now() + timedelta(days=3))
    assert returns(Player.objects.get(pk=one.pk)) == "event-suspended" and returns(other) == ""
    withdraw_from_event(event_id=event.pk, player=other)
    play_round(event)
    assert returns(other) == "no-way-back", "the last round is paired"
    play_out(event)
    assert returns(other) == "event-not-running"
    gone = refused(lambda: withdraw_from_event(event_id=event.pk, player=more[0]))
    assert gone == "event-not-running"


def test_who_only_waits_for_a_place_neither_withdraws_nor_returns(alice: Player) -> None:
    *players, late = people(5)
    event = started(alice, [*players, late], most=4)
    for service in (withdraw_from_event, return_to_event):
        assert refused(lambda service=service: service(event_id=event.pk, player=late)) == "not-entered"


def test_strangers_neither_withdraw_nor_return(alice: Player, bob: Player) -> None:
    event = started(alice, people(4))
    for service in (withdraw_from_event, return_to_event):
        assert refused(lambda service=service: service(event_id=event.pk, player=bob)) == "not-entered"


def test_the_suspended_and_the_deleted_break_no_pairing(alice: Player) -> None:
    players = people(6)
    event = started(alice, players)
    Player.objects.filter(pk=players[0].pk).update(suspended_until=database_now() + timedelta(days=3))
    delete_account(player=players[1])
    settle_leaver(leaver_id=Leaver.objects.get().pk)
    event = play_out(event)
    assert event.status == EventStatus.FINISHED
    whys = dict(event.entries.exclude(why="").values_list("player", "why"))
    assert whys == {players[0].pk: "suspended", players[1].pk: "deleted"}
    assert not tables(event, 2)[0].seats.filter(entry__player__in=players[:2]).exists()
    check_event(event)


def test_who_is_gone_before_the_game_begins_leaves_the_point_to_the_other(alice: Player) -> None:
    players = people(4)
    event = entered(opened(alice), players)
    start_now(event_id=event.pk, director=alice)
    assert pair_if_due(event_id=event.pk)
    Player.objects.filter(pk=players[0].pk).update(suspended_until=database_now() + timedelta(days=3))
    event = followed(event)
    walkover = Result.objects.get(kind="walkover")
    assert len(running(event)) == 1 and sorted(each["result"] for each in walkover.places) == ["lost", "won"]
    assert play_out(event).status == EventStatus.FINISHED


def test_who_blocks_somebody_does_not_meet_him_where_that_can_be_helped(alice: Player) -> None:
    players = people(6)
    for other in players[1:4]:
        Quiet.objects.create(owner=players[0], other=other, kind=Quiet.Kind.BLOCK)
    event = play_out(started(alice, players, rounds=2))
    for number in (1, 2):
        table = next(
            each for each in tables(event, number) if each.seats.filter(entry__player=players[0]).exists()
        )
        other = table.seats.exclude(entry__player=players[0]).get().entry.player
        assert other in players[4:]


def test_blocks_leave_nobody_without_a_game(alice: Player) -> None:
    players = people(4)
    for other in players[1:]:
        Quiet.objects.create(owner=players[0], other=other, kind=Quiet.Kind.BLOCK)
    assert play_out(started(alice, players)).status == EventStatus.FINISHED


def test_who_leaves_the_club_leaves_its_events(alice: Player, bob: Player) -> None:
    others = people(3)
    club = club_of(alice, bob, *others)
    event = open_event(director=alice, plan=plan(), club=club)
    entered(event, [bob, *others])
    leave_club(club_id=club.pk, player=bob)
    assert not Entry.objects.filter(event=event, player=bob).exists()
    start_now(event_id=event.pk, director=alice)
    leave_club(club_id=club.pk, player=others[0])
    assert Entry.objects.get(event=event, player=others[0]).why == "club"


def test_with_a_club_its_events_that_have_not_started_are_given_up(alice: Player) -> None:
    club = club_of(alice)
    event = open_event(director=alice, plan=plan(), club=club, repeats=Repeats.AFTER)
    other = open_event(director=alice, plan=plan(), repeats=Repeats.AFTER)
    close_club(club_id=club.pk, player=alice)
    assert now(event).status == EventStatus.CANCELLED
    assert list(Series.objects.filter(ended_at=None)) == [other.series]


def test_rules_that_nobody_can_play_are_refused(alice: Player) -> None:
    with pytest.raises((EventRefusal, Refusal)):
        open_event(director=alice, plan=plan(Format.PODS, size=6, rules=plan().rules))


def test_following_an_event_that_is_not_due_does_nothing(alice: Player) -> None:
    event = entered(opened(alice), people(4))
    assert follow_event(event_id=event.pk) == 0 and now(event).status == EventStatus.OPEN


MAY_CHANGE = {
    "title", "about", "least", "most", "starts_at", "starts_when_full", "by_invitation", "company",
    "rating_from", "rating_to",
}  # fmt: skip
"""Of a plan: none of it matters once the games have begun."""


def test_all_that_was_agreed_on_is_fixed_from_the_start_on():
    assert set(plan().fields()) - MAY_CHANGE <= FIXED


def test_who_has_left_the_club_does_not_come_back_to_its_event(alice: Player) -> None:
    players = people(4)
    club = club_of(alice, *players)
    event = entered(open_event(director=alice, plan=plan(), club=club), players)
    start_now(event_id=event.pk, director=alice)
    leave_club(club_id=club.pk, player=players[0])
    again = refused(lambda: return_to_event(event_id=event.pk, player=players[0]))
    assert again == "event-members-only"
