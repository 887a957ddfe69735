"""Who wins, judged apart from any turn: all deals of Good vs Evil against the words of the rule."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment, Departure, Termination, judge_departure, judge_turn
from homeworlds.position import Position
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options

FOUR = "<0> A (0, r1b2) g3---; B (1, y1b3) -g3--; C (2, g1r3) --b3-; D (3, y2b3) ---g3"
SEATS = range(4)
GOOD, EVIL = Alignment.GOOD, Alignment.EVIL


def rules_of(variant: Variant, **options: object) -> RuleSet:
    return with_options(preset_rules(Preset.BOOKLET, variant), options)


def after(position: Position, eliminated: tuple[int, ...]) -> Position:
    return position._replace(out=position.out.union(eliminated))


def victims() -> list[tuple[int, ...]]:
    return [some for count in range(1, 5) for some in combinations(SEATS, count)]


@pytest.mark.parametrize("share", ["living", "all"])
@pytest.mark.parametrize("eliminated", victims(), ids=str)
def test_good_vs_evil_follows_its_rule_for_every_deal(eliminated: tuple[int, ...], share: str) -> None:
    rules = rules_of(Variant.GOOD_VS_EVIL, good_share=share)
    position = parse_position(FOUR, rules, "ABCD")
    now = after(position, eliminated)
    for deal in product((GOOD, EVIL), repeat=4):
        outcome = judge_turn(rules, position, now, eliminated, alignments=deal).outcome
        living = [seat for seat in SEATS if seat not in eliminated]
        if 0 in living and deal[0] is EVIL:
            wanted: tuple[list[int], bool] | None = ([0], False)
        elif not living:
            wanted = (list(SEATS), True)
        elif all(deal[seat] is GOOD for seat in living):
            sharing = living if share == "living" else [s for s in SEATS if s or 0 in living]
            wanted = ([seat for seat in sharing if deal[seat] is GOOD], False)
        else:
            wanted = (living, False) if len(living) == 1 else None
        assert (outcome and (list(outcome.winners), outcome.draw)) == wanted, deal


@pytest.mark.parametrize("eliminated", victims(), ids=str)
def test_a_good_player_falls_by_any_good_victim_while_the_game_goes_on(eliminated: tuple[int, ...]) -> None:
    position = parse_position(FOUR, rules_of(Variant.GOOD_VS_EVIL), "ABCD")
    falls = set()
    for fallen_good, deal in product((False, True), product((GOOD, EVIL), repeat=4)):
        rules = rules_of(Variant.GOOD_VS_EVIL, fallen_good=fallen_good)
        judged = judge_turn(rules, position, after(position, eliminated), eliminated, alignments=deal)
        good_victim = GOOD in [deal[seat] for seat in eliminated]
        wanted = fallen_good and good_victim and 0 not in eliminated and judged.outcome is None
        assert judged.falls == (0 if wanted else None), deal
        falls.add(wanted)
    assert falls == {0 not in eliminated and len(eliminated) < 3, False}


@pytest.mark.parametrize("eliminated", victims(), ids=str)
def test_sinister_and_last_captain_standing_follow_their_rules(eliminated: tuple[int, ...]) -> None:
    living = tuple(seat for seat in SEATS if seat not in eliminated)
    for variant in (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING):
        rules = rules_of(variant)
        position = parse_position(FOUR, rules, "ABCD")
        outcome = judge_turn(rules, position, after(position, eliminated), eliminated).outcome
        if variant is Variant.SINISTER and 1 in eliminated and 0 in living:
            assert outcome == ((0,), False, Termination.TARGET_ELIMINATED)
        elif not living:
            assert outcome == (tuple(SEATS), True, Termination.ALL_ELIMINATED)
        elif len(living) == 1:
            assert outcome == (living, False, Termination.LAST_PLAYER)
        else:
            assert outcome is None


def test_a_departed_good_player_never_shares_the_win() -> None:
    rules = rules_of(Variant.GOOD_VS_EVIL)
    position = after(parse_position(FOUR, rules, "ABCD"), (3,))
    deal = (GOOD, GOOD, EVIL, GOOD)
    for departed, winners in (((), (0, 1, 3)), ((3,), (0, 1))):
        judged = judge_turn(rules, position, after(position, (2,)), (2,), departed=departed, alignments=deal)
        assert judged.outcome == (winners, False, Termination.NO_EVIL_LEFT)


@pytest.mark.parametrize("cause", Departure)
def test_a_departure_wins_for_the_last_or_for_good_only(cause: Departure) -> None:
    for variant in Variant:
        rules = rules_of(variant)
        position = parse_position(FOUR, rules, "ABCD")
        deal = (GOOD, EVIL, GOOD, EVIL)
        assert judge_departure(rules, position, after(position, (1,)), cause, alignments=deal) is None
        last = judge_departure(rules, position, after(position, (0, 1, 2)), cause, alignments=deal)
        assert last is not None
        assert last.winners == (3,)
        assert last.termination.value == cause.value
