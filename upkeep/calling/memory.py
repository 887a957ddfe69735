"""What the operator has been told of, and what is to be told now. Standard library only: a program that is to
cost nothing while all is well looks at it every half a minute."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

MAIL: Final = "mail"
HOOK: Final = "hook"
DAY: Final = 24 * 3600.0
WELL_SECONDS: Final = 60.0
"""So long an alarm has to be silent before it is over: one that comes back sooner is the same."""
FIRST_PAUSE: Final = 30.0
LONGEST_PAUSE: Final = 600.0


@dataclass(frozen=True)
class News:
    """Alarms with their sentences, and the names of those that are over."""

    begun: Mapping[str, str]
    again: Mapping[str, str]
    over: Collection[str]

    def __bool__(self) -> bool:
        return bool(self.begun or self.again or self.over)


@dataclass
class Way:
    """One way by which the operator hears, and what was told by it."""

    told: dict[str, float] = field(default_factory=dict)
    silent: dict[str, float] = field(default_factory=dict)
    """Since when each of these has rung no more."""
    not_before: float = 0.0
    pause: float = FIRST_PAUSE

    def news(self, ringing: Mapping[str, str], unknown: Collection[str], now: float) -> News:
        """What rings and was not told, or a day ago, and what was told and is over. Of what nobody knows
        nothing is said."""
        for name in [name for name in self.silent if name in ringing or name in unknown]:
            del self.silent[name]
        for name in self.told.keys() - ringing.keys() - set(unknown):
            self.silent.setdefault(name, now)
        if now < self.not_before:
            return News({}, {}, ())
        return News(
            {name: words for name, words in ringing.items() if name not in self.told},
            {name: words for name, words in ringing.items() if now - self.told.get(name, now) >= DAY},
            sorted(name for name, since in self.silent.items() if now - since >= WELL_SECONDS),
        )

    def was_told(self, news: News, now: float) -> None:
        self.told |= dict.fromkeys([*news.begun, *news.again], now)
        for name in news.over:
            self.told.pop(name, None)
            self.silent.pop(name, None)
        self.not_before, self.pause = 0.0, FIRST_PAUSE

    def failed(self, now: float) -> None:
        self.not_before, self.pause = now + self.pause, min(2 * self.pause, LONGEST_PAUSE)


@dataclass
class Memory:
    ways: dict[str, Way] = field(default_factory=dict)
    pinged: float = 0.0

    def way(self, name: str) -> Way:
        return self.ways.setdefault(name, Way())


def remembered(file: Path) -> Memory:
    """What cannot be read counts as nothing told: rather twice than never."""
    try:
        held: dict[str, Any] = json.loads(file.read_text())
        ways = {name: Way(**each) for name, each in held["ways"].items()}
        return Memory(ways, float(held["pinged"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Memory()


def remember(file: Path, memory: Memory) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.write_text(json.dumps(asdict(memory)))
    part.replace(file)
