"""What apps above games put on a table. Each fills its slots once, in `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, ParamSpec, TypeVar

from board.turn.making import Making
from games.access import Viewer
from games.models import Game, Seat
from games.table.view import RunningTable

_P = ParamSpec("_P")
_R = TypeVar("_R")


class SlotLink(NamedTuple):
    words: str
    address: str


class ChangeRow(NamedTuple):
    """What the end of a game changed for one player."""

    name: str
    profile: str
    before: str
    after: str
    change: str
    step: int
    """The same as a number: whether it went up or down."""


class EndChanges(NamedTuple):
    """What the end of a game changed elsewhere."""

    title: str
    rows: tuple[ChangeRow, ...]
    notes: tuple[str, ...]
    why: str
    """The address of a page that explains it."""
    why_words: str = ""
    """What the link there says; empty: that it tells why."""


class Somebody(NamedTuple):
    """How the viewer finds a person to play with: at one press, or by a link."""

    words: str
    button: str
    address: str
    fields: tuple[tuple[str, str], ...] = ()
    """What is sent there; empty: the address is a page to go to."""


class Slot(Generic[_P, _R]):
    """A place on the page of a game: `fill` it with a function, call it for what stands there.

    Nobody need fill it: then it holds what it was made with.
    """

    def __init__(self, name: str, empty: _R) -> None:
        self.name, self._empty = name, empty
        self._filled: Callable[_P, _R] | None = None

    def fill(self, function: Callable[_P, _R]) -> None:
        """Raises ValueError when another function is there already."""
        if self._filled not in (None, function):
            raise ValueError(f"the slot {self.name} is taken by {self._filled}")
        self._filled = function

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return self._empty if self._filled is None else self._filled(*args, **kwargs)


TRY_TURNS: Final[Slot[[RunningTable, Making | None, int | None], str]] = Slot("try turns", "")
"""The address where turns are tried from the position shown, with what is made of a turn there and, for a
spectator, the side looked from; empty where nobody may."""
TAKE_ALONG: Final[Slot[[str], tuple[SlotLink, ...]]] = Slot("take along", ())
"""Files of a game that has begun, by its public id."""
END_CHANGES: Final[Slot[[Game], EndChanges | None]] = Slot("end changes", None)
"""What a game that is over has changed for its players outside of it; None: nothing is said."""
PLACES_MOVED: Final[Slot[[Game], EndChanges | None]] = Slot("places moved", None)
"""The same of places that players hold elsewhere: on a ladder."""
FORECAST: Final[Slot[[Game, Sequence[Seat], Viewer], str]] = Slot("forecast", "")
"""How a game that has not begun, and need not be stored, may end for its players and the viewer, in a
sentence."""
SOMEBODY: Final[Slot[[Viewer], Somebody | None]] = Slot("somebody", None)
"""What is offered to who wants to play with a person next."""
