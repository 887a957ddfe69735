"""A ladder begins: the site's by itself, a club's by whoever leads it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from clubs.access import membership_of
from clubs.models import Club
from games.clocks.arithmetic import Pace
from homeworlds.refusals import Refusal
from homeworlds.rules import DEFAULT_PRESET, Preset, RuleSet, Variant, check_players, preset_rules
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.models import Ladder
from ladders.models.ladder import SITE
from ladders.terms import LADDER_PACE
from upkeep.clock import database_now
from upkeep.dates import exact


def site_ladder() -> Ladder:
    """There is always one: it is made when it is first asked for."""
    found = Ladder.objects.filter(public_id=SITE).first()
    if found is None:
        rules = preset_rules(DEFAULT_PRESET, Variant.BINARY)
        made = _ladder(rules, DEFAULT_PRESET, LADDER_PACE, database_now())
        made.public_id = SITE
        Ladder.objects.bulk_create([made], ignore_conflicts=True)
        found = Ladder.objects.get(public_id=SITE)
    return found


@transaction.atomic
def found_ladder(
    *, club: Club, by: Player, rules: RuleSet, preset: Preset | None = None, clock: Pace = LADDER_PACE
) -> Ladder:
    """A club's own, with rules for two and a clock, for good: whoever joins knows what is played there.

    Locks the club. Raises LadderRefusal (SUSPENDED, OFFICERS_ONLY, CLUB_CLOSED, HAS_ONE, NOT_FOR_TWO,
    TOO_FAST).
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if refusal := why_not_found(club, by):
        raise refusal
    if preset is not None and preset_rules(preset, rules.variant) != rules:
        preset = None
    try:
        check_players(2, rules.variant, preset)
    except Refusal:
        raise LadderRefusal(LadderRefusalCode.NOT_FOR_TWO) from None
    if clock.is_live:
        raise LadderRefusal(LadderRefusalCode.TOO_FAST)
    ladder = _ladder(rules, preset, clock, database_now())
    ladder.club = club
    ladder.save(force_insert=True)
    return ladder


def why_not_found(club: Club, by: Player) -> LadderRefusal | None:
    """Two queries at most."""
    member = membership_of(by, club)
    if by.is_suspended:
        return LadderRefusal(LadderRefusalCode.SUSPENDED, until=exact(by.suspended_until))
    if club.is_closed:
        return LadderRefusal(LadderRefusalCode.CLUB_CLOSED)
    if member is None or not member.leads:
        return LadderRefusal(LadderRefusalCode.OFFICERS_ONLY)
    if Ladder.objects.filter(club=club).exists():
        return LadderRefusal(LadderRefusalCode.HAS_ONE)
    return None


def _ladder(rules: RuleSet, preset: Preset | None, clock: Pace, now: datetime) -> Ladder:
    return Ladder(
        variant=rules.variant,
        options=rules.options(),
        preset=preset or "",
        clock_start=clock.start,
        clock_increment=clock.increment,
        clock_cap=clock.cap,
        created_at=now,
    )
