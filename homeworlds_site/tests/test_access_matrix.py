"""Who gets which answer from which address. A status that changes here is a decision, not an accident."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any, Final

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from games import services, wake
from games.models import Game, SeatOrder
from games.services import SeatWish
from homeworlds.rules import RuleSet, Variant
from homeworlds_site.tests.addresses import ADDRESSES, NAMELESS, address, names_in_use
from homeworlds_site.tests.matrix import GET, POST
from homeworlds_site.tests.twin_worlds import undone

pytestmark = pytest.mark.django_db

ROLES: Final = ("anonymous", "guest", "stranger", "player", "creator", "staff", "superuser")
"""The creator and the player sit in the games; to the others these are other people's games."""

ORDER: Final = {"answers": "0", "key": "k", "turn": "homeworld G3 B1 Y3"}
DATA: Final[Mapping[str, Mapping[str, str]]] = {
    "games:turn": ORDER,
    "games:turn_fragment": ORDER,
    "games:show": {"turn": "homeworld G3 B1 Y3"},
    "games:resign": {"key": "k"},
}
"""What is posted; nothing to the other addresses."""
MISSING: Final = {
    "game": "zzzzzzzz", "number": 99, "game_pk": 10**9, "entry_pk": 10**9, "player": 10**9,
    "address": 10**9, "group": 10**9, "content_type": 10**9, "app": "games",
}  # fmt: skip


def table(text: str) -> dict[str, list[int]]:
    """Address, and of a game its state: the status for each role."""
    rows = {}
    for line in filter(None, text.splitlines()):
        what, *statuses = line.rsplit(None, len(ROLES))
        assert what not in rows
        rows[what] = [int(status) for status in statuses]
    return rows


class House:
    """People, and Alice's games with Bob in the three states a game can be looked at in."""

    def __init__(self) -> None:
        ensure_bots()
        alice, bob, zoe, stan, rita = map(person, ("Alice", "Bob", "Zoe", "Stan", "Rita"))
        stan.is_staff = rita.is_staff = rita.is_superuser = True
        stan.save()
        rita.save()
        self.people: dict[str, Player | None] = dict(
            zip(ROLES, (None, create_guest(), zoe, bob, alice, stan, rita), strict=True)
        )
        pair = [SeatWish(player=alice), SeatWish(player=bob)]
        three = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
        running, finished = [
            services.create_game(creator=alice, rules=RuleSet(), seats=pair, seat_order=SeatOrder.FIXED)
            for _ in range(2)
        ]
        services.resign(game_id=finished.pk, player=bob, key="r", confirmed=True)
        self.games: dict[str, Game] = {
            "open": services.create_game(creator=alice, rules=three, seats=[*pair, SeatWish()]),
            "running": running,
            "finished": finished,
        }
        entry = finished.log.get()
        self.arguments: dict[str, object] = {
            "number": 0,
            "game_pk": finished.pk,
            "entry_pk": entry.pk,
            "player": alice.pk,
            "address": EmailAddress.objects.get(user=alice).pk,
            "group": Group.objects.create(name="Helpers").pk,
            "content_type": ContentType.objects.get_for_model(Player).pk,
            "app": "games",
        }

    def url(self, row: str) -> str:
        name, _, state = row.partition(" ")
        game = {"game": self.games[state].public_id} if state else {}
        return address(name, {**self.arguments, **game})


class Visitor:
    def __init__(self, player: Player | None) -> None:
        self.client = Client(raise_request_exception=True)
        if player is not None:
            self.client.force_login(player)
        self.cookies = self.client.cookies.output(header="")

    def status(self, method: str, url: str, data: Any = None) -> int:
        cache.clear()
        self.client.cookies = SimpleCookie(self.cookies)
        with undone():
            return int(getattr(self.client, method)(url, data or {}).status_code)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(wake, "enqueue", lambda task, *arguments: None)
    return House()


def rows_of(name: str) -> list[str]:
    of_a_game = "game" in ADDRESSES[name]
    return [f"{name} {state}" for state in ("open", "running", "finished")] if of_a_game else [name]


@pytest.mark.parametrize("text", [GET, POST], ids=["get", "post"])
def test_the_table_holds_every_address_of_the_site(text: str) -> None:
    assert set(table(text)) == {row for name in names_in_use() - NAMELESS for row in rows_of(name)}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method, text", [("get", GET), ("post", POST)], ids=["get", "post"])
def test_every_address_answers_each_role_as_the_table_says(
    house: House, role: str, method: str, text: str
) -> None:
    visitor, column = Visitor(house.people[role]), ROLES.index(role)
    expected = {row: statuses[column] for row, statuses in table(text).items()}
    got = {row: visitor.status(method, house.url(row), DATA.get(row.partition(" ")[0])) for row in expected}
    assert got == expected


def test_what_changes_something_cannot_be_got_and_what_shows_something_cannot_be_posted() -> None:
    """By the tables, lest a row hides it: every address of a game is either read or written to."""
    gets, posts = table(GET), table(POST)
    for row in gets:
        if row.startswith(("games:", "pages:")):
            name = row.partition(" ")[0]
            refused = 405 in gets[row], 405 in posts[row]
            assert any(refused) or name in ("games:new", "games:resign"), row
            assert set(gets[row]) == {405} or 405 not in gets[row], row


@pytest.mark.parametrize("role", ROLES)
def test_a_game_that_does_not_exist_is_not_found_whoever_asks(house: House, role: str) -> None:
    visitor = Visitor(house.people[role])
    for name, keys in ADDRESSES.items():
        if "game" not in keys:
            continue
        posts_only = table(GET)[f"{name} running"] == [405] * len(ROLES)
        got = visitor.status("post" if posts_only else "get", address(name, MISSING), DATA.get(name))
        # Who must log in first learns nothing of the game before; HTMX is told so with 200.
        login = 200 if name == "games:turn_fragment" else 302
        assert got == 404 or (role == "anonymous" and got == login), name


@pytest.mark.parametrize("role", ROLES)
def test_nobody_but_staff_learns_in_the_admin_what_does_not_exist(house: House, role: str) -> None:
    visitor = Visitor(house.people[role])
    for name, keys in ADDRESSES.items():
        if keys and name.startswith("admin:") and name != "admin:app_list":
            statuses = {
                visitor.status("get", address(name, from_where)) for from_where in (MISSING, house.arguments)
            }
            if role not in ("staff", "superuser"):
                assert len(statuses) == 1 and statuses <= {302, 403}, name
            else:
                assert visitor.status("get", address(name, MISSING)) in (302, 403, 404), name


def test_an_entry_that_does_not_exist_is_not_found(house: House) -> None:
    visitor = Visitor(house.people["creator"])
    for state, number in (("open", 1), ("running", 1), ("finished", 2), ("finished", 2**40)):
        url = address("games:position", {"game": house.games[state].public_id, "number": number})
        assert visitor.status("get", url) == 404


def test_a_session_of_a_bot_is_nobodys(house: House) -> None:
    bot = Player.objects.filter(kind=Player.Kind.BOT).first()
    visitor = Visitor(bot)
    anonymous = {row: statuses[0] for row, statuses in table(GET).items()}
    assert {row: visitor.status("get", house.url(row)) for row in anonymous} == anonymous
