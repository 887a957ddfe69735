"""The stages of bin/test, each against its time budget, and one line that says how the whole run ended."""

import getpass
import hashlib
import itertools
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# Minutes, half an hour in all.
BUDGETS = {"checks": 0.4, "library": 3.3, "sqlite": 6.8, "postgres": 6.5, "browser": 8.4, "faults": 4.6}
CHANGED_SECONDS = 160  # of `bin/test changed`: no test begins later
LIMIT = 6  # times its budget: when a stage is ended; machines differ threefold
NO_TESTS = 5  # pytest's answer when it found none


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.wrong += other.wrong

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    for name in (
        "DATABASE_URL",
        "REDIS_URL",
        "BROKER_URL",
        "VAR_DIR",
        "SECRET_KEY",
        "DJANGO_SETTINGS_MODULE",
    ):
        os.environ.pop(name, None)  # a test run is never to reach a real site
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of fifteen processes would compile all tests anew
    if arguments[:1] == ["changed"]:
        return changed(*arguments[1:2])
    named = list(itertools.takewhile(BUDGETS.__contains__, arguments))
    chosen = arguments[len(named) :]
    total = Count()
    if chosen and not named:
        total.add(tests("your choice", chosen, None, 60))
    else:
        database = postgres_url() if {"postgres", "faults"} & set(named or BUDGETS) else None
        for name in named or BUDGETS:
            total.add(timed(name, chosen, database))
    print()
    for sentence in total.wrong:
        print(sentence)
    print(total)
    return 1 if total.failed else 0


def changed(since: str = "HEAD") -> int:
    """The checks, and the tests that belong to what differs from a commit: on SQLite, in three minutes."""
    start = time.monotonic()
    total = timed("checks", [], None)
    sys.path.insert(0, str(ROOT))
    from proofs.belonging import belonging

    git = ["git", "-C", str(ROOT)]
    names = ["diff", "--name-only", "--diff-filter=d", since], ["ls-files", "--others", "--exclude-standard"]
    done = [subprocess.run([*git, *each], capture_output=True, text=True, check=False) for each in names]
    if done[0].returncode:
        sys.exit(f"git does not know {since}; say a commit, or nothing for what is not committed yet.")
    files = sorted({name for each in done for name in each.stdout.splitlines()})
    # A template stands for the app that draws it.
    apps = {name.split("/")[1] for name in files if name.startswith("templates/") and name.count("/") > 1}
    files += [f"{app}/__init__.py" for app in sorted(apps) if (ROOT / app / "__init__.py").exists()]
    chosen = belonging([name for name in files if name.endswith(".py")])
    print(f"\n== tests of {len(files)} changed files: {len(chosen)} files of tests", flush=True)
    if chosen:
        within = str(max(CHANGED_SECONDS - (time.monotonic() - start), 30))
        options = ["-n", "2", "--dist", "load", "--without-browser", "--within", within]
        total.add(tests("what was changed", [*options, *chosen], None, 5))
    for sentence in total.wrong:
        print(sentence)
    print(total)
    return 1 if total.failed else 0


def timed(name: str, chosen: list[str], database: str | None) -> Count:
    print(f"\n== {name}", flush=True)
    start = time.monotonic()
    count = stage(name, chosen, database)
    minutes = (time.monotonic() - start) / 60
    late = ", more than it should take" if minutes > BUDGETS[name] else ""
    print(f"== {name}: {count}, {minutes:.1f} of {BUDGETS[name]} minutes{late}", flush=True)
    return count


def stage(name: str, chosen: list[str], database: str | None) -> Count:
    if name == "checks":
        return checks()
    if name == "postgres" and not database:
        sentence = (
            "PostgreSQL or Redis cannot be reached (TEST_DATABASE_URL, TEST_REDIS_URL): no tests on them."
        )
        must = os.environ.get("REQUIRE_ALL") == "1"
        return Count(failed=must, skipped=not must, wrong=[sentence])
    only = "database" if name in ("sqlite", "postgres") else name
    url = database if name in ("postgres", "faults") else None
    return tests(
        name, ["-n", "2", "--dist", "worksteal", f"--only={only}", *chosen], url, LIMIT * BUDGETS[name]
    )


def checks() -> Count:
    typed = (
        "*/services.py",
        "*/services/*.py",
        "*/services/*/*.py",
        "notices/*.py",
        "games/notices/*.py",
        "benchmarks/site/*.py",
    )
    modules = sorted({str(path.relative_to(ROOT)) for each in typed for path in ROOT.glob(each)})
    rating = [
        "ratings/" + name
        for name in ("arithmetic", "measuring", "measure.py", "simulate.py", "what_counts.py")
    ]
    mypy = [BIN / "mypy", "--strict"]
    manage = [sys.executable, "manage.py"]
    commands = {
        "ruff check": [BIN / "ruff", "check", "--output-format", "concise", "."],
        "ruff format": [BIN / "ruff", "format", "--check", "--output-format", "concise", "."],
        "mypy, library, bots, benchmarks, ratings and pairing": [
            *mypy,
            *("--config-file=", "--exclude", "/tests/|^benchmarks/site/", "--follow-imports", "silent"),
            *("homeworlds", "homeworlds/tests/samples.py", "homeworlds/tests/comparing.py"),
            *("bots", "benchmarks", "tournaments/pairing", *rating),
        ],
        "mypy, services and benchmarks of the site": [BIN / "mypy", *modules],
        "import-linter": [BIN / "lint-imports"],
        "the house": [sys.executable, "-m", "proofs.house"],
        "makemigrations --check": [*manage, "makemigrations", "--check", "--dry-run"],
        "check --deploy": [*manage, "check", "--deploy", "--fail-level", "WARNING"],
    }
    count = Count()
    with tempfile.TemporaryDirectory() as var:
        production = {
            **os.environ,
            "SITE_URL": "https://homeworlds.example",
            "SECRET_KEY": secrets.token_urlsafe(60),
            "VAR_DIR": var,
        }
        for name, command in commands.items():
            done = subprocess.run(command, env=production, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                count.passed += 1
                if name == "the house":
                    print(done.stdout, end="", flush=True)
            else:
                print(f"{done.stdout}{done.stderr}", flush=True)
                count.add(Count(failed=1, wrong=[f"The check {name} found something; see above."]))
    return count


def tests(name: str, arguments: list[str], database: str | None, minutes: float) -> Count:
    """Runs pytest in a group of its own, so that one that hangs is ended with all it started."""
    env = {**os.environ, **({"DATABASE_URL": database} if database else {})}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *arguments]
        run = subprocess.Popen(command, env={**env, "TMPDIR": folder}, start_new_session=True)
        try:
            code = run.wait(timeout=60 * minutes)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            return Count(failed=1, wrong=[f"The tests of {name} were ended after {minutes:.0f} minutes."])
        except KeyboardInterrupt:
            os.killpg(run.pid, signal.SIGINT)
            run.wait()
            raise
        if code == NO_TESTS:
            return Count()
        count = counted(report) if report.exists() else Count()
    if code != 0:
        count.failed = max(count.failed, 1)
        count.wrong = [f"Tests of {name} failed; see above."]
    return count


def counted(report: Path) -> Count:
    tree = ElementTree.parse(report)  # noqa: S314  written a moment ago by pytest
    suites = list(tree.getroot().iter("testsuite"))
    asked, failures, errors, skipped = (
        sum(int(suite.get(key, 0)) for suite in suites) for key in ("tests", "failures", "errors", "skipped")
    )
    return Count(max(asked - failures - errors - skipped, 0), failures + errors, skipped)


def postgres_url() -> str | None:
    """A database server and a Redis that answer, or None. Each clone has a database of its own."""
    import psycopg
    import redis

    try:
        redis.Redis.from_url(
            os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379"), socket_timeout=2
        ).ping()
    except redis.RedisError:
        return None
    own = "homeworlds_" + hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]
    given = os.environ.get("TEST_DATABASE_URL")
    users = ["postgres", getpass.getuser()]
    for url in [given] if given else [f"postgresql://{user}@127.0.0.1:5432/{own}" for user in users]:
        try:
            psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), connect_timeout=3).close()
        except psycopg.OperationalError:
            continue
        return url
    return None


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
