"""The table of notices goes from games to an app of its own, with what stands in it, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from games.models import Game
from games.tests.play import table_of
from homeworlds.rules import RuleSet
from notices.models import Notice
from notices.services import tell
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
BEFORE = [("games", "0011_sandbox_and_notes")]


def migrate(targets: list[tuple[str, str]]) -> None:
    MigrationExecutor(connection).migrate(targets)


@pytest.fixture
def previous_release() -> Iterator[StateApps]:
    """Its models. Whatever the test does, the next one finds the tables of today."""
    executor = MigrationExecutor(connection)
    yield executor.loader.project_state(BEFORE).apps
    connection.check_constraints()
    migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def games(alice: Any, bob: Any) -> list[Game]:
    """Two, and nobody is told of their start."""
    games = [table_of(alice, bob, rules=RuleSet()) for _ in range(2)]
    Notice.objects.all().delete()
    return games


def write_as_before(apps: StateApps, player: Any, game: Game, **more: Any) -> None:
    """The way the previous release writes: what exists is updated with the same."""
    OldNotice = apps.get_model("games", "Notice")
    row = {"kind": "turn", "news": 1, "created_at": database_now(), "due_at": database_now()} | more
    OldNotice.objects.bulk_create(
        [OldNotice(player_id=player.pk, game_id=game.pk, **row)],
        update_conflicts=True,
        unique_fields=["player", "game", "kind", "news"],
        update_fields=["news"],
    )


def written_before(apps: StateApps) -> list[tuple[Any, ...]]:
    rows = apps.get_model("games", "Notice").objects.order_by("pk")
    return list(rows.values_list("player", "game", "kind", "news", "tries", "sent_at", "dropped"))


def test_notices_go_there_and_back_with_what_they_say(previous_release, games, alice, bob):
    migrate(BEFORE)
    sent = database_now()
    write_as_before(previous_release, alice, games[0], tries=2)
    write_as_before(previous_release, bob, games[0], kind="start", due_at=None, sent_at=sent)
    write_as_before(previous_release, bob, games[1], due_at=None, dropped="stale")
    before = written_before(previous_release)
    migrate([("notices", "0001_initial")])
    rows = Notice.objects.order_by("pk").values_list(
        "player", "key", "kind", "news", "tries", "sent_at", "dropped"
    )
    assert list(rows) == [
        (alice.pk, games[0].public_id, "turn", 1, 2, None, ""),
        (bob.pk, games[0].public_id, "start", 1, 0, sent, ""),
        (bob.pk, games[1].public_id, "turn", 1, 0, None, "stale"),
    ]
    migrate(BEFORE)
    assert written_before(previous_release) == before


def test_what_was_written_after_the_move_goes_back_if_the_previous_release_can_tell_it(
    previous_release, games, alice, bob
):
    now = database_now()
    tell(kind="turn", key=games[0].public_id, news=7, players=[alice, bob], by=None, now=now)
    row = {"player": bob, "created_at": now, "due_at": now}
    Notice.objects.create(kind="end", key="gone", news=1, **row)
    Notice.objects.create(kind="seated", key=games[0].public_id, news=1, **row)
    # Both releases have told this.
    write_as_before(previous_release, bob, games[0], news=7)
    write_as_before(previous_release, alice, games[1], news=7)
    Notice.objects.filter(player=alice, key=None).update(game=0)
    migrate(BEFORE)
    assert {row[:4] for row in written_before(previous_release)} == {
        (alice.pk, games[0].pk, "turn", 7),
        (bob.pk, games[0].pk, "turn", 7),
    }
    assert len(written_before(previous_release)) == 2


def test_the_previous_release_writes_to_the_table_of_this_one(previous_release, games, alice, bob):
    for _twice in range(2):
        for game in games:
            write_as_before(previous_release, bob, game)
    assert [row[1] for row in written_before(previous_release)] == [game.pk for game in games]
    tell(kind="turn", key=games[0].public_id, news=1, players=[bob, alice], by=bob, now=database_now())
    OldNotice = previous_release.get_model("games", "Notice")
    # As its workers look for what they are asked to send: what this release writes they leave alone.
    due = OldNotice.objects.filter(due_at__isnull=False).select_related("player", "game")
    assert {notice.player_id for notice in due} == {bob.pk}
