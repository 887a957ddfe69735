"""`python -m bots.arena A B`: a match of two programs that speak the protocol, or of our levels."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bots.arena import match
from bots.arena.engines import Engine, command_of
from bots.arena.openings import Openings, read_recorded
from homeworlds.commands.requests import read_state
from homeworlds.refusals import Refusal
from homeworlds.rules import RuleSet


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.arena", description=__doc__)
    parser.add_argument("first", help="a command, or the number of one of our levels")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=20, help="two for each opening (20)")
    parser.add_argument("--go", default="", help="limits for both: “nodes 10000”, “seconds 0.2”")
    parser.add_argument("--first-go", help="limits for the first alone")
    parser.add_argument("--second-go", help="limits for the second alone")
    parser.add_argument("--openings", help="a file of recorded games; without it setups and turns by lot")
    parser.add_argument("--rules", default="modern", help="a preset, or a JSON object of options (modern)")
    parser.add_argument("--seed", type=int, default=1, help="of the openings (1)")
    parser.add_argument("--most-turns", type=int, default=200, help="a longer game is a draw (200)")
    parser.add_argument("--patience", type=float, default=300.0, help="seconds by the wall for a turn (300)")
    parser.add_argument("--results", type=Path, help="appended to; a match in it is gone on with")
    chosen = parser.parse_args()
    if chosen.games < 1 or chosen.most_turns < 1:
        parser.error("a match has games, and a game has turns")
    try:
        rules = _rules(chosen.rules)
    except (Refusal, ValueError) as error:
        parser.error(f"the rules cannot be used: {error}")
    try:
        recorded = read_recorded(Path(chosen.openings)) if chosen.openings else []
    except (OSError, ValueError, KeyError) as error:
        parser.error(f"{chosen.openings} cannot be read: {error}")
    terms = match.Terms(
        chosen.first,
        chosen.second,
        chosen.go if chosen.first_go is None else chosen.first_go,
        chosen.go if chosen.second_go is None else chosen.second_go,
        Path(chosen.openings).name if chosen.openings else "by lot",
        rules.options(),
        chosen.seed,
        chosen.most_turns,
    )
    engines = [
        Engine(command_of(terms.first), terms.first_limits, chosen.patience),
        Engine(command_of(terms.second), terms.second_limits, chosen.patience),
    ]
    try:
        found = match.run(
            terms,
            Openings(rules, chosen.seed, recorded),
            [engine.ask for engine in engines],
            chosen.games,
            chosen.results,
            sys.stdout,
        )
    except KeyboardInterrupt:
        return 130
    finally:
        for engine in engines:
            engine.stop()
    print(f"{terms.first} against {terms.second}: {found}")
    return 0


def _rules(text: str) -> RuleSet:
    """Raises Refusal, ValueError."""
    given = json.loads(text) if text.startswith("{") else text
    return read_state({"rules": given, "variant": "binary", "players": 2}).rules


if __name__ == "__main__":
    sys.exit(main())
