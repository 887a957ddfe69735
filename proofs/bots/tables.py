"""Tables of three to six bots: what one of the top level takes among beginners, against its fair share; no
illegal turn, no crash, nobody who thinks too long. That every value of every option is played legally, at
tables of every size, says `bots/tests/test_many.py`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from bots.thinking import STRENGTHS, Asked
from homeworlds.notation import format_position, format_turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import GameState, play, start_game
from homeworlds.turn import make_turn
from proofs.bots.running import NAMES, Choose, common, dealt, lines_of, thinking
from proofs.bots.shares import Share, apart

VARIANTS: Final = (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING, Variant.GOOD_VS_EVIL)
"""Those for more than two."""
STRONG, WEAK = 6, 2
KINDS: Final = (*[(variant, True) for variant in VARIANTS], (Variant.GOOD_VS_EVIL, False))
"""In turn, and whether a strong one sits there. Of Good vs Evil the base of each side is measured too, by the
same deals."""
NODES: Final = 20_000
MOST_TURNS: Final = 40
LATE: Final = 1.1
"""Times the level's cap, and half a second: what takes longer is a stall."""


class Table(NamedTuple):
    number: int
    state: GameState
    levels: tuple[int, ...]
    sides: tuple[Alignment, ...] | None
    strong: int | None
    """Its seat; None: all are beginners."""
    nodes: int
    """At most, of each turn."""
    most_turns: int
    """Of each seat."""


def table(number: int, seed: int, nodes: int, most_turns: int) -> Table:
    round_, place = divmod(number, len(KINDS))
    variant, has_strong = KINDS[place]
    dice = Random(f"table {seed} {round_} {variant}")
    players = dice.randint(3, 6)
    strong, sides = dice.randrange(players), dealt(players, dice)
    rules = preset_rules(Preset.BOOKLET, variant)
    state = start_game(rules, NAMES[:players], first=dice.randrange(players))
    levels = tuple([STRONG if has_strong and seat == strong else WEAK for seat in range(players)])
    dealt_out = tuple(sides) if variant is Variant.GOOD_VS_EVIL else None
    return Table(number, state, levels, dealt_out, strong if has_strong else None, nodes, most_turns)


def play_table(played: Table, choose: Choose, clock: Callable[[], float]) -> dict[str, Any]:
    """The line to keep. The library says what is legal and who has won."""
    state, wrong, turns = played.state, "", 0
    before: list[Position] = []
    late: list[str] = []
    while state.outcome is None and turns < played.most_turns * state.position.players and not wrong:
        mover = state.position.mover
        level, alignment = played.levels[mover], played.sides[mover] if played.sides else None
        strength = STRENGTHS[level]
        nodes = min(strength.nodes, played.nodes)
        began = clock()
        turn = choose(level, Asked(state, alignment, tuple(before), seed=played.number, nodes=nodes))
        took = clock() - began
        if took > LATE * strength.seconds + 0.5:
            late.append(f"level {level} took {took:.1f} s: {format_position(state.position)}")
        before.append(state.position)
        turns += 1
        try:
            state = play(state, make_turn(state.rules, state.position, turn), played.sides).state
        except Refusal as refusal:
            text = format_turn(turn, state.position.players)
            wrong = f"level {level}: “{text}” is not legal ({refusal}): {format_position(state.position)}"
    return {
        "number": played.number,
        "variant": str(state.rules.variant),
        "strong": played.strong,
        "players": state.position.players,
        "sides": [str(side) for side in played.sides] if played.sides else None,
        "winners": list(state.outcome.winners) if state.outcome and not state.outcome.draw else [],
        "why": state.outcome.termination.value if state.outcome else "turn limit",
        "turns": turns,
        "wrong": wrong,
        "late": late,
    }


def work(played: Table) -> dict[str, Any]:
    return play_table(played, thinking, time.process_time)


class Report:
    """What all tables come to."""

    def __init__(self) -> None:
        self.lines: list[Mapping[str, Any]] = []

    @property
    def wrong(self) -> list[str]:
        return [f"{line['number']}: {line['wrong']}" for line in self.lines if line["wrong"]]

    @property
    def late(self) -> list[str]:
        return [f"{line['number']}: {each}" for line in self.lines for each in line["late"]]

    def strong_share(self, variant: Variant) -> tuple[Share, float] | None:
        """How often the strong one has won of the games that somebody won, and what would be fair."""
        lines = self._won(variant, strong=True)
        if not lines:
            return None
        won = sum([line["strong"] in line["winners"] for line in lines])
        return Share(won, len(lines)), sum([1 / line["players"] for line in lines]) / len(lines)

    def side_shares(self, side: Alignment) -> tuple[Share, Share] | None:
        """How often the strong one has won when it was on this side, and any player of that side among
        beginners: both of the games that somebody won."""
        lines = self._won(Variant.GOOD_VS_EVIL, strong=True)
        strong = [
            line["strong"] in line["winners"] for line in lines if line["sides"][line["strong"]] == side
        ]
        base = [
            seat in line["winners"]
            for line in self._won(Variant.GOOD_VS_EVIL, strong=False)
            for seat, each in enumerate(line["sides"])
            if each == side
        ]
        return (Share(sum(strong), len(strong)), Share(sum(base), len(base))) if strong and base else None

    def _won(self, variant: Variant, *, strong: bool) -> list[Mapping[str, Any]]:
        of = [line for line in self.lines if line["variant"] == variant and line["winners"]]
        return [line for line in of if (line["strong"] is not None) == strong]

    def text(self) -> Iterator[str]:
        ends = Counter(line["why"] for line in self.lines)
        yield "ends: " + ", ".join(f"{why} {count}" for why, count in ends.most_common())
        for variant in VARIANTS[:2]:
            if (of_all := self.strong_share(variant)) is not None:
                share, fair = of_all
                yield f"{variant}: level {STRONG} among level {WEAK} won {share}, fair would be {fair:.1%}"
        for side in Alignment:
            if (found := self.side_shares(side)) is not None:
                share, base = found
                yield (
                    f"good-vs-evil, {side.name.title()}: level {STRONG} among level {WEAK} won {share}; "
                    f"a player of this side among beginners {base}; {apart(share, base)}"
                )

    def __str__(self) -> str:
        turns = sum([line["turns"] for line in self.lines])
        stalled = sum([line["why"] == "turn limit" for line in self.lines])
        return (
            f"bots-tables: {len(self.lines)} games, {turns} turns, {len(self.wrong)} illegal, "
            f"{len(self.late)} late, {stalled} ended by the turn limit as draws"
        )

    @property
    def good(self) -> bool:
        """Whether the strong one also takes clearly more than its fair share, in each variant."""
        found = [self.strong_share(variant) for variant in VARIANTS[:2]]
        sides = [self.side_shares(side) for side in Alignment]
        more = [share.low > fair for share, fair in filter(None, found)]
        more += [apart(share, base).low > 0 for share, base in filter(None, sides)]
        return not self.wrong and not self.late and None not in (*found, *sides) and all(more)


def main() -> int:
    most = (MOST_TURNS, "of each seat; then it is a draw")
    options = common("bots-tables", __doc__, games=1000, nodes=(NODES, "of each turn"), most_turns=most)
    given = options.parse_args()
    terms = {"proof": "bots-tables", "most_turns": given.most_turns}
    report = Report()
    tasks = (table(number, given.seed, given.nodes, given.most_turns) for number in range(given.games))
    for line in lines_of(given, terms, tasks, work, given.games):
        report.lines.append(line)
        if len(report.lines) % 50 == 0:
            print(report, flush=True)
    print(*report.wrong, *report.late, *report.text(), report, sep="\n")
    print("Proved." if report.good else "NOT PROVED.")
    return 0 if report.good else 1
