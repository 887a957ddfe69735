"""Pictures by their addresses: who gets them, how long they may be kept, and what a link shows of itself."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.test import Client

from board.picture import apart, pixels
from board.picture.parts import COLOURS
from games.models import Game, Visibility
from games.services import SeatWish, agree_to_draw, create_game, resign
from games.table import pictures
from games.tests.play import play_peaceful_turns, play_turn, table_of
from games.views import pictures as views
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import Element, as_sent, nowhere_in, page_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh(calls):
    cache.clear()


@pytest.fixture
def game(alice, bob) -> Game:
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, "homeworld y2 b1 g3")
    play_turn(game, "homeworld r1 b3 g3")
    play_turn(game, "build g1 alice")
    return Game.objects.get(pk=game.pk)


def get(game: Game, tail: str, client: Client | None = None, **headers: str):
    return (client or Client()).get(f"/games/{game.public_id}/{tail}", headers=headers)


def words_on(picture) -> list[str]:
    return [each.text for each in page_of(picture).select("text")]


def logged_in(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_every_position_has_its_picture_and_no_other(game):
    seen = set()
    for number in range(4):
        svg, png = get(game, f"turns/{number}.svg"), get(game, f"turns/{number}.png")
        assert (svg.status_code, svg["Content-Type"]) == (200, "image/svg+xml")
        assert (png.status_code, png["Content-Type"]) == (200, "image/png")
        seen |= {svg.content, png.content}
    assert len(seen) == 8
    for tail in ("turns/4.svg", "turns/4.png", f"turns/{2**40}.png", "turns/-1.png", "turns/x.svg"):
        assert get(game, tail).status_code == 404


def test_it_says_who_is_to_move_what_was_done_and_the_result(game, bob):
    said = words_on(get(game, "turns/3.svg"))
    assert {"Binary · turn 3", "Bob is to move."} <= set(said)
    assert any(each.startswith("Alice: ") for each in said)
    assert "Alice is to move." in words_on(get(game, "turns/0.svg"))
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert "Alice won: the last opponent resigned." in " ".join(words_on(get(game, "turns/4.svg")))
    assert nowhere_in(get(game, "turns/3.svg"), "Alice won")


def test_before_the_start_it_shows_who_sits_there(alice):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    assert {"Alice", "open seat", "This game waits for players."} <= set(words_on(get(game, "turns/0.svg")))
    assert get(game, "turns/1.svg").status_code == 404
    assert get(game, "thumbnail.svg").status_code == 200


def test_a_page_leads_to_the_picture_in_its_readers_language(game, alice):
    french = Client(headers={"Accept-Language": "fr"})
    image = metadata(get(game, "", french))["og:image"]
    assert image.endswith("turns/3.png?lang=fr")
    (link,) = [each for each in page_of(get(game, "", french)).targets if "turns/3.png" in each]
    assert link.endswith("?lang=fr") and get(game, "turns/3.png?lang=fr").status_code == 200
    said = words_on(get(game, "turns/3.svg?lang=fr"))
    assert "C’est à Bob de jouer." in said and "Bob is to move." not in said
    for junk in ("", "?lang=", "?lang=xx", "?lang=../fr"):
        assert "Bob is to move." in words_on(get(game, f"turns/3.svg{junk}", french)), junk


def test_everybody_gets_the_same_picture(game, alice, charlie):
    for tail in ("turns/3.svg", "turns/3.png", "thumbnail.svg"):
        asked = [Client(), logged_in(alice), logged_in(charlie), Client(headers={"Accept-Language": "fr"})]
        assert len({get(game, tail, client).content for client in asked}) == 1


@pytest.mark.parametrize("tail", ["turns/3.svg", "turns/3.png", "thumbnail.svg"])
def test_it_is_kept_and_asked_for_only_conditionally(game, alice, tail, monkeypatch):
    first = get(game, tail)
    monkeypatch.setattr(pixels, "svg_to_bytes", None)
    again = get(game, tail, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"] and again["Cache-Control"] == first["Cache-Control"]
    with_session = get(game, tail, logged_in(alice))
    assert "private" in with_session["Cache-Control"] and "public" not in with_session["Cache-Control"]
    assert "max-age" in with_session["Cache-Control"] and "no-store" not in with_session["Cache-Control"]


def test_only_pictures_of_public_games_are_for_shared_caches_and_other_sites(game, alice):
    assert "public" in get(game, "turns/3.png")["Cache-Control"]
    assert get(game, "turns/3.png")["Cross-Origin-Resource-Policy"] == "cross-origin"
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    for tail in ("turns/3.svg", "turns/3.png", "thumbnail.svg"):
        assert get(game, tail).status_code == 404
        answer = get(game, tail, logged_in(alice))
        assert answer.status_code == 200
        assert "public" not in answer["Cache-Control"] and "private" in answer["Cache-Control"]
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_picture_of_an_unlisted_game_follows_its_link(game):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.UNLISTED)
    friend = Client()
    assert get(game, "turns/3.png", friend).status_code == 404
    answer = get(game, f"turns/3.png?watch={game.watch_token}", friend)
    assert answer.status_code == 200 and "public" not in answer["Cache-Control"]
    assert get(game, "turns/2.svg", friend).status_code == 200


def test_a_png_is_drawn_once_and_anew_when_a_name_changes(game, monkeypatch):
    drawn = []
    original = pictures.draw_apart
    monkeypatch.setattr(pictures, "draw_apart", lambda svg: drawn.append(svg) or original(svg))
    first = get(game, "turns/1.png")
    assert get(game, "turns/1.png").content == first.content
    assert len(drawn) == 1
    game.seats.filter(name="Bob").update(name="Former-player-1")
    Game.objects.filter(pk=game.pk).update(names_changed=1)
    renamed = get(game, "turns/1.png")
    assert len(drawn) == 2 and renamed["ETag"] != first["ETag"] and renamed.content != first.content


def test_so_many_pictures_are_in_hand_and_one_more_is_asked_for_again_later(game, monkeypatch):
    whole = get(game, "turns/0.png").content
    assert all(views._in_hand.acquire(blocking=False) for _ in range(views.IN_HAND))
    try:
        refused = get(game, "turns/3.png")
        assert (refused.status_code, refused["Retry-After"]) == (429, "2")
        assert "Many pictures are being drawn" in refused.content.decode()
        assert get(game, "turns/0.png").content == whole, "what is kept needs no place"
    finally:
        views._in_hand.release(views.IN_HAND)


def test_a_drawing_that_fails_gives_its_place_back(game, monkeypatch):
    monkeypatch.setattr(pictures, "draw_apart", fails := Mock(side_effect=subprocess.SubprocessError))
    for _ in range(views.IN_HAND + 1):
        with pytest.raises(subprocess.SubprocessError):
            get(game, "turns/3.png")
    assert fails.call_count == views.IN_HAND + 1


def test_a_drawing_that_takes_too_long_is_asked_for_again_later(game, monkeypatch):
    monkeypatch.setattr(apart, "SECONDS", 0.001)
    for _ in range(views.IN_HAND + 1):
        late = get(game, "turns/3.png")
        assert (late.status_code, late["Retry-After"]) == (503, str(views.SLOW_SECONDS))
    assert late["Cache-Control"] == "no-store" and "takes too long" in late.content.decode()
    monkeypatch.undo()
    assert get(game, "turns/3.png").status_code == 200


def test_nobody_waits_longer_for_the_picture_of_another(game, monkeypatch):
    monkeypatch.setattr(views, "SECONDS", 0.001)
    with views._drawing:
        assert get(game, "turns/3.png").status_code == 503
    assert get(game, "turns/3.png").status_code == 200


def test_a_visitor_has_so_many_pictures_drawn_and_any_number_that_are_kept(game, monkeypatch):
    monkeypatch.setattr(views, "DRAWN", replace(views.DRAWN, most=2, seconds=3600))
    codes = [get(game, f"turns/{number}.png").status_code for number in (0, 1, 2, 0, 1)]
    assert codes == [200, 200, 429, 200, 200]


def test_no_more_pictures_are_kept_than_there_are_slots(game, monkeypatch):
    monkeypatch.setattr(pictures, "SLOTS", 2)
    kept = {}
    monkeypatch.setattr(pictures.cache, "set", lambda key, value, seconds: kept.__setitem__(key, value))
    for number in range(4):
        get(game, f"turns/{number}.png")
    assert 1 <= len(kept) <= 2 and kept.keys() <= {"picture:0", "picture:1"}


def test_a_thumbnail_changes_with_the_log(game):
    before = get(game, "thumbnail.svg")
    assert words_on(before) == []
    play_turn(game, "build g1 bob")
    after = get(game, "thumbnail.svg")
    assert after["ETag"] != before["ETag"] and after.content != before.content


def test_queries_do_not_grow_with_the_game(game, alice, bob, django_assert_num_queries):
    client = logged_in(alice)
    for _ in range(2):
        with django_assert_num_queries(4):
            get(game, "thumbnail.svg", client)
        with django_assert_num_queries(4):
            get(game, "turns/1.png")
        play_peaceful_turns(game, 6)


# --- Where pictures are shown


def metadata(answer) -> dict[str, str]:
    head = page_of(answer)
    named = {each["name"]: each["content"] for each in head.select("meta[name][content]")}
    return named | {each["property"]: each["content"] for each in head.select("meta[property][content]")}


def test_a_link_to_a_public_game_shows_its_picture(game, alice, settings):
    settings.SITE_URL = "https://homeworlds.example"
    address = f"https://homeworlds.example/games/{game.public_id}/"
    found = metadata(get(game, ""))
    assert found["og:title"] == "Binary: Alice – Bob"
    assert found["og:description"].startswith("Bob is to move. Alice: ")
    assert found["og:url"] == address
    assert found["og:image"] == f"{address}turns/3.png?lang=en"
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["twitter:card"] == "summary_large_image"
    past = metadata(get(game, "turns/1/"))
    assert past["og:image"] == f"{address}turns/1.png?lang=en"
    assert past["og:url"] == f"{address}turns/1/"
    step = metadata(get(game, "turns/1/0/"))
    assert step["og:description"] == "Binary · turn 1"


def test_other_games_tell_messengers_nothing(game, alice):
    for visibility in (Visibility.UNLISTED, Visibility.PRIVATE):
        Game.objects.filter(pk=game.pk).update(visibility=visibility)
        friend = Client()
        friend.get(f"/games/{game.public_id}/?watch={game.watch_token}")
        assert get(game, "", friend).status_code == (200 if visibility == Visibility.UNLISTED else 404)
        for client in (logged_in(alice), friend):
            assert nowhere_in(get(game, "", client), "og:")


def test_a_preview_is_for_messengers_who_are_strangers(alice, bob, charlie):
    rules = RuleSet(variant=Variant.GOOD_VS_EVIL)
    game = table_of(alice, bob, charlie, rules=rules)
    assert "og:image" in metadata(get(game, ""))
    page = get(game, "", logged_in(alice))
    of_all = {"viewport", "color-scheme", "theme-color", "htmx-config"}
    assert nowhere_in(page, "og:") and metadata(page).keys() == of_all


def test_lists_show_thumbnails_that_change_their_address_with_the_game(game, alice, bob):
    client = logged_in(alice)
    create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])

    def found(address: str) -> list[str]:
        images = page_of(client.get(address)).select("img")
        assert all((image["loading"], image["alt"]) == ("lazy", "") for image in images)
        return [image["src"] for image in images]

    mine, home = found("/games/mine/"), found("/")
    assert len(mine) == 2 and set(home) <= set(mine)
    for address in mine:
        assert client.get(address).status_code == 200
    play_turn(game, "build g1 bob")
    assert len(set(found("/games/mine/")) - set(mine)) == 1


def test_tab_and_icon_say_that_it_is_your_turn(game, alice, bob):
    def tab(page: Element) -> tuple[str, str]:
        (title,), (icon,) = page.select("title"), page.select("link[rel=icon]")
        return title.text, icon["href"]

    turn, calm = "/static/img/favicon-turn.svg", "/static/img/favicon.svg"
    for player, title, list_title, icon in (
        (bob, "Your turn: Alice – Bob", "(1) My games", turn),
        (alice, "Alice – Bob", "My games", calm),
    ):
        page = page_of(get(game, "", logged_in(player)))
        assert tab(page) == (f"{title} · Homeworlds", icon)
        assert page.by_id("table")["data-icon"] == icon
        mine = page_of(logged_in(player).get("/games/mine/"))
        assert tab(mine) == (f"{list_title} · Homeworlds", icon)


def test_a_thumbnail_marks_who_is_to_move_until_the_game_is_over(game, alice, bob):
    gold = COLOURS["gold"]
    assert as_sent(get(game, "thumbnail.svg")).count(gold) == 1
    for player in (alice, bob):
        agree_to_draw(game_id=game.pk, player=player, answers=game.log_number, key="d")
    assert nowhere_in(get(game, "thumbnail.svg"), gold)
