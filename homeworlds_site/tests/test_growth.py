"""However many games there are, a page reads what it shows: on PostgreSQL, among the rows of the small site
of `bin/bench scale`. What a page costs among many is for that command to say."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.tests.cast import log_in_as_staff, person
from benchmarks.site.scale.pages import Page, pages
from benchmarks.site.scale.plans import scans_of
from benchmarks.site.scale.rows import make
from ratings.arithmetic.rating_list import Pool
from ratings.presenters.listing import listed
from upkeep.clock import database_now

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

GAMES = 2_000
ROWS = 1_000
"""Of the tables that no page reads from end to end, as soon as any index may be gone by."""
OF_ALL_GAMES = ("game_open", "game_expires", "game_of_status")


SHOWN = ("lobby", "home", "home, visitor", "My games", "My games, finished", "profile", "admin game")
"""Pages of many games, and of staff."""


@pytest.fixture
def grown() -> dict[str, Page]:
    make(GAMES)
    with connection.cursor() as cursor:
        # Of a few thousand rows it would rather read all, indexes or not.
        for way in ("seqscan", "mergejoin", "hashjoin"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
        for kind in ("join", "from"):  # as on a site, which plans among many rows
            cursor.execute(f"SET LOCAL {kind}_collapse_limit = 8")
    return {page.called: page for page in pages()}


def read_whole(page: Page) -> list[str]:
    client = Client()
    if page.who:
        log_in_as_staff(client, Player.objects.get(name=page.who))
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(page.address).status_code == 200
    return [f"{page.called}: {each}" for each in scans_of([query["sql"] for query in asked], ROWS)]


def drop(*indexes: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {', '.join(indexes)}")


def test_no_page_reads_a_whole_table_and_without_its_index_it_would(grown: dict[str, Page]) -> None:
    found = [each for called in SHOWN for each in read_whole(grown[called])]
    assert not found, "\n".join(found)
    drop(*OF_ALL_GAMES)
    assert "games_game" in "".join(read_whole(grown["lobby"]))


def test_part_of_a_name_is_found_by_an_index_and_without_it_as_well() -> None:
    person("Tememoba")
    search = Player.objects.filter(name__icontains="memo")
    with connection.cursor() as cursor:
        for way in ("seqscan", "indexscan"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
    assert "player_name_part" in search.explain()
    drop("player_name_part")
    assert "player_name_part" not in search.explain()
    assert [player.name for player in search] == ["Tememoba"]


def test_the_list_of_ratings_is_counted_in_its_smallest_index(grown: dict[str, Page]) -> None:
    count = listed(Pool.TWO, database_now()).order_by().values("pool").annotate(many=Count("pk"))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_bitmapscan = off")
    assert "player_rating_listed" in count.explain()
    drop("player_rating_listed")
    assert "player_rating_listed" not in count.explain()
