"""The compiled core is held to the library, with bounds checked, where numba is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bots import core
from bots.core import compiling
from bots.core.compiling import _can_be_written, _folder, _writable, compile_apart

ROOT = Path(core.__file__).resolve().parent.parent.parent
HANGS = 1_200.0
"""Seconds. All is compiled with bounds checked: two minutes at rest, five and more beside other work."""


def test_the_bots_do_without_numba() -> None:
    """Nothing of it is loaded before a core is asked for."""
    code = "import bots.core, sys; sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.archive
@pytest.mark.timeout(2 * HANGS)
def test_the_core_agrees_with_the_library(shared: Path, tmp_path: Path) -> None:
    """In processes of their own, for a reading out of bounds would end them. They find all compiled."""
    given = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path), "HOMEWORLDS_SHARED": str(shared)}
    for what in ((), ("--search",)):
        assert f"ready in {tmp_path}" in said("bots.core", *what, **given)
    compiled = kept(tmp_path)
    answer = said("benchmarks", "agree-core", "--positions", "150", "--most", "200", **given)
    assert "150 positions compared" in answer and "mismatches: 0" in answer
    assert kept(tmp_path) == compiled != {}


def said(module: str, *arguments: str, **given: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def kept(folder: Path) -> dict[Path, int]:
    """The compiled functions, and when each was written."""
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*.nbc")}


def test_what_is_prepared_where_nothing_can_be_written_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = _folder(str(tmp_path))
    assert prepared.parent == tmp_path
    (prepared / "core_1").mkdir(parents=True)
    (prepared / "core_1" / "win.nbi").write_bytes(b"compiled")
    monkeypatch.setattr(compiling, "_can_be_written", lambda folder: False)
    copies = [_writable(prepared) for _ in range(2)]
    assert len({prepared, *copies}) == 3
    for copy in copies:
        assert (copy / "core_1" / "win.nbi").read_bytes() == b"compiled"
        shutil.rmtree(copy)


def test_a_folder_that_cannot_be_made_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not _can_be_written(tmp_path / "file" / "search")


def test_a_process_of_its_own_compiles_what_was_not_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_it(command: list[str], **more: object) -> None:
        assert command[1:] == ["-m", "bots.core", "--search"]
        (folder / "core_1").mkdir()
        (folder / "core_1" / "win.nbi").touch()
        asked.append(command)

    asked: list[list[str]] = []
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(subprocess, "run", compile_it)
    folder = _folder(str(tmp_path))
    compile_apart()
    compile_apart()
    assert len(asked) == 1
