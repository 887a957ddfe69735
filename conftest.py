"""What every test may ask for, in which stage of bin/test it runs, and what is said of those that did not."""

import functools
import gc
import hashlib
import os
import platform
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import TransactionTestCase
from django.utils import translation

from bin.suite import TIME_OVER
from homeworlds.tests import generated
from homeworlds.tests.archive import reason_without_archive, shared
from proofs.kit.processes import NotHere, program
from proofs.on_sqlite import ON_SQLITE_TOO

__all__ = ["shared"]

ROOT = Path(__file__).resolve().parent
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
STAGES = ("library", "sqlite", "database", "browser", "faults")
MARKED_STAGES = ("sqlite", "browser", "faults")
STANDING = ("django_content_type", "auth_permission")
"""Tables whose rows a site has from its migrations on."""
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup", "admin_user", "admin_client"}
SLOW = {
    "board/tests/test_map_stands_still.py",
    "bots/tests/test_analysis.py",
    "bots/tests/test_core.py",
    "homeworlds_site/tests/test_access_matrix.py",
    "homeworlds_site/tests/test_backup.py",
    "homeworlds_site/tests/browser/hand/test_hand.py",
    "homeworlds_site/tests/browser/test_axe.py",
    "homeworlds_site/tests/browser/test_friends.py",
    "homeworlds_site/tests/browser/test_pages.py",
    "homeworlds_site/tests/browser/test_whole_games.py",
    "proofs/tests/test_dead.py",
    "proofs/tests/test_library_alone.py",
}
"""Besides those with a test that is marked `long`."""
ENDS = pytest.StashKey[float | None]()
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROME_ON_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

generated.load()
# Playwright keeps an event loop running in the thread of the tests; Django would refuse every query there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only", choices=STAGES, help="run one stage of bin/test; `database`: all that this one can"
    )
    parser.addoption(
        "--within", type=float, metavar="SECONDS", help="none that kills or is long, and none after"
    )
    parser.addoption(
        "--near",
        type=lambda names: names.split(","),
        metavar="APP,…",
        help="addresses of these apps are asked for by everybody, each of the others by one",
    )


def stage(item: pytest.Item) -> str:
    """The one stage of bin/test that runs this test."""
    for name in ("faults", "browser"):
        if item.get_closest_marker(name):
            return name
    fixtures = set(getattr(item, "fixturenames", ()))
    if "page" in fixtures:
        return "browser"
    klass = getattr(item, "cls", None)
    if (
        item.get_closest_marker("django_db")
        or item.get_closest_marker("postgres")
        or fixtures & DATABASE_FIXTURES
    ):
        return "database"
    return "database" if klass and issubclass(klass, TransactionTestCase) else "library"


@functools.cache
def may_hold(stage: str, file: Path) -> bool:
    """Whether tests of this stage can stand in the file: those of some are marked there."""
    if stage == "sqlite" and file.relative_to(ROOT).as_posix() in ON_SQLITE_TOO:
        return True
    return stage not in MARKED_STAGES or f"mark.{stage}" in file.read_text(encoding="utf-8")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A stage reads the files of its own tests: to read all takes each of its processes many seconds."""
    only = config.getoption("--only")
    is_read = not only or collection_path.suffix != ".py" or may_hold(only, collection_path)
    return None if is_read else True


def on_postgres() -> bool:
    from django.conf import settings

    return "postgresql" in settings.DATABASES["default"]["ENGINE"]


def runs_on_sqlite_too(item: pytest.Item) -> bool:
    file = item.path.relative_to(ROOT).as_posix()
    return file in ON_SQLITE_TOO or item.get_closest_marker("sqlite") is not None


def chromium() -> str | None:
    found = (shutil.which(name) for name in CHROMIUMS)
    path = next((path for path in found if path), None)
    on_macos = platform.system() == "Darwin" and os.path.exists(CHROME_ON_MACOS)
    return path or (CHROME_ON_MACOS if on_macos else None)


def reason_not_to_run(item: pytest.Item) -> str | None:
    if stage(item) == "browser" and not chromium():
        return f"no Chromium was found (looked for {', '.join(CHROMIUMS)})"
    if item.get_closest_marker("postgres") and not on_postgres():
        return "it needs PostgreSQL and Redis, and DATABASE_URL names something else"
    if item.get_closest_marker("sqlite") and on_postgres():
        return "it needs SQLite, and DATABASE_URL names something else"
    for mark in item.iter_markers("programs"):
        try:
            program(*mark.args)
        except NotHere as missing:
            return str(missing).removesuffix(".")
    return reason_without_archive(item)


def reason_not_now(item: pytest.Item) -> str | None:
    """What `bin/test changed` leaves to `bin/test`."""
    if stage(item) == "faults":
        return "it kills processes, which bin/test does"
    return "it takes long, which bin/test does" if item.get_closest_marker("long") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if strays := [item.nodeid for item in items if not may_hold(stage(item), item.path)]:
        raise pytest.UsageError(f"Marked in another file than it stands in, or not at all: {strays}")
    only = config.getoption("--only")
    if only:
        chosen = [item for item in items if stage(item) == ("database" if only == "sqlite" else only)]
        if only in ("sqlite", "database"):
            others = "sqlite" if on_postgres() else "postgres"
            chosen = [item for item in chosen if not item.get_closest_marker(others)]
        if only == "sqlite":
            chosen = [item for item in chosen if runs_on_sqlite_too(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = slow_ones_first(chosen)
    quickly = config.getoption("--within") is not None
    for item in items:
        if reason := (quickly and reason_not_now(item)) or reason_not_to_run(item):
            item.add_marker(pytest.mark.skip(reason=reason))


def slow_ones_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """In each half, with which one of two processes begins: neither is to wait for the other's last test. The
    tests of a file stay together."""
    slow = {item.path for item in items if item.get_closest_marker("long")}
    slow |= {item.path for item in items if item.path.relative_to(ROOT).as_posix() in SLOW}
    firsts: tuple[list[pytest.Item], list[pytest.Item]] = ([], [])
    for path in sorted(slow):
        min(firsts, key=len).extend([item for item in items if item.path == path])
    others = [item for item in items if item.path not in slow]
    middle = max(0, len(items) // 2 - len(firsts[0]))
    return [*firsts[0], *others[:middle], *firsts[1], *others[middle:]]


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end, as on the site (`wsgi.py`): the collector of cycles walked
    through all apps and all tests again and again, a sixth of the time of tests of views."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    seconds = config.getoption("--within")
    config.stash[ENDS] = None if seconds is None else time.process_time() + seconds


def pytest_runtest_setup(item: pytest.Item) -> None:
    """The time is the processor's: a busy machine runs the same tests as an idle one."""
    ends = item.config.stash[ENDS]
    if ends is not None and time.process_time() > ends:
        pytest.skip(TIME_OVER)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = (
            f"REQUIRE_ALL=1, and this test did not run: {call.excinfo.value if call.excinfo else ''}"
        )
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} {'test' if count == 1 else 'tests'} did not run: {reason}.")


# --- What tests may ask for


@pytest.fixture(autouse=True)
def no_language_from_other_tests() -> Iterator[None]:
    """A request leaves its language with the thread, until the next one brings its own."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def no_time_from_other_tests() -> Iterator[None]:
    """A process remembers what time it was told last; another test had another heartbeat."""
    yield
    for module, name in (("upkeep.clock", "_last"), ("upkeep.timekeeping.beats", "_own")):
        if module in sys.modules:
            setattr(sys.modules[module], name, None)


@pytest.fixture(autouse=True, scope="session")
def static_files_looked_for_once() -> Iterator[None]:
    """Each test client makes the middleware anew, and WhiteNoise looks at every static file again for it."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    look, found = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add(self: Any) -> None:
        if not found:
            look(self)
            found.update(self.files)
        self.files.update(found)

    WhiteNoiseMiddleware.add_files_from_finders = add
    yield
    WhiteNoiseMiddleware.add_files_from_finders = look


@pytest.fixture(autouse=True, scope="session")
def pages_remembered_whole(django_test_environment: None) -> Iterator[None]:
    """`response.context` is that of the page: the test client copies it anew for each part that is drawn and
    each widget of a form, a tenth of the time of a page."""
    from django.template.base import Template
    from django.test.signals import template_rendered

    def render(self: Template, context: Any) -> Any:
        if context.template is self and not str(self.name).startswith(("django/forms/", "forms/")):
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite gets a file, as on a real site: in memory all threads would share one connection.

    The tables are made from the models, which takes a tenth of the time; `test_schema.py` migrates for real
    and compares.
    """
    from django.conf import settings

    own = settings.DATABASES["default"].setdefault("TEST", {})
    own["MIGRATE"] = False
    if on_postgres():  # what is lost when its machine fails is a test's; who waits in vain for a lock says so
        # Among a few rows any order of joins will do; to look for the best was a quarter of its work.
        joins = "-c join_collapse_limit=1 -c from_collapse_limit=1"
        options = f"-c synchronous_commit=off -c lock_timeout=120s {joins}"
        settings.DATABASES["default"]["OPTIONS"]["options"] = options
    else:
        own["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """What migrations make beside the tables of models; and the database says that it has been migrated."""
    from django.apps import apps
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    from upkeep.growing.online import AddTrigramIndex

    with django_db_blocker.unblock():
        known = MigrationLoader(None).disk_migrations
        made = [(app, step) for (app, _), migration in known.items() for step in migration.operations]
        now = SimpleNamespace(apps=apps)
        with connection.schema_editor() as editor:
            for app, step in made:
                if isinstance(step, AddTrigramIndex):
                    step.database_forwards(app, editor, now, now)
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        recorder.migration_qs.bulk_create([recorder.Migration(app=app, name=name) for app, name in known])
        MADE[:] = rows_that_stand()


MADE: list[Any] = []


def rows_that_stand() -> list[Any]:
    """How many, and which; none where a test has left no such tables or no connection."""
    from django.db import Error, connection

    counts = [f"SELECT count(*), min(id), max(id) FROM {table}" for table in STANDING]  # noqa: S608  constants
    try:
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(counts))
            return list(map(tuple, cursor.fetchall()))
    except Error:
        return []


@pytest.fixture(scope="session", autouse=True)
def emptied_by_delete() -> Iterator[None]:
    """After a test that has committed PostgreSQL empties its tables by DELETE: TRUNCATE makes every file anew
    and waits for the disk, seconds against milliseconds. Foreign keys are looked at when all is gone."""
    from django.db.backends.postgresql.operations import DatabaseOperations

    def deletes(self: DatabaseOperations, _style: Any, tables: list[str], **_options: Any) -> list[str]:
        return [f"DELETE FROM {self.quote_name(table)}" for table in tables]  # noqa: S608  quoted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", deletes)
        yield


@pytest.fixture(scope="session", autouse=True)
def what_stands_is_left_standing() -> Iterator[None]:
    """After a test that has committed Django empties these tables too and fills them again, which takes
    longer than most such tests. That is done where a test has changed them; else the others are emptied."""
    from django.core.management.commands import flush

    empty, sql_flush = TransactionTestCase._fixture_teardown, flush.sql_flush

    def without_those(*given: Any, **options: Any) -> list[str]:
        statements = [
            each for each in sql_flush(*given, **options) if not any(f'"{name}"' in each for name in STANDING)
        ]
        return ["; ".join(statements)] if on_postgres() else statements

    def teardown(self: TransactionTestCase) -> None:
        with pytest.MonkeyPatch.context() as patch:
            if as_made := bool(MADE) and rows_that_stand() == MADE:
                patch.setattr(flush, "sql_flush", without_those)
                patch.setattr(flush, "emit_post_migrate_signal", lambda *_given: None)
            empty(self)
        if not as_made:
            MADE[:] = rows_that_stand()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield


@pytest.fixture
def one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """No hour begins while a test counts what may be done in one."""
    now = time.time()
    monkeypatch.setattr("upkeep.limits.time", SimpleNamespace(time=lambda: now))


@pytest.fixture
def database_url(transactional_db: None) -> str:
    """The test database as other processes reach it; what they must see has to be committed."""
    from django.db import connection

    kept = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{kept['NAME']}"
    who = kept["USER"] + (f":{kept['PASSWORD']}" if kept["PASSWORD"] else "")
    return f"postgresql://{who}@{kept['HOST']}:{kept['PORT'] or 5432}/{kept['NAME']}"


@pytest.fixture
def redis_url(worker_id: str) -> Iterator[str]:
    """An empty Redis database that no other test worker uses. Only for tests marked `postgres`."""
    import redis

    base = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
    clone = int(hashlib.sha256(str(ROOT).encode()).hexdigest(), 16) % 6
    number = 4 + 2 * clone + (int(worker_id.removeprefix("gw") or 0) % 2 if worker_id != "master" else 0)
    url = f"{base}/{number}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
        yield url
        client.flushdb()


@pytest.fixture
def site_environment(database_url: str, tmp_path: Path, settings: Any) -> dict[str, str]:
    """The environment for `manage.py`, a web server or a worker of its own on the test database.

    Tasks go through files; add `BROKER_URL` (see `redis_url`) to send them through Redis.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
        "DATABASE_URL": database_url,
        "SECRET_KEY": settings.SECRET_KEY,  # by which its sessions are this process's too
        "ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
        "VAR_DIR": str(tmp_path / "var"),
        "SWEEP_SECONDS": "1",
    }


# --- The cast, and what makes two things happen at once


@pytest.fixture
def alice(db: None) -> Any:
    from accounts.tests.cast import person

    return person("Alice")


@pytest.fixture
def bob(db: None) -> Any:
    from accounts.tests.cast import person

    return person("Bob")


@pytest.fixture
def charlie(db: None) -> Any:
    from accounts.tests.cast import person

    return person("Charlie")


@pytest.fixture
def bots(db: None) -> None:
    from accounts.services import ensure_bots

    ensure_bots()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What would be queued; nobody works in the background."""
    made: list[tuple[Any, ...]] = []
    monkeypatch.setattr("upkeep.queue.enqueue", lambda *call: made.append(call))
    return made


@pytest.fixture
def postman() -> Iterator[None]:
    """Mails about accounts arrive at once, as if a worker took each from the outbox that very moment."""
    from django.core.mail import send_mail

    from accounts.signals import account_mail_written

    def arrives(sender: object, *, address: str, subject: str, body: str, **_more: Any) -> None:
        send_mail(subject, body, None, [address])

    account_mail_written.connect(arrives)
    yield
    account_mail_written.disconnect(arrives)


@pytest.fixture
def at_once() -> Iterator[Callable[..., list[Any]]]:
    """Calls functions at the same moment, each in a thread with a connection of its own."""
    from django.db import connection

    with ThreadPoolExecutor(2) as threads:

        def call(*functions: Callable[[], Any]) -> list[Any]:
            barrier = threading.Barrier(len(functions))

            def run(function: Callable[[], Any]) -> Any:
                connection.ensure_connection()
                barrier.wait(timeout=10)
                return function()

            return [done.result(timeout=30) for done in [threads.submit(run, each) for each in functions]]

        yield call
        barrier = threading.Barrier(2)
        for done in [threads.submit(lambda: (barrier.wait(timeout=10), connection.close())) for _ in "ab"]:
            done.result(timeout=30)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": CHROMIUM_FLAGS}
