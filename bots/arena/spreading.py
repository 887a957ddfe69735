"""Work that is spread over several processes, each with the compiled core at hand before it begins."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Final, TypeVar

from bots import searching
from bots.core import available
from bots.thinking import STRENGTHS, Asked, Info, think
from homeworlds.notation import parse_position
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState

Task = TypeVar("Task")
Done = TypeVar("Done")

AHEAD: Final = 4
"""Tasks handed out for each process: more are made when some are done."""
BOTS: Final = Path(__file__).resolve().parent.parent
WITHOUT: Final = frozenset({"tests", "arena", "fitting", "protocol"})
"""Folders whose contents choose no turn."""


def spread(work: Callable[[Task], Done], tasks: Iterable[Task], processes: int) -> Iterator[Done]:
    """What comes of each, as it is done. Raises what the work raises, with a note of what that came of;
    BrokenProcessPool: a process died."""
    waiting = iter(tasks)
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin) as pool:
        under_way = {pool.submit(work, task): task for task in islice(waiting, AHEAD * processes)}
        try:
            while under_way:
                for each in wait(under_way, return_when=FIRST_COMPLETED).done:
                    task = under_way.pop(each)
                    under_way |= {pool.submit(work, next_): next_ for next_ in islice(waiting, 1)}
                    if (error := each.exception()) is not None:
                        error.add_note(f"It came of {task}.")
                        raise error
                    yield each.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warm_up()


def _end_with_parent() -> None:
    """Who is killed takes its processes along: they would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def warm_up() -> None:
    """Has everything compiled that the strengths use: no turn's time shall go into that."""
    if not available():
        return
    searching.use_core()
    for text, players, variant in (
        ("<0> A (0, r1b2) g3-; B (1, y1b3) -g3", 2, Variant.BINARY),
        ("<0> A (0, r1b2) g3--; B (1, y1b3) -g3-; C (2, y2b3) --g3", 3, Variant.LAST_CAPTAIN_STANDING),
    ):
        rules = preset_rules(Preset.BOOKLET, variant)
        state = GameState(rules, parse_position(text, rules, list("ABC"[:players])))
        think(max(STRENGTHS), Asked(state, nodes=1000, seconds=600.0), _say_nothing)


def edition() -> str:
    """Which bots these are: results of others are not counted with theirs."""
    files = [
        file
        for kind in ("*.py", "*.json")
        for file in BOTS.rglob(kind)
        if not WITHOUT & set(file.relative_to(BOTS).parts) and file.name != "ratings.json"
    ]
    return hashlib.sha256(b"".join([file.read_bytes() for file in sorted(files)])).hexdigest()[:8]


def _say_nothing(info: Info) -> None:
    pass
