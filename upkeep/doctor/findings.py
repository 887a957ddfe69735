"""What was found of one thing, in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    GOOD = "good"
    LOOK = "look at this"
    UNKNOWN = "cannot tell"


class Finding(NamedTuple):
    verdict: Verdict
    words: str
    """A whole sentence; it says what to do unless all is good."""


def good(words: str) -> Finding:
    return Finding(Verdict.GOOD, words)


def look(words: str) -> Finding:
    return Finding(Verdict.LOOK, words)


def unknown(words: str) -> Finding:
    return Finding(Verdict.UNKNOWN, words)


@dataclass(frozen=True)
class Asked:
    """What whoever asks has chosen."""

    dkim: Sequence[str] = ()
    """Selectors under which the key of the mails stands."""
    send: bool = True
    backups: str = ""
    into: str = ""
    """An empty database for the trial restore."""


Examine = Callable[[Asked], Iterator[Finding]]


def examined(examine: Examine, asked: Asked) -> list[Finding]:
    """Whatever happens in it is a finding: the others are still to be looked at."""
    found: list[Finding] = []
    try:
        found.extend(examine(asked))
    except Exception as error:  # noqa: BLE001  as said; its text may hold a secret
        found.append(unknown(f"Looking after it failed ({type(error).__name__})."))
    return found
