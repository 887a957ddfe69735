"""Has numba compile the functions of the core, and keeps what it compiled from one process to the next."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import tempfile
import types
from functools import cache
from pathlib import Path
from typing import Any, Final

_HERE: Final = Path(__file__).parent
_MODULES: Final = ("rows", "table", "steps", "ends", "bounds", "wins")
"""In an order in which each knows those it calls."""


def available() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


@cache
def compiled() -> types.SimpleNamespace:
    """The functions to call from outside. What was kept is loaded in a second, the first time takes half a
    minute."""
    numba = importlib.import_module("numba")
    numba.config.CACHE_DIR = str(_folder(numba.config.CACHE_DIR))
    njit = numba.njit(cache=True, nogil=True)
    done: dict[Any, Any] = {}
    for name in _MODULES:
        module = importlib.import_module(f"{__package__}.{name}")
        for key, thing in list(vars(module).items()):
            if isinstance(thing, types.FunctionType) and thing.__module__.startswith(str(__package__)):
                if thing not in done:
                    done[thing] = njit(thing)
                setattr(module, key, done[thing])
    outside = {thing.__name__: function for thing, function in done.items()}
    return types.SimpleNamespace(all_ends=outside["all_ends"], win=outside["win"])


def _folder(given: str) -> Path:
    """One for just these sources: numba looks for changes only in the file that a function stands in, not
    in those of the functions it calls. Where nothing can be written it is a temporary one."""
    sources = b"".join([(_HERE / f"{name}.py").read_bytes() for name in ("layout", *_MODULES)])
    name = f"search-{hashlib.sha256(sources).hexdigest()[:16]}"
    for base in (Path(given) if given else _HERE / "__pycache__", Path(tempfile.gettempdir())):
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp())
