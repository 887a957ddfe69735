"""Who gets which answer from which address. A status that changes here is a decision, not an accident."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import pytest

from accounts.models import Player
from homeworlds_site.tests.addresses import ADDRESSES, NAMELESS, address, names_in_use
from homeworlds_site.tests.house import (
    DATA,
    DOORS,
    ROLES,
    House,
    Visitor,
    table,
)
from homeworlds_site.tests.matrix import ACTS, GET, POST

pytestmark = pytest.mark.django_db

"""The creator and the player sit in the games; to the others these are other people's games."""

"""What is sent; nothing to the other addresses."""
MISSING: Final = {
    "game": "zzzzzzzz", "number": 99, "entry": 99, "step": 99, "place": 99, "kept_place": 99,
    "mark": "missed", "taken_place": 99, "message": 10**9, "passkey": 10**9,
    "game_pk": 10**9, "entry_pk": 10**9,
    "ladder": "zzzzzzzz", "rival": "zzzzzzzzzz",
    "season": 99, "wish": 10**9, "player": 10**9, "line": 10**9, "act": "close", "act_pk": 10**9,
    "tally_pk": 10**9, "report_pk": 10**9,
    "exclusion_pk": 10**9, "exclusion_act": "readmit", "rating_pk": 10**9, "rating_act": "exclude",
    "request_pk": 10**9, "fault_pk": 10**9, "notice_pk": 10**9, "account_mail_pk": 10**9,
    "report_act": "hide",
    "game_act": "void", "content_type": 10**9, "app": "games", "club": "zzzzzzzz", "club_pk": 10**9,
    "club_report_pk": 10**9, "club_report_act": "clear",
    "club_act": "close",
}  # fmt: skip


BOTH: Final = {
    "games:new", "games:resign", "games:terms", "games:invitation", "games:report", "games:mute",
    "games:note", "games:note_fragment", "pages:vacation", "pages:club_new", "pages:club_member",
    "pages:club_leave", "pages:club_settings", "pages:club_close",
    "pages:club_ladder", "pages:club_report",
}  # fmt: skip
"""Forms with an address of their own."""


def rows_of(name: str) -> list[str]:
    """One for each state of a game; for an invitation by link, and for one of the player by name; for a club
    that everybody sees, and for a hidden one."""
    keys = ADDRESSES[name]
    by_key = {
        "game": ("open", "running", "finished"),
        "token": ("link", "named"),
        "club": ("seen", "hidden"),
    }
    states = next((states for key, states in by_key.items() if key in keys), ())
    return [f"{name} {state}" for state in states] or [name]


Asked = Callable[[Iterable[str], int, int], list[str]]


@pytest.fixture
def asked(pytestconfig: pytest.Config) -> Asked:
    """The rows that are asked for in the column of a role, of so many: all of them. With `--near`, by which
    `bin/test changed` has a minute for everything, each role is asked for those of the changed apps, and the
    roles take turns with the others, so that each row is asked for."""
    near: list[str] | None = pytestconfig.getoption("--near")

    def rows(names: Iterable[str], column: int, roles: int) -> list[str]:
        return [
            name
            for number, name in enumerate(names)
            if near is None or number % roles == column or any(app.rstrip("s") in name for app in near if app)
        ]

    return rows


@pytest.mark.parametrize("text", [GET, POST], ids=["get", "post"])
def test_the_table_holds_every_address_of_the_site(text: str) -> None:
    assert set(table(text)) == {row for name in names_in_use() - NAMELESS for row in rows_of(name)}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method, text", [("get", GET), ("post", POST)], ids=["get", "post"])
def test_every_address_answers_each_role_as_the_table_says(
    house: House, asked: Asked, role: str, method: str, text: str
) -> None:
    visitor, column, rows = Visitor(house.people[role]), ROLES.index(role), table(text)
    expected = {row: rows[row][column] for row in asked(rows, column, len(ROLES))}
    got = {row: visitor.status(method, house.url(row), DATA.get(row.partition(" ")[0])) for row in expected}
    assert got == expected


SHARED: Final = {"game", "event", "ladder", "club"}


def doors() -> set[str]:
    """What changes what people share, or is an act of staff."""
    changes = {row for row, statuses in table(POST).items() if set(statuses) != {405}}
    names = {name for name, keys in ADDRESSES.items() if SHARED & {*keys} or name.endswith("_act")}
    return {row for row in changes if row.partition(" ")[0] in names}


def test_the_table_of_doors_holds_whatever_changes_what_people_share() -> None:
    assert set(table(ACTS, DOORS)) == doors()


@pytest.mark.parametrize("role", DOORS)
def test_every_act_answers_who_played_directs_leads_or_is_staff_and_plays_as_the_table_says(
    house: House, asked: Asked, role: str
) -> None:
    visitor, column, rows = Visitor(house.as_role(role)), DOORS.index(role), table(ACTS, DOORS)
    expected = {row: rows[row][column] for row in asked(rows, column, len(DOORS))}
    got = {row: visitor.status("post", house.url(row), DATA.get(row.partition(" ")[0])) for row in expected}
    assert got == expected


def test_what_changes_something_cannot_be_got_and_what_shows_something_cannot_be_posted() -> None:
    """By the tables, lest a row hides it: every address of a game is either read or written to."""
    gets, posts = table(GET), table(POST)
    for row in gets:
        if row.startswith(("games:", "pages:")):
            name = row.partition(" ")[0]
            refused = 405 in gets[row], 405 in posts[row]
            assert any(refused) or name in BOTH, row
            assert set(gets[row]) == {405} or 405 not in gets[row], row


@pytest.mark.parametrize("role", ROLES)
def test_a_game_that_does_not_exist_is_not_found_whoever_asks(house: House, asked: Asked, role: str) -> None:
    visitor, rows = Visitor(house.people[role]), table(GET)
    names = [name for name, keys in ADDRESSES.items() if "game" in keys]
    for name in asked(names, ROLES.index(role), len(ROLES)):
        posts_only = rows[f"{name} running"] == [405] * len(ROLES)
        got = visitor.status("post" if posts_only else "get", address(name, MISSING), DATA.get(name))
        # Who must log in first learns nothing of the game before; HTMX is told so with 200.
        login = 200 if name in ("games:turn_fragment", "games:take_back_fragment") else 302
        assert got == 404 or (role == "anonymous" and got == login), name


@pytest.mark.parametrize("role", ROLES)
def test_nobody_but_staff_learns_in_the_admin_what_does_not_exist(
    house: House, asked: Asked, role: str
) -> None:
    visitor = Visitor(house.people[role])
    names = [name for name, keys in ADDRESSES.items() if keys and name.startswith("admin:")]
    for name in asked(names, ROLES.index(role), len(ROLES)):
        if name == "admin:app_list":
            continue
        missing = visitor.status("get", address(name, MISSING))
        if role not in ("staff", "superuser"):
            assert missing == visitor.status("get", address(name, house.arguments)), name
            assert missing in (302, 403), name
        else:
            assert missing in (302, 403, 404), name


def test_an_entry_that_does_not_exist_is_not_found(house: House) -> None:
    visitor = Visitor(house.people["creator"])
    for state, number in (("open", 1), ("running", 1), ("finished", 3), ("finished", 2**40)):
        url = address("games:position", {"game": house.games[state].public_id, "number": number})
        assert visitor.status("get", url) == 404


def test_a_session_of_a_bot_is_nobodys(house: House, asked: Asked) -> None:
    bot = Player.objects.filter(kind=Player.Kind.BOT).first()
    visitor = Visitor(bot)
    rows = table(GET)
    anonymous = {row: rows[row][0] for row in asked(rows, 0, len(ROLES))}
    assert {row: visitor.status("get", house.url(row)) for row in anonymous} == anonymous
