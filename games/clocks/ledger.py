"""The statement of a clock: what it was given, what was used and credited, and what is left, turn by turn. No
framework, no clock of its own: it is reckoned from what the log says, outages and vacations.

Of every turn given and credited together are used and left together. What has not been counted (weekends,
vacation, pauses) is none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.clocks.arithmetic import NOTHING, Pace, running_time, weekends_within

PAUSES: Final = frozenset({"paused", "paused-by-staff"})
RESUMES: Final = frozenset({"resumed", "resumed-by-staff"})
PLAYED_ON: Final = "play on"
"""Why a game goes on that was lost on time: whoever won it offered so."""
TAKES_UP: Final = frozenset({"back", "substitute"})


class Said(NamedTuple):
    """What an entry of the log says of clocks."""

    number: int
    at: datetime
    kind: str
    seat: int | None
    mover: int | None
    """Who is to move after it; None: nobody any more."""
    what: str = ""
    left: timedelta | None = None
    """Of a turn: what its player had left."""
    amounts: Mapping[int, timedelta] = {}
    """What clocks were given by it."""
    undoes: int = 0
    """The first entry that it undoes."""


class Span(NamedTuple):
    since: datetime
    until: datetime


class Rest(NamedTuple):
    """While this lasts the clock stands still."""

    what: str
    """`vacation` or `pause`."""
    since: datetime
    until: datetime


class Item(NamedTuple):
    """A line of the statement."""

    what: str
    amount: timedelta
    since: datetime
    until: datetime
    by: int | None = None
    """The seat that gave it."""


@dataclass(frozen=True)
class Account:
    """A turn of the seat."""

    began: datetime
    given: timedelta
    """When it began."""
    kept: timedelta | None
    """Of that what the turn before had left; None: there was none."""
    number: int | None
    """Of the entry that ended it; None: it is the turn that is being made."""
    until: datetime
    uncounted: tuple[Item, ...]
    credits: tuple[Item, ...]
    used: timedelta
    left: timedelta
    unrecorded: timedelta
    """More is left than follows from the rest, or less: from before all of it was written down."""

    @property
    def credited(self) -> timedelta:
        return sum([item.amount for item in self.credits], NOTHING)


class Ledger(NamedTuple):
    closed: tuple[Account, ...]
    """The turns that have ended and stand, the earliest first."""
    present: Account | None
    """The turn that is being made; None: it is another's."""


class Terms(NamedTuple):
    pace: Pace
    weekends: ZoneInfo | None
    paused_at_most: timedelta


class _Event(NamedTuple):
    """What happens to the clock in the middle of a turn."""

    at: datetime
    what: str
    amount: timedelta
    by: int | None


@dataclass(frozen=True)
class _Turn:
    began: datetime
    given: timedelta
    kept: timedelta | None
    events: tuple[_Event, ...] = ()


@dataclass(frozen=True)
class _State:
    """After an entry."""

    left: timedelta
    """On the clock while it stands still, or when it began to run."""
    kept: timedelta | None = None
    adrift: bool = False
    turn: _Turn | None = None
    closed: tuple[Account, ...] = ()


@dataclass
class _Books:
    terms: Terms
    seat: int
    outages: Sequence[Span]
    rests: list[Rest]
    state: _State
    before: dict[int, _State] = field(default_factory=dict)
    """How it stood before an entry, by its number."""
    ended: dict[int, datetime] = field(default_factory=dict)
    """When the turns ended, by their numbers."""
    asides: list[Said] = field(default_factory=list)
    """Since the last turn."""

    def begin(self, at: datetime) -> None:
        if not self.state.adrift:
            turn = _Turn(at, self.state.left, self.state.kept)
            self.state = replace(self.state, turn=turn)

    def follow(self, said: Said, mover: int | None) -> None:
        """`mover` is who was to move before."""
        self.before[said.number] = self.state
        match said.kind:
            case "turn":
                self.asides = []
                self.ended[said.number] = said.at
                if said.seat == self.seat:
                    self._end_turn(said)
            case "take-back":
                self._take_back(said)
                return
            case "reopened":
                self._reopen(said)
                return
            case "clock" | "seat-change":
                self.asides.append(said)
                self._aside(said)
            case "time" if said.seat == self.seat and self.state.turn:
                self._close(said, NOTHING)
        if said.mover == self.seat != mover:
            self.begin(said.at)
        elif said.mover != self.seat and self.state.turn:
            self._close(said, None)

    def _end_turn(self, said: Said) -> None:
        if self.state.turn is None:
            return
        closed = self._close(said, said.left)
        self.state = replace(self.state, left=self.terms.pace.after_turn(closed.left), kept=closed.left)

    def _close(self, said: Said, left: timedelta | None) -> Account:
        turn = self.state.turn
        if turn is None:
            raise ValueError(f"no turn is made at entry {said.number}")
        account = self.account(turn, said.at, left, said.number)
        self.state = replace(self.state, turn=None, closed=(*self.state.closed, account))
        return account

    def _take_back(self, said: Said) -> None:
        state, asides = self.before[said.undoes], self.asides
        for aside in asides:
            if aside.seat == self.seat and aside.what in ("excused", "vacation", "adrift", *TAKES_UP):
                # The clock of who was to move has fallen meanwhile; that stands.
                state = replace(state, left=self.state.left, adrift=self.state.adrift, turn=None)
        if state.turn is not None:
            self._rest_from(self.ended[said.undoes], said.at)
        self.state = state
        for aside in asides:
            if aside.what in ("given", "extended"):
                # To the clock as it was held: it is on it before what has passed since then is counted.
                self._aside(aside._replace(at=self.ended[said.undoes]))
            elif aside.what == "wound":
                self._aside(aside)
        self.asides = []

    def _rest_from(self, ended: datetime, now: datetime) -> None:
        """The clock of a turn that is taken back runs on from when that ended, or from the end of what stops
        it if anything does: what lay before that is not counted either."""
        stops = [rest for rest in self.rests if rest.since < now and rest.until > ended]
        stops = [rest for rest in stops if rest.what == "vacation" or rest.until >= now]
        if stops:
            last = max(stops, key=lambda rest: rest.until)
            self.rests.append(last._replace(since=min(ended, last.since)))

    def _reopen(self, said: Said) -> None:
        least = self.terms.pace.start
        if said.what == PLAYED_ON:
            least = self.terms.pace.excused() if said.mover == self.seat else NOTHING
        left = max(self.state.left, least)
        self.state = replace(self.before[said.undoes], left=left, turn=None)
        if said.mover == self.seat:
            self.begin(said.at)

    def _aside(self, said: Said) -> None:
        pace, mine = self.terms.pace, said.seat == self.seat
        amount = said.amounts.get(self.seat, NOTHING)
        if amount:
            self._give(said, said.what, amount)
        elif said.what == "wound":
            self.state = replace(self.state, left=pace.start, kept=None)
            if said.mover == self.seat:
                self.begin(said.at)
        elif mine and said.what == "excused":
            self._set(said, "excused", pace.excused())
        elif mine and said.what == "vacation":
            self._set(said, "zero", NOTHING)
        elif mine and said.what == "adrift":
            self._set(said, "adrift", NOTHING)
            self.state = replace(self.state, adrift=True)
        elif mine and said.what in TAKES_UP:
            self.state = replace(self.state, adrift=False)
            self._set(said, said.what, max(pace.excused(), pace.start))
            if said.mover == self.seat and self.state.turn is None:
                self.begin(said.at)

    def _give(self, said: Said, what: str, amount: timedelta) -> None:
        if self.state.turn is None:
            self.state = replace(self.state, left=self.state.left + amount)
        else:
            self._add(_Event(said.at, what, amount, said.seat if what == "given" else None))

    def _set(self, said: Said, what: str, left: timedelta) -> None:
        """The clock holds so much from now on."""
        if self.state.turn is not None:
            self._add(_Event(said.at, what, left, None))
        else:
            self.state = replace(self.state, kept=None)
        self.state = replace(self.state, left=left)

    def _add(self, event: _Event) -> None:
        turn = self.state.turn
        if turn is not None:
            self.state = replace(self.state, turn=replace(turn, events=(*turn.events, event)))

    def account(self, turn: _Turn, until: datetime, left: timedelta | None, number: int | None) -> Account:
        """`left` as the log has it, or the clock now; None: as follows from the rest."""
        uncounted: list[Item] = []
        credited: list[Item] = []
        clock, used, since, runs = turn.given, NOTHING, turn.began, True
        for event in (*turn.events, _Event(until, "end", NOTHING, None)):
            if runs:
                counted, stood, lost = self._counted(since, event.at)
                uncounted += stood
                credited += lost
                clock += sum([item.amount for item in lost], NOTHING)
                spent = min(counted, clock)
                if counted > spent:
                    uncounted.append(Item("late", counted - spent, event.at - (counted - spent), event.at))
                used, clock = used + spent, clock - spent
            since = event.at
            match event.what:
                case "end":
                    pass
                case "given" | "extended":
                    credited.append(Item(event.what, event.amount, event.at, event.at, event.by))
                    clock += event.amount
                case "excused" | "back" | "substitute":
                    runs = True
                    credited.append(Item(event.what, event.amount - clock, event.at, event.at))
                    clock = event.amount
                case _:
                    runs = event.what != "adrift"
        left = clock if left is None else left
        return Account(
            turn.began, turn.given, turn.kept, number, until, tuple(uncounted), tuple(credited), used, left,
            left - clock,
        )  # fmt: skip

    def _counted(self, since: datetime, until: datetime) -> tuple[timedelta, list[Item], list[Item]]:
        """What the clock counted between two moments, outages included; when it stood still; and what the
        outages took."""
        stood: list[Item] = []
        lost: list[Item] = []
        counted = NOTHING
        zone = self.terms.weekends
        pieces = list(self._pieces(since, until, stood))
        for piece in pieces:
            counted += running_time(*piece, zone)
            stood += [
                Item("weekend", end - start, start, end) for start, end in weekends_within(*piece, zone)
            ]
            for outage in self.outages:
                start, end = max(outage.since, piece.since), min(outage.until, piece.until)
                if (amount := running_time(start, end, zone)) > NOTHING:
                    lost.append(Item("outage", amount, start, end))
        return counted, sorted(stood, key=lambda item: item.since), lost

    def _pieces(self, since: datetime, until: datetime, stood: list[Item]) -> Iterator[Span]:
        """The time between two moments without the rests in it, which are noted."""
        moment = since
        for rest in sorted(self.rests, key=lambda rest: rest.since):
            start, end = max(rest.since, moment), min(rest.until, until)
            if start >= end:
                continue
            yield Span(moment, start)
            stood.append(Item(rest.what, end - start, start, end))
            moment = end
        yield Span(moment, until)


def ledger_of(
    terms: Terms,
    seat: int,
    log: Sequence[Said],
    *,
    started: datetime,
    first: int,
    outages: Sequence[Span] = (),
    vacations: Sequence[Span] = (),
    now: datetime,
    left: timedelta | None = None,
    timed: bool = True,
) -> Ledger:
    """Of a game that began then with the turn of the seat `first`. `left` is what its clock shows `now`;
    `timed`: it had one from the start on."""
    rests = [*pauses_of(log, terms.paused_at_most, now), *[Rest("vacation", *each) for each in vacations]]
    books = _Books(terms, seat, merged(outages), rests, _State(terms.pace.start))
    mover: int | None = first
    if timed and mover == seat:
        books.begin(started)
    for said in log:
        books.follow(said, mover)
        mover = said.mover
    turn = books.state.turn
    present = books.account(turn, max(now, turn.began), left, None) if turn else None
    return Ledger(books.state.closed, present)


def pauses_of(log: Sequence[Said], at_most: timedelta, now: datetime) -> list[Rest]:
    """When the whole game stood still."""
    found: list[Rest] = []
    began: datetime | None = None
    for said in log:
        if said.what in PAUSES:
            if began is not None:
                found.append(Rest("pause", began, min(began + at_most, said.at)))
            began = said.at
        elif said.what in RESUMES and began is not None:
            found.append(Rest("pause", began, said.at))
            began = None
    if began is not None:
        found.append(Rest("pause", began, min(began + at_most, now)))
    return found


def merged(spans: Sequence[Span]) -> list[Span]:
    """Those that touch or overlap made one."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.since <= found[-1].until:
            found[-1] = Span(found[-1].since, max(found[-1].until, span.until))
        else:
            found.append(span)
    return found
