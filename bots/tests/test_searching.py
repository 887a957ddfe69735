"""Who answers the bots: the library, or the core that stands in for it here. Whether the real core gives the
same answers is tested in test_core."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots import searching
from bots.core import RoomUsedUp
from bots.tests.cast import NAMES, bot
from homeworlds.actions import Pass, Turn
from homeworlds.notation import parse_position
from homeworlds.position import Position
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds.search import LimitReached
from homeworlds.state import GameState
from homeworlds.threats import eliminating_turn

ROOT = Path(searching.__file__).resolve().parent.parent
RULES = preset_rules(Preset.BOOKLET, Variant.BINARY)
THREATENED = parse_position(
    "<0> Alice (0, b1y3) g1g2g3-; Bob (1, r1b3) -g3; Vega (r2) -y1g1", RULES, NAMES[:2]
)
"""Bob may move G1 to Alice and blow up green."""
BOB_WINS, ALICE_DOES_NOT = (RULES, THREATENED, 1, 0), (RULES, THREATENED, 0, 1)
BY_LIBRARY = eliminating_turn(GameState(RULES, THREATENED), 1, 0)
ENOUGH, TOO_FEW = 10_000, 1


class StandIn:
    """A core that is asked and answers as the test wants."""

    asked: list[tuple[int, int]]
    full = False

    def __init__(self) -> None:
        self.asked = []
        made.append(self)

    def load(self) -> None:
        pass

    def eliminates(self, rules: RuleSet, position: Position, seat: int, victim: int) -> bool:
        return self.eliminating_turn(rules, position, seat, victim) is not None

    def eliminating_turn(self, rules: RuleSet, position: Position, seat: int, victim: int) -> Turn | None:
        self.asked.append((seat, victim))
        if self.full:
            raise RoomUsedUp
        return (Pass(),) if seat == 1 else None


made: list[StandIn] = []


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    made.clear()
    monkeypatch.setattr(searching, "Core", StandIn)
    monkeypatch.setattr(searching, "_cores", searching._Cores())
    yield
    searching.use_core(False)


@pytest.fixture
def switched_on() -> StandIn:
    searching.use_core()
    return made[0]


def test_the_library_answers_unless_the_core_is_switched_on() -> None:
    assert not searching.uses_core()
    assert searching.eliminates(*BOB_WINS, limit=ENOUGH)
    assert not searching.eliminates(*ALICE_DOES_NOT, limit=ENOUGH)
    assert searching.eliminating_turn(*BOB_WINS, limit=ENOUGH) == BY_LIBRARY
    assert searching.eliminating_turn(*ALICE_DOES_NOT, limit=ENOUGH) is None
    with pytest.raises(LimitReached):
        searching.eliminates(*BOB_WINS, limit=TOO_FEW)
    assert made == []


def test_switched_on_the_core_answers_and_the_turn_is_the_librarys(switched_on: StandIn) -> None:
    assert searching.uses_core()
    assert searching.eliminates(*BOB_WINS, limit=TOO_FEW)
    assert not searching.eliminates(*ALICE_DOES_NOT, limit=TOO_FEW)
    assert searching.eliminating_turn(*ALICE_DOES_NOT, limit=TOO_FEW) is None
    assert switched_on.asked == [(1, 0), (0, 1), (0, 1)]
    assert searching.eliminating_turn(*BOB_WINS, limit=ENOUGH) == BY_LIBRARY


def test_where_the_library_gives_up_the_turn_is_the_cores(switched_on: StandIn) -> None:
    assert searching.eliminating_turn(*BOB_WINS, limit=TOO_FEW) == (Pass(),)


def test_where_the_core_has_no_room_the_library_answers(switched_on: StandIn) -> None:
    switched_on.full = True
    assert searching.eliminates(*BOB_WINS, limit=ENOUGH)
    assert searching.eliminating_turn(*BOB_WINS, limit=ENOUGH) == BY_LIBRARY
    for ask in (searching.eliminates, searching.eliminating_turn):
        with pytest.raises(LimitReached):
            ask(*BOB_WINS, limit=TOO_FEW)


def test_each_thread_has_a_core_of_its_own(switched_on: StandIn) -> None:
    thread = threading.Thread(target=searching.eliminates, args=BOB_WINS, kwargs={"limit": ENOUGH})
    thread.start()
    thread.join()
    assert [core.asked for core in made] == [[], [(1, 0)]]


def test_the_judging_bot_asks_it(switched_on: StandIn) -> None:
    turn = bot("judge", 50)(GameState(RULES, THREATENED), random.Random(1), None)
    assert (0, 1) in switched_on.asked and (1, 0) in switched_on.asked
    assert turn


def test_switched_off_again_the_library_answers(switched_on: StandIn) -> None:
    searching.use_core(False)
    assert not searching.uses_core()
    assert searching.eliminates(*BOB_WINS, limit=ENOUGH)
    assert switched_on.asked == []


def test_without_numba_it_says_so_and_the_library_answers() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from bots import searching\n"
        "try: searching.use_core()\n"
        "except ImportError: sys.exit(searching.uses_core())\n"
        "sys.exit(2)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
