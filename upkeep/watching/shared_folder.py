"""Where the processes of a site write down what they measure, so that one of them can tell of all.

`prometheus_client` gives each process a file of its own, named by its number, in the folder that its variable
names, and only while that is set before it is imported. Numbers mean something in one namespace only, and
each container has its own: so each namespace has its folder below METRICS_DIR, and who measures holds a lock
there as long as it lives. What the dead have counted is added up in one file, so that no counter ever falls.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import struct
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from prometheus_client import Metric

logger = logging.getLogger(__name__)
VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
KINDS: Final = ("histogram", "counter")
ROOM: Final[dict[str, int]] = {"web": 3 * 1024 * 1024, "worker": 256 * 1024}
"""Bytes taken from the disk at once: a process that writes by a mapping where there is no more room is ended
by the system, and could not be told of it."""
BESIDE_KEY: Final = 32
"""Bytes that a value takes besides its key: its length, blanks, itself, a time."""
GONE: Final = "gone"
ALIVE: Final = "alive"
DAMAGED: Final = (RuntimeError, ValueError, struct.error, IndexError, TypeError, OSError)
"""What reading a file says that was cut off with the machine's power."""


def share(root: Path, role: str) -> None:
    """Tells the library where this process writes; without a role, or where it cannot, in its memory. Call it
    before anything imports the library."""
    os.environ.pop(VARIABLE, None)
    if not role:
        return
    folder = root / _namespace()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        logger.warning("Nothing is measured for others: METRICS_DIR cannot be written: %s.", error.strerror)
    else:
        os.environ[VARIABLE] = str(folder)


def own_folder() -> Path | None:
    """Of this process and its neighbours; None while it measures for itself alone."""
    return Path(os.environ[VARIABLE]) if VARIABLE in os.environ else None


def _namespace() -> str:
    try:
        return str(os.stat("/proc/self/ns/pid").st_ino)
    except OSError:  # not Linux: there is but one
        return "0"


class Place:
    """The files of this process, which may fork: they are made anew in each child."""

    def __init__(self) -> None:
        self._pid = 0
        self._usable = True
        self._making = threading.Lock()
        self._held: int | None = None

    def ready(self, role: str) -> bool:
        """Whether something can be written down now. Cheap but for the first time in a process."""
        if self._pid != os.getpid():
            self._make(role)
        return self._usable

    def _make(self, role: str) -> None:
        with self._making:
            if self._pid == os.getpid():
                return
            self._usable = True
            if folder := own_folder():
                try:
                    self._take(folder, ROOM[role])
                except DAMAGED as error:
                    self._usable = False
                    logger.warning("This process measures nothing: %s.", error)
            self._pid = os.getpid()

    def _take(self, folder: Path, room: int) -> None:
        pid = os.getpid()
        with locked(folder.parent, fcntl.LOCK_EX):
            folder.mkdir(mode=0o700, exist_ok=True)
            if self._held is not None:
                os.close(self._held)
            self._held = os.open(folder / ALIVE, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._held, fcntl.LOCK_SH)
            # What one of the same number has left is not gone on with: it may be damaged.
            _fold(folder, [path for kind in KINDS if (path := folder / f"{kind}_{pid}.db").exists()])
            for kind in KINDS:
                make_room(folder / f"{kind}_{pid}.db", room)


place: Final = Place()


def make_room(path: Path, room: int) -> None:
    """Raises OSError where there is none."""
    with open(path, "ab") as file:
        file.truncate(room)
        if hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(file.fileno(), 0, room)
            except OSError:
                path.unlink()
                raise


@contextmanager
def locked(root: Path, how: int) -> Iterator[None]:
    """Readers among themselves, or who adds up alone."""
    with open(root / "lock", "ab") as file:
        fcntl.flock(file, how)
        yield


def measured_by_all() -> list[Metric]:
    """What all processes of this machine have measured, the dead too."""
    folder = own_folder()
    if folder is None or not folder.parent.is_dir():
        return []
    with locked(folder.parent, fcntl.LOCK_SH):
        files = sorted(folder.parent.glob("*/*.db"))
        return list(_merged(files, accumulate=True)[0])


def tidy() -> None:
    """Adds up what processes have left that live no more, and takes their files away. Cheap when there are
    none: call it whenever one may have ended."""
    folder = own_folder()
    if folder is None or not folder.parent.is_dir():
        return
    try:
        if _is_left(folder):
            with locked(folder.parent, fcntl.LOCK_EX):
                _fold(folder, _of_the_dead(folder))
                for other in _abandoned(folder):
                    _fold(folder, sorted(other.glob("*.db")))
                    shutil.rmtree(other, ignore_errors=True)
    except OSError as error:
        logger.warning("What ended processes have measured could not be added up: %s.", error.strerror)


def _is_left(folder: Path) -> bool:
    others = any(each.is_dir() and each != folder for each in folder.parent.iterdir())
    return others or bool(_of_the_dead(folder))


def _of_the_dead(folder: Path) -> list[Path]:
    """Files of this namespace whose process lives no more."""
    numbered = [(path, path.stem.rpartition("_")[2]) for path in sorted(folder.glob("*.db"))]
    return [path for path, number in numbered if number.isdecimal() and not _lives(int(number))]


def _abandoned(folder: Path) -> Iterator[Path]:
    """Folders of other namespaces in which nobody lives any more: of containers that have ended."""
    for other in folder.parent.iterdir():
        if not other.is_dir() or other == folder:
            continue
        with open(other / ALIVE, "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
        yield other


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _fold(folder: Path, files: Sequence[Path]) -> None:
    """Adds these files to those of the dead, under the lock, and takes them away."""
    for kind in KINDS:
        dead = [path for path in files if path.name.startswith(f"{kind}_")]
        if not dead:
            continue
        gone, new = folder / f"{kind}_{GONE}.db", folder / f"{kind}_{GONE}.new"
        both = [*([gone] if gone.exists() else []), *dead]
        metrics, damaged = _merged(both, accumulate=False)
        for path in damaged:
            logger.warning("What one process has measured is lost: its file is damaged.")
            path.unlink()
        _write(new, metrics)
        new.replace(gone)
        for path in dead:
            path.unlink(missing_ok=True)


def _write(path: Path, metrics: Iterable[Metric]) -> None:
    from prometheus_client.mmap_dict import MmapedDict, mmap_key

    values = {}
    for each in metrics:
        for sample in each.samples:
            names, said = list(sample.labels), list(sample.labels.values())
            values[mmap_key(each.name, sample.name, names, said, each.documentation)] = sample.value
    path.unlink(missing_ok=True)
    make_room(path, BESIDE_KEY + sum(len(key.encode()) + BESIDE_KEY for key in values))
    kept = MmapedDict(str(path))
    for key, value in values.items():
        kept.write_value(key, value, 0.0)
    kept.close()


def _merged(files: Sequence[Path], *, accumulate: bool) -> tuple[Iterable[Metric], list[Path]]:
    """And those that cannot be read."""
    from prometheus_client.multiprocess import MultiProcessCollector

    def merge(these: Sequence[Path]) -> Iterable[Metric]:
        found: Any = MultiProcessCollector.merge([str(path) for path in these], accumulate)
        return list(found)

    try:
        return merge(files), []
    except DAMAGED:
        damaged = []
        for path in files:
            try:
                merge([path])
            except DAMAGED:
                damaged.append(path)
        return merge([path for path in files if path not in damaged]), damaged
