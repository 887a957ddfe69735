"""Another time than it is, for one process: whoever asks the database's clock is shown it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

NAME: Final = "database_now"


@contextmanager
def time_shown(clock: Callable[[], datetime]) -> Iterator[None]:
    """Until the block ends `upkeep.clock.database_now` gives what `clock` does, under every name by which a
    module has taken it."""
    from upkeep import clock as house_clock

    real = house_clock.database_now
    _replace(real, clock)
    try:
        yield
    finally:
        _replace(clock, real)


def _replace(old: Callable[[], datetime], new: Callable[[], datetime]) -> None:
    for module in list(sys.modules.values()):
        if vars(module).get(NAME) is old:
            setattr(module, NAME, new)
