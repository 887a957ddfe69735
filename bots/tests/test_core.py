"""The compiled core is held to the library, with bounds checked, where numba is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots import core

ROOT = Path(core.__file__).resolve().parent.parent.parent


def test_the_bots_do_without_numba() -> None:
    """Nothing of it is loaded before a core is asked for."""
    code = "import bots.core, sys; sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.archive
@pytest.mark.skipif(not core.available(), reason="numba is not installed")
def test_the_core_agrees_with_the_library(shared: Path, tmp_path: Path) -> None:
    """In a process of its own, for a reading out of bounds would end it."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "agree-core", "--positions", "150", "--most", "200"],
        cwd=ROOT,
        env={
            **os.environ,
            "NUMBA_BOUNDSCHECK": "1",
            "NUMBA_CACHE_DIR": str(tmp_path),
            "HOMEWORLDS_SHARED": str(shared),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "150 positions compared" in done.stdout and "mismatches: 0" in done.stdout
