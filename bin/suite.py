"""The stages of bin/test, each against its time budget, and one line that says how the whole run ended."""

import getpass
import hashlib
import itertools
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# Minutes on two idle cores, 36 in all: BESIDE goes on beside the first ones.
BUDGETS = {"checks": 0.5, "library": 8.0, "sqlite": 2.5, "faults": 8.0, "postgres": 14.5, "browser": 10.5}
BESIDE = "faults"  # mostly waits, for what it has killed to come back
ON_DATABASE = ("sqlite", "postgres")
CHANGED_SECONDS = 100  # of a processor, for each process of `bin/test changed`: no test begins later
TIME_OVER = "the time was over"
RUNNING: set[subprocess.Popen[bytes]] = set()
SETTING = re.compile(r"^[+-] *([A-Z][A-Z_]+)\b")
LIMIT = 6  # times its budget: when a stage is ended; machines differ threefold
NO_TESTS = 5  # pytest's answer when it found none


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    late: int = 0  # of those skipped: for want of time
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.late += other.late
        self.wrong += other.wrong

    def all(self) -> int:
        return self.passed + self.failed + self.skipped

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
        commit = [each for each in arguments[1:2] if not each.startswith("-")]
        return changed(*commit, options=arguments[1 + len(commit) :])
    named = list(itertools.takewhile(BUDGETS.__contains__, arguments))
    chosen = arguments[len(named) :]
    total = Count()
    if chosen and not named:
        total.add(tests("your choice", chosen, None, 60))
    else:
        database = postgres_url() if {*ON_DATABASE, "faults"} & set(named or BUDGETS) else None
        stages = [name for name in BUDGETS if name in (named or BUDGETS)]
        with ThreadPoolExecutor(1) as pool:
            beside = None
            if stages[0] != BESIDE in stages:
                beside = pool.submit(timed, BESIDE, chosen, database)
            try:
                for name in stages:
                    ended = beside.result() if beside and name == BESIDE else timed(name, chosen, database)
                    total.add(ended)
            finally:
                end_all()
    print()
    for sentence in total.wrong:
        print(sentence)
    print(total)
    return 1 if total.failed else 0


def changed(since: str = "HEAD", *, options: list[str]) -> int:
    """The checks, and the tests that belong to what differs from a commit: on SQLite, on all cores."""
    total = timed("checks", [], None)
    sys.path.insert(0, str(ROOT))
    from proofs.belonging import chosen

    files = {*differing("diff", "--name-only", "--diff-filter=d", since)}
    files |= {*differing("ls-files", "--others", "--exclude-standard")}
    lines = differing("diff", "--unified=0", since, "--", "homeworlds_site/settings.py")
    tests_of = chosen(files, {name for line in lines for name in SETTING.findall(line)})
    apps = ",".join(sorted({app_of(file) for file in files}))
    print(f"\n== tests of {len(files)} changed files: {len(tests_of)} files of tests", flush=True)
    if tests_of:
        cores = str(os.cpu_count() or 1)
        within = ["-n", cores, "--dist", "load", "--within", str(CHANGED_SECONDS), "--near", apps, *options]
        of_them = tests("what was changed", [*within, *tests_of], None, 30)
        if not of_them.all():
            of_them.add(Count(failed=1, wrong=["Nothing of what was chosen has run."]))
        total.add(of_them)
    for sentence in total.wrong:
        print(sentence)
    print(total)
    ran = f"{total.passed + total.failed} of {total.all()} ran"
    if total.late:
        print(f"{ran}: the time was over, and bin/test runs the others.")
    elif total.skipped:
        print(f"{ran}; the others are for bin/test.")
    return 1 if total.failed or total.late else 0


def app_of(path: str) -> str:
    """The package that a file is of, a template too; it may be none."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "templates" else parts[0]


def differing(*arguments: str) -> list[str]:
    """The lines that git answers."""
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stderr.strip()}\nSay a commit, or nothing for what is not committed yet.")
    return done.stdout.splitlines()


def timed(name: str, chosen: list[str], database: str | None) -> Count:
    alone = threading.current_thread() is threading.main_thread()
    if alone:
        print(f"\n== {name}", flush=True)
    start = time.monotonic()
    count = stage(name, chosen, database)
    minutes = (time.monotonic() - start) / 60
    late = ", more than it should take" if minutes > budget(name, database) else ""
    print(f"== {name}: {count}, {minutes:.1f} of {budget(name, database):.1f} minutes{late}", flush=True)
    return count


def budget(name: str, database: str | None) -> float:
    """In minutes; SQLite does the work of both where it is the only one."""
    return sum(BUDGETS[each] for each in ON_DATABASE) if name == "sqlite" and not database else BUDGETS[name]


def stage(name: str, chosen: list[str], database: str | None) -> Count:
    if name == "checks":
        return checks()
    if name == "postgres" and not database:
        sentence = (
            "PostgreSQL or Redis cannot be reached (TEST_DATABASE_URL, TEST_REDIS_URL): "
            "all that SQLite can run is run there, and what needs them did not run."
        )
        must = os.environ.get("REQUIRE_ALL") == "1"
        return Count(failed=must, skipped=not must, wrong=[sentence])
    # SQLite keeps a part of its own, and does everything when asked for something, or when it is alone.
    part = name == "sqlite" and database and not chosen
    only = "database" if name in ON_DATABASE and not part else name
    url = database if name in ("postgres", "faults") else None
    options = ["-n", "2", "--dist", "worksteal", f"--only={only}", *chosen]
    return tests(name, options, url, LIMIT * budget(name, database))


def checks() -> Count:
    typed = (
        "*/services.py",
        "*/services/*.py",
        "*/services/*/*.py",
        "*/*/services.py",
        "*/*/services/*.py",
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
            # Of other options, so that neither run finds what the other has kept out of date.
            *("--cache-dir", ".mypy_cache/library"),
            *("--config-file=", "--exclude", "/tests/|^benchmarks/site/", "--follow-imports", "silent"),
            *("homeworlds", "homeworlds/tests/samples.py", "homeworlds/tests/comparing.py"),
            *("bots", "benchmarks", "tournaments/pairing", *rating),
        ],
        "mypy, services and benchmarks of the site": [BIN / "mypy", *modules],
        "import-linter": [BIN / "lint-imports"],
        "the house": [sys.executable, "-m", "proofs.house"],
        "what nothing uses": [sys.executable, "-m", "proofs.dead"],
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

        def run(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
            return subprocess.run(command, env=production, capture_output=True, text=True, check=False)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            ended = list(pool.map(run, commands.values()))
        for name, done in zip(commands, ended, strict=True):
            if done.returncode == 0:
                count.passed += 1
                if name == "the house":
                    print(done.stdout, end="", flush=True)
            else:
                print(f"{done.stdout}{done.stderr}", flush=True)
                count.add(Count(failed=1, wrong=[f"The check {name} found something; see above."]))
    return count


def tests(name: str, arguments: list[str], database: str | None, minutes: float) -> Count:
    """Runs pytest in a group of its own, so that one that hangs is ended with all it started.

    Beside another stage what it says is printed at its end.
    """
    env = {**os.environ, **({"DATABASE_URL": database} if database else {})}
    alone = threading.current_thread() is threading.main_thread()
    with tempfile.TemporaryDirectory() as folder:
        report, said = Path(folder) / "report.xml", Path(folder) / "said"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *arguments]
        with said.open("wb") as out:
            run = subprocess.Popen(
                command,
                env={**env, "TMPDIR": folder},
                start_new_session=True,
                stdout=None if alone else out,
                stderr=None if alone else subprocess.STDOUT,
            )
            RUNNING.add(run)
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
            finally:
                RUNNING.discard(run)
                if not alone:
                    print(f"\n== {name}, beside the others\n{said.read_text(errors='replace')}", flush=True)
        if code == NO_TESTS:
            return Count()
        count = counted(report) if report.exists() else Count()
    if code != 0:
        count.failed = max(count.failed, 1)
        count.wrong = [f"Tests of {name} failed; see above."]
    return count


def end_all() -> None:
    """Stops what still runs beside, when somebody has pressed Ctrl-C or this program has failed."""
    for run in list(RUNNING):
        os.killpg(run.pid, signal.SIGINT)


def counted(report: Path) -> Count:
    tree = ElementTree.parse(report)  # noqa: S314  written a moment ago by pytest
    suites = list(tree.getroot().iter("testsuite"))
    asked, failures, errors, skipped = (
        sum(int(suite.get(key, 0)) for suite in suites) for key in ("tests", "failures", "errors", "skipped")
    )
    late = sum(TIME_OVER in each.get("message", "") for each in tree.getroot().iter("skipped"))
    return Count(max(asked - failures - errors - skipped, 0), failures + errors, skipped, late)


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
