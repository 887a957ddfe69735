"""Whatever people do on a ladder, its places are a permutation and its log tells them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import Player
from games.models import Game, Status
from ladders.ladder.refusals import LadderRefusal, LadderRefusalCode
from ladders.ladder.services import (
    challenge,
    check_ladders,
    come_back,
    join_ladder,
    leave_ladder,
    site_ladder,
    sweep_ladders,
)
from ladders.models import Challenge, LadderEvent, Limbo, Rung
from ladders.tests.climbing import (
    beats,
    challenged,
    days_pass,
    falls,
    gives_up,
    gives_up_at_once,
    goes_on,
    kinds,
    ladder_of,
    names,
    order_of,
    people,
    unguarded,
)
from upkeep.models import IsAppendOnly

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
STEPS = 90


class History:
    """Eight people who do what they like; what is refused is refused."""

    def __init__(self, seed: int) -> None:
        self.lots = random.Random(seed)
        self.people = people(8)
        self.ladder = ladder_of(*self.people[:6])
        self.fallen: list[Game] = []
        self.done: set[str] = set()

    def step(self) -> None:
        acts: list[Callable[[], object]] = [
            *[self.challenges] * 6, *[self.gives_up] * 4, *[self.joins] * 4, self.falls, self.goes_on,
            self.leaves, self.comes_back, self.days_pass,
        ]  # fmt: skip
        try:
            self.lots.choice(acts)()
        except LadderRefusal as refusal:
            self.done.add(str(refusal.code))

    def somebody(self) -> Player:
        return self.lots.choice(self.people)

    def running(self) -> Challenge | None:
        found = Challenge.objects.filter(settled_at=None).select_related("game").order_by("pk")
        return self.lots.choice(found) if found else None

    def challenges(self) -> None:
        """Somebody of those who are there, more often than not upwards."""
        there = order_of(self.ladder) or [self.somebody().pk]
        wanted = sorted(self.lots.choices(range(len(there)), k=2), reverse=self.lots.random() < 0.9)
        player, other = [Player.objects.get(pk=there[place]) for place in wanted]
        challenge(ladder_id=self.ladder.pk, player=player, other=other)

    def gives_up(self) -> None:
        if game := self.running():
            ends = self.lots.choice([gives_up, gives_up_at_once])
            ends(game.game, self.lots.choice([game.challenger, game.challenged]))

    def falls(self) -> None:
        if game := self.running():
            self.fallen.append(falls(game.game))

    def goes_on(self) -> None:
        if self.fallen:
            game = goes_on(self.fallen.pop(self.lots.randrange(len(self.fallen))))
            assert game.status == Status.RUNNING

    def joins(self) -> None:
        join_ladder(ladder_id=self.ladder.pk, player=self.somebody())

    def leaves(self) -> None:
        leave_ladder(ladder_id=self.ladder.pk, player=self.somebody())

    def comes_back(self) -> None:
        come_back(ladder_id=self.ladder.pk, player=self.somebody())

    def days_pass(self) -> None:
        days_pass(self.lots.choice([1, 3, 8]))
        sweep_ladders()


@pytest.mark.parametrize("seed", range(4))
def test_after_any_history_places_are_one_to_n_and_the_log_tells_them(seed):
    history = History(seed)
    for _ in range(STEPS):
        history.step()
        names(history.ladder)
        assert check_ladders() == []
    assert LadderEvent.objects.filter(kind="settled").count() > 8


def test_limbo_ends_whatever_was_running():
    history = History(99)
    players = history.people
    for lower in range(5, 0, -1):
        challenged(players[lower], players[0])
    leave_ladder(ladder_id=history.ladder.pk, player=players[0])
    while game := history.running():
        assert Rung.objects.get(player=players[0]).limbo == Limbo.LEAVES
        gives_up(game.game, history.lots.choice([game.challenger, game.challenged]))
    assert not Rung.objects.filter(player=players[0]).exists()
    assert names(history.ladder) and check_ladders() == []


def test_what_stands_otherwise_is_named_and_mended(capsys):
    players = people(5)
    ladder = ladder_of(*players)
    beats(players[4], players[1])
    told = order_of(ladder)
    first, last = ladder.rungs.get(place=1), ladder.rungs.get(place=5)
    Rung.objects.filter(pk=first.pk).update(place=99)
    Rung.objects.filter(pk=last.pk).update(place=1)
    Rung.objects.filter(pk=first.pk).update(place=5, limbo=Limbo.LEAVES)
    ladder.rungs.get(place=3).delete()
    with pytest.raises(SystemExit):
        call_command("replay_ladders", "--check")
    said = capsys.readouterr().out
    assert "stands at 5, by the log at 1" in said and "is missing, at place 3" in said
    assert "in limbo, by the log otherwise" in said
    call_command("replay_ladders")
    assert order_of(ladder) == told and not Rung.objects.exclude(limbo="").exists()
    call_command("replay_ladders", "--check")
    assert "all ladders agree with their logs" in capsys.readouterr().out


def test_a_line_that_is_missing_is_named_and_not_mended(capsys):
    players = people(2)
    ladder_of(*players)
    rows = unguarded()
    unguarded().filter(number=1)._raw_delete(rows.db)
    with pytest.raises(SystemExit):
        call_command("replay_ladders", "--check")
    assert "its log has 1 lines, the last is 2" in capsys.readouterr().out


def test_the_log_is_only_added_to():
    ladder_of(*people(1))
    event = LadderEvent.objects.get()
    for change in (event.save, event.delete, LadderEvent.objects.all().delete):
        with pytest.raises(IsAppendOnly):
            change()
    with pytest.raises(IsAppendOnly):
        LadderEvent.objects.update(why="")
    assert kinds(site_ladder()) == ["joined"]


@pytest.mark.parametrize("code", LadderRefusalCode)
def test_every_refusal_is_reached_by_a_test(code):
    folder = Path(__file__).parent
    tests = [path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")]
    named = (f'== "{code.value}"', f"LadderRefusalCode.{code.name}", f'"{code.value}")', f'"{code.value}"]')
    assert any(each in text for text in tests for each in named)
