"""What holds of any history of a ladder, whatever happens in it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ladders.arithmetic.order import EventKind, Fact, Order, Result, replay, standing_facts
from ladders.arithmetic.reach import highest_reached, received_at_most

PLAYERS = range(1, 8)
some = settings(max_examples=200)
players = st.sampled_from(PLAYERS)


@st.composite
def histories(draw: st.DrawFn) -> list[Fact]:
    """Anything at all, sensible or not."""
    facts: list[Fact] = []
    for number in range(1, draw(st.integers(1, 40)) + 1):
        kind = draw(st.sampled_from(EventKind))
        player, other = draw(players), draw(players)
        result = draw(st.sampled_from(Result)) if kind is EventKind.SETTLED else None
        settled = [fact.number for fact in facts if fact.kind is EventKind.SETTLED]
        cause = draw(st.sampled_from([0, *settled]))
        if kind in (EventKind.JOINED, EventKind.SETTLED, EventKind.CHALLENGED, EventKind.BACK):
            cause = 0
        facts.append(Fact(number, kind, player, other, result, cause))
    return facts


def order_of(*names: int) -> list[Fact]:
    return [Fact(number, EventKind.JOINED, player) for number, player in enumerate(names, 1)]


def after(facts: list[Fact], *more: tuple) -> Order:
    for kind, player, *rest in more:
        facts = [*facts, Fact(len(facts) + 1, kind, player, *rest)]
    return replay(facts)


@some
@given(histories())
def test_places_are_a_permutation_of_who_is_there(facts: list[Fact]) -> None:
    order = replay(facts)
    assert len(set(order.players)) == len(order.players)
    assert set(order.players) <= {fact.player for fact in facts if fact.kind is EventKind.JOINED}
    assert order.limbo <= set(order.players)


@some
@given(histories())
def test_a_result_moves_nobody_but_those_between(facts: list[Fact]) -> None:
    for length in range(1, len(facts)):
        if facts[length].kind is not EventKind.SETTLED:
            continue
        before = replay(facts[:length]).players
        now = replay(facts[: length + 1]).players
        fact = facts[length]
        assert sorted(before) == sorted(now)
        if before == now:
            continue
        assert fact.result in (Result.WON, Result.EARLY)
        assert before.index(fact.other) < before.index(fact.player)
        assert now.index(fact.player) < now.index(fact.other) or fact.result is Result.EARLY
        others = [player for player in before if player != fact.player]
        assert [player for player in now if player != fact.player] == others
        if fact.result is Result.EARLY:
            assert now.index(fact.player) == before.index(fact.player) - 1
        else:
            assert now.index(fact.player) == before.index(fact.other)


@some
@given(st.permutations(PLAYERS), players, players, st.sampled_from([Result.LOST, Result.DRAWN, Result.VOID]))
def test_nobody_moves_unless_the_challenger_wins(
    order: list[int], one: int, other: int, result: Result
) -> None:
    assert after(order_of(*order), (EventKind.SETTLED, one, other, result)).players == tuple(order)


@some
@given(st.permutations(PLAYERS), players, players)
def test_nobody_moves_when_the_winner_stands_above_already(order: list[int], one: int, other: int) -> None:
    if order.index(one) < order.index(other):
        assert after(order_of(*order), (EventKind.SETTLED, one, other, Result.WON)).players == tuple(order)


@some
@given(histories())
def test_what_was_undone_is_as_if_it_had_never_been(facts: list[Fact]) -> None:
    settled = [fact for fact in facts if fact.kind is EventKind.SETTLED]
    undone = {fact.cause for fact in facts if fact.kind is EventKind.UNDONE}
    for fact in settled[:3]:
        line = Fact(len(facts) + 1, EventKind.UNDONE, fact.player, cause=fact.number)
        without = [each for each in facts if fact.number not in (each.number, each.cause)]
        if fact.number not in undone:
            assert replay([*facts, line]) == replay(without)
        assert fact not in standing_facts([*facts, line])


def test_the_winner_takes_the_place_of_the_beaten_and_those_between_move_down() -> None:
    order = after(order_of(1, 2, 3, 4, 5), (EventKind.SETTLED, 4, 2, Result.WON))
    assert order.players == (1, 4, 2, 3, 5)


def test_a_win_over_somebody_who_never_came_is_worth_one_place() -> None:
    order = after(order_of(1, 2, 3, 4, 5), (EventKind.SETTLED, 5, 1, Result.EARLY))
    assert order.players == (1, 2, 3, 5, 4)


def test_a_win_that_came_later_moves_whom_it_moves_in_the_order_without_the_undone_one() -> None:
    """4 beats 1, then 5 beats 3, who stood fourth by then; 4's game goes on after all."""
    first, second = (EventKind.SETTLED, 4, 1, Result.WON), (EventKind.SETTLED, 5, 3, Result.WON)
    assert after(order_of(1, 2, 3, 4, 5), first, second).players == (4, 1, 2, 5, 3)
    undone = (EventKind.UNDONE, 4, 1, None, 6)
    assert after(order_of(1, 2, 3, 4, 5), first, second, undone).players == (1, 2, 5, 3, 4)


def test_how_far_up_one_reaches() -> None:
    assert [highest_reached(place) for place in (1, 2, 11, 12, 25, 26, 70, 5000)] == [
        1, 1, 1, 2, 15, 16, 42, 3000,
    ]  # fmt: skip
    assert highest_reached(70, 60) == 42 and highest_reached(70, 20) == 15 and highest_reached(70, 3) == 1


def test_how_many_challenges_one_takes() -> None:
    assert [received_at_most(place) for place in (1, 5, 6, 10, 11, 900)] == [5, 5, 4, 4, 3, 3]
