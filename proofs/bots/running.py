"""What the proofs of the bots share: options, how sides are dealt, and many tasks at once, gone on with."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from bots.arena.results import append, read_lines
from bots.arena.spreading import edition, spread
from bots.core import available
from bots.thinking import Asked, think
from homeworlds.actions import Turn
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.tests.samples import SHARED
from proofs.kit.options import options

NAMES: Final = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay")
ARCHIVE: Final = SHARED / "archive" / "games.jsonl.gz"
"""The recorded games."""
Choose: TypeAlias = Callable[[int, Asked], Turn]


class Numbered(Protocol):
    @property
    def number(self) -> int: ...


T = TypeVar("T", bound=Numbered)


def common(name: str, description: str | None, **more: Any) -> argparse.ArgumentParser:
    seed, at_once = (1, "other positions, openings, dice"), (2, "at once")
    parser = options(name, description, seed=seed, processes=at_once, **more)
    parser.add_argument("--results", type=Path, help="appended to; what is in it is gone on with")
    parser.add_argument("--edition", help="of the bots, whose results are gone on with (by their sources)")
    return parser


def lines_of(
    given: argparse.Namespace,
    terms: dict[str, Any],
    tasks: Iterable[T],
    work: Callable[[T], dict[str, Any]],
    most: int,
) -> Iterator[dict[str, Any]]:
    """Of each task one: first those that an earlier run of the same terms has kept, of the first `most`, then
    the others as they are done."""
    made = given.edition or edition()
    terms = {**terms, "bots": made, "seed": given.seed, "nodes": given.nodes}
    done = {line["number"]: line for line in read_lines(given.results, terms) if line["number"] < most}
    print(f"bots {made}, {'with' if available() else 'without'} the compiled core", flush=True)
    yield from done.values()
    for line in spread(work, (task for task in tasks if task.number not in done), given.processes):
        append(given.results, {"terms": terms, **line})
        yield line


def thinking(level: int, asked: Asked) -> Turn:
    return think(level, asked, lambda _info: None)


def dealt(players: int, dice: Random) -> list[Alignment]:
    """The sides of Good vs Evil, by seat."""
    evil = evil_dealt(players)
    return dice.sample([Alignment.EVIL] * evil + [Alignment.GOOD] * (players - evil), players)
