"""The ladder of the bots: each level against the next lower one with a share of both budgets, the top one
against the study's recipe and against itself at a tenth of its nodes; and the ratings that follow."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.arena import ladder
from bots.arena.match import Terms
from bots.arena.openings import Openings, read_recorded
from bots.arena.results import append, read_lines
from bots.arena.spreading import edition, spread
from bots.core import available
from bots.ratings import FILE, chained
from bots.thinking import LEVEL_IDS
from proofs.bots.running import ARCHIVE, common

TOLD_EVERY = 20


class Ladder:
    """Matches of these bots, as far as they are played."""

    def __init__(self, matches: list[ladder.Match], seed: int, made: str, results: Path | None) -> None:
        self.openings = Openings(ladder.RULES, seed, read_recorded(ARCHIVE) if ARCHIVE.exists() else [])
        source = ARCHIVE.name if self.openings.recorded else "by lot"
        self.matches = {match.key: match for match in matches}
        self.terms = {match.key: ladder.terms_of(match, source, seed, made) for match in matches}
        self.results = results
        self.lines: dict[str, dict[int, dict[str, Any]]] = {
            key: {line["game"]: line for line in read_lines(results, terms._asdict())}
            for key, terms in self.terms.items()
        }

    def tasks(self) -> Iterator[ladder.Task]:
        for key, match in self.matches.items():
            for number in range(match.games):
                if number not in self.lines[key]:
                    yield ladder.Task(match, self.terms[key], number, self.openings.opening(number // 2))

    def take(self, line: dict[str, Any]) -> None:
        """Keeps a game, and tells how its match stands, now and then."""
        append(self.results, line)
        key = next(key for key, terms in self.terms.items() if terms == Terms(**line["terms"]))
        played = self.lines[key]
        played[line["game"]] = line
        if len(played) % TOLD_EVERY == 0 or len(played) == self.matches[key].games:
            print(self.score(key), flush=True)

    def score(self, key: str) -> ladder.Score | None:
        return ladder.score_of(self.matches[key], list(self.lines[key].values()))

    def scores(self) -> list[ladder.Score]:
        return [score for key in self.matches if (score := self.score(key)) is not None]


def main() -> int:
    options = common(
        "bots-levels",
        __doc__,
        games=(200, "of neighbours"),
        top_games=(100, "of each match of the top level"),
        share=(0.1, "of both budgets"),
        write=(False, f"the ratings into {FILE.name}"),
    )
    options.add_argument("--only", nargs="*", help="such as 6-5 6-recipe 6-tenth")
    given = options.parse_args()
    if not available():
        options.error("the levels are measured with numba, which is not installed")
    matches = ladder.matches(given.share, given.games, given.top_games)
    if given.only:
        matches = [match for match in matches if match.key in given.only]
    made = given.edition or edition()
    played = Ladder(matches, given.seed, made, given.results)
    print(f"bots {made}: {', '.join(played.matches)}", flush=True)
    for line in spread(ladder.play_task, played.tasks(), given.processes):
        played.take(line)
    scores = played.scores()
    for score in scores:
        print(score)
    how = f"bin/prove bots-levels --share {given.share:g} --seed {given.seed} (bots {made})"
    kept = ladder.kept_of(scores, given.share, how)
    rated = chained(kept).ratings
    print("ratings: " + ", ".join(f"{name} {rating}" for name, rating in rated.items()))
    good = all(score.good for score in scores) and len(scores) == len(matches)
    print("Proved." if good else "NOT PROVED.")
    if given.write:
        if len(rated) < len(LEVEL_IDS):
            sys.exit("Not every level has met the next lower one: nothing is written.")
        FILE.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if good else 1
