"""The page of moderators about rated games: facts, of the latest results only."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count

import pytest
from django.test import Client

from accounts.tests.cast import log_in_as_staff, person
from games.models import Game
from games.services import resign
from games.tests.play import long_enough, table_of
from homeworlds.rules import RuleSet
from ratings import staff_facts
from ratings.models import RatedResult, RatingChange
from ratings.staff_facts import facts_for_staff
from ratings.tests.rating import unguarded
from ratings.what_counts import Reason
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
NUMBERS = count(1000)
NEWCOMER, STRONG = (1500.0, 250.0, 0), (1900.0, 60.0, 60)


def ended(
    winner,
    loser,
    *,
    at: datetime | None = None,
    turns: int = 20,
    before=(NEWCOMER, NEWCOMER),
    why_not: str = "",
    withdrawn: str = "",
    on_board: bool = False,
) -> Game:
    """A game and its result, as the rows say it; `before` is of winner and loser."""
    game = long_enough(table_of(winner, loser, rules=RuleSet()))
    resign(game_id=game.pk, player=loser, key="r", confirmed=True)
    game = Game.objects.get(pk=game.pk)
    game.turn_count = turns
    if on_board:
        game.outcome["termination"] = "last-player"
    game.save(update_fields=["turn_count", "outcome"])
    at, number = at or database_now(), next(NUMBERS)
    places = [
        {"player": player.pk, "score": score, "substituted": False, "lost_on_time": False}
        for player, score in ((winner, 1.0), (loser, 0.0))
    ]
    RatedResult.objects.create(
        number=number, game=game, pool="two", ended_at=at, places=places, why_not=why_not, withdrawn=withdrawn
    )
    for player, why, (rating, deviation, games) in zip((winner, loser), ("won", "lost"), before, strict=True):
        RatingChange.objects.create(
            number=number, game=game, player=player, pool="two", why=why, opponents=[], at=at,
            rating_before=rating, deviation_before=deviation, games_before=games,
            rating_after=rating, deviation_after=deviation, games_after=games + 1,
        )  # fmt: skip
    return game


def long_ago(days: float) -> datetime:
    return database_now() - timedelta(days=days)


def test_pairs_whose_results_go_to_one_side(alice, bob):
    for _ in range(4):
        ended(alice, bob)
    ended(alice, bob, at=long_ago(staff_facts.DAYS + 1))
    ended(alice, bob, withdrawn="reopened")
    ended(alice, bob, why_not=Reason.TOO_SHORT)
    assert facts_for_staff().one_sided == []
    last = ended(alice, bob)
    [row] = facts_for_staff().one_sided
    assert (row.winner, row.loser, row.won, row.games) == (alice, bob, 5, 5)
    assert row.latest[0] == last.public_id
    ended(bob, alice)
    assert facts_for_staff().one_sided == []


def test_short_games_that_the_favourite_gave_up(alice, bob):
    ended(alice, bob, turns=6, before=(STRONG, NEWCOMER))
    ended(alice, bob, turns=20, before=(NEWCOMER, STRONG))
    ended(alice, bob, turns=6, before=(NEWCOMER, STRONG), on_board=True)
    ended(alice, bob, turns=6)
    assert facts_for_staff().given_up == []
    thrown = ended(alice, bob, turns=6, before=(NEWCOMER, STRONG))
    [row] = facts_for_staff().given_up
    assert (row.loser, row.winner, row.turns, row.on_time) == (bob, alice, 6, False)
    assert row.game == thrown.public_id and row.in_hundred >= 80


def test_where_points_came_from_is_named_with_who_never_played_again(alice, bob, charlie):
    """Bob lost to Alice and was seen no more; Charlie had met few."""
    gained = (1500.0, 1530.0), (1500.0, 1512.0)
    games = [ended(alice, bob, at=long_ago(40)), ended(alice, charlie)]
    for game, (before, after) in zip(games, gained, strict=True):
        rows = unguarded(RatingChange).filter(game=game, player=alice)
        rows.update(rating_before=before, rating_after=after)
    assert facts_for_staff().sources == []  # 30 of one who is gone, 12 of somebody like others
    few = [[alice.pk, charlie.pk, 1.0, True]]
    RatedResult.objects.filter(game=games[1]).update(weights=few)
    [row] = facts_for_staff().sources
    assert (row.player, row.total, row.odd, row.few, row.gone) == (alice, 42, 42, 1, 1)
    assert row.opponents == [(bob, 30), (charlie, 12)]
    ended(bob, charlie)
    assert facts_for_staff().sources == []


def test_pairs_that_met_as_often_as_counts(alice, bob):
    for number in range(10):
        (ended(alice, bob) if number % 2 else ended(bob, alice))
    ended(alice, bob, why_not=Reason.PAIR_TOO_OFTEN)
    [row] = facts_for_staff().at_the_limit
    assert ({row.one, row.other}, row.counted, row.not_counted) == ({alice, bob}, 10, 1)
    RatedResult.objects.filter(why_not="").update(ended_at=long_ago(31))
    assert facts_for_staff().at_the_limit == []


def test_it_asks_as_often_however_many_games_there_are(alice, bob, charlie, django_assert_num_queries):
    now = database_now()
    for games in (1, 6):
        for _ in range(games):
            ended(alice, bob, turns=6, before=(NEWCOMER, STRONG))
            ended(charlie, alice)
        with django_assert_num_queries(4):
            facts_for_staff(now)


def test_only_the_latest_results_are_looked_at(alice, bob, monkeypatch):
    monkeypatch.setattr(staff_facts, "LOOKED_AT", 4)
    for _ in range(6):
        ended(alice, bob)
    assert facts_for_staff().looked_at == 4 and facts_for_staff().one_sided == []


def test_staff_find_it_with_links_to_players_and_games(alice, bob):
    for _ in range(5):
        game = ended(alice, bob, turns=6, before=(NEWCOMER, STRONG))
    sue = person("Sue")
    sue.is_staff = True
    sue.save()
    staff = Client()
    log_in_as_staff(staff, sue)
    page = page_of(staff.get("/admin/"))
    assert "/admin/rating-facts/" in page.targets
    page = page_of(staff.get("/admin/rating-facts/"))
    assert "5 of 5" in page.by_id("one-sided").text
    assert "of 100" in page.by_id("given-up").text and "Resigned" in page.by_id("given-up").text
    assert {f"/admin/accounts/player/{bob.pk}/change/", f"/games/{game.public_id}/"} <= set(page.targets)
