"""A database that the release before has made: its tables are those of this release, its history of
migrations is another, which is told anew here. It goes with the release after next, and with it the commands
`take_over` and `migrate` of this app."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from django.apps.registry import Apps
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from upkeep.growing.online import AddTrigramIndex
from upkeep.growing.tables import Row, described

Name = tuple[str, str]
"""Of a migration: its app's and its own."""
LATER: Final = {
    "accounts": "0002_playing_with_friends 0003_former_players 0004_guide_step 0005_palette "
    "0006_confirmed_addresses 0007_free_unconfirmed_addresses 0008_names_as_the_eye_reads_them "
    "0009_refused_address 0010_staff_acts 0011_vacation 0012_stated_strength 0013_mail_ladders "
    "0014_mail_clubs 0015_mail_events 0016_growth 0017_mail_open_seats 0018_volunteers",
    "clubs": "0002_removed 0003_reports 0004_growth",
    "games": "0002_creation_key 0003_playing_with_friends 0004_results 0005_marks 0006_more_notices "
    "0007_seen 0008_names_changed 0009_lately 0010_tidied 0011_sandbox_and_notes 0012_lines_move_out "
    "0013_tallies_move_out 0014_notices_move_out 0015_decisions_of_staff 0016_used_berths "
    "0017_half_made_turns 0018_clocks 0019_reopened 0020_vacation 0021_pauses 0022_reliability "
    "0023_company_and_musters 0024_seats_adrift 0025_reliability_follows 0026_imported 0027_clubs "
    "0028_growth 0029_analysis 0030_who_was_there 0031_play_on 0032_awaited_bots 0033_substitutes "
    "0034_timekeeping",
    "ladders": "0002_stairs 0003_wishes",
    "notices": "0002_account_mails 0003_threads 0004_growth",
    "ratings": "0002_ratings 0003_ticks 0004_archives 0005_exclusions 0006_games_before_ratings "
    "0007_list_by_index 0008_list_counted",
    "study": "",
    "tournaments": "0002_no_pairing 0003_own_end_of_a_table 0004_rounds_alone",
    "upkeep": "0002_faults 0003_staff_acts 0004_timekeeping",
}
"""What followed the first migration of each app in the release before."""
FIRST: Final = frozenset((app, "0001_initial") for app in LATER)
GONE: Final = frozenset((app, name) for app, names in LATER.items() for name in names.split())
MOST_SHOWN: Final = 20
UPGRADE_FIRST: Final = (
    "Upgrade to the release before this one first: git checkout "
    '"$(git rev-list -1 HEAD -- games/migrations/0034_timekeeping.py)^", install its packages, run its '
    "“migrate”; then come back to this one and run “take_over”."
)


class Release(Enum):
    EMPTY = "empty"
    OLDER = "older"
    BEFORE = "before"
    OURS = "ours"
    NEWER = "newer"


REFUSED: Final = {
    Release.OLDER: f"The database is older than the release before; nothing was changed. {UPGRADE_FIRST}",
    Release.NEWER: "The database is of a newer release; nothing was changed. Bring the code up to date.",
}


def release_of(applied: Iterable[Name]) -> Release:
    """Which release made a database where these migrations, and those of other apps, were applied."""
    ours = {(app, name) for app, name in applied if app in LATER}
    if not ours:
        return Release.EMPTY
    further = ours - FIRST - GONE
    if further and further - set(MigrationLoader(None).disk_migrations):
        return Release.NEWER
    if not ours & GONE:
        return Release.OURS
    return Release.BEFORE if ours == FIRST | GONE else Release.OLDER


def refuse_before(database: BaseDatabaseWrapper) -> None:
    """Raises CommandError, naming what to do, when its history is that of the release before, or older."""
    found = release_of(MigrationRecorder(database).applied_migrations())
    if found is Release.BEFORE:
        raise CommandError(
            "The database is of the release before; nothing was changed. Run “take_over”, then “migrate”."
        )
    if found is Release.OLDER:
        raise CommandError(REFUSED[found])


def take_over() -> Release:
    """Tells the history anew where it is that of the release before, after a look at the tables; otherwise it
    changes nothing. What it found. Raises CommandError."""
    with _history() as (found, history):
        if found is Release.BEFORE:
            if differences := _differences():
                what = "The tables are not those of the release before; nothing was changed."
                more = [f"… and {len(differences) - MOST_SHOWN} more"] if differences[MOST_SHOWN:] else []
                raise CommandError("\n".join([what, *differences[:MOST_SHOWN], *more]))
            _write(history, FIRST)
    return found


def give_back() -> Release:
    """Tells it as the release before does, for who goes back to that. What it found. Raises CommandError."""
    with _history() as (found, history):
        if found is Release.OURS:
            applied = {(app, name) for app, name in history.applied_migrations() if app in LATER}
            if further := sorted(applied - FIRST):
                back = ", ".join(f"“migrate {app} 0001_initial”" for app in sorted(dict(further)))
                names = ", ".join(map(".".join, further))
                raise CommandError(
                    f"The release before does not know {names}; nothing was changed. Run {back} first, which "
                    "drops what these have added."
                )
            if names := ", ".join(sorted(map(".".join, FIRST - applied))):
                raise CommandError(f"Not all tables are there ({names}); nothing was changed. Run “migrate”.")
            _write(history, FIRST | GONE)
    return found


@contextmanager
def _history() -> Iterator[tuple[Release, MigrationRecorder]]:
    """In one transaction, while nobody else writes it; it can be read."""
    history = MigrationRecorder(connection)
    with transaction.atomic():
        if connection.vendor == "postgresql" and history.has_table():
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE django_migrations IN SHARE ROW EXCLUSIVE MODE")
        found = release_of(history.applied_migrations())
        if found in REFUSED:
            raise CommandError(REFUSED[found])
        yield found, history


def _write(history: MigrationRecorder, names: Iterable[Name]) -> None:
    history.migration_qs.filter(app__in=LATER).delete()
    rows = [history.Migration(app=app, name=name) for app, name in sorted(names)]
    history.migration_qs.bulk_create(rows)


def _differences() -> list[str]:
    """Between the tables of our apps and what the first migrations make."""
    loader = MigrationLoader(None)
    expected = loader.project_state(sorted(FIRST)).apps
    tables = {
        each._meta.db_table
        for each in expected.get_models(include_auto_created=True)
        if each._meta.app_label in LATER
    }
    found, made = described(connection), _described_anew(expected)
    steps = [step for key in FIRST for step in loader.disk_migrations[key].operations]
    besides = {step.name for step in steps if isinstance(step, AddTrigramIndex)}
    lacking = [f"lacking: {_said(row)}" for row in made - found if row[1] in tables]
    too_many = [
        f"too many: {_said(row)}" for row in found - made if row[1] in tables and row[2] not in besides
    ]
    return sorted([*lacking, *too_many])


def _said(row: Row) -> str:
    return " ".join(str(each) for each in row if each is not None)


def _described_anew(apps: Apps) -> set[Row]:
    """What is said of tables made from these models, which are gone again afterwards."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL search_path TO pg_temp")
            _make_tables(connection, apps)
            said = described(connection)
            transaction.set_rollback(True)
        return said
    another = connection.copy()
    another.settings_dict["NAME"] = ":memory:"
    try:
        _make_tables(another, apps)
        return described(another)
    finally:
        another.close()


def _make_tables(database: BaseDatabaseWrapper, apps: Apps) -> None:
    with database.schema_editor(atomic=False) as editor:
        for model in apps.get_models():
            editor.create_model(model)
