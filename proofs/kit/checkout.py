"""Copies of this checkout, in which something is tried."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from proofs.kit.processes import ROOT, program, run

WHO: Final = ("-c", "user.name=Proof", "-c", "user.email=proof@example.org")


def git(folder: Path, *arguments: str) -> str:
    return run([program("git"), *arguments], cwd=folder, capture_output=True).stdout


def copied(folder: Path) -> None:
    """The files of the checkout as they are now, those not yet committed too."""
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def committed(folder: Path, words: str) -> None:
    git(folder, "init", "--quiet")  # again does no harm
    git(folder, "add", "--all")
    git(folder, *WHO, "commit", "--quiet", "--allow-empty", "--message", words)
