"""The two worlds, what is asked there, and defects that must be found."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest
from django.db import transaction
from django.test import TestCase

from games.log import alignments
from games.table import view
from homeworlds_site.tests.addresses import ADDRESSES, NAMELESS, names_in_use
from homeworlds_site.tests.twin_worlds import LIVING, TwinTest, World
from proofs.twins.shares import DEALS, Share, shares

ALWAYS: Final = ("games:table_fragment", "games:position_fragment", "games:show", "study:sandbox_show")
"""What reads secrets, and takes more than one request."""


@contextmanager
def world_of_twins(patch: pytest.MonkeyPatch) -> Iterator[TwinTest]:
    """On the site that is set up, as tests want it; all is taken back."""
    # Every line of the logs is compared, and none is to be read here.
    patch.setattr(logging.getLogger(), "handlers", [])
    patch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    # Each alarm asks in a thread of its own, which does not see what is not committed, and waits for it.
    patch.setattr("homeworlds_site.admin_site.states", list)
    with transaction.atomic():
        yield TwinTest(World(), lambda: TestCase.captureOnCommitCallbacks(execute=True), patch)
        transaction.set_rollback(True)


def missing() -> Iterator[str]:
    """Addresses that nothing here asks for."""
    for name in (names_in_use() - NAMELESS) ^ set(ADDRESSES):
        yield f"{name}: it is not in homeworlds_site/tests/addresses.py, or there alone"


def found_in(test: TwinTest, pairs: int, names: Sequence[str], dice: Random) -> Iterator[str]:
    """What differs, of so many pairs."""
    world = test.world
    viewers = {
        each.name: each.seat if each.seat in LIVING else None
        for each in (*world.viewers, *world.more_viewers)
    }
    for share in shares(pairs, viewers, names, ALWAYS, dice):
        if _differences(test, share):
            # What is only slower the first time, when a process has read nothing yet, differs once.
            yield from _differences(test, share)


def _differences(test: TwinTest, share: Share) -> list[str]:
    compare = test.own_sides if share.own else test.others
    return compare(test.world.viewer(share.viewer), share.one, share.other, share.names)


# --- The proof must find leaks: some are planted


def _page_that_tells(test: TwinTest) -> bool:
    """Everybody is told the side of seat 1."""

    def alignment_of_viewer(game: Any, viewer: Any) -> Any:
        return (alignments.alignments_for_judge(game) or (None, None))[1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "alignment_of_viewer", alignment_of_viewer)
        return bool(_differences(test, Share("Alice", ["games:table"], DEALS[0], DEALS[1], own=False)))


def _length_that_tells(test: TwinTest) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("board.words.game._length_on_page", lambda text: 0)
        return bool(_differences(test, Share("Alice", ["games:table"], DEALS[0], DEALS[-1], own=True)))


def _query_that_tells(test: TwinTest) -> bool:
    """One more for the Evil."""
    original = view.alignment_of_viewer

    def counted(game: Any, viewer: Any) -> Any:
        dealt = alignments.alignments_for_judge(game) or ()
        if str(dealt[1]) == "E":
            alignments.alignments_for_judge(game)
        return original(game, viewer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view, "alignment_of_viewer", counted)
        return bool(_differences(test, Share("stranger", ["games:table"], DEALS[0], DEALS[1], own=False)))


PLANTED: Final[Sequence[Callable[[TwinTest], bool]]] = (
    _page_that_tells,
    _length_that_tells,
    _query_that_tells,
)
