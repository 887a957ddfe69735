"""Saving the database to a file and bringing it back, on both databases, as an administrator does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import Player
from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.models import Game
from games.tests.play import play_peaceful_turns, table_of
from homeworlds.rules import RuleSet
from homeworlds_site.tests.managed import AnotherSite, Site, Told
from homeworlds_site.tests.release_before import without_additions
from upkeep.growing.taking_over import give_back, take_over
from upkeep.watching.fault_mail import report_faults
from upkeep.watching.measures import exposition

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def another(site_environment: dict[str, str], database_url: str, tmp_path: Path) -> Iterator[AnotherSite]:
    """An empty database of the same kind."""
    if connection.vendor == "sqlite":
        yield AnotherSite(site_environment, f"sqlite:///{tmp_path / 'another.sqlite3'}")
        return
    url = urlsplit(database_url)
    name = f"{url.path.removeprefix('/')}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name}")
    yield AnotherSite(site_environment, url._replace(path=f"/{name}").geturl())
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def game(transactional_db: None) -> Game:
    ensure_bots()
    game = table_of(person("Alice"), person("Bob"), rules=RuleSet())
    return play_peaceful_turns(game, 6)


@pytest.fixture
def saved(site: Site, game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "saved.backup"
    done = site.manage("backup", file)
    assert done.code == 0, done.said
    assert str(file) in done.said
    return file


def refused(told: Told) -> str:
    assert told.code == 1
    assert len(told.said.splitlines()) == 1
    return told.said


def test_what_was_saved_comes_back_into_an_empty_database_and_is_proved_whole(
    saved: Path, another: AnotherSite, game: Game
) -> None:
    done = another.manage("restore", saved)
    assert done.code == 0, done.said
    assert "1 of 1 games agree" in done.said


def test_a_restored_site_gives_the_next_ids(saved: Path, site: Site) -> None:
    site.manage("restore", saved, "--replace")
    last = Player.objects.latest("pk").pk
    assert person("Charlie").pk == last + 1


def test_people_and_games_are_not_replaced_unless_told(saved: Path, site: Site, game: Game) -> None:
    play_peaceful_turns(game, 2, seed=5)
    assert "--replace" in refused(site.manage("restore", saved))
    assert Game.objects.get(pk=game.pk).log_number == game.log_number + 2
    done = site.manage("restore", saved, "--replace")
    assert done.code == 0, done.said
    assert Game.objects.get(pk=game.pk).log_number == game.log_number


def test_what_came_after_the_backup_is_gone_even_tables(saved: Path, site: Site) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_a_newer_release (id integer PRIMARY KEY)")
    assert site.manage("restore", saved, "--replace").code == 0
    assert "of_a_newer_release" not in connection.introspection.table_names()


def test_a_fresh_site_with_tables_and_bots_counts_as_empty(saved: Path, another: AnotherSite) -> None:
    another.manage("migrate", "--no-input")
    another.manage("ensure_bots")
    assert another.manage("restore", saved).code == 0


def test_a_file_that_is_there_is_kept_unless_told(saved: Path, site: Site) -> None:
    before = saved.read_bytes()
    assert "--overwrite" in refused(site.manage("backup", saved))
    assert saved.read_bytes() == before
    assert site.manage("backup", saved, "--overwrite").code == 0


def test_only_its_owner_can_read_it_and_nothing_half_is_left(saved: Path) -> None:
    assert saved.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in saved.parent.iterdir() if "saved" in file.name] == ["saved.backup"]


def test_in_a_folder_it_names_itself_and_keeps_the_newest(site: Site, game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in ("20200101", "20200102", "20200103"):
        (folder / f"homeworlds-{day}-000000.backup").write_text("old")
    (folder / "my notes").write_text("not ours")
    done = site.manage("backup", folder, "--keep", "2")
    assert done.code == 0, done.said
    kept = sorted(file.name for file in folder.iterdir())
    assert len(kept) == 3
    assert kept[0] == "homeworlds-20200103-000000.backup"
    assert kept[2] == "my notes"


def test_the_newest_of_a_folder_is_restored_beside_and_the_site_goes_on(
    site: Site, game: Game, another: AnotherSite, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    assert "no backup in" in refused(another.manage("restore", folder))
    (folder / "homeworlds-20200103-000000.backup").write_text("old")
    site.manage("backup", folder)
    beside = connection.settings_dict["NAME"]
    other = urlsplit(another.env["DATABASE_URL"]).path
    name = other if connection.vendor == "sqlite" else other.removeprefix("/")
    elsewhere = AnotherSite(another.env, another.env["DATABASE_URL"].replace(name, f"{name}_not_this_one"))
    done = elsewhere.manage("restore", folder, "--beside", name)
    assert done.code == 0, done.said
    assert "1 of 1 games agree" in done.said and "20200103" not in done.said
    assert another.manage("replay_games", "--check").said.count("1 of 1 games agree")
    assert connection.settings_dict["NAME"] == beside and Game.objects.count() == 1


def test_how_old_the_last_backup_is_can_be_measured(site: Site, game: Game, tmp_path: Path) -> None:
    assert "homeworlds_backup_age_seconds" not in exposition()
    site.manage("backup", tmp_path / "not there" / "x.backup")
    assert "homeworlds_backup_age_seconds" not in exposition()
    site.manage("backup", tmp_path / "x.backup")
    age = re.search(r"^homeworlds_backup_age_seconds (\S+)$", exposition(), re.MULTILINE)
    assert age and 0 <= float(age[1]) < 60


def test_a_unit_that_failed_is_told_to_staff(site: Site, settings: Any) -> None:
    settings.ADMINS = [("Sue", "sue@example.org")]
    site.manage("report_failure", "homeworlds-backup")
    report_faults()
    [letter] = mail.outbox
    assert "The unit homeworlds-backup has failed." in letter.subject
    assert "journalctl -u homeworlds-backup" in letter.body


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(
    site: Site, game: Game, tmp_path: Path
) -> None:
    assert "Nothing was saved" in refused(site.manage("backup", tmp_path / "not there" / "x.backup"))


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "is no backup": lambda whole: b"something else",
    "damaged": lambda whole: whole[: len(whole) // 2],
    "": lambda whole: whole[:-9000],
}


@pytest.mark.parametrize("words", SPOILT)
def test_a_spoilt_file_leaves_the_database_as_it_was(words: str, saved: Path, site: Site, game: Game) -> None:
    saved.write_bytes(SPOILT[words](saved.read_bytes()))
    told = site.manage("restore", saved, "--replace")
    assert told.code == 1
    assert words in told.said
    assert Game.objects.get(pk=game.pk).log_number == game.log_number


def test_a_backup_of_a_newer_release_is_refused_by_name(saved: Path, site: Site) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('games', '9999_of_tomorrow', CURRENT_TIMESTAMP)"
        )
    try:
        site.manage("backup", saved, "--overwrite")
        assert "games.9999_of_tomorrow" in refused(site.manage("restore", saved, "--replace"))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE name = '9999_of_tomorrow'")


@pytest.fixture
def of_the_release_before(game: Game) -> Iterator[None]:
    without_additions()
    give_back()
    yield
    take_over()
    call_command("migrate", "--no-input", "--verbosity", "0")


@pytest.mark.usefixtures("of_the_release_before")
def test_a_backup_of_the_release_before_is_taken_over(
    site: Site, another: AnotherSite, tmp_path: Path
) -> None:
    site.manage("backup", tmp_path / "x.backup")
    done = another.manage("restore", tmp_path / "x.backup")
    assert done.code == 0 and "1 of 1 games agree" in done.said, done.said
    assert "nothing to do" in another.manage("take_over").said


@pytest.mark.usefixtures("of_the_release_before")
def test_an_older_one_is_for_the_release_before(site: Site, tmp_path: Path) -> None:
    history = MigrationRecorder(connection)
    history.record_unapplied("games", "0034_timekeeping")
    try:
        site.manage("backup", tmp_path / "x.backup")
        assert "Upgrade to the release before" in refused(
            site.manage("restore", tmp_path / "x.backup", "--replace")
        )
    finally:
        history.record_applied("games", "0034_timekeeping")


def test_a_backup_of_the_other_kind_of_database_is_refused(saved: Path, site: Site, tmp_path: Path) -> None:
    head = b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0"
    saved.write_bytes(head + b"\0" * 100)
    assert "another kind" in refused(site.manage("restore", saved, "--replace"))


@pytest.mark.postgres
def test_without_the_programs_of_postgresql_it_says_which_package_has_them(
    site: Site, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "postgresql-client" in refused(site.manage("backup", tmp_path / "x.backup"))
    assert not list(tmp_path.glob("*.backup*"))
