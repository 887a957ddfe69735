"""Somebody is called otherwise while a worker looks at the game: what it found has the old name, and is not
kept."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Analysis, Game, Mark, Marking, Seat
from games.services import ask_for_analysis
from games.services.hindsight import analysis, marks
from games.services.leaving import rename_seat
from games.services.log import lock_game
from games.tests.marks import end, with_a_missed_win

pytestmark = pytest.mark.django_db


def call_otherwise(game: Game) -> None:
    locked, seats = lock_game(game.pk)
    bob = next(seat for seat in seats if seat.name == "Bob")
    rename_seat(locked, seats, bob, "Former-player-1")


@pytest.mark.parametrize("whole", [False, True])
def test_marks_and_readings_with_the_old_name_are_not_kept(
    alice, bob, calls, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    game = end(with_a_missed_win(alice, bob), alice)
    ask_for_analysis(game_id=game.pk, player=bob)
    module, name = (analysis, "read") if whole else (marks, "_look")
    looks = getattr(module, name)

    def meanwhile(*what: Any, **more: Any) -> Any:
        monkeypatch.undo()
        found = looks(*what, **more)
        call_otherwise(game)
        return found

    monkeypatch.setattr(module, name, meanwhile)
    if whole:
        assert not analysis.analyse_game(game_id=game.pk, checked=0)
        assert Analysis.objects.get().readings == [] and Analysis.objects.get().due_at is not None
    else:
        assert not marks.mark_game(game_id=game.pk, checked=0)
        assert not Mark.objects.exists() and Marking.objects.get().due_at is not None
        assert not marks.mark_game(game_id=game.pk, checked=0)
        assert Mark.objects.exists() and Seat.objects.filter(name__startswith="Former").exists()
