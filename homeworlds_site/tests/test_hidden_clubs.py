"""A hidden club: whoever is neither a member nor invited finds the site just as it was without that club."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.own_data.export import export_of
from accounts.tests.cast import person
from clubs.models import Club, Joining
from clubs.services import (
    accept_club_invitation,
    close_club,
    found_club,
    invite_to_club,
    leave_club,
    write_news,
)
from games.clocks.paces import PACES, USUAL
from games.lobby.terms import GameTerms
from games.models import Game, Status, Visibility
from games.services import Origin, SeatWish, create_game, join_game, resign
from games.tests.play import play_peaceful_turns
from homeworlds.rules import RuleSet
from homeworlds_site.tests.addresses import ADDRESSES
from homeworlds_site.tests.house import DATA, House, Visitor
from homeworlds_site.tests.twin_worlds import masked
from tournaments.services.opening import open_event
from tournaments.tests.events import plan
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
NAME: Final = "Nightwatch"
RATED: Final = GameTerms(rated=True, clock=PACES[USUAL], visibility=Visibility.PUBLIC)


def pages_of_the_site() -> list[str]:
    names = (
        "pages:home", "pages:open_games", "pages:clubs", "pages:ratings", "pages:living",
        "tournaments:events",
    )  # fmt: skip
    profiles = [reverse("profile", args=[name]) for name in ("Alice", "Bob")]
    return [*map(reverse, names), *profiles, reverse("pages:clubs") + f"?words={NAME}"]


def seen_by(player: Player | None) -> list[tuple[int, str]]:
    visitor = Visitor(player)
    answers = [visitor.answer("get", page) for page in pages_of_the_site()]
    return [(answer.status_code, masked(answer.content.decode())) for answer in answers]


def nightwatch(alice: Player, bob: Player, asked: Player) -> tuple[Club, list[Game]]:
    """A hidden club with an event, a game that is over, one that runs, and an open table."""
    club = found_club(player=alice, name=NAME, about="We meet at night.", hidden=True)
    invite_to_club(club_id=club.pk, player=alice, invited=bob)
    accept_club_invitation(club_id=club.pk, player=bob)
    invite_to_club(club_id=club.pk, player=alice, invited=asked)
    write_news(club_id=club.pk, player=alice, news="A cup begins.")
    open_event(director=alice, plan=plan(title=f"Cup of {NAME}"), club=club)
    pair = [SeatWish(player=alice), SeatWish(player=bob)]
    origin = Origin("ladder", "Ladder of Nightwatch", "/ladders/1/")
    over, running = [
        create_game(creator=alice, rules=RuleSet(), seats=pair, terms=RATED, club=club, origin=origin)
        for _ in range(2)
    ]
    play_peaceful_turns(over, 6)
    resign(game_id=over.pk, player=bob, key="r", confirmed=True)
    wishes = [SeatWish(player=alice), SeatWish()]
    waiting = create_game(creator=alice, rules=RuleSet(), seats=wishes, terms=RATED, club=club)
    return club, [Game.objects.get(pk=game.pk) for game in (over, running, waiting)]


def test_strangers_find_the_site_as_it_was_without_the_club(alice, bob, charlie):
    asked = person("Dora")
    strangers = (None, charlie)
    before = [seen_by(player) for player in strangers]
    club, games = nightwatch(alice, bob, asked)
    assert [seen_by(player) for player in strangers] == before
    for player in strangers:
        visitor = Visitor(player)
        there = reverse("pages:club", args=[club.public_id])
        nowhere = reverse("pages:club", args=["zzzzzzzz"])
        for path in ("", "games/", "members/"):
            assert visitor.status("get", there + path) == visitor.status("get", nowhere + path) == 404
        for game in games:
            assert visitor.status("get", reverse("games:table", args=[game.public_id])) == 404
    # Nothing tells who founds another club that there is this one.
    assert found_club(player=charlie, name=NAME)


def test_its_games_are_private_and_unrated_and_come_from_nowhere(alice, bob, charlie):
    _club, games = nightwatch(alice, bob, charlie)
    for game in games:
        assert (game.visibility, game.rated) == (Visibility.PRIVATE, False)
        assert (game.origin_kind, game.origin_title, game.origin_link) == ("", "", "")


def test_members_see_the_table_while_it_waits_and_from_then_on_only_its_players_do(alice, bob, charlie):
    club, (_over, running, waiting) = nightwatch(alice, bob, charlie)
    accept_club_invitation(club_id=club.pk, player=charlie)
    member, table = Visitor(charlie), reverse("games:table", args=[waiting.public_id])
    assert member.status("get", table) == 200
    assert member.status("get", reverse("games:table", args=[running.public_id])) == 404
    lobby = member.answer("get", reverse("pages:open_games")).content.decode()
    assert table in lobby and NAME in lobby
    club_page = member.answer("get", club.get_absolute_url()).content.decode()
    assert table in club_page and running.public_id not in club_page
    join_game(game_id=waiting.pk, player=bob)
    assert member.status("get", table) == 404
    assert Visitor(bob).status("get", table) == 200


def test_who_has_left_sees_nothing_more_of_it_and_plays_on(alice, bob, charlie):
    club, (_over, running, waiting) = nightwatch(alice, bob, charlie)
    leave_club(club_id=club.pk, player=bob)
    visitor = Visitor(bob)
    assert visitor.status("get", club.get_absolute_url()) == 404
    assert visitor.status("get", reverse("games:table", args=[waiting.public_id])) == 404
    for path in ("", "about/"):
        answer = visitor.answer("get", reverse("games:table", args=[running.public_id]) + path)
        assert answer.status_code == 200 and NAME not in answer.content.decode()
    assert NAME not in export_of(Player.objects.get(pk=bob.pk))


def test_its_closing_loses_no_game_that_has_begun(alice, bob, charlie, client):
    club, (over, running, _waiting) = nightwatch(alice, bob, charlie)
    close_club(club_id=club.pk, player=alice)
    running.refresh_from_db()
    assert running.status == Status.RUNNING
    for game in (over, running):
        assert Visitor(bob).status("get", reverse("games:table", args=[game.public_id])) == 200
    assert Visitor(alice).status("get", club.get_absolute_url()) == 404


def test_the_invited_see_what_they_are_asked_into_but_not_its_tables(alice, bob, charlie):
    club, (_over, _running, waiting) = nightwatch(alice, bob, charlie)
    visitor = Visitor(charlie)
    page = page_of(visitor.answer("get", club.get_absolute_url()))
    assert NAME in page.text and "invites you" in page.text and "A cup begins." in page.text
    assert waiting.public_id not in str(page.text)
    assert visitor.status("get", reverse("games:table", args=[waiting.public_id])) == 404


def test_a_club_that_everybody_sees_is_on_profiles_and_in_the_list(alice, bob):
    club = found_club(player=alice, name="Orion", joining=Joining.INVITED)
    for page in (reverse("profile", args=["Alice"]), reverse("pages:clubs")):
        assert club.get_absolute_url() in Visitor(bob).answer("get", page).content.decode()


@pytest.mark.parametrize("role", ["anonymous", "guest", "stranger", "superuser"])
def test_every_address_answers_as_if_there_were_no_such_club(role):
    house = House()
    visitor = Visitor(house.people[role])
    rows = [name for name, keys in ADDRESSES.items() if "club" in keys]
    assert len(rows) > 10
    for name, method in product(rows, ("get", "post")):
        there = house.url(f"{name} hidden")
        nowhere = there.replace(house.clubs["hidden"].public_id, "zzzzzzzz")
        answers = [visitor.answer(method, url, DATA.get(name)) for url in (there, nowhere)]
        statuses = {answer.status_code for answer in answers}
        assert len(statuses) == 1 and statuses <= {302, 404, 405}, f"{method} {name}"
        if statuses == {404}:
            first, second = (masked(answer.content.decode()) for answer in answers)
            assert first.replace(there, nowhere) == second, f"{method} {name}"
