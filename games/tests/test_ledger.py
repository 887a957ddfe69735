"""The statement of a clock adds up, whatever happens: given and credited are used and left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks.arithmetic import DAY, HOUR, NOTHING, Pace, Ticking
from games.clocks.ledger import Account, Ledger, Said, Span, Terms, ledger_of, merged

MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")
PAUSED_AT_MOST = 14 * DAY
PACE = Pace(5 * DAY, 36 * HOUR, 7 * DAY)
AWAY = ("excused", "vacation", "adrift")


class Step(NamedTuple):
    hours: float
    does: str
    seat: int
    lasts: float


steps = st.lists(
    st.builds(
        Step,
        st.sampled_from((0.01, 0.5, 5.0, 30.0, 70.0)),
        st.sampled_from(
            (
                "turn", "turn", "turn", "take-back", "given", "outage", "pause", "resume", "vacation",
                "home", "falls", "resignation", "back",
            )
        ),
        st.integers(0, 2),
        st.sampled_from((0.2, 9.0, 50.0)),
    ),
    min_size=4,
    max_size=25,
)  # fmt: skip


class World:
    """Three clocks, kept as the services keep them: by what is left and since when."""

    def __init__(self, zone: ZoneInfo | None) -> None:
        self.now, self.zone, self.number = MONDAY, zone, 0
        self.left = [PACE.start] * 3
        self.living, self.adrift = [0, 1, 2], set[int]()
        self.mover = 0
        self.log: list[Said] = []
        self.outages: list[Span] = []
        self.vacations: list[list[Span]] = [[], [], []]
        self.paused_until = MONDAY
        self.undo: tuple[int, int, timedelta, timedelta, datetime] | None = None
        """The last turn: its number, whose it was, and both clocks as they stood."""
        self.run(self.now)

    # --- the clock that runs

    def run(self, since: datetime) -> None:
        rests = [self.paused_until, *[span.until for span in self.vacations[self.mover]]]
        self.clock = Ticking(self.left[self.mover], max([since, *rests]), self.zone)

    def hold(self) -> None:
        self.left[self.mover] = self.clock.left_at(self.now)

    def says(self, kind: str, seat: int | None, **more: object) -> None:
        self.number += 1
        mover = self.mover if self.living else None
        self.log.append(Said(self.number, self.now, kind, seat, mover, **more))  # type: ignore[arg-type]

    def is_away(self, seat: int) -> bool:
        return any(span.since <= self.now < span.until for span in self.vacations[seat])

    def goes_home(self, seat: int) -> None:
        self.vacations[seat] = [Span(span.since, min(span.until, self.now)) for span in self.vacations[seat]]
        if seat == self.mover:
            paused = self.paused_until > self.now
            self.clock = (
                self.clock._replace(since=self.paused_until) if paused else self.clock.resumed(self.now)
            )

    # --- what happens

    def live(self, step: Step) -> None:
        self.now += step.hours * HOUR
        act = getattr(self, step.does.replace("-", "_"))
        if len(self.living) > 1 and not (self.mover in self.adrift and step.does in ("take-back", "falls")):
            act(step)

    def turn(self, step: Step) -> None:
        seat = self.mover
        following = self.living[(self.living.index(seat) + 1) % len(self.living)]
        if seat in self.adrift:
            self.mover, self.undo = following, None
            self.says("turn", seat)
            self.run(self.now)
            return
        if self.is_away(seat):
            self.goes_home(seat)
        if not (left := self.clock.left_at(self.now)):
            return
        self.left[seat] = PACE.after_turn(left)
        self.undo = (self.number + 1, seat, left, self.left[following], self.now)
        self.mover = following
        self.says("turn", seat, left=left)
        self.run(self.now)

    def take_back(self, step: Step) -> None:
        if self.undo is None or self.undo[1] not in self.living:
            return
        number, seat, left, following, at = self.undo
        since = [said for said in self.log if said.number > number]
        if any(said.what for said in since if said.what != "given"):
            return
        gifts = [said.amounts for said in since]
        self.left[self.mover] = following + sum([each.get(self.mover, NOTHING) for each in gifts], NOTHING)
        self.left[seat] = left + sum([each.get(seat, NOTHING) for each in gifts], NOTHING)
        self.mover, self.undo = seat, None
        self.says("take-back", seat, undoes=number)
        self.run(at)
        for outage in self.outages:
            self.clock = self.clock.credited(max(outage.since, at), max(outage.until, at))

    def given(self, step: Step) -> None:
        self.hold()
        before = list(self.left)
        for seat in set(self.living) - {step.seat} - self.adrift:
            self.left[seat] = PACE.with_gift(self.left[seat])
        amounts = {
            seat: now - was
            for seat, (now, was) in enumerate(zip(self.left, before, strict=True))
            if now > was
        }
        if amounts:
            self.says("clock", step.seat, what="given", amounts=amounts)
        self.run(self.now)

    def outage(self, step: Step) -> None:
        self.outages.append(Span(self.now, self.now + step.lasts * HOUR))
        self.now += step.lasts * HOUR
        self.clock = self.clock.credited(*self.outages[-1])

    def pause(self, step: Step) -> None:
        if self.paused_until > self.now:
            return
        self.hold()
        self.paused_until = self.now + PAUSED_AT_MOST
        self.says("clock", None, what="paused")
        self.run(self.now)

    def resume(self, step: Step) -> None:
        if self.paused_until > self.now:
            self.hold()
            self.paused_until = self.now
            self.says("clock", None, what="resumed")
            self.run(self.now)

    def vacation(self, step: Step) -> None:
        """Of whoever is to move or not; the clocks follow at once."""
        seat = step.seat
        if self.is_away(seat) or seat not in self.living:
            return
        self.vacations[seat].append(Span(self.now, self.now + DAY + step.lasts * HOUR))
        if seat == self.mover and seat not in self.adrift:
            until = max(self.vacations[seat][-1].until, self.paused_until)
            self.clock = self.clock.stopped(self.now, until)._replace(since=until)

    def home(self, step: Step) -> None:
        if self.is_away(step.seat):
            self.goes_home(step.seat)

    def falls(self, step: Step) -> None:
        """The sweep comes late."""
        self.now = max(self.now, self.clock.runs_out()) + step.lasts * HOUR / 10
        what = AWAY[step.seat]
        self.left[self.mover] = PACE.excused() if what == "excused" else NOTHING
        if what == "vacation":
            self.vacations[self.mover].append(Span(self.now, self.now + 2 * DAY))
        if what == "adrift":
            self.adrift.add(self.mover)
        self.says("clock", self.mover, what=what)
        self.run(self.now)

    def back(self, step: Step) -> None:
        if step.seat in self.adrift & set(self.living):
            self.adrift.discard(step.seat)
            if self.is_away(step.seat):
                self.goes_home(step.seat)
            self.left[step.seat] = max(PACE.excused(), PACE.start)
            self.says("seat-change", step.seat, what="back")
            if step.seat == self.mover:
                self.run(self.now)

    def resignation(self, step: Step) -> None:
        if step.seat not in self.living or len(self.living) < 3:
            return
        following = self.living[(self.living.index(step.seat) + 1) % len(self.living)]
        was, self.undo = self.mover, None
        self.living.remove(step.seat)
        if was == step.seat:
            self.mover = following
        self.says("resignation", step.seat)
        if was == step.seat:
            self.run(self.now)

    # --- the statement

    def ledger(self, seat: int) -> Ledger:
        runs = seat == self.mover and seat not in self.adrift
        return ledger_of(
            Terms(PACE, self.zone, PAUSED_AT_MOST),
            seat,
            self.log,
            started=MONDAY,
            first=0,
            outages=self.outages,
            vacations=self.vacations[seat],
            now=self.now,
            left=self.clock.left_at(self.now) if runs else None,
        )


def adds_up(account: Account) -> bool:
    return account.given + account.credited == account.used + account.left - account.unrecorded


@settings(max_examples=300, deadline=None)
@given(history=steps, zone=st.sampled_from((None, PARIS)))
def test_given_and_credited_are_used_and_left_in_any_history(history, zone):
    world = World(zone)
    for step in history:
        world.live(step)
    for seat in range(3):
        ledger = world.ledger(seat)
        for account in (*ledger.closed, *([ledger.present] if ledger.present else [])):
            assert adds_up(account)
            assert account.unrecorded == NOTHING, (seat, account)
            stood = sum([item.amount for item in account.uncounted], NOTHING)
            assert account.used + stood <= account.until - account.began
    if world.mover not in world.adrift:
        assert [world.ledger(seat).present is None for seat in range(3)].count(False) == 1
        assert world.ledger(world.mover).present is not None


def said(number: int, hours: float, kind: str, seat: int | None, mover: int, **more: object) -> Said:
    return Said(number, MONDAY + hours * HOUR, kind, seat, mover, **more)  # type: ignore[arg-type]


def of(log: list[Said], seat: int = 0, *, hours: float, **more: object) -> Ledger:
    return ledger_of(
        Terms(PACE, None, PAUSED_AT_MOST),
        seat,
        log,
        started=MONDAY,
        first=0,
        now=MONDAY + hours * HOUR,
        **more,
    )  # type: ignore[arg-type]


def test_a_turn_before_tells_what_it_used_and_left():
    log = [said(1, 31, "turn", 0, 1, left=89 * HOUR), said(2, 32, "turn", 1, 0, left=119 * HOUR)]
    ledger = of(log, hours=42)
    (before,) = ledger.closed
    assert (before.number, before.given, before.used, before.left) == (1, 120 * HOUR, 31 * HOUR, 89 * HOUR)
    now = ledger.present
    assert now is not None
    assert (now.kept, now.given, now.used, now.left) == (89 * HOUR, 125 * HOUR, 10 * HOUR, 115 * HOUR)


def test_an_outage_is_used_and_credited_and_a_vacation_not_counted():
    log = [said(1, 20, "clock", 1, 0, what="given", amounts={0: DAY})]
    outages = [Span(MONDAY + 2 * HOUR, MONDAY + 11 * HOUR), Span(MONDAY + 10 * HOUR, MONDAY + 11 * HOUR)]
    vacations = [Span(MONDAY + 30 * HOUR, MONDAY + 60 * HOUR)]
    now = of(log, hours=70, outages=outages, vacations=vacations).present
    assert now is not None
    assert [(item.what, item.amount) for item in now.credits] == [("outage", 9 * HOUR), ("given", DAY)]
    assert [(item.what, item.amount) for item in now.uncounted] == [("vacation", 30 * HOUR)]
    assert (now.used, now.left) == (40 * HOUR, 120 * HOUR + 33 * HOUR - 40 * HOUR)


def test_what_the_log_does_not_tell_is_not_made_up():
    """A gift of before it was written down how much it was."""
    log = [said(1, 20, "clock", 1, 0, what="given")]
    now = of(log, hours=24, left=110 * HOUR).present
    assert now is not None
    assert (now.used, now.credited, now.unrecorded) == (24 * HOUR, NOTHING, 14 * HOUR)


@pytest.mark.parametrize("left", [NOTHING, 3 * HOUR])
def test_a_turn_taken_back_goes_on_as_the_turn_that_it_was(left):
    log = [
        said(1, 20, "turn", 0, 1, left=100 * HOUR),
        said(2, 21, "clock", 1, 1, what="given", amounts={0: left} if left else {}),
        said(3, 22, "take-back", 0, 0, undoes=1),
    ]
    ledger = of(log, hours=30)
    assert ledger.closed == ()
    assert ledger.present is not None
    assert (ledger.present.began, ledger.present.used) == (MONDAY, 30 * HOUR)
    assert ledger.present.left == 90 * HOUR + left
    assert of(log, 1, hours=30) == Ledger((), None)


def test_a_gift_stood_on_the_clock_before_the_time_that_a_turn_taken_back_costs():
    """Without the gift the clock would have run out before it came."""
    log = [
        said(1, 20, "turn", 0, 1, left=100 * HOUR),
        said(2, 130, "clock", 1, 1, what="given", amounts={0: DAY}),
        said(3, 131, "take-back", 0, 0, undoes=1),
    ]
    now = of(log, hours=135, left=9 * HOUR).present
    assert now is not None
    assert (now.used, now.credited, now.left, now.unrecorded) == (135 * HOUR, DAY, 9 * HOUR, NOTHING)


def test_outages_that_overlap_are_one():
    hours = [(0, 1), (0.5, 2), (24, 48)]
    spans = [Span(MONDAY + since * HOUR, MONDAY + until * HOUR) for since, until in hours]
    assert merged(spans) == [Span(MONDAY, MONDAY + 2 * HOUR), spans[2]]
