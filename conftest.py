"""What every test may ask for, in which stage of bin/test it runs, and what is said of those that did not."""

import gc
import hashlib
import os
import platform
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import TransactionTestCase
from django.utils import translation

from homeworlds.tests.archive import reason_without_archive, shared
from proofs.processes import NotHere, program

__all__ = ["shared"]

ROOT = Path(__file__).resolve().parent
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
STAGES = ("library", "database", "browser", "faults")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup", "admin_user", "admin_client"}
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

# Playwright keeps an event loop running in the thread of the tests; Django would refuse every query there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only", choices=STAGES, help="run the tests of one stage of bin/test")
    parser.addoption("--without-browser", action="store_true", help="no stage that drives or kills anything")
    parser.addoption("--within", type=float, metavar="SECONDS", help="begin no test after that")


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


def on_postgres() -> bool:
    from django.conf import settings

    return "postgresql" in settings.DATABASES["default"]["ENGINE"]


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
    for mark in item.iter_markers("programs"):
        try:
            program(*mark.args)
        except NotHere as missing:
            return str(missing).removesuffix(".")
    return reason_without_archive(item)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    only = config.getoption("--only")
    if config.getoption("--without-browser"):
        items[:] = [item for item in items if stage(item) in ("library", "database")]
    if only:
        chosen = [item for item in items if stage(item) == only]
        if only == "database":
            # The other pass runs these.
            others = "either_database" if on_postgres() else "postgres"
            chosen = [item for item in chosen if not item.get_closest_marker(others)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen
    for item in items:
        if reason := reason_not_to_run(item):
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end, as on the site (`wsgi.py`): the collector of cycles walked
    through all apps and all tests again and again, a sixth of the time of tests of views."""
    gc.collect()
    gc.freeze()


def pytest_configure(config: pytest.Config) -> None:
    seconds = config.getoption("--within")
    config.stash[ENDS] = None if seconds is None else time.monotonic() + seconds


def pytest_runtest_setup(item: pytest.Item) -> None:
    ends = item.config.stash[ENDS]
    if ends is not None and time.monotonic() > ends:
        pytest.skip("the time was over; bin/test without `changed` runs everything")


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


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite gets a file, as on a real site: in memory all threads would share one connection."""
    from django.conf import settings

    if not on_postgres():
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = name


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
def site_environment(database_url: str, tmp_path: Path) -> dict[str, str]:
    """The environment for `manage.py`, a web server or a worker of its own on the test database.

    Tasks go through files; add `BROKER_URL` (see `redis_url`) to send them through Redis.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "homeworlds_site.settings",
        "DATABASE_URL": database_url,
        "SECRET_KEY": "only-for-tests-and-debugging-" * 2,
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
