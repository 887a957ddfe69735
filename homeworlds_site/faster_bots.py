"""Fetches numba and compiles the search of the bots ahead, behind everything else: `bin/serve` runs it once
the site has been open for a while."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PIP = ("pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes")
STEPS = ((*PIP, "-r", str(ROOT / "requirements-bots.txt")), ("bots.core", "--search"))


def main() -> int:
    """Of the first step that failed, what it said; nothing that the site runs with is changed."""
    os.nice(19)
    for step in STEPS:
        done = subprocess.run([sys.executable, "-m", *step], cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
