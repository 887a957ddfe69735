"""Several direct an event; it is handed over, and what was announced is changed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from clubs.tests.clubhouse import club_of
from games.models import Status
from notices.kinds import kind_named
from notices.models import Notice
from tournaments.access import concern_of_game
from tournaments.models import CoDirector, Event, Format, Round
from tournaments.services.co_directing import (
    accept_co_directing,
    ask_co_director,
    hand_over,
    leave_co_directing,
)
from tournaments.services.correcting import correct_result
from tournaments.services.directing import annul_table, keep_apart
from tournaments.services.editing import edit_event
from tournaments.services.entering import enter_event, withdraw_from_event
from tournaments.services.following import follow_event
from tournaments.services.opening import cancel_event, invite_to_event, open_event
from tournaments.services.pairing import take_pairing_in_hand
from tournaments.services.removing import remove_player
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
from tournaments.words import act_sentence
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def beside(event: Event, director: Player, player: Player) -> None:
    ask_co_director(event_id=event.pk, director=director, asked=player)
    accept_co_directing(event_id=event.pk, player=player)


def test_whoever_is_asked_and_accepts_directs_too(alice: Player, bob: Player) -> None:
    event = started(alice, people(4))
    players = [entry.player for entry in event.entries.order_by("pk")]

    def apart() -> str:
        return refused(lambda: keep_apart(event_id=event.pk, director=bob, one=players[0], other=players[1]))

    ask_co_director(event_id=event.pk, director=alice, asked=bob)
    notice = Notice.objects.get(kind="event_co_director")
    assert notice.player == bob and kind_named(notice.kind).is_still_true(notice)
    asks = kind_named(notice.kind).letter(notice).paragraphs[0]
    assert asks == "Alice asks you to direct the event “Autumn” too."
    assert apart() == "director-only"
    accept_co_directing(event_id=event.pk, player=bob)
    assert not kind_named(notice.kind).is_still_true(notice)
    assert apart() == "" and event.acts.get(kind="forbidden").by == bob
    assert concern_of_game(bob, running(event)[0]), "whoever directs it does not act as staff there"
    leave_co_directing(event_id=event.pk, player=bob, leaver=bob)
    assert apart() == "director-only"
    said = [act_sentence(act) for act in event.acts.filter(kind__startswith="co-").order_by("number")]
    assert said == [
        "Bob is asked to direct the event too.",
        "Bob directs the event too.",
        "Bob no longer directs the event beside its director.",
    ]


def test_what_is_refused_of_directing_together(alice: Player, bob: Player) -> None:
    event, (carol, dave, *more) = opened(alice), people(5)

    def asks(by: Player, asked: Player) -> str:
        return refused(lambda: ask_co_director(event_id=event.pk, director=by, asked=asked))

    assert asks(bob, carol) == "director-only"
    assert asks(alice, alice) == "co-directs-already"
    quiet(player=dave, other=alice, kind=Quiet.Kind.BLOCK)
    assert asks(alice, dave) == "cannot-co-direct"
    assert refused(lambda: accept_co_directing(event_id=event.pk, player=bob)) == "co-not-asked"
    beside(event, alice, bob)
    assert asks(alice, bob) == "co-directs-already" and asks(bob, carol) == "main-director-only"
    assert refused(lambda: hand_over(event_id=event.pk, director=bob, to=bob)) == "main-director-only"
    assert refused(lambda: hand_over(event_id=event.pk, director=alice, to=carol)) == "not-co-directing"
    gone = refused(lambda: leave_co_directing(event_id=event.pk, player=alice, leaver=carol))
    assert gone == "not-co-directing"
    for each in more:
        assert asks(alice, each) == ""
    assert asks(alice, carol) == "co-directors-enough"
    leave_co_directing(event_id=event.pk, player=alice, leaver=bob)
    assert not CoDirector.objects.filter(event=event, player=bob).exists()


def test_directors_of_other_events_and_askings_of_others_are_no_matter(alice: Player, bob: Player) -> None:
    one, other, (carol, *more) = opened(alice), opened(alice), people(4)
    for each in (bob, *more):
        ask_co_director(event_id=one.pk, director=alice, asked=each)
    ask_co_director(event_id=other.pk, director=alice, asked=bob)
    assert refused(lambda: accept_co_directing(event_id=one.pk, player=carol)) == "co-not-asked"
    accept_co_directing(event_id=one.pk, player=bob)
    since = CoDirector.objects.get(event=one, player=bob).accepted_at
    assert refused(lambda: accept_co_directing(event_id=one.pk, player=bob)) == "co-not-asked"
    assert CoDirector.objects.get(event=one, player=bob).accepted_at == since
    assert CoDirector.objects.get(event=other, player=bob).accepted_at is None
    for event, to in ((one, more[0]), (other, bob)):
        assert (
            refused(lambda e=event, p=to: hand_over(event_id=e.pk, director=alice, to=p))
            == "not-co-directing"
        )
    leaves = refused(lambda: leave_co_directing(event_id=one.pk, player=bob, leaver=more[0]))
    assert leaves == "main-director-only"
    leave_co_directing(event_id=one.pk, player=bob, leaver=bob)
    assert set(CoDirector.objects.values_list("event", "player")) == {
        (other.pk, bob.pk),
        *[(one.pk, each.pk) for each in more],
    }


def test_who_directs_changes_no_more_once_it_is_over(alice: Player, bob: Player) -> None:
    event, (carol, dave) = opened(alice), people(2)
    beside(event, alice, bob)
    ask_co_director(event_id=event.pk, director=alice, asked=carol)
    cancel_event(event_id=event.pk, director=alice)
    for change in (
        lambda: ask_co_director(event_id=event.pk, director=alice, asked=dave),
        lambda: accept_co_directing(event_id=event.pk, player=carol),
        lambda: hand_over(event_id=event.pk, director=alice, to=bob),
    ):
        assert refused(change) == "event-over"
    leave_co_directing(event_id=event.pk, player=bob, leaver=bob)


def test_who_may_not_act_is_neither_asked_nor_joins_nor_takes_it_over(alice: Player, bob: Player) -> None:
    carol, stranger = people(2)
    event = open_event(director=alice, plan=plan(), club=club_of(alice, bob, carol))
    asked = refused(lambda: ask_co_director(event_id=event.pk, director=alice, asked=stranger))
    assert asked == "cannot-co-direct"
    beside(event, alice, bob)
    ask_co_director(event_id=event.pk, director=alice, asked=carol)
    Player.objects.exclude(pk=alice.pk).update(suspended_until=database_now() + timedelta(days=1))
    carol.refresh_from_db()
    bob.refresh_from_db()
    assert refused(lambda: accept_co_directing(event_id=event.pk, player=carol)) == "event-suspended"
    assert refused(lambda: hand_over(event_id=event.pk, director=alice, to=bob)) == "cannot-co-direct"
    assert now(event).director == alice


def test_an_event_is_handed_over_and_the_former_director_stays_beside(alice: Player, bob: Player) -> None:
    event = opened(alice)
    beside(event, alice, bob)
    hand_over(event_id=event.pk, director=alice, to=bob)
    assert now(event).director == bob and CoDirector.objects.get(event=event).player == alice
    notice = Notice.objects.get(kind="event_handed_over")
    assert notice.player == bob and kind_named(notice.kind).is_still_true(notice)
    assert "you direct it now" in kind_named(notice.kind).letter(notice).subject
    assert act_sentence(event.acts.latest("number")) == "Bob is the director from now on."
    hand_over(event_id=event.pk, director=bob, to=alice)
    assert not kind_named(notice.kind).is_still_true(notice)


def test_own_matters_are_refused_to_those_beside_and_decided_by_the_other(alice: Player, bob: Player) -> None:
    """Alice plays and Bob does not, who therefore decides."""
    event = started(alice, [alice, *people(3)])
    beside(event, alice, bob)
    event = play_round(event)
    table = next(each for each in tables(event, 1) if each.seats.filter(entry__player=alice).exists())

    def corrects(by: Player) -> str:
        return refused(lambda: correct_result(table_id=table.pk, director=by, seat=0, reason="A fault."))

    assert corrects(alice) == "ones-own-table" and corrects(bob) == ""
    own = next(each for each in tables(event) if each.seats.filter(entry__player=alice).exists())
    assert (
        refused(lambda: annul_table(table_id=own.pk, director=alice, reason="A fault.")) == "ones-own-table"
    )
    assert refused(lambda: annul_table(table_id=own.pk, director=bob, reason="A fault.")) == ""
    assert refused(lambda: take_pairing_in_hand(event_id=event.pk, director=alice)) == "ones-own-pairing"
    take_pairing_in_hand(event_id=event.pk, director=bob)
    event = play_round(followed(event))
    assert event.waits_until is not None, "Bob is waited for"
    assert set(Notice.objects.filter(kind="event_to_pair").values_list("player__name", flat=True)) == {"Bob"}


def test_all_directors_are_asked_to_adjudicate(alice: Player, bob: Player) -> None:
    event = started(alice, people(4))
    beside(event, alice, bob)
    time_passes(event, timedelta(days=31))
    follow_event(event_id=event.pk)
    names = Notice.objects.filter(kind="event_adjudicate").values_list("player__name", flat=True)
    assert set(names) == {"Alice", "Bob"}


# --- somebody comes after the start


def test_whoever_is_invited_after_the_start_may_enter_while_a_round_is_left(alice: Player) -> None:
    *players, late = people(5)
    event = started(alice, players, rounds=2, late_entry=False)
    assert refused(lambda: enter_event(event_id=event.pk, player=late)) == "started-already"
    invite_to_event(event_id=event.pk, director=alice, invited=late)
    notice = Notice.objects.get(kind="event_invitation")
    assert kind_named(notice.kind).is_still_true(notice)
    assert refused(lambda: enter_event(event_id=event.pk, player=late)) == ""
    assert not kind_named(notice.kind).is_still_true(notice)
    event = play_round(event)
    assert any(table.seats.filter(entry__player=late).exists() for table in tables(event, 2))
    assert Round.objects.filter(event=event).count() == 2
    again = refused(lambda: invite_to_event(event_id=event.pk, director=alice, invited=players[0]))
    assert again == "runs-already", "no round is left"
    check_event(play_out(event))


def test_an_invitation_from_before_the_start_lets_nobody_in_after_it(alice: Player) -> None:
    *players, late = people(5)
    event = opened(alice, late_entry=False)
    invite_to_event(event_id=event.pk, director=alice, invited=late)
    entered(event, players)
    Event.objects.filter(pk=event.pk).update(starts_at=database_now() - timedelta(minutes=1))
    event = followed(event)
    assert refused(lambda: enter_event(event_id=event.pk, player=late)) == "started-already"
    invite_to_event(event_id=event.pk, director=alice, invited=late)
    assert refused(lambda: enter_event(event_id=event.pk, player=late)) == ""


@pytest.mark.parametrize("format_", [Format.DIVISIONS, Format.AT_ONCE, Format.KNOCKOUT])
def test_where_all_tables_follow_from_the_start_nobody_is_invited_after_it(
    alice: Player, bob: Player, format_: Format
) -> None:
    event = started(alice, people(8), format_)
    assert refused(lambda: invite_to_event(event_id=event.pk, director=alice, invited=bob)) == "runs-already"


def test_a_director_invites_not_himself_after_the_start(alice: Player) -> None:
    event = started(alice, people(4))
    code = refused(lambda: invite_to_event(event_id=event.pk, director=alice, invited=alice))
    assert code == "event-cannot-be-invited"


# --- what was announced is changed


def test_what_was_announced_is_changed_and_all_who_are_entered_are_told(alice: Player) -> None:
    event = entered(opened(alice), [alice, *people(3)])
    starts = database_now().replace(second=0, microsecond=0) + timedelta(days=3)

    def edits(**wanted: object) -> str:
        return refused(lambda: edit_event(event_id=event.pk, director=alice, **wanted))

    assert edits(title="Winter", starts_at=starts, about=event.about) == ""
    event = now(event)
    assert (event.title, event.starts_at) == ("Winter", starts)
    assert event.acts.latest("number").data == {"fields": ["title", "starts_at"]}
    said = "The director changes what was announced: the title, the start."
    assert act_sentence(event.acts.latest("number")) == said
    assert Notice.objects.filter(kind="event_edited").count() == 3, "all but who has done it"
    notice = Notice.objects.filter(kind="event_edited").first()
    letter = kind_named(notice.kind).letter(notice)
    assert letter.subject == "Winter: the announcement is changed" and len(letter.paragraphs) == 2
    assert edits(title="Winter") == edits() == "nothing-edited"
    assert edits(title=" ") == "no-title"
    assert edits(least=9, most=8) == "wrong-entrants"
    assert edits(starts_at=None) == "start-needed"
    assert edits(starts_at=database_now() - timedelta(days=1)) == "starts-too-late"
    Event.objects.filter(pk=event.pk).update(starts_at=database_now() - timedelta(seconds=9))
    assert edits(title="Spring") == "", "its moment has come, and no worker yet"


def test_after_the_start_only_the_title_and_the_text(alice: Player, bob: Player) -> None:
    event = started(alice, players := people(4))
    withdraw_from_event(event_id=event.pk, player=players[0])

    def edits(by: Player = alice, **wanted: object) -> str:
        return refused(lambda: edit_event(event_id=event.pk, director=by, **wanted))

    assert edits(most=9) == "runs-already" and edits(bob, title="Winter") == "director-only"
    assert edits(title=" ") == "no-title" and edits(about="Be kind.", rounds=9) == ""
    assert (now(event).about, now(event).rounds) == ("Be kind.", 3)
    told = Notice.objects.filter(kind="event_edited").values_list("player", flat=True)
    assert set(told) == {each.pk for each in players[1:]}, "not who has left"
    assert {game.status for game in running(event)} == {Status.RUNNING}
    Player.objects.filter(pk=alice.pk).update(silenced_until=database_now() + timedelta(days=1))
    alice.refresh_from_db()
    assert edits(title="Winter") == "event-silenced"
    event = play_out(event)
    alice.silenced_until = None
    assert edits(title="Winter") == "event-over"


def test_who_was_removed_comes_back_by_an_invitation_only(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    withdraw_from_event(event_id=event.pk, player=players[0])
    remove_player(event_id=event.pk, director=alice, player=players[1], reason="Two accounts.")
    assert enter_codes(event, players[:2]) == ["entered-already", "event-shut-out"]


def enter_codes(event: Event, players: list[Player]) -> list[str]:
    return [refused(lambda each=each: enter_event(event_id=event.pk, player=each)) for each in players]
