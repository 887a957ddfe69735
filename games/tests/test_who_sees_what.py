"""Every address of a game, asked for by everybody, for each of the three visibilities."""

import pytest
from django.test import Client

from accounts.models import Quiet
from accounts.services import create_guest
from accounts.tests.cast import person
from games.access import LINKS_KEPT, WATCHING
from games.lobby.terms import GameTerms
from games.models import Game, Invitation, Visibility
from games.services import SeatWish, create_game, join_game, resign
from homeworlds.rules import Preset, Variant, preset_rules
from upkeep.tests.elements import as_sent, nowhere_in, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
SINISTER = preset_rules(Preset.BOOKLET, Variant.SINISTER)
PAGES = ["", "table/", "news/?after=x", "turns/0/", "turns/0/table/"]
PAGES += ["about/", "table/about/", "turns/0.svg", "turns/0.png", "thumbnail.svg"]
ANYBODY = ["anonymous", "guest", "stranger", "blocked"]
THEIRS = ["invited", "player", "creator"]


@pytest.fixture
def cast(alice, bob, charlie):
    """Alice makes the game, Bob plays, Charlie is invited."""
    blocked = person("Dora")
    Quiet.objects.create(owner=alice, other=blocked, kind=Quiet.Kind.BLOCK)
    people = {
        "creator": alice,
        "player": bob,
        "invited": charlie,
        "stranger": person("Emil"),
        "blocked": blocked,
        "guest": create_guest(),
        "anonymous": None,
    }
    clients = {who: Client() for who in people}
    for who, player in people.items():
        if player is not None:
            clients[who].force_login(player)
    return people, clients


def waiting_game(people, visibility: str) -> Game:
    return create_game(
        creator=people["creator"],
        rules=SINISTER,
        seats=[
            SeatWish(player=people["creator"]),
            SeatWish(player=people["player"]),
            SeatWish(invited=people["invited"]),
            SeatWish(by_link=True),
        ],
        terms=GameTerms(visibility=Visibility(visibility)),
    )


def running_game(people, visibility: str) -> Game:
    return create_game(
        creator=people["creator"],
        rules=SINISTER,
        seats=[SeatWish(player=people[who]) for who in ("creator", "player", "invited")],
        terms=GameTerms(visibility=Visibility(visibility)),
    )


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("make", [waiting_game, running_game])
@pytest.mark.parametrize("who", ANYBODY + THEIRS)
def test_the_table_exists_for_whom_it_should(cast, visibility, make, who):
    people, clients = cast
    game = make(people, visibility)
    there = visibility == "public" or who in THEIRS
    for page in PAGES:
        status = clients[who].get(f"/games/{game.public_id}/{page}").status_code
        assert status == (200 if there else 404), page


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("who", ANYBODY + THEIRS)
def test_the_sandbox_is_for_those_who_see_the_game(cast, visibility, who):
    people, clients = cast
    sandbox = f"/games/{running_game(people, visibility).public_id}/turns/0/try/"
    there = visibility == "public" or who in THEIRS
    homeworld = {"turn": "homeworld G3 B1 Y3"}
    assert clients[who].get(sandbox).status_code == (200 if there else 404)
    for tail in ("show/", "end/"):
        assert clients[who].post(sandbox + tail, homeworld).status_code == (303 if there else 404)
    kept = clients[who].post(f"{sandbox}keep/?t=homeworld+Y3+B1+G3").status_code
    assert kept == (404 if not there else 302 if who == "anonymous" else 303)


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
@pytest.mark.parametrize("who", ANYBODY)
def test_a_hidden_game_is_nowhere_and_answers_like_one_that_never_was(cast, visibility, who):
    people, clients = cast
    game = waiting_game(people, visibility)
    table = f"/games/{game.public_id}/"
    posts = ["join/", "leave/", "cancel/", "agree/", "seats/1/invite/", "seats/3/withdraw/", "terms/"]
    posts += ["seats/2/remove/"]
    posts += ["turn/", "table/turn/", "show/", "take-back/", "table/take-back/", "tidy/"]
    for page in posts:
        hidden = clients[who].post(table + page, {"terms": "1"})
        never = clients[who].post(f"/games/22222222/{page}", {"terms": "1"})
        assert hidden.status_code == never.status_code
        assert hidden.status_code in (302, 303, 404, 422, 200)
    for page in [*PAGES, "terms/", "resign/"]:
        hidden, never = clients[who].get(table + page), clients[who].get(f"/games/22222222/{page}")
        assert (hidden.status_code, without_tokens(hidden)) == (never.status_code, without_tokens(never))
    assert nowhere_in(clients[who].get("/games/open/"), game.public_id)
    assert Game.objects.get(pk=game.pk).changed_at == game.changed_at


def without_tokens(response) -> str:
    page = as_sent(response)
    context = response.context
    return page.replace(str(context["csrf_token"]), "") if context else page


def test_an_unlisted_game_is_watched_by_its_link_which_the_session_remembers(cast):
    people, clients = cast
    game = running_game(people, "unlisted")
    table = f"/games/{game.public_id}/"
    about = page_of(clients["player"].get(f"{table}about/")).by_id("about")
    assert f"{table}?watch={game.watch_token}" in about.targets
    for who in ("anonymous", "stranger"):
        assert clients[who].get(f"{table}?watch=wrong-é").status_code == 404
        page = clients[who].get(f"{table}?watch={game.watch_token}")
        assert page.status_code == 200 and nowhere_in(page, game.watch_token)
        for page in PAGES:
            assert clients[who].get(table + page).status_code == 200


def test_a_session_remembers_the_last_hundred_links(cast):
    people, clients = cast
    first, last = [running_game(people, "unlisted") for _ in range(2)]
    stranger = clients["stranger"]
    session = stranger.session
    session[WATCHING] = [first.watch_token, *(f"of-game-{number}" for number in range(1, LINKS_KEPT))]
    session.save()
    assert stranger.get(f"/games/{first.public_id}/").status_code == 200
    assert stranger.get(f"/games/{last.public_id}/?watch={last.watch_token}").status_code == 200
    kept = stranger.session[WATCHING]
    assert (len(kept), kept[0], kept[-1]) == (LINKS_KEPT, "of-game-1", last.watch_token)
    assert stranger.get(f"/games/{first.public_id}/").status_code == 404


def test_the_link_opens_only_its_own_game_and_no_private_one(cast):
    people, clients = cast
    unlisted, other, private = [running_game(people, v) for v in ("unlisted", "unlisted", "private")]
    stranger = clients["stranger"]
    assert stranger.get(f"/games/{unlisted.public_id}/?watch={unlisted.watch_token}").status_code == 200
    assert stranger.get(f"/games/{other.public_id}/?watch={unlisted.watch_token}").status_code == 404
    assert stranger.get(f"/games/{private.public_id}/?watch={private.watch_token}").status_code == 404


def test_whoever_was_invited_and_declined_sees_a_private_game_no_more(cast):
    people, clients = cast
    game = waiting_game(people, "private")
    token = Invitation.objects.get(player=people["invited"]).token
    response = clients["invited"].post(f"/games/join/{token}/decline/", {"word": "Sorry"})
    assert response["Location"] == "/"
    assert clients["invited"].get(f"/games/{game.public_id}/").status_code == 404
    panel = page_of(clients["creator"].get(f"/games/{game.public_id}/")).by_id("turn-panel")
    assert "Charlie has declined: “Sorry”" in panel.texts("paragraph")


def test_whoever_leaves_a_private_game_goes_home(cast):
    people, clients = cast
    game = waiting_game(people, "private")
    assert clients["player"].post(f"/games/{game.public_id}/leave/")["Location"] == "/"
    assert (
        clients["creator"].post(f"/games/{game.public_id}/leave/")["Location"].endswith(f"{game.public_id}/")
    )


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("who", ANYBODY + THEIRS)
def test_links_are_for_whoever_has_them_and_named_ones_for_the_named(cast, visibility, who):
    people, clients = cast
    game = waiting_game(people, visibility)
    link = Invitation.objects.get(player=None).token
    named = Invitation.objects.get(player=people["invited"]).token
    seated = who in ("player", "creator")
    page = clients[who].get(f"/games/join/{link}/")
    assert page.status_code == (303 if seated else 200)
    status = clients[who].get(f"/games/join/{named}/").status_code
    assert status == {"invited": 200, "anonymous": 302}.get(who, 404)
    declined = clients[who].post(f"/games/join/{named}/decline/")
    assert declined.status_code == {"invited": 303, "anonymous": 302}.get(who, 404)
    table = clients[who].get(f"/games/{game.public_id}/")
    assert nowhere_in(table, link) == (who != "creator")
    assert (f"/games/join/{link}/" in page_of(table).targets) == (who == "creator")


@pytest.mark.parametrize("who", THEIRS + ANYBODY)
def test_the_creators_buttons_are_the_creators(cast, who):
    people, clients = cast
    game = waiting_game(people, "public")
    before = list(Invitation.objects.values_list("pk", "answer"))
    expected = {"creator": 303, "anonymous": 302}.get(who, 403)
    terms = {"terms": "1", "visibility": "public", "talk": "no"}
    table = f"/games/{game.public_id}/"
    assert clients[who].post(table + "terms/", terms).status_code == expected
    assert clients[who].post(table + "seats/3/withdraw/").status_code == expected
    assert clients[who].post(table + "seats/3/invite/").status_code == expected
    assert clients[who].post(table + "seats/2/remove/").status_code == expected
    assert clients[who].get(table + "terms/").status_code == {"creator": 200, "anonymous": 302}.get(who, 403)
    game.refresh_from_db()
    assert (game.terms_number, game.talk_allowed) == ((2, False) if who == "creator" else (1, True))
    assert (list(Invitation.objects.values_list("pk", "answer")) == before) == (who != "creator")


def test_the_blocked_see_no_games_of_the_blocker_in_the_list_and_no_button(cast, alice):
    _people, clients = cast
    game = create_game(creator=alice, rules=SINISTER, seats=[SeatWish(player=alice), *[SeatWish()] * 2])
    for who, seen in (("blocked", False), ("stranger", True), ("anonymous", True)):
        assert nowhere_in(clients[who].get("/games/open/"), game.public_id) != seen
    join = f"/games/{game.public_id}/join/"
    for who, offered in (("blocked", False), ("stranger", True)):
        assert (join in page_of(clients[who].get(f"/games/{game.public_id}/")).targets) == offered
    refused = clients["blocked"].post(f"/games/{game.public_id}/join/", {"terms": "1"})
    assert refused.status_code == 403
    assert "You cannot join this game." in page_of(refused).one("main").text


def test_a_finished_private_game_stays_private(cast):
    people, clients = cast
    game = running_game(people, "private")
    for who in ("creator", "player"):
        resign(game_id=game.pk, player=people[who], key=who, confirmed=True)
    assert clients["stranger"].get(f"/games/{game.public_id}/").status_code == 404
    assert clients["player"].get(f"/games/{game.public_id}/").status_code == 200


def test_the_names_of_the_invited_are_for_the_table(cast):
    people, clients = cast
    game = waiting_game(people, "public")
    for who, knows in (("creator", True), ("player", True), ("invited", True), ("stranger", False)):
        page = clients[who].get(f"/games/{game.public_id}/")
        notes = [each.text for each in page_of(page).select(".seat-list .clock")]
        assert ("kept for Charlie" in notes) == knows and nowhere_in(page, "Charlie") != knows
        assert "kept for a friend" in notes
    assert nowhere_in(clients["stranger"].get("/games/open/"), "Charlie")


def test_joining_makes_a_private_game_the_players(cast):
    people, clients = cast
    game = waiting_game(people, "private")
    join_game(game_id=game.pk, player=people["invited"])
    assert clients["invited"].get(f"/games/{game.public_id}/").status_code == 200
