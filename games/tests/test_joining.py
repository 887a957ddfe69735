"""Who may join a table that everybody finds: its creator may ask for reliable players, and newcomers begin
with few tables of three and more."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.clocks.reliability import TABLES_OF_NEWCOMERS, Tier
from games.lists import open_games
from games.lobby.terms import GameTerms, summary, terms_of
from games.models import Company, Game
from games.refusals import GameRefusalCode
from games.services import SeatWish, accept_invitation, cancel_game, create_game, join_game, resign
from games.tests.seating import OPEN, known, new_game, refused
from homeworlds.rules import Preset, Variant, preset_rules

pytestmark = pytest.mark.django_db
LAST_CAPTAIN = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)


@pytest.fixture
def alice() -> Player:
    return known(person("Alice"), Tier.RELIABLE)


@pytest.fixture
def bob() -> Player:
    return person("Bob")


def many(creator: Player, *others: SeatWish, **wishes: object) -> Game:
    return new_game(creator, *(others or (OPEN, OPEN)), rules=LAST_CAPTAIN, **wishes)


@pytest.mark.parametrize(
    ("company", "tier", "code"),
    [
        (Company.EVERYBODY, Tier.AWAY, None),
        (Company.NOT_AWAY, Tier.NEW, None),
        (Company.NOT_AWAY, Tier.RELIABLE, None),
        (Company.NOT_AWAY, Tier.AWAY, GameRefusalCode.OFTEN_AWAY),
        (Company.RELIABLE, Tier.RELIABLE, None),
        (Company.RELIABLE, Tier.NEW, GameRefusalCode.NOT_RELIABLE_YET),
        (Company.RELIABLE, Tier.AWAY, GameRefusalCode.OFTEN_AWAY),
    ],
)
def test_a_game_asks_for_whom_its_creator_wants(alice, bob, company, tier, code):
    game, client = new_game(alice, terms=GameTerms(company=company)), Client()
    bob = known(bob, tier)
    client.force_login(bob)
    pages = ["/games/open/", f"/games/{game.public_id}/"]
    shown = [client.get(page).content.decode() for page in pages]
    if code is None:
        assert all(f"/games/{game.public_id}/join/" in text for text in shown)
        join_game(game_id=game.pk, player=bob)
        return
    with refused(code):
        join_game(game_id=game.pk, player=bob)
    reason = (
        "You were often away" if code is GameRefusalCode.OFTEN_AWAY else "You have finished too few games"
    )
    for text in shown:
        assert f"/games/{game.public_id}/join/" not in text and reason in text


def test_whom_the_creator_invites_comes_in_any_case(alice, bob):
    bob = known(bob, Tier.AWAY)
    game = new_game(alice, SeatWish(invited=bob), terms=GameTerms(company=Company.RELIABLE))
    accept_invitation(invitation_id=bob.invitations.get().pk, player=bob, terms=1)
    assert Game.objects.get(pk=game.pk).started_at
    other = new_game(alice, SeatWish(invited=bob), terms=GameTerms(company=Company.RELIABLE))
    join_game(game_id=other.pk, player=bob)


def test_the_terms_say_who_may_join(alice):
    game = new_game(alice, terms=GameTerms(company=Company.RELIABLE))
    said = {term.title: term for term in terms_of(game, list(game.seats.all()))}
    assert said["Who may join"].differs
    assert said["Who may join"].sentence == "Only reliable players can join without an invitation."
    assert "only reliable players join uninvited" in summary(GameTerms.of(game), [])
    assert "uninvited" not in summary(GameTerms(), [])


def test_the_form_offers_it_and_changing_it_is_a_change_of_the_terms(alice):
    client = Client()
    client.force_login(alice)
    form = {"variant": "binary", "players": "2", "rule_set": "booklet", "seat_order": "lot"}
    seats = {"seat_1": "me", "seat_2": "open", "clock": "normal", "company": "reliable"}
    assert client.post("/games/new/", form | seats).status_code == 303
    game = Game.objects.get()
    assert game.company == Company.RELIABLE
    address = f"/games/{game.public_id}/terms/"
    assert 'value="reliable"' in client.get(address).content.decode()
    changed = {"terms": "1", "clock": "normal", "company": "all", "excuses": "1"}
    assert client.post(address, changed).status_code == 303
    game.refresh_from_db()
    assert (game.company, game.terms_number) == (Company.EVERYBODY, 2)


def test_newcomers_sit_at_few_tables_of_three_and_more(alice, bob):
    games = [many(alice) for _ in range(TABLES_OF_NEWCOMERS + 1)]
    for game in games[:-1]:
        join_game(game_id=game.pk, player=bob)
    client = Client()
    client.force_login(bob)
    text = client.get(f"/games/{games[-1].public_id}/").content.decode()
    assert "at most 2 games of three and more" in text and "join/" not in text.split("<main")[1]
    assert "at most 2 games of three and more" in client.get("/games/new/").content.decode()
    with refused(GameRefusalCode.NEWCOMER_SITS_ENOUGH):
        join_game(game_id=games[-1].pk, player=bob)
    with refused(GameRefusalCode.NEWCOMER_SITS_ENOUGH):
        many(bob)
    answer = client.post(
        "/games/new/",
        {
            "variant": "last-captain-standing", "players": "3", "rule_set": "modern", "seat_order": "lot",
            "seat_1": "me", "seat_2": "open", "seat_3": "open", "clock": "normal",
        },
    )  # fmt: skip
    assert answer.status_code == 422 and "at most 2 games of three and more" in answer.content.decode()
    join_game(game_id=new_game(alice).pk, player=bob)  # of two
    cancel_game(game_id=games[0].pk, player=alice)
    join_game(game_id=games[-1].pk, player=bob)


def test_who_is_known_sits_at_as_many_as_wanted(alice, bob):
    bob = known(bob, Tier.AWAY)
    for _ in range(TABLES_OF_NEWCOMERS + 1):
        join_game(game_id=many(alice).pk, player=bob)


def test_tables_of_events_games_with_bots_and_those_one_is_out_of_are_not_counted(alice, bob):
    ensure_bots()
    many(bob, SeatWish(bot_level="judge"), SeatWish(bot_level="judge"))
    join_game(game_id=many(alice, arranged=True).pk, player=bob)
    given = create_game(
        creator=alice,
        rules=LAST_CAPTAIN,
        seats=[SeatWish(player=each) for each in (alice, bob, person("Cleo"))],
    )
    resign(game_id=given.pk, player=bob, key="r", confirmed=True)
    for _ in range(TABLES_OF_NEWCOMERS):
        join_game(game_id=many(alice).pk, player=bob)
    with refused(GameRefusalCode.NEWCOMER_SITS_ENOUGH):
        join_game(game_id=many(alice).pk, player=bob)
    join_game(game_id=many(alice, arranged=True).pk, player=bob)


def test_an_invitation_says_why_it_cannot_be_accepted_now(alice, bob):
    for _ in range(TABLES_OF_NEWCOMERS):
        join_game(game_id=many(alice).pk, player=bob)
    many(alice, SeatWish(invited=bob), OPEN)
    invitation, client = bob.invitations.get(), Client()
    client.force_login(bob)
    for page in ("/games/mine/", f"/games/join/{invitation.token}/"):
        text = client.get(page).content.decode()
        assert "at most 2 games of three and more" in text
        assert "Take this seat" not in text and ">Accept<" not in text
    with refused(GameRefusalCode.NEWCOMER_SITS_ENOUGH):
        accept_invitation(invitation_id=invitation.pk, player=bob, terms=1)


def test_a_list_asks_as_much_for_many_games_as_for_one(alice, bob):
    for _ in range(TABLES_OF_NEWCOMERS):
        join_game(game_id=many(alice).pk, player=bob)
    many(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            open_games(Player.objects.get(pk=bob.pk))
        return len(asked)

    before = queries()
    for _ in range(4):
        many(alice)
    assert queries() == before
