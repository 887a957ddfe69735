"""What the clients wrote down, and the reckoning of it against what is stored. Knows no framework."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

COUNTS: Final = "counts"
TURN, END = "turn", "end"
LOST, MOVED, DOUBLED = "lost", "under a wrong number", "doubled"
JUDGED_AGAIN = "sent again and judged as another turn"
UNTOLD, REFUSED, GAPS = "stored and never confirmed", "refused", "games with gaps, or at odds with their log"
MISSING, EXTRA, UNSENT, UNDUE = "notices missing", "notices extra", "mails missing", "mails extra or doubled"
STUCK = "games stuck"
ROWS: Final = (
    *(LOST, MOVED, DOUBLED, JUDGED_AGAIN, UNTOLD, REFUSED, GAPS),
    *(MISSING, EXTRA, UNSENT, UNDUE, STUCK),
)
"""What can be wrong."""


class Sent(NamedTuple):
    """A turn as a client sent it, and what it was told in the end."""

    game: str
    player: str
    answers: int
    key: str
    text: str
    answer: str
    """COUNTS, or what came instead."""


class Stored(NamedTuple):
    """An entry of a log that is somebody's turn."""

    game: str
    player: str
    number: int
    key: str
    text: str


class News(NamedTuple):
    """What somebody is told of by a mail."""

    kind: str
    game: str
    player: str
    number: int


class Wait(NamedTuple):
    """How long somebody waited, since when by the clock on the wall."""

    began: float
    seconds: float


class Log(NamedTuple):
    """What a game says of its log."""

    log_number: int
    numbers: list[int]
    agrees: bool
    """The caches are those that follow from the log."""


@dataclass
class Ledger:
    """Of all clients together; they are threads."""

    wanted: int
    """Turns that may be sent."""
    sent: list[Sent] = field(default_factory=list)
    again: int = 0
    """How often a form was sent once more."""
    waits: list[Wait] = field(default_factory=list)
    """For a turn to be confirmed."""
    answers: list[Wait] = field(default_factory=list)
    """Of single requests, sent again or not."""
    failures: list[BaseException] = field(default_factory=list)
    last_lap: set[str] | None = None
    """Games in which a turn has counted since the faults are over; None meanwhile."""
    stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _turns: int = 0
    _on_the_way: int = 0

    @property
    def turns(self) -> int:
        """That counted."""
        return self._turns

    @property
    def done(self) -> bool:
        return self.stop.is_set() or bool(self.failures)

    def reserve(self) -> bool:
        """Whether one more may be sent."""
        with self._lock:
            if self._turns + self._on_the_way >= self.wanted:
                return False
            self._on_the_way += 1
            return True

    def write(self, sent: Sent) -> None:
        with self._lock:
            self._on_the_way -= 1
            self.sent.append(sent)
            if sent.answer == COUNTS:
                self._turns += 1
                if self.last_lap is not None:
                    self.last_lap.add(sent.game)


@dataclass(frozen=True)
class Found:
    turns: int
    sent_again: int
    """Mails that came twice: a kill came between the mail server's yes and the database's."""
    rows: dict[str, list[str]]
    """By what is wrong, each case of it."""

    def number(self, *names: str) -> int:
        return sum(len(self.rows[name]) for name in names)

    @property
    def good(self) -> bool:
        return not any(self.rows.values())

    def summary(self) -> str:
        return (
            f"{self.turns} turns, {self.number(LOST, MOVED, REFUSED)} lost, "
            f"{self.number(DOUBLED, JUDGED_AGAIN, UNTOLD)} doubled, {self.number(GAPS)} gaps, "
            f"{self.number(MISSING, UNSENT)} notices missing, {self.number(EXTRA, UNDUE)} extra, "
            f"{self.number(STUCK)} games stuck"
        )


class Ending(NamedTuple):
    """The turn that has ended a game, and the entry that says so: a further one where it is a draw."""

    turn: int
    entry: int


def news_due(
    sent: Iterable[Sent], opponents: Mapping[str, Mapping[str, str]], ended: Mapping[str, Ending]
) -> set[News]:
    """Each turn that counts is news to the opponent: that it is their turn, or that the game has ended by it.
    `opponents`: by game and player, of games of two; `ended`: by game."""
    return {
        _news(turn, opponents[turn.game][turn.player], ended.get(turn.game))
        for turn in sent
        if turn.answer == COUNTS and turn.game in opponents
    }


def _news(turn: Sent, reader: str, ending: Ending | None) -> News:
    number = turn.answers + 1
    if ending is None or ending.turn != number:
        return News(TURN, turn.game, reader, number)
    return News(END, turn.game, reader, ending.entry)


class Kept(NamedTuple):
    """What the site has stored of the turns."""

    people: Collection[Stored]
    bots: Collection[Stored]
    logs: Mapping[str, Log]


class Post(NamedTuple):
    """What was to be told, and what came."""

    due: Set[News] = frozenset()
    outbox: Collection[News] = ()
    awaited: Set[News] = frozenset()
    """Of which a mail must have come."""
    mails: Mapping[News, int] = MappingProxyType({})
    """How often each came."""
    explained: int = 0
    """So many may have come once more than they should."""


NO_POST: Final = Post()


def reckon(sent: Collection[Sent], kept: Kept, post: Post = NO_POST, stuck: Collection[str] = ()) -> Found:
    people, bots, logs = kept
    due, outbox, awaited, mails, explained = post
    rows: dict[str, list[str]] = {name: [] for name in ROWS}
    # Of what is there twice, the first.
    by_key = {(each.game, each.player, each.key): each for each in reversed(list(people))}
    told = {(each.game, each.player, each.key): each for each in sent}
    for key, turn in told.items():
        stored = by_key.get(key)
        if turn.answer != COUNTS:
            rows[REFUSED if stored is None else JUDGED_AGAIN].append(f"{turn}")
        elif stored is None:
            rows[LOST].append(f"{turn}")
        elif (stored.number, stored.text) != (turn.answers + 1, turn.text):
            rows[MOVED].append(f"{turn}, stored as {stored}")
    keys = Counter((each.game, each.player, each.key) for each in people)
    texts = Counter((each.game, each.number) for each in (*people, *bots))
    rows[DOUBLED] = [f"{key}" for counter in (keys, texts) for key, times in counter.items() if times > 1]
    rows[DOUBLED] += [f"{each}" for each in bots if each.key != f"bot:{each.number - 1}"]
    rows[UNTOLD] = [f"{each}" for key, each in by_key.items() if key not in told]
    rows[GAPS] = [
        game
        for game, log in logs.items()
        if log.numbers != list(range(1, log.log_number + 1)) or not log.agrees
    ]
    written = Counter(outbox)
    rows[MISSING] = [f"{news}" for news in due if not written[news]]
    extra = {news: times for news, times in written.items() if times > 1 or news not in due}
    rows[EXTRA] = [f"{news}, {times} times" for news, times in extra.items()]
    rows[UNSENT] = [f"{news}" for news in awaited if not mails.get(news)]
    again = sum(times - 1 for news, times in mails.items() if news in due)
    rows[UNDUE] = [f"{news}, {times} times" for news, times in mails.items() if news not in due]
    if again > explained:
        rows[UNDUE] += [f"{news}, {times} times" for news, times in mails.items() if times > 1]
    rows[STUCK] = list(stuck)
    return Found(sum(turn.answer == COUNTS for turn in told.values()), again, rows)
