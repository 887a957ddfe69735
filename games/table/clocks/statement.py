"""The statement of a clock in words: what was given, used and credited, what is left, and what happens when
that is gone."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from accounts.vacation.keeping import budget_of, may_begin
from board.map.symbols import render_badge
from games.access import Viewer, seat_of
from games.clocks.absence import is_adrift, is_open_to_substitutes, open_until, takes_substitutes
from games.clocks.arithmetic import NOTHING, Pace, after_running
from games.clocks.deadlines import heeds_vacation, left_now, pace_of
from games.clocks.ledger import Account, Item
from games.clocks.words import amount, amount_in_short, passed_so_far, who_plays
from games.log.moments import state_of
from games.models import Game, Seat, SeatKind, Status
from games.table.agreeing.deals import deals_of
from games.table.clocks.books import books_of
from games.table.clocks.shown import clock_address
from upkeep.clock import local_now
from upkeep.dates import day, exact, when
from upkeep.timekeeping.beats import GRACE

FIRST_SHOWN: Final = 3
SHOWN: Final = 30
"""Of the turns before, the last."""
A_MINUTE: Final = timedelta(minutes=1)
LOW: Final = timedelta(hours=24)
MANY: Final = 3
"""So many outages of one turn are told one by one."""


class Line(NamedTuple):
    """Of the ledger."""

    title: str
    amount: str
    detail: str
    is_plus: bool = False
    badge: SafeString | str = ""


class Step(NamedTuple):
    """What happens at zero and after it, or has happened."""

    sign: str
    title: str
    sentence: str
    is_now: bool = False
    is_done: bool = False


class Before(NamedTuple):
    """A turn before."""

    title: str
    used: str
    detail: str
    link: str


class Other(NamedTuple):
    name: str
    left: str
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Two of equal length: given and credited, used and left; shares in hundredths."""

    given: str
    credited: str
    used: str
    left: str
    given_share: int
    used_share: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Nothing of it is secret: who may see the table may see every clock."""

    public_id: str
    seat: int
    title: str
    terms: str
    badge: SafeString
    left: str
    zero: str
    """When it will be at zero; empty while the clock does not run."""
    is_low: bool
    adrift_since: str
    bars: Bars | None
    ledger_title: str
    lines: tuple[Line, ...]
    steps_title: str
    steps: tuple[Step, ...]
    duel: tuple[str, str] | None
    """Of a game of two: who wins at zero, and how that is."""
    before: tuple[Before, ...]
    more: tuple[Before, ...]
    others: tuple[Other, ...]
    zone: str
    my_turn: bool
    vacation: bool
    """The viewer may go on vacation from here."""
    take: str
    """The name of whom the viewer may play on for; empty: for nobody."""
    give: str
    """How much the viewer can give all others."""
    key: str


def statement_of(game: Game, viewer: Viewer, number: int) -> Statement:
    """Of a game of `game_for_viewer`. Two queries, and those of `deals_of`. Raises Http404: there is no clock
    of a person at that seat."""
    seats, pace = list(game.seats.all()), pace_of(game)
    if pace is None or game.started_at is None or not game.clock_left or number >= len(seats):
        raise Http404
    if seats[number].kind != SeatKind.PLAYER:
        raise Http404
    return _Statements(game, seats, pace, viewer, number).made()


class _Statements:
    def __init__(self, game: Game, seats: list[Seat], pace: Pace, viewer: Viewer, number: int) -> None:
        self.game, self.seats, self.pace, self.viewer, self.number = game, seats, pace, viewer, number
        self.seat, self.now = seats[number], local_now()
        self.own = seat_of(game, viewer)
        self.mine = self.own is not None and self.own.number == number
        self.name = who_plays(self.seat)
        self.runs = game.due_at is not None and game.next_seat == number
        self.adrift = game.status == Status.RUNNING and is_adrift(game, self.seat)
        self.left = NOTHING if self.adrift else left_now(game, number, self.now)
        self.ledger = books_of(game, pace, self.seat, left=self.left if self.runs else None, now=self.now)

    def made(self) -> Statement:
        game, account = self.game, self._shown()
        before = list(self._before())
        deals = deals_of(game, self.viewer)
        playing = game.status == Status.RUNNING
        return Statement(
            public_id=game.public_id,
            seat=self.number,
            title=gettext("Your clock") if self.mine else gettext("{name}’s clock").format(name=self.name),
            terms=_terms(self.pace),
            badge=render_badge(self.number, self.seat.shown_name),
            left=gettext("{time} left").format(time=amount_in_short(self.left)),
            zero=when(game.due_at) if self.runs and game.due_at else "",
            is_low=self.runs and self.left < LOW,
            adrift_since=when(self.seat.adrift_since) if self.adrift and self.seat.adrift_since else "",
            bars=None if account is None or self.adrift else _bars(account),
            ledger_title=self._ledger_title(account),
            lines=tuple(self._lines(account)) if account else tuple(self._stands_still()),
            steps_title=gettext("What happened, what comes")
            if self.adrift
            else gettext("At zero, and after"),
            steps=tuple(self._steps(account)) if playing and game.players > 2 else (),
            duel=self._duel() if playing and game.players == 2 else None,
            before=tuple(before[:FIRST_SHOWN]),
            more=tuple(before[FIRST_SHOWN:SHOWN]),
            others=tuple(self._others()),
            zone=timezone.get_current_timezone_name(),
            my_turn=self.mine and self.runs,
            vacation=self.mine and playing and heeds_vacation(game),
            take=self.seat.shown_name if self._may_take() else "",
            give=deals.more_time if deals else "",
            key=secrets.token_urlsafe(16),
        )

    # --- what is known

    def _shown(self) -> Account | None:
        """The turn that the ledger is of: of a seat adrift its last one."""
        if self.ledger.present or not self.adrift:
            return self.ledger.present
        fell = [each for each in self.ledger.closed if each.left == NOTHING]
        return fell[-1] if fell else None

    def _may_take(self) -> bool:
        viewer = self.viewer
        may = self.own is None and not viewer.is_anonymous and viewer.is_human and not viewer.is_guest
        return may and self.adrift and is_open_to_substitutes(self.game, self.seat, self.now)

    # --- the ledger

    def _ledger_title(self, account: Account | None) -> str:
        if account is None:
            return gettext("On the clock")
        if self.mine:
            return gettext("Since your turn began")
        return gettext("Since {name}’s turn began").format(name=self.name)

    def _stands_still(self) -> Iterator[Line]:
        yield Line(gettext("On the clock"), amount_in_short(self.left), gettext("it stands still"))

    def _lines(self, account: Account) -> Iterator[Line]:
        span = gettext("{since} to now").format(since=exact(account.began))
        if account.number is not None:
            span = _span(account.began, account.until)
        yield Line(self._ledger_title(account), amount_in_short(account.until - account.began), span)
        yield Line(gettext("Used"), _minus(account.used), self._how_used(account))
        for what, items in groupby(sorted(account.uncounted, key=_order), key=_order):
            yield from self._uncounted(what[1], list(items))
        outages = [item for item in account.credits if item.what == "outage"]
        yield from _outage_lines(outages)
        for item in account.credits:
            if item.what != "outage":
                yield self._credit(item)
        if abs(account.unrecorded) >= A_MINUTE:
            yield Line(
                gettext("Not recorded"),
                _plus(account.unrecorded) if account.unrecorded > NOTHING else _minus(-account.unrecorded),
                gettext("from before all of it was written down"),
            )
        yield Line(gettext("Given when it began"), amount_in_short(account.given), self._how_given(account))
        if self.adrift:
            yield Line(gettext("Left"), amount_in_short(NOTHING), "")

    def _how_used(self, account: Account) -> str:
        if self.adrift:
            return gettext("until the seat went adrift")
        if account.uncounted or account.credits:
            return gettext("while the clock ran")
        return gettext("nothing was left uncounted")

    def _how_given(self, account: Account) -> str:
        if account.given >= self.pace.cap:
            return gettext("full: at most {cap}").format(cap=amount_in_short(self.pace.cap))
        if account.kept is None:
            return gettext("what a clock holds at the start")
        words = gettext("{kept} kept, + {increment} a turn, at most {cap}").format(
            kept=amount_in_short(account.kept),
            increment=amount_in_short(self.pace.increment),
            cap=amount_in_short(self.pace.cap),
        )
        more = account.given - self.pace.after_turn(account.kept)
        if more < A_MINUTE:
            return words
        return gettext("{words}, + {time} given by others").format(words=words, time=amount_in_short(more))

    def _uncounted(self, what: str, items: Sequence[Item]) -> Iterator[Line]:
        total = sum([item.amount for item in items], NOTHING)
        if total < A_MINUTE:
            return
        counted, spans = gettext("not counted"), ", ".join([_span(item.since, item.until) for item in items])
        match what:
            case "weekend":
                zone = ZoneInfo(self.game.weekend_zone)
                days = ", ".join([day(item.since.astimezone(zone).date()) for item in items])
                detail = gettext("{days} · {time} · hours of {zone}").format(
                    days=days, time=amount_in_short(total), zone=zone.key.rpartition("/")[2].replace("_", " ")
                )
                yield Line(ngettext("Weekend", "Weekends", len(items)), counted, detail, is_plus=True)
            case "vacation":
                detail = gettext("{span} · {time}").format(span=spans, time=amount_in_short(total))
                if self.seat.player is not None:
                    held = budget_of(self.seat.player).held(self.now)
                    detail = gettext("{words} · {time} left to take").format(
                        words=detail, time=amount_in_short(held)
                    )
                yield Line(gettext("Vacation"), counted, detail, is_plus=True)
            case "pause":
                detail = gettext("{span} · {time}").format(span=spans, time=amount_in_short(total))
                yield Line(gettext("Pause"), counted, detail, is_plus=True)
            case "late":
                detail = gettext("{time} went by before the site looked").format(time=amount_in_short(total))
                yield Line(gettext("After zero"), counted, detail, is_plus=True)

    def _credit(self, item: Item) -> Line:
        at = exact(item.since)
        match item.what:
            case "given" if item.by is not None:
                giver = self.seats[item.by]
                title = gettext("{name}’s gift").format(name=who_plays(giver))
                detail = gettext("{moment}, to all others").format(moment=at)
                return Line(title, _plus(item.amount), detail, True, render_badge(item.by, giver.shown_name))
            case "extended":
                return Line(gettext("More time, by the staff"), _plus(item.amount), at, True)
            case "excused":
                only = self.game.excuses == 1
                words = gettext("{moment}, the only one of this game") if only else "{moment}"
                return Line(gettext("Excuse"), _plus(item.amount), words.format(moment=at), True)
            case "substitute":
                return Line(gettext("A substitute took the seat"), _plus(item.amount), at, True)
        return Line(gettext("Back at the table"), _plus(item.amount), at, True)

    # --- what comes

    def _duel(self) -> tuple[str, str]:
        other = who_plays(self.seats[1 - self.number])
        viewer_wins = self.own is not None and not self.mine
        title = (
            gettext("At zero you win") if viewer_wins else gettext("At zero {name} wins").format(name=other)
        )
        sentences = [gettext("There is no excuse in a game of two.")]
        due, player = self.game.due_at or self.now, self.seat.player
        if player and heeds_vacation(self.game) and may_begin(player, due):
            title = gettext("At zero a vacation begins by itself")
            time = amount(budget_of(player).held(due))
            sentences = [
                gettext("It lasts {time} at most; then the game is lost on time.").format(time=time),
                *sentences,
            ]
        away = gettext("If the site is down then, the clock waits, and there are {time} after it is back.")
        return title, " ".join([*sentences, away.format(time=amount(GRACE))])

    def _steps(self, account: Account | None) -> Iterator[Step]:
        if self.adrift:
            yield from self._since_zero(account)
            yield from self._open()
            return
        if self.number in self.game.departed or self.number not in self._living():
            return
        at = self.game.due_at if self.runs else None
        player, weekends = self.seat.player, self.game.weekend_zone
        zone = ZoneInfo(weekends) if weekends else None
        goes = player is not None and heeds_vacation(self.game) and may_begin(player, at or self.now)
        if player is not None and goes:
            held = budget_of(player).held(at or self.now)
            sentence = gettext("A vacation begins by itself, for {time} at most.")
            yield Step(
                "0", _dated(at, gettext("zero")), sentence.format(time=amount_in_short(held)), is_now=True
            )
            at = at + held if at else None
        for nth in range(self.seat.excuses_left):
            more = amount_in_short(self.pace.excused())
            words = gettext("Excused: {time} more.")
            yield Step(
                "0",
                _dated(at, gettext("zero")),
                words.format(time=more),
                is_now=self.runs and nth == 0 and not goes,
            )
            at = after_running(at, self.pace.excused(), zone) if at else None
        yield from self._adrift_then(at)

    def _adrift_then(self, at: datetime | None) -> Iterator[Step]:
        if state_of(self.game, self.seats).position.homeworld(self.number) is None:
            yield Step("0", _dated(at, gettext("the seat is lost")), gettext("There is no homeworld yet."))
            return
        title = gettext("your seat is adrift") if self.mine else gettext("the seat is adrift")
        if not takes_substitutes(self.game):
            sentence = gettext("Its turns are passed; after the third, the seat is lost.")
            yield Step("1", _dated(at, title), sentence)
            return
        back = gettext("Its turns are passed, one a day at most.")
        if not self.seat.returned:
            back = gettext("{words} Its player may come back once.").format(words=back)
        yield Step("1", _dated(at, title), back)
        until = at + timedelta(hours=72) if at else None
        yield self._open_step(until)
        yield self._last_step()

    def _open_step(self, until: datetime | None) -> Step:
        title = gettext("for 72 hours others may take it")
        if until:
            title = gettext("to {moment}: others may take it").format(moment=exact(until))
        return Step("72", title, gettext("A substitute plays on with its ships and its homeworld."))

    def _last_step(self) -> Step:
        title = gettext("third pass: the seat is lost")
        return Step("3", title, gettext("Not before then. Its ships stay as derelicts."))

    def _since_zero(self, account: Account | None) -> Iterator[Step]:
        for item in account.credits if account else ():
            if item.what == "excused":
                sentence = gettext("Excused, {time} more.").format(time=amount_in_short(item.amount))
                yield Step("✓", _dated(item.since, gettext("zero")), sentence, is_done=True)
        yield Step("✓", _dated(self.seat.adrift_since, gettext("adrift")), "", is_done=True)

    def _open(self) -> Iterator[Step]:
        if not takes_substitutes(self.game):
            yield Step(
                "3", gettext("third pass: the seat is lost"), capfirst(passed_so_far(self.seat)) + ".", True
            )
            return
        until, passed = open_until(self.game, self.seat), capfirst(passed_so_far(self.seat)) + "."
        if is_open_to_substitutes(self.game, self.seat, self.now):
            left = gettext("{time} left.").format(time=amount_in_short(until - self.now))
            title = gettext("to {moment}: the seat is open").format(moment=exact(until))
            yield Step("72", title, f"{left} {passed}", is_now=True)
            yield self._last_step()
        else:
            yield Step("✓", gettext("open no more"), passed, is_done=True)
            yield Step(
                "3", gettext("third pass: the seat is lost"), gettext("Its turns are passed at once."), True
            )

    def _living(self) -> Sequence[int]:
        return state_of(self.game, self.seats).position.living

    # --- turns before, and other clocks

    def _before(self) -> Iterator[Before]:
        for account in reversed(self.ledger.closed):
            used = account.given + account.credited - account.left
            details = [gettext("{time} left").format(time=amount_in_short(account.left))]
            lost = sum([item.amount for item in account.credits if item.what == "outage"], NOTHING)
            if lost >= A_MINUTE:
                details.append(gettext("outage + {time}").format(time=amount_in_short(lost)))
            yield Before(
                gettext("Turn {number}").format(number=account.number),
                _minus(max(used, NOTHING)),
                ", ".join(details),
                reverse("games:position", args=[self.game.public_id, account.number]),
            )

    def _others(self) -> Iterator[Other]:
        for number, seat in enumerate(self.seats):
            if number != self.number and seat.kind == SeatKind.PLAYER:
                adrift = is_adrift(self.game, seat)
                left = NOTHING if adrift else left_now(self.game, number, self.now)
                mine = self.own is not None and self.own.number == number
                name = (
                    gettext("Your clock") if mine else gettext("{name}’s clock").format(name=who_plays(seat))
                )
                yield Other(name, amount_in_short(left), clock_address(self.game.public_id, number))


def _terms(pace: Pace) -> str:
    if pace.is_by_turns:
        return gettext("{time} for every turn").format(time=amount_in_short(pace.start))
    return gettext("{start} at first, + {increment} a turn, at most {cap}").format(
        start=amount_in_short(pace.start),
        increment=amount_in_short(pace.increment),
        cap=amount_in_short(pace.cap),
    )


def _bars(account: Account) -> Bars | None:
    """None where they would not be equally long: not all is recorded."""
    if abs(account.unrecorded) >= A_MINUTE:
        return None
    used, left = account.used, account.left
    whole = max(used + left, A_MINUTE)
    return Bars(
        given=gettext("given {time}").format(time=amount_in_short(account.given)),
        credited=_plus(account.credited) if account.credited >= A_MINUTE else "",
        used=gettext("used {time}").format(time=amount_in_short(used)),
        left=gettext("left {time}").format(time=amount_in_short(left)),
        given_share=min(100, round(100 * (account.given / max(account.given + account.credited, A_MINUTE)))),
        used_share=min(100, max(0, round(100 * (used / whole)))),
    )


def _outage_lines(outages: Sequence[Item]) -> Iterator[Line]:
    if len(outages) <= MANY:
        for item in outages:
            if item.amount >= A_MINUTE:
                span = gettext("{span}: the site was down").format(span=_span(item.since, item.until))
                yield Line(gettext("Outage"), _plus(item.amount), span, True)
        return
    total = sum([item.amount for item in outages], NOTHING)
    words = ngettext("{number} outage", "{number} outages", len(outages)).format(number=len(outages))
    yield Line(gettext("Outages"), _plus(total), words, True)


_ORDER: Final = {"vacation": 0, "weekend": 1, "pause": 2, "late": 3}


def _order(item: Item) -> tuple[int, str]:
    return _ORDER[item.what], item.what


def _plus(time: timedelta) -> str:
    return f"+\N{NO-BREAK SPACE}{amount_in_short(time)}"


def _minus(time: timedelta) -> str:
    return f"\N{MINUS SIGN}\N{NO-BREAK SPACE}{amount_in_short(time)}"


def _dated(at: datetime | None, what: str) -> str:
    return gettext("{moment}: {what}").format(moment=exact(at), what=what) if at else capfirst(what)


def _span(since: datetime, until: datetime) -> str:
    return gettext("{since} to {until}").format(since=exact(since), until=exact(until))
