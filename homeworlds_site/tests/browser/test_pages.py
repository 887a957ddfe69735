"""Every page on windows of four widths, in both colour schemes: nothing sticks out or breaks a policy."""

from __future__ import annotations

import pytest
from django.utils.crypto import get_random_string

from accounts.models import Player
from accounts.services import create_guest
from clubs.tests.clubhouse import club_of
from games.models import Game
from games.services import SeatWish, create_game
from games.tests.play import table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.looking import look_at
from homeworlds_site.tests.browser.tables import busy_table, sacrifice_of
from homeworlds_site.tests.browser.visitor import PHONE
from ladders.ladder.services import site_ladder
from ladders.tests.climbing import busy_ladder
from ladders.tests.crowds import crowd, on_ladder, on_stairs
from ladders.tests.stairs import give_up
from ladders.tests.stairs import table_of as table_of_stairs
from ladders.tests.wishes import wish

pytestmark = pytest.mark.browser


def waiting_game(creator: Player, variant: Variant, players: int) -> Game:
    seats = [SeatWish(player=creator), *[SeatWish()] * (players - 1)]
    return create_game(creator=creator, rules=preset_rules(Preset.BOOKLET, variant), seats=seats)


def test_pages_for_everybody_fit_every_width(visit, others):
    waiting_game(others[1], Variant.GOOD_VS_EVIL, 5)
    game = busy_table(others[:2], Variant.BINARY, 6)
    visitor = visit()
    wrong = []
    for name, path in {
        "home": "/",
        "open-games": "/games/open/",
        "rules": "/rules/",
        "rules-two": "/rules/binary/?rules=two-player",
        "rules-five": "/rules/good-vs-evil/?attack=smaller&players=5",
        "login": "/accounts/login/",
        "signup": "/accounts/signup/",
        "forgotten": "/accounts/password/reset/",
        "watching": f"/games/{game.public_id}/",
        "history": f"/games/{game.public_id}/turns/7/",
    }.items():
        wrong += look_at(visitor, f"all-{name}", path)
    assert not wrong, "\n".join(wrong)


def test_pages_for_players_fit_every_width(visit, alice, others, log_in, bots_wait):
    rules = preset_rules(Preset.BOOKLET, Variant.BINARY)
    early = table_of(alice, others[1], rules=rules)
    waiting = waiting_game(alice, Variant.LAST_CAPTAIN_STANDING, 4)
    waiting_game(others[1], Variant.GOOD_VS_EVIL, 5)
    crowded = busy_table([alice, others[1]], Variant.BINARY, 12)
    club = club_of(alice, *others, name="The longest name that a club can have!").get_absolute_url()
    on_ladder(site_ladder(), crowd(40))
    busy_ladder(alice, *others)
    on_stairs(crowd(60, "Climbing"))
    give_up(table_of_stairs(alice, *others[:3]), *others[:3])
    wish(others[0])
    wish(alice)
    visitor = visit()
    log_in(visitor, alice)
    wrong = []
    for name, path in {
        "home": "/",
        "new": "/games/new/",
        "open-games": "/games/open/",
        "my-games": "/games/mine/",
        "settings": "/accounts/settings/",
        "name": "/accounts/name/",
        "email": "/accounts/email/",
        "sessions": "/accounts/sessions/",
        "second-factor": "/accounts/second-factor/",
        "passkeys": "/accounts/second-factor/webauthn/",
        "own-data": "/accounts/data/",
        "staff-acts": "/accounts/staff-acts/",
        "privacy": "/privacy/",
        "ladders": "/ladders/",
        "ladder": "/ladders/site/",
        "ladder-page": "/ladders/site/?page=2",
        "ladder-events": "/ladders/site/events/",
        "stairs": "/stairs/",
        "find": "/find/",
        "clubs": "/clubs/",
        "club-new": "/clubs/new/",
        "club": club,
        "club-members": f"{club}members/",
        "club-settings": f"{club}settings/",
        "club-leave": f"{club}leave/",
        "club-ladder": f"{club}ladder/",
        "setup": f"/games/{early.public_id}/",
        "waiting": f"/games/{waiting.public_id}/",
        "two": f"/games/{crowded.public_id}/",
        "two-history": f"/games/{crowded.public_id}/turns/9/",
        "two-chosen": f"/games/{crowded.public_id}/?at=Alice",
        "two-sacrificed": f"/games/{crowded.public_id}/?turn={sacrifice_of(crowded)}",
        "resign": f"/games/{crowded.public_id}/resign/",
    }.items():
        wrong += look_at(visitor, name, path)
    visitor.open("/games/new/")
    visitor.page.locator('input[name="variant"][value="good-vs-evil"]').check()
    visitor.page.locator("#rules-fold > summary").click()
    visitor.page.locator('input[name="rule_set"][value="custom"]').check()
    visitor.page.locator(".own-options[open]").wait_for()
    wrong += look_at(visitor, "new-custom")
    assert not wrong, "\n".join(wrong)


def test_french_pages_with_their_longer_words_fit_a_phone(visit, alice, others, log_in, bots_wait):
    Player.objects.filter(pk=alice.pk).update(language="fr")
    early = table_of(alice, others[1], rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    waiting = waiting_game(alice, Variant.GOOD_VS_EVIL, 5)
    crowded = busy_table([alice, *others[:3]], Variant.SINISTER, 9)
    on_ladder(site_ladder(), crowd(40))
    busy_ladder(alice, *others)
    give_up(table_of_stairs(alice, *others[:3]), *others[:3])
    wish(others[0])
    wish(alice)
    club = club_of(others[0], alice, name="Un club au nom fort long, bien entendu").get_absolute_url()
    visitor = visit(PHONE)
    log_in(visitor, alice)
    wrong = []
    for name, path in {
        "home": "/",
        "ladders": "/ladders/",
        "ladder": "/ladders/site/",
        "ladder-events": "/ladders/site/events/",
        "stairs": "/stairs/",
        "find": "/find/",
        "clubs": "/clubs/",
        "club": club,
        "club-members": f"{club}members/",
        "club-report": f"{club}report/",
        "new": "/games/new/",
        "open-games": "/games/open/",
        "my-games": "/games/mine/",
        "settings": "/accounts/settings/",
        "email": "/accounts/email/",
        "sessions": "/accounts/sessions/",
        "own-data": "/accounts/data/",
        "staff-acts": "/accounts/staff-acts/",
        "privacy": "/privacy/",
        "profile": "/players/Alice/",
        "rules": "/rules/",
        "rules-five": "/rules/good-vs-evil/?attack=smaller&players=5",
        "guide": "/learn/1/",
        "setup": f"/games/{early.public_id}/",
        "waiting": f"/games/{waiting.public_id}/",
        "four": f"/games/{crowded.public_id}/",
        "four-chosen": f"/games/{crowded.public_id}/?at=Alice",
        "four-sacrificed": f"/games/{crowded.public_id}/?turn={sacrifice_of(crowded)}",
        "four-history": f"/games/{crowded.public_id}/turns/9/",
        "sandbox": f"/games/{crowded.public_id}/turns/9/try/",
        "paste": "/games/sandbox/",
    }.items():
        wrong += look_at(visitor, f"french-{name}", path, (360, 390, 1280))
        assert visitor.page.locator("html").get_attribute("lang") == "fr"
    assert not wrong, "\n".join(wrong)


def test_a_visitor_without_javascript_chooses_the_language_and_stays_on_the_page(visit):
    visitor = visit(PHONE, scripts=False)
    page = visitor.open("/rules/sinister/?players=4")
    visitor.press(page.get_by_role("button", name="Français"))
    assert page.url.endswith("/rules/sinister/?players=4")
    assert page.locator("h1").inner_text().startswith("Règles")
    visitor.press(page.get_by_role("button", name="English"))
    assert page.locator("h1").inner_text().startswith("Rules")


@pytest.mark.parametrize("number, variant", [(4, Variant.SINISTER), (6, Variant.GOOD_VS_EVIL)])
def test_tables_of_many_fit_every_width(visit, alice, others, log_in, number, variant):
    game = busy_table([alice, *others[: number - 1]], variant, 9)
    visitor = visit()
    log_in(visitor, alice)
    path = f"/games/{game.public_id}/"
    wrong = look_at(visitor, f"table-{number}", path)
    wrong += look_at(visitor, f"table-{number}-chosen", f"{path}?at=Alice")
    visitor.open_panel("log")
    visitor.page.locator("#about summary").click()
    wrong += look_at(visitor, f"table-{number}-about")
    visitor.open(path)
    visitor.page.locator("#bank summary").click()
    wrong += look_at(visitor, f"table-{number}-opened")
    assert not wrong, "\n".join(wrong)


def test_house_pages_fit_every_width(visit, loaded_dice, log_in):
    guest = create_guest()
    visitor = visit()
    log_in(visitor, guest)
    wrong = look_at(visitor, "keep", "/accounts/keep/")
    visitor.open(f"/games/{get_random_string(8, 'z')}/")
    assert "404" in visitor.complaints.pop()
    visitor.complaints.clear()
    wrong += look_at(visitor, "not-found")
    assert not wrong, "\n".join(wrong)


def test_on_a_phone_the_sheet_does_not_cover_the_chosen_system(visit, alice, others, log_in):
    game = busy_table([alice, others[0]], Variant.BINARY, 4)
    visitor = visit(PHONE)
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/?at=Alice")
    for _time in range(2):
        home, sheet = page.locator("#home-0").bounding_box(), page.locator("#sheet").bounding_box()
        assert home and sheet
        assert home["y"] >= 0 and home["y"] + home["height"] <= sheet["y"]
        page.evaluate("scrollTo(0, 0)")
        visitor.press("#home-0")
        visitor.press("#home-0")
