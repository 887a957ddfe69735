"""Positions of the recorded games: whether the upper four levels play every win in one, and never walk into
one where a turn exists that does not lose at once. The library judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bots.thinking import Asked
from homeworlds.notation import format_position, format_turn
from homeworlds.tests.samples import records
from proofs.bots.drawing import LOT, THREAT, WIN, Drawn, draw
from proofs.bots.judging import can_be_saved, loses_at_once, state_after, wins
from proofs.bots.running import ARCHIVE, Choose, common, lines_of, thinking

LEVELS: Final = (3, 4, 5, 6)
NODES: Final = 3000
SECONDS: Final = 60.0
TOLD_EVERY: Final = 100
PLAYED, MISSED, SAFE, LOST, WALKED = "played", "missed", "safe", "lost", "walked"
"""A win in one, or not; and where there is none: no harm, no turn would help, or one would have."""


class Task(NamedTuple):
    number: int
    drawn: Drawn
    levels: Sequence[int]
    nodes: int
    seconds: float


def judge(task: Task, choose: Choose) -> dict[str, tuple[str, str]]:
    """By level what it did, and by which turn if it was wrong."""
    state, seat = task.drawn.state, task.drawn.state.position.mover
    found: dict[str, tuple[str, str]] = {}
    saved: bool | None = None
    for level in task.levels:
        limits = {"nodes": task.nodes, "seconds": task.seconds}
        turn = choose(level, Asked(state, None, task.drawn.before, seed=task.number, **limits))
        after = state_after(state, turn)
        if task.drawn.won:
            what = PLAYED if wins(after, seat) else MISSED
        elif not loses_at_once(after, seat):
            what = SAFE
        else:
            saved = can_be_saved(state) if saved is None else saved
            what = WALKED if saved else LOST
        text = format_turn(turn, state.position.players) if what in (MISSED, WALKED) else ""
        found[str(level)] = what, text
    return found


def work(task: Task) -> dict[str, Any]:
    state = task.drawn.state
    return {
        "number": task.number,
        "kind": task.drawn.kind,
        "players": state.position.players,
        "won": task.drawn.won,
        "position": format_position(state.position),
        "levels": judge(task, thinking),
    }


class Report:
    """Counts what has come back."""

    def __init__(self, levels: Sequence[int]) -> None:
        self.levels = levels
        self.positions = 0
        self.counted: Counter[tuple[object, ...]] = Counter()
        self.wrong: list[str] = []

    def take(self, line: Mapping[str, Any]) -> None:
        self.positions += 1
        self.counted[line["kind"]] += 1
        self.counted["won"] += line["won"]
        self.counted["of more than two"] += line["players"] > 2
        self.counted["lost"] += any(what == LOST for what, _turn in line["levels"].values())
        for level, (what, turn) in line["levels"].items():
            self.counted[int(level), what] += 1
            if what in (MISSED, WALKED):
                done = "did not win" if what == MISSED else "walked into a win"
                self.wrong.append(f"{line['number']}: level {level} {done} by “{turn}”: {line['position']}")

    @property
    def good(self) -> bool:
        return not self.wrong and self.positions > 0

    def drawn(self) -> str:
        counted = self.counted
        return (
            f"{counted[LOT]} drawn {LOT}, {counted[WIN]} {WIN}, {counted[THREAT]} {THREAT}; "
            f"{counted['of more than two']} of three or four players; "
            f"{counted['lost']} lost whatever is played"
        )

    def __str__(self) -> str:
        of_levels = [
            f"level {level}: {self.counted[level, PLAYED]} played, {self.counted[level, WALKED]} walked into"
            for level in self.levels
        ]
        head = f"bots-safety: {self.positions} positions, {self.counted['won']} wins in one"
        return f"{head}, {'; '.join(of_levels)}"


def main() -> int:
    nodes, seconds = (NODES, "of each turn"), (SECONDS, "of each turn at most")
    options = common("bots-safety", __doc__, positions=(2000, "drawn"), nodes=nodes, seconds=seconds)
    options.add_argument("--levels", type=int, nargs="*", default=LEVELS)
    given = options.parse_args()
    if not ARCHIVE.exists():
        options.error(f"the recorded games are not at {ARCHIVE} (set HOMEWORLDS_SHARED)")
    asked = {"levels": list(given.levels), "positions": given.positions, "seconds": given.seconds}
    report = Report(given.levels)
    drawn = draw(records(), given.seed, given.positions)
    tasks = (
        Task(number, each, given.levels, given.nodes, given.seconds) for number, each in enumerate(drawn)
    )
    for line in lines_of(given, {"proof": "bots-safety", **asked}, tasks, work, given.positions):
        report.take(line)
        if report.positions % TOLD_EVERY == 0:
            print(report, flush=True)
    for sentence in report.wrong:
        print(sentence)
    print(report.drawn())
    print(report)
    return 0 if report.good else 1
