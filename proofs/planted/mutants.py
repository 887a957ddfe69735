"""Breaks lines of services, selectors, access and rules one at a time, and tells which no test finds.

Works in a copy of the checkout. A run that was interrupted goes on where it was with the same seed; after one
with survivors the next with that seed breaks only what survived.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

from bin.suite import postgres_url
from proofs.belonging import belonging
from proofs.kit.checkout import copied
from proofs.kit.neighbours import stretch
from proofs.kit.options import options
from proofs.kit.processes import ROOT
from proofs.planted.breaking import Mutant, one_a_line

BROKEN = """
homeworlds/foresight.py homeworlds/outcome.py homeworlds/position.py homeworlds/rules.py homeworlds/turn.py
bots/aims.py bots/analysis.py bots/evaluation.py bots/levels.py
accounts/*services.py accounts/access.py accounts/deletion.py accounts/selectors.py accounts/addresses.py
accounts/names.py accounts/quiet.py accounts/sessions.py accounts/vacation/*.py clubs/access.py
clubs/services/*.py notices/sending.py notices/outbox.py notices/pacing.py notices/services.py
notices/delivering.py notices/hours.py notices/judging.py notices/switches/*.py
games/access.py games/clocks/*.py games/lists.py games/lobby/*.py games/log/*.py games/notices/*.py
games/services/**/*.py games/table/**/*.py games/talk/*.py
study/services.py study/lines.py study/trail.py
records/lately.py records/reading.py records/services.py records/writing.py
ratings/arithmetic/*.py ratings/selectors.py ratings/tallies.py ratings/what_counts.py ratings/services/*.py
ladders/ladder/rights.py ladders/*/services/*.py ladders/*/services.py
tournaments/rights.py tournaments/services/*.py
""".split()
OWN_SITE = ("DATABASE_URL", "REDIS_URL", "BROKER_URL", "VAR_DIR", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
"""Would lead the tests to a real site."""
PASSED = (0, 5, None)
"""How pytest ends when nothing failed, there was nothing to run, or the time was over."""
TEST_SECONDS = 200
"""A test that takes longer, by the pace of the machine, hangs by what was broken, and so has found it."""
NEAREST = 4
"""So many files of tests are asked before the others are even read, which takes longer than to run these."""
LAST = "test_secrets.py"
"""Takes minutes, so it is asked when all others have found nothing."""


class Unsound(Exception):
    """The tests cannot judge: one fails whatever is broken."""


class Known:
    """Which test finds which mutant, as far as runs with this seed know, in a file; empty: none does."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}

    def key(self, mutant: Mutant) -> str:
        return f"{mutant.path}:{mutant.function}: {mutant.before} -> {mutant.after}"

    def add(self, mutant: Mutant, found: str) -> None:
        self.found[self.key(mutant)] = found
        self._write()

    def end(self) -> None:
        """All have been tried: what survived is tried again by the next run, or everything when none has."""
        self.found = {key: found for key, found in self.found.items() if found}
        self._write()

    def _write(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.found, indent=1))


def chosen(seed: int, count: int, root: Path = ROOT) -> list[Mutant]:
    """The same for the same seed and the same sources; no line twice."""
    paths = [path for pattern in BROKEN for path in sorted(root.glob(pattern))]
    return list(islice(one_a_line(paths, root, random.Random(seed)), count))


def belonging_to(mutant: Mutant) -> list[str]:
    """The tests of its file, first those that name the function or bear the name of the file; no browser."""
    names = [word for word in Path(mutant.path).with_suffix("").parts[1:] if word != "services"]

    def order(test: str) -> tuple[bool, bool, bool]:
        unnamed = not any(name in Path(test).stem for name in names)
        return test.endswith(LAST), unnamed, mutant.function.lstrip("_") not in (ROOT / test).read_text()

    return sorted([test for test in belonging([mutant.path]) if "/browser/" not in test], key=order)


def finder(mutant: Mutant, folder: Path, database: str | None, seconds: int) -> str:
    """The test that fails while the line is broken in this copy; empty: none."""
    path, tests = folder / mutant.path, belonging_to(mutant)
    whole = path.read_bytes()
    path.write_bytes(mutant.applied(whole))
    try:
        end, url = time.monotonic() + seconds * stretch(), database if mutant.is_lock else None
        for some in (tests[:NEAREST], tests[NEAREST:]):
            if some and (failed := failing(some, folder, url, end - time.monotonic())):
                return failed
        return ""
    finally:
        path.write_bytes(whole)


def failing(tests: list[str], folder: Path, database: str | None, seconds: float) -> str:
    """The first that fails or hangs; empty: none in the time. With a database only those are run that need
    PostgreSQL, which ask for its locks."""
    marks = "postgres and not faults" if database else "not browser and not faults"
    pytest = [sys.executable, "-B", "-m", "pytest", "-x", "-v", "-p", "no:cacheprovider", "-m", marks]
    hangs = [f"-ofaulthandler_timeout={TEST_SECONDS * stretch():.0f}", "-ofaulthandler_exit_on_timeout=true"]
    more = {"DATABASE_URL": database} if database else {}
    code, said = ended([*pytest, *hangs, *tests], folder, more, seconds=seconds)
    if code in PASSED:
        return ""
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+\.py\S*?(?:\[.*?\])?)(?: - .*)?$", said, re.MULTILINE)
    running = re.findall(r"^(\S+\.py::\S+(?:\[.*?\])?) *$", said, re.MULTILINE)
    return (failed or running or tests[:1])[-1]


def ended(
    command: list[str], folder: Path, more: dict[str, str], *, seconds: float, sign: int = signal.SIGKILL
) -> tuple[int | None, str]:
    """How a command ends in a copy, and what it has said; None: not in the time. What is left of it is ended
    by this signal."""
    environment = {name: value for name, value in os.environ.items() if name not in OWN_SITE}
    environment.setdefault("HOMEWORLDS_SHARED", str(ROOT.parent / "shared"))
    with tempfile.TemporaryDirectory() as temporary:
        said, env = Path(temporary) / "said", {**environment, **more, "TMPDIR": temporary}
        with said.open("wb") as out:
            streams = {"stdout": out, "stderr": subprocess.STDOUT}
            run = subprocess.Popen(command, cwd=folder, env=env, start_new_session=True, **streams)
            try:
                code = run.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                if run.poll() is None:
                    os.killpg(run.pid, sign)
                    run.wait()
        return code, said.read_text(errors="replace")


def own_database() -> str | None:
    """One that no run of bin/test uses."""
    url = postgres_url()
    name = "/mutants_" + hashlib.sha256(f"{ROOT}{getpass.getuser()}".encode()).hexdigest()[:8]
    return url and urlsplit(url)._replace(path=name).geturl()


def prove(mutants: list[Mutant], known: Known, database: str | None, seconds: int) -> list[Mutant]:
    """Breaks what is not known yet and returns the survivors. Raises Unsound: a test that found something
    fails in the unbroken copy too."""
    survivors, finders = [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for number, mutant in enumerate(mutants, 1):
            start = time.monotonic()
            found = known.found.get(known.key(mutant))
            if found is None:
                found = finder(mutant, folder, database, seconds)
                known.add(mutant, found)
            took = time.monotonic() - start
            in_time = "" if took < seconds else ", as the time was over; give it more --seconds"
            words = f"found by {found}" if found else f"SURVIVED{in_time}"
            print(f"{number:3} {mutant.path}:{mutant.line} {words} ({took:.0f} s)", flush=True)
            if found:
                finders.add((found, mutant.is_lock))
            else:
                survivors.append(mutant)
                print(f"    before: {mutant.before}\n    after:  {mutant.after}", flush=True)
        for on_postgres in (False, True):
            tests = sorted([test for test, is_lock in finders if is_lock == on_postgres])
            if tests and (failed := failing(tests, folder, database if on_postgres else None, seconds)):
                raise Unsound(f"{failed} fails with nothing broken, so it can judge nothing.")
    return survivors


def main() -> int:
    most = (600, "most that the tests of one mutant may take, on a free machine")
    given = options("mutants", __doc__, seed=1, count=30, seconds=most).parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the tests end with it
    database, mutants = own_database(), chosen(given.seed, given.count)
    if not database and any(mutant.is_lock for mutant in mutants):
        print("PostgreSQL or Redis cannot be reached (TEST_DATABASE_URL, TEST_REDIS_URL): no lock is broken.")
        mutants = [mutant for mutant in mutants if not mutant.is_lock]
    known = Known(ROOT / "var" / "mutants" / f"{given.seed}.json")
    try:
        survivors = prove(mutants, known, database, given.seconds)
    except Unsound as reason:
        print(reason)
        return 2
    known.end()
    found = len(mutants) - len(survivors)
    print(f"mutants: {len(mutants)} broken, {found} found, {len(survivors)} survived (seed {given.seed})")
    return 1 if survivors else 0
