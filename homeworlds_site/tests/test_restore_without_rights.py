"""A role that owns its tables and no extension saves and restores: the guide has a superuser make pg_trgm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from homeworlds_site.tests.managed import AnotherSite

pytestmark = [pytest.mark.postgres, pytest.mark.long, pytest.mark.django_db(transaction=True)]
ROLE = "homeworlds_without_rights"
PARTS = {"player_name_part", "player_key_part", "player_email_part", "club_name_part"}


class Bare:
    """Databases of the superuser's, in which the role may make tables and nothing else."""

    def __init__(self, env: dict[str, str], url: str) -> None:
        self.env, self.url = env, urlsplit(url)
        self.names: list[str] = []

    def database(self, name: str, *, with_trigrams: bool) -> AnotherSite:
        full = f"{self.url.path.removeprefix('/')}_{name}"
        self.names.append(full)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {full} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {full}")
            cursor.execute(f"REVOKE CREATE, TEMPORARY ON DATABASE {full} FROM PUBLIC")
            cursor.execute(f"GRANT TEMPORARY ON DATABASE {full} TO {ROLE}")
        with psycopg.connect(self.url._replace(path=f"/{full}").geturl(), autocommit=True) as line:
            line.execute(f"GRANT ALL ON SCHEMA public TO {ROLE}")
            if with_trigrams:
                line.execute("CREATE EXTENSION pg_trgm")
        host = self.url.netloc.rpartition("@")[2]
        return AnotherSite(self.env, self.url._replace(netloc=f"{ROLE}@{host}", path=f"/{full}").geturl())

    def indexes(self, site: AnotherSite) -> set[str]:
        with psycopg.connect(site.env["DATABASE_URL"]) as line:
            rows = line.execute("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%'")
            return {row[0] for row in rows.fetchall()}


@pytest.fixture
def bare(site_environment: dict[str, str], database_url: str) -> Iterator[Bare]:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP ROLE IF EXISTS {ROLE}")
        cursor.execute(f"CREATE ROLE {ROLE} LOGIN")
    made = Bare(site_environment, database_url)
    yield made
    with connection.cursor() as cursor:
        for name in made.names:
            cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"DROP ROLE {ROLE}")


def test_what_it_has_saved_comes_back_with_the_search_where_that_can_be_had(
    bare: Bare, tmp_path: Path
) -> None:
    first = bare.database("first", with_trigrams=True)
    for command in (["migrate", "--no-input", "--verbosity", "0"], ["ensure_bots"]):
        done = first.manage(*command)
        assert done.code == 0, done.said
    assert bare.indexes(first) == PARTS
    assert first.manage("backup", tmp_path / "saved.backup").code == 0
    again = first.manage("restore", tmp_path / "saved.backup", "--replace")
    assert again.code == 0, again.said
    for with_trigrams in (True, False):
        second = bare.database("second", with_trigrams=with_trigrams)
        done = second.manage("restore", tmp_path / "saved.backup")
        assert done.code == 0, done.said
        assert "0 of 0 games agree" in done.said
        assert bare.indexes(second) == (PARTS if with_trigrams else set())
