"""A director who plays in the event decides nothing of his own: no result, no bye, no pairing, no clock."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from clubs.refusals import ClubRefusal, ClubRefusalCode
from clubs.services import make_officer, remove_member
from clubs.tests.clubhouse import club_of
from games.models import FormerPlayer, Seat
from proofs.weaving.walked import services
from tournaments.models import EventTable, Round, TableSeat
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.services.adjudicating import adjudicate
from tournaments.services.correcting import correct_result
from tournaments.services.directing import annul_table, extend_round, keep_apart, let_meet, replace_entrant
from tournaments.services.entering import leave_event
from tournaments.services.finishing import end_event
from tournaments.services.opening import open_event
from tournaments.services.pairing import pair_by_hand, take_pairing_in_hand
from tournaments.services.removing import disqualify, remove_player
from tournaments.services.starting import start_now
from tournaments.tests.events import entered, followed, opened, people, plan, running, started, tables, wins

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
DAY = timedelta(days=1)
OWN: Final = {
    "adjudicate": EventRefusalCode.ONES_OWN_TABLE,
    "annul_table": EventRefusalCode.ONES_OWN_TABLE,
    "extend_round": EventRefusalCode.ONES_OWN_ROUND,
    "take_pairing_in_hand": EventRefusalCode.ONES_OWN_PAIRING,
    "pair_by_hand": EventRefusalCode.ONES_OWN_PAIRING,
    "replace_entrant": EventRefusalCode.ONES_OWN_PLACE,
    "keep_apart": EventRefusalCode.ONESELF_KEPT_APART,
    "let_meet": EventRefusalCode.ONESELF_KEPT_APART,
    "end_event": EventRefusalCode.ONES_OWN_STANDING,
    "remove_player": EventRefusalCode.ONES_OWN_EVENT,
    "disqualify": EventRefusalCode.ONES_OWN_EVENT,
    "correct_result": EventRefusalCode.ONES_OWN_TABLE,
}
"""What a director may not do where it is his own, and what is said then; each is tried below."""
NOBODYS_OWN: Final = {
    "open_event": "it announces what nobody has entered yet",
    "invite_to_event": "whoever is invited enters by himself",
    "cancel_event": "before the start there is nothing to be won or lost",
    "start_now": "who meets whom is for the site to say",
    "notify_all": "words",
    "edit_event": "what is announced is the same for all, and all are told of it",
    "ask_co_director": "whoever is asked says yes or no",
    "hand_over": "to somebody who directs already",
}


@pytest.fixture
def dora() -> Player:
    return person("Dora")


def refused(act: Callable[[], object]) -> EventRefusalCode:
    with pytest.raises(EventRefusal) as refusal:
        act()
    code = refusal.value.code
    assert isinstance(code, EventRefusalCode)
    return code


def own_table(player: Player) -> EventTable:
    return TableSeat.objects.get(entry__player=player).table


def test_the_own_table_is_decided_by_others_whoever_plays_on_there(dora: Player) -> None:
    event = started(dora, [dora, *people(3)])
    own = own_table(dora)
    other = next(each for each in tables(event) if each.pk != own.pk)
    seat = Seat.objects.get(game=own.game, player=dora)
    assert own.game is not None
    FormerPlayer.objects.create(seat=seat, player=dora, log_number=1, missed=0, left_at=own.game.created_at)
    Seat.objects.filter(pk=seat.pk).update(player=person("Erin"), has_substitute=True)
    for act in (
        lambda: adjudicate(table_id=own.pk, director=dora, winners=[0]),
        lambda: annul_table(table_id=own.pk, director=dora, reason="Late."),
    ):
        assert refused(act) is EventRefusalCode.ONES_OWN_TABLE
    assert adjudicate(table_id=other.pk, director=dora, winners=[0])


def test_the_round_ends_when_it_ends_while_a_table_of_the_director_is_open(dora: Player) -> None:
    event = started(dora, [dora, *people(3)], round_lasts=7 * DAY)
    extend = lambda: extend_round(event_id=event.pk, director=dora, by=DAY)  # noqa: E731
    ends_at = Round.objects.get().ends_at
    assert refused(extend) is EventRefusalCode.ONES_OWN_ROUND
    assert Round.objects.get().ends_at == ends_at
    game = own_table(dora).game
    assert game is not None
    wins(game)
    assert extend()


def test_who_plays_does_not_pair(dora: Player) -> None:
    event = started(dora, [dora, *people(3)])
    for act in (
        lambda: take_pairing_in_hand(event_id=event.pk, director=dora),
        lambda: pair_by_hand(event_id=event.pk, director=dora, tables=[(1, 2), (3,), (4,)]),
    ):
        assert refused(act) is EventRefusalCode.ONES_OWN_PAIRING


def test_who_enters_after_taking_the_pairing_in_hand_is_waited_for_no_more(dora: Player) -> None:
    event = entered(opened(dora), people(3))
    take_pairing_in_hand(event_id=event.pk, director=dora)
    entered(event, [dora])
    start_now(event_id=event.pk, director=dora)
    event = followed(event)
    assert event.waits_until is None and len(running(event)) == 2


def test_the_own_place_and_the_own_meeting_are_not_chosen(dora: Player) -> None:
    others = people(4)
    event = entered(opened(dora, most=4), [dora, *others])
    assert (
        refused(lambda: replace_entrant(event_id=event.pk, director=dora, player=dora, by_player=others[3]))
        is refused(
            lambda: replace_entrant(event_id=event.pk, director=dora, player=others[0], by_player=dora)
        )
        is EventRefusalCode.ONES_OWN_PLACE
    )
    for act in (keep_apart, let_meet):
        couple = {"event_id": event.pk, "director": dora, "one": dora, "other": others[0]}
        assert refused(lambda act=act, couple=couple: act(**couple)) is EventRefusalCode.ONESELF_KEPT_APART


def test_who_plays_does_not_say_that_it_is_over(dora: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("found_no_pairing", "awaits_round"):
        monkeypatch.setattr(f"tournaments.services.finishing.{name}", lambda event: True)
    event, erin = started(dora, [dora, *people(3)]), person("Erin")
    end = lambda by: end_event(event_id=event.pk, director=by)  # noqa: E731
    assert refused(lambda: end(dora)) is EventRefusalCode.ONES_OWN_STANDING
    type(event).objects.filter(pk=event.pk).update(director=erin)
    assert end(erin).is_over


def test_who_plays_in_the_event_judges_nobody_there(dora: Player) -> None:
    others = people(3)
    event = started(dora, [dora, *others])
    for judge in (remove_player, disqualify):
        code = refused(lambda j=judge: j(event_id=event.pk, director=dora, player=others[0], reason="Why."))
        assert code is EventRefusalCode.ONES_OWN_EVENT
    own = own_table(dora)
    other = next(each for each in tables(event) if each.pk != own.pk)
    for table, why in ((own, EventRefusalCode.ONES_OWN_TABLE), (other, EventRefusalCode.ONES_OWN_EVENT)):
        code = refused(lambda t=table: correct_result(table_id=t.pk, director=dora, seat=0, reason="Why."))
        assert code is why


def test_who_leads_a_club_and_plays_in_its_event_takes_nobody_out_of_it(dora: Player) -> None:
    one, other, third, absent = people(4)
    club = club_of(dora, one, other, third, absent)
    event = entered(open_event(director=person("Erin"), plan=plan()), [])
    type(event).objects.filter(pk=event.pk).update(club=club)
    entered(event, [dora, one, other])
    with pytest.raises(ClubRefusal) as refusal:
        remove_member(club_id=club.pk, player=dora, member=one)
    assert refusal.value.code is ClubRefusalCode.OWN_CONCERN
    assert "who else leads it can do this" in refusal.value.params["sentence"]
    remove_member(club_id=club.pk, player=dora, member=absent)
    make_officer(club_id=club.pk, player=dora, member=third)
    remove_member(club_id=club.pk, player=third, member=other)
    leave_event(event_id=event.pk, player=dora)
    remove_member(club_id=club.pk, player=dora, member=one)


def test_every_act_of_a_director_says_whether_it_can_be_his_own() -> None:
    found = {each for each in services() if "director" in inspect.signature(each).parameters}
    assert {each.__name__ for each in found} == OWN.keys() | NOBODYS_OWN.keys()
    for each in found:
        said = str(OWN.get(each.__name__, "")).replace("-", "_").upper()
        assert said in (each.__doc__ or ""), f"{each.__name__} does not say that it raises {said}"
