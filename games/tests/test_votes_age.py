"""With three and more a vote for a draw holds until the voter's own next turn has ended, and a turn that
would draw the game says so before it counts (rules.md 5)."""

from __future__ import annotations

import pytest

from games.log import rebuilding
from games.log.moments import after_agreement, moment_of
from games.log.votes import standing_votes
from games.models import DrawVote, EntryKind, Game, Status
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusalCode, NeedsConfirmation
from games.services import resign, take_back, withdraw_draw
from games.services.log import append_entry, lock_game, save_moment
from games.table.around import draw_for
from games.table.view import table_for
from games.tests.agreements import SETUPS, agree, now
from games.tests.browsing import Browser
from games.tests.play import deal, play_turn, table_of
from games.tests.table_views import address, order
from games.tests.table_views import put as put_position
from homeworlds.outcome import Termination
from homeworlds.rules import RuleSet, Variant
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
HOMES = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3", "homeworld G2 B3 Y3")
FALLS = "sacrifice R3 Bob"
"""Bob's last ship at home."""
RAID = "<0> Alice (0, g3b1) r3--; Bob (1, b2g3) r3-y1-; Charlie (2, b1g2) --y3"
TAKES = "attack Y1@1 Bob"
"""Alice captures it, and Bob is out."""


def game_of(*players, variant=Variant.LAST_CAPTAIN_STANDING) -> Game:
    return table_of(*players, rules=RuleSet(variant=variant))


@pytest.fixture
def three(alice, bob, charlie):
    return game_of(alice, bob, charlie)


def put(game, *turns):
    for text in turns:
        play_turn(game, text)


def standing(game):
    return sorted(standing_votes(now(game)))


# --- until when a vote holds


def test_a_vote_given_outside_the_own_turn_ends_with_the_next_one(three, bob):
    agree(three, bob)
    put(three, HOMES[0])
    assert standing(three) == [1]
    put(three, HOMES[1])
    assert standing(three) == []
    assert not DrawVote.objects.exists()


def test_a_vote_given_in_the_own_turn_outlives_it_and_ends_with_the_one_after(three, alice):
    agree(three, alice)
    put(three, *HOMES)
    assert standing(three) == [0]
    put(three, "pass")
    assert standing(three) == []


def test_the_turn_of_somebody_else_ends_no_vote(three, charlie):
    put(three, *HOMES, "pass", "pass", "pass")
    agree(three, charlie)
    put(three, "pass", "pass")
    assert standing(three) == [2]


def test_a_turn_that_fell_to_the_voter_by_a_resignation_ends_the_vote(three, alice, bob):
    agree(three, bob)
    resign(game_id=three.pk, player=alice, key="r", confirmed=True)
    assert now(three).next_seat == 1
    assert standing(three) == [1]
    put(three, HOMES[1])
    assert standing(three) == []


def test_a_turn_taken_back_has_not_used_the_vote_up(three, alice):
    agree(three, alice)
    put(three, HOMES[0])
    take_back(game_id=three.pk, player=alice, answers=1, key="back")
    assert standing(three) == [0]
    put(three, HOMES[0])
    assert standing(three) == [0]
    put(three, HOMES[1], HOMES[2], "pass")
    assert standing(three) == []


def test_a_vote_given_again_in_the_own_turn_outlives_it(three, bob):
    agree(three, bob)
    put(three, HOMES[0])
    agree(three, bob, key="again")
    assert Notice.objects.filter(kind=NoticeKind.DRAW).count() == 2, "nobody is told twice"
    put(three, HOMES[1])
    assert standing(three) == [1]
    assert DrawVote.objects.count() == 1


def test_votes_of_the_release_before_are_read_by_the_same_rule(three, alice, bob, charlie):
    put(three, *HOMES, "pass", "pass", "pass")
    # They stood until they were withdrawn then.
    for seat in (0, 1):
        DrawVote.objects.create(game=three, seat=seat, log_number=0, created_at=database_now())
    assert standing(three) == []
    agree(three, charlie)
    assert now(three).status == Status.RUNNING
    agree(three, alice)
    agree(three, bob)
    assert now(three).status == Status.FINISHED


def test_votes_from_before_the_set_up_draw_no_game_later(three, alice, charlie):
    agree(three, alice)
    agree(three, charlie)
    put(three, *HOMES, "pass", FALLS)
    assert now(three).status == Status.RUNNING


def test_a_vote_that_ends_with_the_turn_does_not_count_for_it(three, alice, charlie):
    put(three, *HOMES[:2])
    agree(three, alice)
    put(three, HOMES[2])
    agree(three, charlie)
    put_position(three, RAID)
    play_turn(three, TAKES, confirmed=False)
    assert (now(three).status, standing(three)) == (Status.RUNNING, [2])
    agree(three, alice)
    assert now(three).status == Status.FINISHED


def test_a_draw_of_the_log_stands_whatever_the_votes_would_say_now(three):
    """Games of before are replayed to the end that they came to."""
    put(three, *HOMES)
    game, seats = lock_game(three.pk)
    moment, played = after_agreement(moment_of(game, seats), None)
    data = {"termination": str(Termination.AGREEMENT)}
    append_entry(game, EntryKind.DRAW, moment, played, now=database_now(), data=data)
    save_moment(game, seats, moment, database_now())
    assert rebuilding.check(now(three)) == []
    assert now(three).outcome["draw"]


# --- a turn that draws the game says so


@pytest.fixture
def falling(three, alice, charlie):
    """Bob is to move; without him all agree on a draw."""
    put(three, *HOMES, "pass")
    agree(three, alice)
    agree(three, charlie)
    return now(three)


def test_a_turn_that_leaves_the_votes_unanimous_asks_first(falling, alice, bob, charlie):
    with pytest.raises(NeedsConfirmation) as question:
        play_turn(falling, FALLS, confirmed=False)
    assert question.value.code is GameRefusalCode.ELIMINATES_YOU
    said = "No ship of yours is left at home. All who are left agree on a draw."
    assert question.value.caution.text == said
    agree(falling, bob, key="b")
    assert now(falling).status == Status.FINISHED


def test_an_elimination_of_somebody_else_that_draws_the_game_asks_first(alice, bob, charlie):
    game = game_of(alice, bob, charlie)
    put_position(game, RAID)
    for player in (alice, charlie):
        agree(game, player)
    with pytest.raises(NeedsConfirmation) as question:
        play_turn(game, TAKES, confirmed=False)
    assert question.value.code is GameRefusalCode.DRAWS
    play_turn(game, TAKES)
    assert now(game).outcome == {"winners": [0, 2], "draw": True, "termination": "agreement"}


def test_the_question_stands_on_the_page_without_a_script(alice, bob, charlie):
    game = game_of(alice, bob, charlie)
    put_position(game, RAID)
    agree(game, alice)
    agree(game, charlie)
    browser = Browser(alice)
    shown = page_of(browser.client.get(address(game, "?turn=attack+Y1@1+Bob")))
    said = "This turn ends in a draw All who are left agree on a draw."
    assert shown.by_id("verdict").text.removeprefix("½").strip() == said
    asked = browser.client.post(address(game, "turn/"), order(now(game), TAKES))
    page = page_of(asked)
    assert asked.status_code == 422
    asked = "End it all the same? This turn ends in a draw. All who are left agree on a draw."
    assert page.by_id("turn-heading").text == asked
    browser.client.post(address(game, "turn/"), order(now(game), TAKES, confirmed="1"))
    assert now(game).outcome["termination"] == "agreement"


def test_a_turn_that_draws_nothing_is_not_asked_about(three, alice):
    put(three, *HOMES)
    agree(three, alice)
    play_turn(three, "pass", confirmed=False)
    assert now(three).log_number == 4


def test_the_fifth_occurrence_is_told_before_it_counts(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    put(game, *SETUPS, *["pass"] * 7)
    with pytest.raises(NeedsConfirmation) as question:
        play_turn(game, "pass", confirmed=False)
    assert question.value.code is GameRefusalCode.DRAWS
    assert question.value.caution.text == "The position occurs for the fifth time."
    play_turn(game, "pass")
    assert now(game).outcome["termination"] == "fifth-occurrence"


@pytest.mark.parametrize("letters", ["EGG", "GEG", "GGE"])
def test_in_good_vs_evil_the_question_tells_no_secret(alice, bob, charlie, letters):
    """Whether the game is over by the elimination, only the hidden alignments know."""
    game = game_of(alice, bob, charlie, variant=Variant.GOOD_VS_EVIL)
    deal(game, letters)
    put_position(game, RAID)
    for player in (alice, charlie):
        agree(game, player)
    with pytest.raises(NeedsConfirmation) as question:
        play_turn(game, TAKES, confirmed=False)
    assert question.value.caution.text == (
        "All who are left agree on a draw, so the game is drawn unless somebody wins by this turn."
    )


def test_who_would_draw_the_game_by_resigning_reads_so_first(falling, bob):
    page = page_of(Browser(bob).client.get(address(falling, "resign/")))
    said = "All the others agree on a draw, so the game is drawn when you resign."
    assert page.by_id("resigning-draws").text == said
    resign(game_id=falling.pk, player=bob, key="r", confirmed=True)
    assert now(falling).outcome["termination"] == "agreement"


def test_who_only_leaves_reads_nothing_of_a_draw(three, alice, bob):
    agree(three, alice)
    assert page_of(Browser(bob).client.get(address(three, "resign/"))).find_id("resigning-draws") is None


# --- on the table


def shown(game, player):
    view = draw_for(table_for(now(game), player), player)
    return view.state, view.agree if view.may_agree else ""


def test_the_table_says_until_when_the_own_vote_holds(three, alice, bob, charlie):
    agree(three, alice)
    agree(three, bob)
    some = "2 of 3 have voted."
    kept = "Your vote outlives this turn: it holds until your next one has ended."
    assert shown(three, alice) == (f"{some} {kept}", "")
    assert shown(three, bob) == (f"{some} Your vote holds until your next turn has ended.", "")
    last = "Yours is the last that is missing: with it the game is drawn at once."
    assert shown(three, charlie) == (f"{some} {last}", "Vote for a draw")
    put(three, HOMES[0])
    ends = "Your vote holds until this turn of yours has ended."
    assert shown(three, bob) == (f"{some} {ends}", "Keep my vote for another turn")
    agree(three, bob, key="again")
    assert shown(three, bob) == (f"{some} {kept}", "")
    withdraw_draw(game_id=three.pk, player=bob)
    assert shown(three, bob) == ("1 of 3 has voted.", "Vote for a draw")
