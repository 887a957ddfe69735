"""Copies of this checkout, in which something is tried."""

from __future__ import annotations

import shutil
import subprocess
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


def newest_tag(folder: Path = ROOT) -> str:
    """Of those that begin with a number; empty if there is none."""
    listed = git(folder, "tag", "--list", "[0-9]*", "--sort=-version:refname").split()
    return listed[0] if listed else ""


def exported(commit: str, folder: Path) -> None:
    """The files of a commit of this repository."""
    held = subprocess.run([program("git"), "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    run([program("tar"), "-x", "-C", str(folder)], input=held.stdout, text=False)


def emptied(folder: Path) -> None:
    """But for the history."""
    for each in folder.iterdir():
        if each.name != ".git":
            shutil.rmtree(each) if each.is_dir() else each.unlink()


def committed(folder: Path, words: str) -> None:
    git(folder, "init", "--quiet")  # again does no harm
    git(folder, "add", "--all")
    git(folder, *WHO, "commit", "--quiet", "--allow-empty", "--message", words)
