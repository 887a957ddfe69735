"""Tables of three to six bots in all variants with every value of every option: no illegal turn, no crash,
nobody who thinks too long. And what one of the top level takes among beginners, against its fair share."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from bots.thinking import STRENGTHS, Asked
from homeworlds.notation import format_position, format_turn
from homeworlds.outcome import Alignment
from homeworlds.position import Position
from homeworlds.refusals import Refusal
from homeworlds.rules import OPTIONS, Preset, Variant, option_values, preset_rules, with_options
from homeworlds.state import GameState, play, start_game
from homeworlds.turn import make_turn
from proofs.bots.running import NAMES, Choose, common, dealt, lines_of, thinking
from proofs.bots.shares import Share, apart

VARIANTS: Final = (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING, Variant.GOOD_VS_EVIL)
"""Those for more than two."""
VALUES: Final = [(name, value) for name in OPTIONS for value in option_values(name)]
STRONG, WEAK = 6, 2
MIXED, ONE_STRONG, ALL_WEAK = "mixed", "one strong", "all weak"
KINDS: Final = (
    *[(MIXED, variant) for variant in VARIANTS for _time in range(3)],
    *[(ONE_STRONG, variant) for variant in VARIANTS for _time in range(3)],
    *[(ALL_WEAK, Variant.GOOD_VS_EVIL)] * 3,
)
"""In turn. Of Good vs Evil the base of each side is measured, by the same deals."""
NODES: Final = 20_000
MOST_TURNS: Final = 40
LATE: Final = 1.1
"""Times the level's cap, and half a second: what takes longer is a stall."""


class Table(NamedTuple):
    number: int
    kind: str
    state: GameState
    levels: tuple[int, ...]
    sides: tuple[Alignment, ...] | None
    strong: int | None
    """Its seat."""
    nodes: int
    """At most, of each turn."""
    most_turns: int
    """Of each seat."""


def table(number: int, seed: int, nodes: int, most_turns: int) -> Table:
    round_, place = divmod(number, len(KINDS))
    kind, variant = KINDS[place]
    # A table of beginners has the very deal of one that a strong one sits at.
    paired = place - 3 if kind == ALL_WEAK else place
    dice = Random(f"table {seed} {round_ * len(KINDS) + paired}")
    players = dice.randint(3, 6)
    strong = dice.randrange(players)
    sides = dealt(players, dice)
    rules = preset_rules(Preset.BOOKLET, variant)
    warp: dict[int, int] = {}
    one_star: list[int] = []
    if kind == MIXED:
        rules = preset_rules(dice.choice(list(Preset)), variant)
        more = {name: dice.choice(option_values(name)) for name in OPTIONS if dice.random() < 0.3}
        # Each value comes up in turn, in each variant.
        name, value = VALUES[(round_ * 3 + place % 3) % len(VALUES)]
        rules = with_options(rules, more | {name: value})
        warp = {seat: dice.randint(1, 3) for seat in range(players) if dice.random() < 0.1}
        one_star = [seat for seat in range(players) if dice.random() < 0.1]
    state = start_game(
        rules, NAMES[:players], first=dice.randrange(players), timewarp=warp, one_star=one_star
    )
    levels = [dice.choice(list(STRENGTHS)) if kind == MIXED else WEAK for _seat in range(players)]
    if kind == ONE_STRONG:
        levels[strong] = STRONG
    return Table(
        number,
        kind,
        state,
        tuple(levels),
        tuple(sides) if variant is Variant.GOOD_VS_EVIL else None,
        strong if kind == ONE_STRONG else None,
        nodes,
        most_turns,
    )


def play_table(played: Table, choose: Choose, clock: Callable[[], float]) -> dict[str, Any]:
    """The line to keep. The library says what is legal and who has won."""
    state, wrong, turns = played.state, "", 0
    before: list[Position] = []
    late: list[str] = []
    limit = played.most_turns * state.position.players
    while state.outcome is None and turns < limit and not wrong:
        mover = state.position.mover
        level = played.levels[mover]
        _thinker, nodes, seconds = STRENGTHS[level]
        alignment = played.sides[mover] if played.sides else None
        asked = Asked(state, alignment, tuple(before), seed=played.number, nodes=min(nodes, played.nodes))
        began = clock()
        turn = choose(level, asked)
        took = clock() - began
        if took > LATE * seconds + 0.5:
            late.append(f"level {level} took {took:.1f} s: {format_position(state.position)}")
        before.append(state.position)
        turns += 1
        try:
            state = play(state, make_turn(state.rules, state.position, turn), played.sides).state
        except Refusal as refusal:
            text = format_turn(turn, state.position.players)
            wrong = f"level {level}: “{text}” is not legal ({refusal}): {format_position(state.position)}"
    return _line(played, state, turns) | {"wrong": wrong, "late": late}


def _line(played: Table, state: GameState, turns: int) -> dict[str, Any]:
    return {
        "number": played.number,
        "kind": played.kind,
        "variant": str(state.rules.variant),
        "options": state.rules.options(),
        "levels": played.levels,
        "strong": played.strong,
        "sides": [str(side) for side in played.sides] if played.sides else None,
        "winners": list(state.outcome.winners) if state.outcome and not state.outcome.draw else [],
        "why": state.outcome.termination.value if state.outcome else "turn limit",
        "turns": turns,
    }


def work(played: Table) -> dict[str, Any]:
    return play_table(played, thinking, time.process_time)


class Report:
    """What all tables come to."""

    def __init__(self) -> None:
        self.lines: list[Mapping[str, Any]] = []

    def take(self, line: Mapping[str, Any]) -> None:
        self.lines.append(line)

    @property
    def wrong(self) -> list[str]:
        return [f"{line['number']}: {line['wrong']}" for line in self.lines if line["wrong"]]

    @property
    def late(self) -> list[str]:
        return [f"{line['number']}: {each}" for line in self.lines for each in line["late"]]

    def missing(self) -> set[tuple[str, str, object]]:
        """Values of options that no table was played with, in each variant."""
        met = {
            (line["variant"], name, value)
            for line in self.lines
            if line["kind"] == MIXED
            for name, value in line["options"].items()
        }
        return {(str(variant), name, value) for variant in VARIANTS for name, value in VALUES} - met

    def strong_share(self, variant: Variant) -> tuple[Share, float] | None:
        """How often the strong one has won of the games that somebody won, and what would be fair."""
        lines = [line for line in self._of(ONE_STRONG, variant) if line["winners"]]
        if not lines:
            return None
        won = sum([line["strong"] in line["winners"] for line in lines])
        fair = sum([1 / len(line["levels"]) for line in lines]) / len(lines)
        return Share(won, len(lines)), fair

    def side_shares(self, side: Alignment) -> tuple[Share, Share] | None:
        """How often the strong one has won when it was on this side, and any player of that side among
        beginners: both of the games that somebody won."""
        strong = [
            line["strong"] in line["winners"]
            for line in self._of(ONE_STRONG, Variant.GOOD_VS_EVIL)
            if line["winners"] and line["sides"][line["strong"]] == side
        ]
        base = [
            seat in line["winners"]
            for line in self._of(ALL_WEAK, Variant.GOOD_VS_EVIL)
            for seat, each in enumerate(line["sides"])
            if line["winners"] and each == side
        ]
        if not strong or not base:
            return None
        return Share(sum(strong), len(strong)), Share(sum(base), len(base))

    def _of(self, kind: str, variant: Variant) -> list[Mapping[str, Any]]:
        return [line for line in self.lines if (line["kind"], line["variant"]) == (kind, variant)]

    def text(self) -> list[str]:
        return [*self._counts(), *self._of_strong(), *self._of_sides()]

    def _counts(self) -> Iterator[str]:
        ends = Counter(line["why"] for line in self.lines)
        yield "ends: " + ", ".join(f"{why} {count}" for why, count in ends.most_common())
        wanted = len(VARIANTS) * len(VALUES)
        yield f"values of options in each variant: {wanted - len(self.missing())} of {wanted}"

    def _of_strong(self) -> Iterator[str]:
        for variant in (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING):
            if (found := self.strong_share(variant)) is not None:
                share, fair = found
                yield f"{variant}: level {STRONG} among level {WEAK} won {share}, fair would be {fair:.1%}"

    def _of_sides(self) -> Iterator[str]:
        for side, name in ((Alignment.GOOD, "Good"), (Alignment.EVIL, "Evil")):
            if (found := self.side_shares(side)) is not None:
                share, base = found
                yield (
                    f"good-vs-evil, {name}: level {STRONG} among level {WEAK} won {share}; "
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
        return not self.wrong and not self.late and self.is_whole and self.takes_more

    @property
    def is_whole(self) -> bool:
        """Whether every value was met in every variant, and every share can be told."""
        shares = [self.strong_share(variant) for variant in VARIANTS[:2]]
        sides = [self.side_shares(side) for side in Alignment]
        return not self.missing() and None not in (*shares, *sides)

    @property
    def takes_more(self) -> bool:
        """Whether the strong one takes clearly more than its fair share, in each variant there is."""
        found = [self.strong_share(variant) for variant in VARIANTS[:2]]
        more = [share.low > fair for share, fair in filter(None, found)]
        sides = [self.side_shares(side) for side in Alignment]
        more += [apart(share, base).low > 0 for share, base in filter(None, sides)]
        return all(more)


def main() -> int:
    most = (MOST_TURNS, "of each seat; then it is a draw")
    options = common("bots-tables", __doc__, games=1000, nodes=(NODES, "of each turn"), most_turns=most)
    given = options.parse_args()
    terms = {"proof": "bots-tables", "most_turns": given.most_turns}
    report = Report()
    tasks = (table(number, given.seed, given.nodes, given.most_turns) for number in range(given.games))
    for line in lines_of(given, terms, tasks, work, given.games):
        report.take(line)
        if len(report.lines) % 50 == 0:
            print(report, flush=True)
    sentences: Sequence[str] = (*report.wrong, *report.late, *report.text())
    for sentence in sentences:
        print(sentence)
    print(report)
    print("Proved." if report.good else "NOT PROVED.")
    return 0 if report.good else 1
