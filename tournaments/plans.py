"""What an event is announced as, before there is one: the plan, and why it cannot be held so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from games.clocks.arithmetic import Pace
from games.clocks.paces import NORMAL, PACES
from games.models import Company
from homeworlds.rules import DEFAULT_PRESET, Preset, RuleSet, Variant, player_numbers, preset_rules
from tournaments.models import Event, Format, Points, TieBreak
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.times import (
    LEAST_ENTRANTS,
    LONGEST_ROUND,
    LONGEST_WAIT,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    SHORTEST_ROUND,
    longest_round,
)

OF_TWO: Final = (TieBreak.BERGER, TieBreak.WINS, TieBreak.RATING)
OF_TABLES: Final = (TieBreak.OPPONENTS, TieBreak.WINS, TieBreak.BERGER, TieBreak.RATING)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """All that is shown before somebody enters."""

    title: str
    about: str = ""
    format: Format
    rules: RuleSet
    preset: Preset | None = None
    size: int = 2
    rounds: int = 5
    best_of: int = 1
    has_final: bool = False
    clock: Pace = PACES[NORMAL]
    excuses: int = 1
    vacation_allowed: bool = True
    rated: bool = True
    red_alert: bool = False
    sandbox_allowed: bool = True
    talk_allowed: bool = True
    take_back_allowed: bool = True
    points: Points | None = None
    """None: as usual for the format."""
    tie_breaks: Sequence[TieBreak] = ()
    """Empty: as usual for the format."""
    round_lasts: timedelta | None = LONGEST_ROUND
    late_entry: bool = True
    least: int = 4
    most: int = 64
    starts_at: datetime | None = None
    starts_when_full: bool = False
    by_invitation: bool = False
    company: Company = Company.EVERYBODY
    rating_from: int | None = None
    rating_to: int | None = None

    def fields(self) -> dict[str, Any]:
        """By the names of the event's fields."""
        clock = dict(zip(("clock_start", "clock_increment", "clock_cap"), self.clock, strict=True))
        preset = self.preset
        if preset is not None and preset_rules(preset, self.rules.variant) != self.rules:
            preset = None
        plain = (
            "about", "format", "size", "rounds", "best_of", "has_final", "excuses", "vacation_allowed",
            "rated", "red_alert", "sandbox_allowed", "talk_allowed", "take_back_allowed", "round_lasts",
            "late_entry", "least", "most", "starts_at", "starts_when_full", "by_invitation", "company",
            "rating_from", "rating_to",
        )  # fmt: skip
        return {
            "title": " ".join(self.title.split()),
            "variant": str(self.rules.variant),
            "options": self.rules.options(),
            "preset": preset or "",
            "points": self.points or usual_points(self.format),
            "tie_breaks": [str(each) for each in self.tie_breaks or usual_tie_breaks(self.format)],
            **{name: getattr(self, name) for name in plain},
            **clock,
        }

    @classmethod
    def of(cls, event: Event, *, starts_at: datetime | None = None) -> EventPlan:
        """The same once more, with no time to start at but this one."""
        return cls(
            title=event.title,
            about=event.about,
            format=Format(event.format),
            rules=event.rules(),
            preset=Preset(event.preset) if event.preset else None,
            size=event.size,
            rounds=event.rounds,
            best_of=event.best_of,
            has_final=event.has_final,
            clock=event.pace,
            excuses=event.excuses,
            vacation_allowed=event.vacation_allowed,
            rated=event.rated,
            red_alert=event.red_alert,
            sandbox_allowed=event.sandbox_allowed,
            talk_allowed=event.talk_allowed,
            take_back_allowed=event.take_back_allowed,
            points=Points(event.points),
            tie_breaks=[TieBreak(each) for each in event.tie_breaks],
            round_lasts=event.round_lasts,
            late_entry=event.late_entry,
            least=event.least,
            most=event.most,
            starts_at=starts_at,
            starts_when_full=event.starts_when_full,
            by_invitation=event.by_invitation,
            company=Company(event.company),
            rating_from=event.rating_from,
            rating_to=event.rating_to,
        )


def usual_points(format_: Format) -> Points:
    return Points.TWO if format_.is_for_two else Points.WIN


def usual_tie_breaks(format_: Format) -> tuple[TieBreak, ...]:
    return OF_TWO if format_.is_for_two else OF_TABLES


def usual_plan(title: str, format_: Format, variant: Variant, **changes: Any) -> EventPlan:
    """With the rules that are used most."""
    rules = preset_rules(DEFAULT_PRESET, variant)
    size = 2 if format_.is_for_two else 4
    return EventPlan(
        title=title, format=format_, rules=rules, preset=DEFAULT_PRESET, **{"size": size, **changes}
    )


def why_no_such_event(plan: EventPlan, now: datetime) -> EventRefusal | None:
    """Asks nothing."""
    return why_no_such_games(plan) or _why_not_the_start(plan, now)


def why_no_such_games(plan: EventPlan) -> EventRefusal | None:
    """Whatever it says of its start. Asks nothing."""
    return (
        _why_not_the_table(plan)
        or _why_not_the_rounds(plan)
        or _why_not_the_standings(plan)
        or _why_not_the_entrants(plan)
    )


def _why_not_the_table(plan: EventPlan) -> EventRefusal | None:
    if not plan.title.strip():
        return EventRefusal(EventRefusalCode.NO_TITLE)
    if plan.format.is_for_two and plan.size != 2:
        return EventRefusal(EventRefusalCode.FORMAT_IS_FOR_TWO)
    if not plan.format.is_for_two and plan.size not in range(3, 7):
        return EventRefusal(EventRefusalCode.FORMAT_IS_FOR_TABLES)
    numbers = player_numbers(plan.rules.variant, plan.preset)
    if plan.size not in numbers:
        return EventRefusal(EventRefusalCode.NOT_FOR_SO_MANY, least=numbers[0], most=numbers[-1])
    if plan.clock.is_live and not plan.format.is_for_two:
        return EventRefusal(EventRefusalCode.LIVE_IS_FOR_TWO)
    if plan.red_alert:
        return EventRefusal(EventRefusalCode.NO_RED_ALERT)
    return None


def _why_not_the_rounds(plan: EventPlan) -> EventRefusal | None:
    if plan.rounds not in range(1, MOST_ROUNDS + 1):
        return EventRefusal(EventRefusalCode.WRONG_ROUNDS, least=1, most=MOST_ROUNDS)
    lasts = plan.round_lasts
    if lasts is None:
        return None if plan.format.begins_at_once else EventRefusal(EventRefusalCode.ROUND_NEEDED)
    longest = longest_round(plan.clock)
    if lasts > longest:
        return EventRefusal(EventRefusalCode.ROUND_TOO_LONG, days=max(longest.days, 1))
    if lasts < SHORTEST_ROUND and not plan.clock.is_live:
        return EventRefusal(EventRefusalCode.ROUND_TOO_SHORT)
    return None


def _why_not_the_standings(plan: EventPlan) -> EventRefusal | None:
    chosen = list(plan.tie_breaks or usual_tie_breaks(plan.format))
    if len(set(chosen)) != len(chosen) or chosen[-1] is not TieBreak.RATING:
        return EventRefusal(EventRefusalCode.WRONG_TIE_BREAKS)
    if not plan.format.is_for_two and any(each.is_of_two for each in chosen):
        return EventRefusal(EventRefusalCode.TIE_BREAKS_OF_TWO)
    points = plan.points or usual_points(plan.format)
    by_order = points is Points.ORDER
    if (points is Points.TWO) != plan.format.is_for_two or (
        by_order and plan.rules.variant is not Variant.LAST_CAPTAIN_STANDING
    ):
        return EventRefusal(EventRefusalCode.WRONG_POINTS)
    return None


def _why_not_the_entrants(plan: EventPlan) -> EventRefusal | None:
    if not LEAST_ENTRANTS <= plan.least <= plan.most <= MOST_ENTRANTS:
        return EventRefusal(EventRefusalCode.WRONG_ENTRANTS, least=LEAST_ENTRANTS, most=MOST_ENTRANTS)
    if plan.rating_from is not None and plan.rating_to is not None and plan.rating_from > plan.rating_to:
        return EventRefusal(EventRefusalCode.RATING_UPSIDE_DOWN)
    return None


def _why_not_the_start(plan: EventPlan, now: datetime) -> EventRefusal | None:
    if plan.starts_at is None:
        return None if plan.starts_when_full else EventRefusal(EventRefusalCode.START_NEEDED)
    if not now < plan.starts_at <= now + LONGEST_WAIT:
        return EventRefusal(EventRefusalCode.STARTS_TOO_LATE, days=LONGEST_WAIT.days)
    return None
