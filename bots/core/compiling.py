"""Has numba compile the functions of the core, and keeps what it compiled from one process to the next."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import types
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final

_HERE: Final = Path(__file__).parent
_MODULES: Final = (
    *("rows", "options", "table", "steps", "ends", "bounds", "wins", "features", "children", "search"),
    *("many_features", "many_children"),
)
"""In an order in which each knows those it calls."""


_forgone: Final = ContextVar("forgone", default=False)


@contextmanager
def forgone() -> Iterator[None]:
    """Meanwhile numba is not available here, installed or not."""
    token = _forgone.set(True)
    try:
        yield
    finally:
        _forgone.reset(token)


def available() -> bool:
    """Whether numba is installed, and not `forgone`."""
    return not _forgone.get() and importlib.util.find_spec("numba") is not None


@cache
def compiled() -> types.SimpleNamespace:
    """The functions to call from outside. What was kept is loaded in a second, the first time takes most of a
    minute."""
    numba = importlib.import_module("numba")
    numba.config.CACHE_DIR = str(_writable(_folder(numba.config.CACHE_DIR)))
    njit = numba.njit(cache=True, nogil=True)
    done: dict[Any, Any] = {}
    for name in _MODULES:
        module = importlib.import_module(f"{__package__}.{name}")
        for key, thing in list(vars(module).items()):
            if isinstance(thing, types.FunctionType) and thing.__module__.startswith(str(__package__)):
                if thing not in done:
                    done[thing] = _compile_once(njit(thing))
                setattr(module, key, done[thing])
    outside = {thing.__name__: function for thing, function in done.items()}
    return types.SimpleNamespace(**outside)


def _compile_once(function: Any) -> Any:
    """Has its callers share it: else numba compiles it anew for each constant that it is given, which takes
    half as long again and makes a search hardly faster (two in a hundred)."""
    unliteral = importlib.import_module("numba").types.unliteral
    call_template = function.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return call_template(tuple(map(unliteral, args)), {key: unliteral(kws[key]) for key in kws})

    function.get_call_template = get_call_template
    return function


def compile_apart() -> None:
    """Where nothing was compiled before, has a process of its own do it: what the compiler takes of memory,
    as much as all the rest of a worker, goes with it. Raises ImportError: numba is not there."""
    folder = _folder(importlib.import_module("numba").config.CACHE_DIR)
    if not any(folder.glob("*/*.nbi")) and _can_be_written(folder):
        command = [sys.executable, "-m", str(__package__), "--search"]
        subprocess.run(command, cwd=_HERE.parents[1], stdout=subprocess.DEVNULL, check=False)


def _folder(given: str) -> Path:
    """One for just these sources: numba looks for changes only in the file that a function stands in, not
    in those of the functions it calls."""
    sources = b"".join([(_HERE / f"{name}.py").read_bytes() for name in ("layout", *_MODULES)])
    name = f"search-{hashlib.sha256(sources).hexdigest()[:16]}"
    return (Path(given) if given else _HERE / "__pycache__") / name


def _writable(folder: Path) -> Path:
    """Where it cannot be written, as in an image, a copy of what was prepared there: numba wants to write,
    and what was made for another processor has to be made anew."""
    return folder if _can_be_written(folder) else _copy(folder)


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _copy(folder: Path) -> Path:
    """New and nobody else's: what is read from it is run."""
    copy = Path(tempfile.mkdtemp(prefix=f"{folder.name}-"))
    for file in folder.glob("*/*"):
        (copy / file.parent.name).mkdir(exist_ok=True)
        shutil.copyfile(file, copy / file.parent.name / file.name)
    return copy
