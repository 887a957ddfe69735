"""A bot sits in at a table that waits, where whoever made it says so."""

from __future__ import annotations

import pytest
from django.test import Client

from bots.levels import FIRST, OFFERED
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game, SeatKind, Status
from games.refusals import GameRefusalCode
from games.services import SeatWish, create_game, invite, join_game, let_bot_sit_in
from games.tests.seating import BINARY, OPEN, new_game, refused
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bots")]
THREE = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)


def free_in(game: Game) -> int:
    return game.seats.filter(kind=SeatKind.OPEN).order_by("pk").first().pk


def sits_in(game: Game, player, level: str = FIRST, seat: int | None = None) -> Game:
    return let_bot_sit_in(game_id=game.pk, player=player, seat_id=seat or free_in(game), level=level)


def test_the_last_free_seat_begins_the_game_and_alone_with_bots_no_clock_runs(alice):
    game = sits_in(new_game(alice, terms=GameTerms(clock=PACES["normal"], rated=True)), alice)
    assert (game.status, game.clock_start, game.due_at) == (Status.RUNNING, None, None)
    assert game.seats.get(kind=SeatKind.BOT).player.bot_level == FIRST


def test_at_a_larger_table_the_others_are_still_waited_for_and_have_their_clock(alice, bob):
    game = sits_in(new_game(alice, OPEN, OPEN, rules=THREE, terms=GameTerms(clock=PACES["normal"])), alice)
    assert game.status == Status.OPEN and game.clock_start == PACES["normal"].start
    join_game(game_id=game.pk, player=bob)
    game.refresh_from_db()
    # The table is full: whoever sits there says that he is.
    assert game.status == Status.OPEN and game.musters_until is not None


def test_a_full_table_asks_its_people_to_confirm_and_whoever_seated_the_bot_is_there(alice, bob):
    game = new_game(alice, OPEN, OPEN, rules=THREE)
    join_game(game_id=game.pk, player=bob)
    game = sits_in(game, alice)
    assert game.musters_until is not None
    assert game.seats.get(player=alice).confirmed and not game.seats.get(player=bob).confirmed


def test_it_is_for_whoever_made_the_game_and_for_seats_that_are_free(alice, bob, charlie):
    game = new_game(alice, OPEN, OPEN, rules=THREE)
    with refused(GameRefusalCode.NOT_THE_CREATOR):
        sits_in(game, bob)
    kept = invite(game_id=game.pk, player=alice, seat_id=free_in(game), invited=charlie).seat_id
    for seat in (kept, game.seats.get(player=alice).pk):
        with refused(GameRefusalCode.SEAT_NOT_FREE):
            sits_in(game, alice, seat=seat)
    started = new_game(alice, SeatWish(player=bob))
    with refused(GameRefusalCode.GAME_NOT_OPEN):
        sits_in(started, alice, seat=started.seats.first().pk)


def test_bots_alone_play_no_game(alice):
    game = create_game(creator=alice, rules=BINARY, seats=[SeatWish(), SeatWish()])
    assert sits_in(game, alice).status == Status.OPEN
    with refused(GameRefusalCode.NOBODY_TO_PLAY):
        sits_in(game, alice)


def test_the_card_of_the_chosen_seat_offers_it_to_whoever_made_the_table(alice, bob):
    game = new_game(alice, OPEN, OPEN, rules=THREE)
    client, address = Client(), f"/games/{game.public_id}/"
    client.force_login(alice)
    cards = page_of(client.get(address)).select(".sit-in")
    assert [len(card.select("option")) for card in cards] == [len(OFFERED)] * 2
    answer = client.post(cards[0]["action"], {"level": OFFERED[1]})
    assert answer.status_code == 303
    assert game.seats.get(kind=SeatKind.BOT).player.bot_level == OFFERED[1]
    # Of what is not offered the first is meant.
    client.post(cards[1]["action"], {"level": "a level"})
    assert sorted(game.seats.filter(kind=SeatKind.BOT).values_list("player__bot_level", flat=True)) == sorted(
        [OFFERED[1], FIRST]
    )
    other = new_game(alice, OPEN, OPEN, rules=THREE)
    client.force_login(bob)
    assert not page_of(client.get(f"/games/{other.public_id}/")).select(".sit-in")
