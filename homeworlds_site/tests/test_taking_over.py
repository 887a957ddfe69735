"""A database of the release before is taken over with all that is in it, or left as it was."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import QuerySet

from games.models import Game
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.release_before import without_additions
from upkeep.growing import taking_over
from upkeep.growing.taking_over import FIRST, GONE, LATER, Name, give_back, take_over
from upkeep.watching import standing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
OTHERWISE = {
    "too many: column games_game mood": "ALTER TABLE games_game ADD COLUMN mood integer",
    "lacking: column clubs_club news": "ALTER TABLE clubs_club RENAME COLUMN news TO olds",
    "lacking: index games_game game_open": "DROP INDEX game_open",
    "too many: index games_seat once": "CREATE UNIQUE INDEX once ON games_seat (id)",
    "lacking: column accounts_quiet kind": "DROP TABLE accounts_quiet",
}
OTHERWISE_ON_POSTGRES = {
    "lacking: constraint games_seat seat_timewarp": "ALTER TABLE games_seat DROP CONSTRAINT seat_timewarp",
    "too many: constraint games_game game_players": """ALTER TABLE games_game DROP CONSTRAINT game_players,
        ADD CONSTRAINT game_players CHECK (players >= 2 AND players <= 9)""",
    "lacking: column games_game turn_count integer": "ALTER TABLE games_game ALTER turn_count TYPE bigint",
}


def history() -> set[Name]:
    return {key for key in MigrationRecorder(connection).applied_migrations() if key[0] in LATER}


def ours() -> set[Name]:
    return {key for key in MigrationLoader(None).disk_migrations if key[0] in LATER}


def told(*command: str) -> str:
    said = StringIO()
    call_command(*command, stdout=said)
    return said.getvalue().strip()


def recorded(*names: Name, gone: bool = False) -> None:
    history = MigrationRecorder(connection)
    for name in names:
        (history.record_unapplied if gone else history.record_applied)(*name)


@pytest.fixture
def before(alice: Any, bob: Any, transactional_db: None) -> Iterator[Game]:
    """A database of the release before, with a game in it."""
    game = play_peaceful_turns(table_of(alice, bob, rules=RuleSet()), 4)
    without_additions()
    give_back()
    assert history() == FIRST | GONE
    yield game
    take_over()
    told("migrate", "--no-input", "--verbosity", "0")


@pytest.fixture
def by_history(db: None) -> None:
    """A database that is of the release before by its history alone."""
    recorded(*(ours() - FIRST), gone=True)
    give_back()


@pytest.mark.django_db(transaction=True)
def test_it_is_taken_over_with_what_is_in_it_and_is_played_on_and_may_be_given_back(before):
    others = set(MigrationRecorder(connection).applied_migrations()) - history()
    assert "their history is that of this release" in told("take_over")
    assert history() == FIRST
    assert "nothing to do" in told("take_over")
    told("migrate", "--no-input", "--verbosity", "0")
    assert set(MigrationRecorder(connection).applied_migrations()) == ours() | others
    play_peaceful_turns(before, 2, seed=5)
    assert "1 of 1 games agree" in told("replay_games", "--check")
    without_additions()
    assert "history of the tables is that of the release before" in told("take_over", "--back")
    assert history() == FIRST | GONE
    assert "nothing to do" in told("take_over", "--back")


def test_tables_that_are_otherwise_are_named_and_nothing_is_changed(by_history, monkeypatch):
    monkeypatch.setattr(taking_over, "MOST_SHOWN", 999)
    on_postgres = connection.vendor == "postgresql"
    changes = OTHERWISE | (OTHERWISE_ON_POSTGRES if on_postgres else {})
    with connection.cursor() as cursor:
        if on_postgres:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for change in changes.values():
            cursor.execute(change)
    with pytest.raises(CommandError, match="nothing was changed") as refusal:
        call_command("take_over")
    lines = str(refusal.value).splitlines()
    assert not [what for what in changes if not any(line.startswith(what) for line in lines)], lines
    assert history() == FIRST | GONE


def test_the_refusal_ends_somewhere(by_history, monkeypatch):
    monkeypatch.setattr(taking_over, "_differences", lambda: [f"lacking: {number}" for number in range(25)])
    with pytest.raises(CommandError) as refusal:
        call_command("take_over")
    assert str(refusal.value).splitlines()[-2:] == ["lacking: 19", "… and 5 more"]


@pytest.fixture
def as_they_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look at the tables takes a second."""
    monkeypatch.setattr(taking_over, "_differences", list)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("as_they_should_be")
def test_what_starts_by_itself_takes_over_by_itself(before):
    told("migrate_when_ready", "--seconds", "0")
    assert history() == ours()


def test_what_later_releases_have_changed_is_not_given_back(db):
    recorded(("games", "9999_of_tomorrow"))
    with pytest.raises(CommandError, match="newer release"):
        call_command("take_over", "--back")
    recorded(("games", "9999_of_tomorrow"), ("games", "0001_initial"), *(ours() - FIRST), gone=True)
    with pytest.raises(CommandError, match=r"games\.0001_initial.*nothing was changed"):
        call_command("take_over", "--back")


@pytest.mark.django_db(transaction=True)
def test_what_this_release_has_added_goes_first(transactional_db):
    added = sorted({app for app, _ in ours() - FIRST})
    assert added
    with pytest.raises(CommandError, match="does not know") as refusal:
        call_command("take_over", "--back")
    assert all(f"“migrate {app} 0001_initial”" in str(refusal.value) for app in added)
    without_additions()
    assert "history of the tables is that of the release before" in told("take_over", "--back")
    take_over()
    told("migrate", "--no-input", "--verbosity", "0")


@pytest.mark.usefixtures("as_they_should_be")
def test_nothing_is_written_by_halves(by_history, monkeypatch):
    def fails(*_words: object, **_more: object) -> None:
        raise RuntimeError("The machine stops.")

    monkeypatch.setattr(QuerySet, "bulk_create", fails)
    with pytest.raises(RuntimeError):
        call_command("take_over")
    assert history() == FIRST | GONE


def test_an_older_database_is_sent_to_the_release_before(by_history):
    recorded(("accounts", "0018_volunteers"), gone=True)
    for command in ("take_over", "migrate"):
        with pytest.raises(CommandError, match="Upgrade to the release before this one first: git checkout"):
            call_command(command)
    assert history() == (FIRST | GONE) - {("accounts", "0018_volunteers")}


def test_a_newer_database_is_left_alone(by_history):
    recorded(("games", "9999_of_tomorrow"))
    with pytest.raises(CommandError, match="newer release"):
        call_command("take_over")
    assert history() == FIRST | GONE | {("games", "9999_of_tomorrow")}


def test_an_empty_database_is_only_migrated(db):
    recorded(*ours(), gone=True)
    assert "the database is empty" in told("take_over")
    assert not history()


def test_migrate_names_the_command_and_changes_nothing(by_history):
    assert standing.of_migrations() is not None
    with pytest.raises(CommandError, match="Run “take_over”, then “migrate”"):
        call_command("migrate", "--no-input")
    assert history() == FIRST | GONE


@pytest.fixture
def committed(transactional_db: None) -> Iterator[None]:
    without_additions()
    give_back()
    yield
    take_over()
    told("migrate", "--no-input", "--verbosity", "0")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("as_they_should_be", "committed")
def test_of_two_at_once_one_takes_over_and_the_other_finds_it_done(at_once):
    found = at_once(take_over, take_over)
    assert sorted(each.value for each in found) == ["before", "ours"]
    assert history() == FIRST
