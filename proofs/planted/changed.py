"""Breaks twenty lines, in each package some, one at a time, and tells which `bin/test changed` does not find.

What no test of the whole suite finds either is no fault of it: another line of the package takes its place.
Works in a copy of the checkout. A run that was interrupted goes on where it was with the same seed; after one
that missed something the next with that seed breaks only what was missed.
"""

from __future__ import annotations

import random
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from proofs.house import NOT_COUNTED
from proofs.kit.checkout import committed, copied
from proofs.kit.options import options
from proofs.kit.processes import LONGEST, ROOT
from proofs.planted.breaking import Mutant, one_a_line
from proofs.planted.mutants import Known, ended, failing, finder

PACKAGES = (
    "homeworlds board bots upkeep accounts notices clubs games records study ratings ladders tournaments "
    "pages"
).split()
NOT_OF_THE_SITE = {"fitting", "arena", "commands"}
"""Folders of what is run by hand, at length."""
BLIND = "no test at all"
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py\S*)|^The check (.*) found something", re.MULTILINE)


def lots(seed: int, root: Path = ROOT) -> dict[str, Iterator[Mutant]]:
    """The lines of each package, each broken in one way, in the order of the seed; locks are left alone."""
    left_out = NOT_COUNTED | NOT_OF_THE_SITE

    def of(package: str) -> Iterator[Mutant]:
        files = (root / package).rglob("*.py")
        paths = [path for path in files if not left_out & set(path.relative_to(root).parts)]
        lines = one_a_line(paths, root, random.Random(f"{seed} {package}"))
        yield from (each for each in lines if not each.is_lock)

    return {package: of(package) for package in PACKAGES}


class Checkout:
    """A copy in which everything is committed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copied(folder)
        committed(folder, "all")
        if (ROOT / ".mypy_cache").exists():  # or the first check would be one of a fresh clone
            shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")

    def finds(self, mutant: Mutant) -> str:
        """What `bin/test changed` says of the line when it is broken: a check or a test; empty: nothing."""
        whole = (self.folder / mutant.path).read_bytes()
        code, said = self._changed(mutant.path, mutant.applied(whole), "-x")
        failed = FAILED.search(said)
        if failed:
            return next(filter(None, failed.groups()))
        if code and " ran: " not in said:
            raise SystemExit(f"bin/test changed ended otherwise than it should:\n{said[-2000:]}")
        return ""

    def harmless(self, path: str) -> tuple[bool, str]:
        """Whether it is content with a change that changes nothing, and its last line."""
        code, said = self._changed(path, (self.folder / path).read_bytes() + b"\n\n# .\n")
        return code == 0, said.splitlines()[-1]

    def _changed(self, path: str, text: bytes, *options: str) -> tuple[int, str]:
        file = self.folder / path
        whole = file.read_bytes()
        file.write_bytes(text)
        command = [sys.executable, str(self.folder / "bin" / "suite.py"), "changed", *options]
        try:
            code, said = ended(command, self.folder, {}, seconds=LONGEST, sign=signal.SIGTERM)
        finally:
            file.write_bytes(whole)
        return code or 0, said


def prove(count: int, seed: int, known: Known, checkout: Checkout, seconds: int) -> tuple[int, list[Mutant]]:
    """Breaks so many lines that tests can find; returns in how many packages, and those that were missed."""
    missed, packages, finders = [], set(), set()
    ahead = lots(seed)
    for number, package in zip(range(1, count + 1), cycle(PACKAGES), strict=False):
        for mutant in ahead[package]:
            before = _processor()
            found = known.found.get(known.key(mutant))
            if found is None:
                found = checkout.finds(mutant)
                took = _processor() - before
                if not found and not finder(mutant, checkout.folder, None, seconds):
                    found = BLIND
                known.add(mutant, found)
                words = f"found by {found}" if found else "MISSED"
                print(
                    f"{number:3} {mutant.path}:{mutant.line} {words} ({took:.0f} s of a processor)",
                    flush=True,
                )
                if found in ("", BLIND):
                    print(f"    before: {mutant.before}\n    after:  {mutant.after}", flush=True)
            if found == BLIND:
                continue
            packages.add(package)
            if not found:
                missed.append(mutant)
            elif ".py" in found:
                finders.add(found)
            break
    if finders and (failed := failing(sorted(finders), checkout.folder, None, seconds)):
        raise SystemExit(f"{failed} fails with nothing broken, so it can judge nothing.")
    return len(packages), missed


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    most = (900, "most that all tests may take for one")
    harmless = (False, "break nothing: how long a change in each package takes")
    given = options("changed", __doc__, seed=1, count=20, seconds=most, harmless=harmless).parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the tests end with it
    known = Known(ROOT / "var" / "mutants" / f"changed-{given.seed}.json")
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(Path(folder))
        if given.harmless:
            return _harmless(given.seed, checkout)
        packages, missed = prove(given.count, given.seed, known, checkout, given.seconds)
    known.end()
    found = given.count - len(missed)
    print(f"changed: {given.count} broken in {packages} packages, {found} found (seed {given.seed})")
    return 1 if missed else 0


def _harmless(seed: int, checkout: Checkout) -> int:
    content = True
    for package, mutants in lots(seed).items():
        path, before = next(mutants).path, _processor()
        good, said = checkout.harmless(path)
        content = content and good
        print(f"{package:12} {_processor() - before:4.0f} s of a processor; {path}: {said}", flush=True)
    return 0 if content else 1
